#include "words/conflict_access.h"

#include <algorithm>

#include <fmt/format.h>

#include "words/conflict_words.h"

namespace fencepost {
namespace {

// The name of the memory: of the variable that lies there; else as the calls name it that made it a window or gave it
// to an operation, of this access or of the other one to the same memory.
std::string variable(const ConflictAccess& from, const ConflictAccess& other, const Words& words) {
  if (from.memory_of >= 0) {
    const std::string fixed = words.symbolizer().variable(from.memory_of, from.addresses.begin, from.addresses.end);
    if (!fixed.empty()) return fixed;
  }
  const auto named = [&](const Place& call, int index, bool out, std::uint64_t base, ByteRange bytes,
                         std::string_view how) -> std::string {
    if (!call.known() || bytes.begin < base) return "";
    const auto argument = words.symbolizer().argument(call, index, out, bytes.begin - base, bytes.end - base);
    if (argument.name.empty() || !argument.pointed) return argument.name;
    return fmt::format("{} {}", how, argument.name);
  };
  const Window* window = from.window ? words.job().window(from.window) : nullptr;
  if (window && from.owner >= 0 && window->flavor != WindowFlavor::kDynamic) {
    const Place& created = window->parts[static_cast<std::size_t>(from.owner)].created;
    constexpr int kBase = 0, kBasePointer = 4;  // of MPI_Win_create; of MPI_Win_allocate and MPI_Win_allocate_shared
    const bool given = window->flavor == WindowFlavor::kCreate;
    return named(created, given ? kBase : kBasePointer, !given, 0, from.bytes, given ? "exposed as" : "allocated as");
  }
  if (from.attachment) {
    constexpr int kAttached = 1;  // of MPI_Win_attach
    return named(from.attachment->attached, kAttached, false, from.attachment->address, from.addresses, "attached as");
  }
  for (const ConflictAccess* access : {&from, &other}) {
    if (access->role != AccessRole::kOrigin || !access->operation || from.memory_of < 0 ||
        access->memory_of != from.memory_of)
      continue;
    const Operation& operation = *access->operation;
    if (operation.origin.address != access->buffer.address) continue;  // a result buffer
    if (const std::string name = named(operation.place, 0, false, access->buffer.address, from.addresses, "given as");
        !name.empty())
      return name;
  }
  return "";
}

}  // namespace

Access access_of(const ConflictAccess& from, const ConflictAccess& other, Words& words) {
  Access access = from.operation ? words.operation(*from.operation) : words.call(from.place);
  static constexpr std::string_view kRoles[] = {"origin", "target", "local", "call"};
  access.role = kRoles[static_cast<std::size_t>(from.role)];
  if (!from.operation) {
    access.time = words.time(from.start);
    const bool reads = reads_only(from.kind);
    if (from.role == AccessRole::kLocal) {
      access.kind = reads ? "load" : "store";
      access.description =
          fmt::format("{} of {}{}",
                      from.access_count == 1 ? std::string(reads ? "load" : "store")
                                             : count_of(from.access_count, reads ? "load" : "store"),
                      count_of(from.access_size, "byte"),
                      from.access_count == 1 || from.access_stride == static_cast<std::int64_t>(from.access_size) ? ""
                      : from.access_stride == 0 ? " at one place"
                                                : fmt::format(", stride {}", from.access_stride));
      if (from.language_atomic) access.description += " (atomic of the language)";
    } else {
      access.kind = "call";
      access.description = words.elements(from.place.process, from.buffer.count, from.buffer.datatype);
    }
  }
  if (access.target < 0 && from.owner >= 0 && from.role == AccessRole::kTarget) {
    access.target = from.owner;
    access.target_process = words.world_rank(from.window, from.owner);
  }
  access.first_byte = from.bytes.begin;
  access.end_byte = from.bytes.end;
  if (from.window && from.owner >= 0) {
    access.window = words.window(from.window);
    access.bytes_of = words.memory_of(from.window, from.owner);
  } else {
    access.bytes_of = fmt::format("{} of rank {}",
                                  from.role != AccessRole::kOrigin         ? "memory"
                                  : from.kind == AccessClass::kOriginWrite ? "result buffer"
                                                                           : "origin buffer",
                                  from.place.process);
  }
  if (const std::string name = variable(from, other, words); !name.empty())
    access.bytes_of += fmt::format(", {}", name);
  // Those of the memory in question first: of a long list not all is shown everywhere.
  std::vector<HeldLock> locks = from.locks;
  std::ranges::stable_partition(locks, [&](const HeldLock& lock) { return lock.window == from.window; });
  for (const HeldLock& lock : locks) access.locks.push_back(ConflictWords(words).lock_text(lock));
  return access;
}

}  // namespace fencepost
