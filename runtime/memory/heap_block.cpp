// The layout of glibc's heap has been the same since 2002: before each block there is a word with its size and three
// bits, and the next block's begins where this block ends. We believe that a block is too short only if walking from
// the heap's first block leads exactly to it.
#include "memory/heap_block.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "memory/memory_check.h"

namespace fencepost::memory {
namespace {

constexpr std::uint64_t kInUse = 1, kMapped = 2, kBits = 7;  // of a size word; in use: the block before it
constexpr std::uint64_t kHead = 2 * sizeof(std::uint64_t);
constexpr std::uint64_t kPage = 4096;

// (It is the allocator's, and may change.)
__attribute__((no_sanitize("address", "thread"))) std::uint64_t word(std::uint64_t address) {
  return *reinterpret_cast<const volatile std::uint64_t*>(address);
}

// Asks anew, because nobody has handed this memory to us: what was usable may have been unmapped since in a way that
// nobody sees. Where the kernel cannot say, nothing is.
bool is_readable(std::uint64_t first, std::uint64_t end) {
  const MemoryCheck& check = memory_check();
  return check.cost() != MemoryCheck::Cost::kImpossible && check.may_use(first, end, MemoryCheck::Use::kRead);
}

struct Heap {
  std::uint64_t begin = 0, end = 0;
  bool holds(std::uint64_t address) const { return address >= begin && address < end; }
};

// The memory that brk has brought so far.
Heap main_heap() {
  Heap heap;
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return heap;
  std::array<char, 512> line{};
  while (heap.end == 0 && std::fgets(line.data(), line.size(), maps) != nullptr) {
    if (std::strstr(line.data(), "[heap]") == nullptr) continue;
    char* rest = nullptr;
    heap.begin = std::strtoull(line.data(), &rest, 16);
    heap.end = std::strtoull(rest + 1, nullptr, 16);
  }
  std::fclose(maps);
  return heap;
}

// Whether walking over the heap's blocks, from the first one on, leads to one whose head is here.
bool is_block_of(const Heap& heap, std::uint64_t head) {
  if (!heap.holds(head)) return false;
  std::uint64_t at = heap.begin;
  while (at < head) {
    const std::uint64_t size = word(at + sizeof(std::uint64_t)) & ~kBits;
    if (size < 2 * kHead || size % kHead != 0 || size > heap.end - at) return false;
    at += size;
  }
  return at == head;
}

// Answers of earlier walks: the same bytes within a block look like a head again and again.
struct Walked {
  std::uint64_t head = 0;
  bool is_block = false;
};

bool is_block(std::uint64_t head) {
  static constinit thread_local std::array<Walked, 8> walked{};
  static constinit thread_local std::size_t next = 0;
  const auto known = std::ranges::find(walked, head, &Walked::head);
  // Blocks come and go: of earlier answers, only "no" is believed.
  if (known != walked.end() && !known->is_block) return false;
  const bool answer = is_block_of(main_heap(), head);
  walked[next++ % walked.size()] = {head, answer};
  return answer;
}

}  // namespace

std::optional<std::size_t> heap_block_shorter_than(const void* address, std::size_t needed) {
  const auto data = reinterpret_cast<std::uint64_t>(address);
  if (data % kHead != 0 || data < kPage) return std::nullopt;
  // The head is on the page of the data, which the caller has judged, unless the page begins with them.
  const bool on_page = data % kPage != 0;
  if (on_page ? !is_usable(data - kHead, data, MemoryCheck::Use::kRead) : !is_readable(data - kHead, data))
    return std::nullopt;
  const std::uint64_t head = data - kHead;
  const std::uint64_t field = word(data - sizeof(std::uint64_t));
  const std::uint64_t size = field & ~kBits;
  if (size < 2 * kHead || size % kHead != 0) return std::nullopt;
  if ((field & kBits) == kMapped) {
    const bool plausible = head % kPage == 0 && size % kPage == 0 && word(head) == 0;
    const std::size_t length = size - kHead;
    return plausible && length < needed && is_readable(head, head + size) ? std::optional(length) : std::nullopt;
  }
  // A block in use has the first word of the next one as well.
  const std::size_t length = size - sizeof(std::uint64_t);
  if ((field & kMapped) != 0 || (field & kBits & ~kInUse) != 0 || length >= needed) return std::nullopt;
  const std::uint64_t next = head + size;
  if (!is_readable(next, next + kHead) || (word(next + sizeof(std::uint64_t)) & kInUse) == 0) return std::nullopt;
  return is_block(head) ? std::optional(length) : std::nullopt;
}

}  // namespace fencepost::memory
