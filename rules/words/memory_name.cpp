#include "words/memory_name.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fencepost {
namespace {

// The name that a call gives to the memory of an argument; `base`: where that memory begins, in the unit of `bytes`.
std::string argument_name(const Words& words, const Place& call, int index, bool out, std::uint64_t base,
                          ByteRange bytes, std::string_view how) {
  if (!call.known() || bytes.begin < base) return "";
  const auto argument = words.symbolizer().argument(call, index, out, bytes.begin - base, bytes.end - base);
  if (argument.name.empty() || !argument.pointed) return argument.name;
  return fmt::format("{} {}", how, argument.name);
}

std::int64_t moved(std::uint64_t address, const ConflictAccess& from) {
  return static_cast<std::int64_t>(address - from.addresses.begin + from.bytes.begin);
}

}  // namespace

std::string window_memory_name(const Words& words, const Window& window, Rank rank, ByteRange bytes) {
  if (window.flavor == WindowFlavor::kDynamic || !window.has_rank(rank)) return "";
  const Place& created = window.part(rank).created;
  constexpr int kBase = 0, kBasePointer = 4;  // of MPI_Win_create; of MPI_Win_allocate and MPI_Win_allocate_shared
  const bool given = window.flavor == WindowFlavor::kCreate;
  return argument_name(words, created, given ? kBase : kBasePointer, !given, 0, bytes,
                       given ? "exposed as" : "allocated as");
}

std::string memory_name(const ConflictAccess& from, const ConflictAccess& other, const Words& words) {
  if (from.memory_of.known()) {
    const std::string fixed = words.symbolizer().variable(from.memory_of, from.addresses.begin, from.addresses.end);
    if (!fixed.empty()) return fixed;
  }
  const Window* window = from.window ? words.job().window(from.window) : nullptr;
  if (window && from.owner.ordinary() && window->flavor != WindowFlavor::kDynamic)
    return window_memory_name(words, *window, from.owner, from.bytes);
  if (from.attachment) {
    constexpr int kAttached = 1;  // of MPI_Win_attach
    return argument_name(words, from.attachment->attached, kAttached, false, from.attachment->address, from.addresses,
                         "attached as");
  }
  for (const ConflictAccess* access : {&from, &other}) {
    if (access->role != AccessRole::kOrigin || !access->operation || !from.memory_of.known() ||
        access->memory_of != from.memory_of)
      continue;
    const Operation& operation = *access->operation;
    if (operation.origin.address != access->buffer.address) continue;  // a result buffer
    if (const std::string name =
            argument_name(words, operation.place, 0, false, access->buffer.address, from.addresses, "given as");
        !name.empty())
      return name;
  }
  return "";
}

std::optional<VariableAround> variable_around(const ConflictAccess& from, const Words& words) {
  if (!from.memory_of.known()) return std::nullopt;
  Symbolizer& symbolizer = words.symbolizer();
  auto found = symbolizer.variable_around(from.memory_of, from.addresses.begin);
  if (!found && from.memory_of == from.place.process) found = symbolizer.local_around(from.place, from.addresses.begin);
  if (!found || from.addresses.end > found->end) return std::nullopt;
  return VariableAround{std::move(found->name), moved(found->begin, from), moved(found->end, from)};
}

}  // namespace fencepost
