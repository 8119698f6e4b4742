#include "interposer/buffer_judgement.h"

#include <algorithm>
#include <csignal>
#include <optional>
#include <sys/mman.h>

#include "memory/callers.h"

namespace fencepost::interposer {
namespace {

using memory::MemoryCheck;

std::uint64_t number(const std::byte* address) {
  return reinterpret_cast<std::uint64_t>(address);
}

// The program's handler for faults may make protected memory usable: it fills pages at their first use,
// or wants to know whether they change. (If there is no memory at all, such handlers mostly report a
// crash.)
bool mends_fault_at(std::uint64_t address) {
  constexpr std::uint64_t kPage = 4096;
  unsigned char there = 0;
  if (mincore(reinterpret_cast<void*>(address / kPage * kPage), kPage, &there) != 0) return false;
  struct sigaction action = {};
  if (sigaction(SIGSEGV, nullptr, &action) != 0) return false;
  const bool is_function =
      (action.sa_flags & SA_SIGINFO) != 0 || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
  return is_function && memory::orders(reinterpret_cast<const void*>(action.sa_sigaction));
}

// As the operation would do it. If nothing mends the fault, the program dies here as it would die there.
void touch(std::uint64_t address, MemoryCheck::Use use) {
  auto* const byte = reinterpret_cast<char*>(address);
  if (use == MemoryCheck::Use::kRead) {
    (void)*const_cast<const volatile char*>(byte);
  } else {
    __atomic_fetch_or(byte, 0, __ATOMIC_RELAXED);
  }
}

// The first address that may not be used in the memory between `first` and `end`; nothing: all may.
std::optional<std::uint64_t> first_unusable(std::uint64_t first, std::uint64_t end, MemoryCheck::Use use) {
  if (memory::is_usable(first, end, use)) return std::nullopt;
  std::uint64_t until = memory::memory_check().usable_until(first, end, use);
  while (until < end) {
    if (!mends_fault_at(until)) return until;
    touch(until, use);
    const std::uint64_t now = memory::memory_check().usable_until(until, end, use);
    if (now <= until) return until;
    until = now;
  }
  return std::nullopt;
}

// The same for the memory of the layout's data, but not for gaps that may hold a whole page of other memory.
std::optional<std::uint64_t> first_unusable(const rma::Layout& layout, MemoryCheck::Use use) {
  constexpr std::int64_t kLessThanAPage = 4095;
  const rma::Layout::Hull hull = layout.hull();
  const std::uint64_t base = number(layout.address);
  const auto at = [&](std::int64_t offset) { return base + static_cast<std::uint64_t>(offset); };
  if (memory::is_usable(at(hull.first), at(hull.end), use)) return std::nullopt;
  std::optional<std::uint64_t> found;
  rma::each_region(layout, kLessThanAPage, [&](const std::byte* address, std::int64_t size) {
    if (!found) found = first_unusable(number(address), number(address) + static_cast<std::uint64_t>(size), use);
  });
  return found;
}

// Only for a layout that begins at its address and continues without gaps.
std::optional<std::size_t> too_short_a_block(const rma::Layout& layout) {
  const rma::Layout::Hull hull = layout.hull();
  if (hull.first != 0 || hull.end <= 0) return std::nullopt;
  return memory::heap_block_shorter_than(layout.address, static_cast<std::size_t>(hull.end));
}

Judgement judge(std::uint64_t address, std::optional<std::uint64_t> unusable, std::optional<std::size_t> block,
                int position) {
  Judgement wrong{.argument = position,
                  .error = unusable ? MPI_ERR_BUFFER : MPI_SUCCESS,
                  .given = static_cast<std::int64_t>(address)};
  if (block) {
    wrong.problem = ArgumentProblem::kBeyondBlock;
    wrong.against = *block;
  } else if (unusable) {
    const bool readable = memory::is_usable(*unusable, *unusable + 1, MemoryCheck::Use::kRead);
    wrong.problem = readable ? ArgumentProblem::kReadOnly : ArgumentProblem::kUnmapped;
    wrong.against = *unusable - std::min(*unusable, address);
  }
  return wrong;
}

}  // namespace

Judgement judge_buffer(const rma::Layout& layout, int position, MemoryCheck::Use use, bool native) {
  if (layout.empty()) return {};
  const std::byte* const first = layout.address + layout.hull().first;
  // (MPI_IN_PLACE is a small number or the last address. Its bytes do not matter: they are 0.)
  const bool in_place = layout.address == static_cast<const std::byte*>(MPI_IN_PLACE);
  if (rma::is_nowhere(first) || in_place) {
    const bool null = layout.address == nullptr;
    return {.problem = null ? ArgumentProblem::kNull : ArgumentProblem::kNearNull,
            .argument = position,
            .error = MPI_ERR_BUFFER,
            .given = static_cast<std::int64_t>(number(layout.address)),
            .against = in_place ? 0 : static_cast<std::uint64_t>(layout.bytes())};
  }
  return native ? Judgement{}
                : judge(number(layout.address), first_unusable(layout, use), too_short_a_block(layout), position);
}

Judgement judge_stretch(const std::byte* begin, std::int64_t bytes, int position, MemoryCheck::Use use) {
  const std::uint64_t first = number(begin), end = first + static_cast<std::uint64_t>(bytes);
  return judge(first, first_unusable(first, end, use),
               memory::heap_block_shorter_than(begin, static_cast<std::size_t>(bytes)), position);
}

Judgement judge_memory(const void* base, MPI_Aint size, int position, int error_if_null) {
  if (size <= 0) return {};
  if (base == nullptr) {
    return {.problem = ArgumentProblem::kNull,
            .argument = position,
            .error = error_if_null,
            .against = static_cast<std::uint64_t>(size)};
  }
  Judgement wrong = judge_stretch(static_cast<const std::byte*>(base), size, position, memory::MemoryCheck::Use::kRead);
  wrong.error = MPI_SUCCESS;
  return wrong;
}

}  // namespace fencepost::interposer
