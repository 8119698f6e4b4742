#include "rma/shared_files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "handles/handle_key.h"
#include "record/mutex.h"
#include "recorder/common_memory.h"
#include "recorder/recorder.h"
#include "rma/shared_memory.h"
#include "threads/shared_order.h"

namespace fencepost::rma {
namespace {

// [begin, end) of this process is [offset, …) of the file.
struct Piece {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t offset = 0;
  std::uint64_t file = 0;  // device and number, mixed
  bool meets(std::uint64_t first, std::uint64_t last) const { return begin < last && first < end; }
};

// What the kernel has mapped in [begin, end) for others, too.
std::vector<Piece> shared_pieces(std::uint64_t begin, std::uint64_t end) {
  std::vector<Piece> pieces;
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return pieces;
  char line[512];
  bool begins_line = true;
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    const bool whole = begins_line;
    begins_line = std::char_traits<char>::find(line, std::char_traits<char>::length(line), '\n') != nullptr;
    if (!whole) continue;  // the rest of a long name
    unsigned long long first = 0, last = 0, offset = 0, number = 0;
    unsigned major = 0, minor = 0;
    char rights[5] = {};
    if (std::sscanf(line, "%llx-%llx %4s %llx %x:%x %llu", &first, &last, rights, &offset, &major, &minor, &number) !=
        7)
      continue;
    if (first >= end) break;
    if (last <= begin || rights[3] != 's' || number == 0) continue;
    pieces.push_back(
        {first, last, offset, handles::mixed(handles::mixed(std::uint64_t{major} << 32 | minor) + number)});
  }
  std::fclose(maps);
  return pieces;
}

// One segment for all files of the machine, so that one order is enough for what atomics in them hand on. A file has
// its place in it by number: two of them lie at one only once in some millions.
constexpr unsigned kBitsOfOffset = 40;
constexpr std::uint64_t kFiles = std::uint64_t{1} << 22;
std::uint64_t place_of(const Piece& piece) {
  return ((piece.file % kFiles) << kBitsOfOffset) + piece.offset;
}
std::uint64_t segment_of_files() {
  static const std::uint64_t segment = handles::mixed(node_identity()) | 1;
  return segment;
}
threads::SharedOrder* order_of_files() {
  static auto* const order =
      static_cast<threads::SharedOrder*>(record::common_memory(node_identity(), sizeof(threads::SharedOrder)));
  return order;
}

struct Use {
  std::uint64_t user = 0;
  Piece piece;
};
struct OfWindows {
  std::uint64_t begin = 0, end = 0;
};
Mutex mutex;
std::vector<Use>& uses() FENCEPOST_REQUIRES(mutex) {
  static auto* const all = new std::vector<Use>;  // never destroyed: windows may be freed to the very end
  return *all;
}
std::vector<OfWindows>& of_windows() FENCEPOST_REQUIRES(mutex) {
  static auto* const all = new std::vector<OfWindows>;
  return *all;
}

bool is_of_windows(std::uint64_t first, std::uint64_t last) FENCEPOST_REQUIRES(mutex) {
  return std::ranges::any_of(of_windows(), [&](const OfWindows& one) { return one.begin < last && first < one.end; });
}

void tell(const Piece& piece) {
  record::write(event::SharedMapping{segment_of_files(), piece.begin, piece.end - piece.begin, place_of(piece)});
}

}  // namespace

PlaceInSegment begin_sharing(std::uint64_t user, const void* base, std::size_t size) {
  PlaceInSegment place;
  if (size == 0) return place;
  const auto first = reinterpret_cast<std::uint64_t>(base), last = first + size;
  const LockGuard lock(mutex);
  if (is_of_windows(first, last)) return place;
  for (const Piece& piece : shared_pieces(first, last)) {
    tell(piece);
    uses().push_back({user, piece});
    if (threads::SharedOrder* const order = order_of_files())
      threads::share(reinterpret_cast<const void*>(piece.begin), piece.end - piece.begin, segment_of_files(),
                     place_of(piece), *order);
    if (piece.begin <= first && last <= piece.end)
      place = {segment_of_files(), place_of(piece) + (first - piece.begin)};
  }
  return place;
}

void end_sharing(std::uint64_t user) {
  const LockGuard lock(mutex);
  std::vector<Piece> ended;
  std::erase_if(uses(), [&](const Use& use) {
    if (use.user != user) return false;
    ended.push_back(use.piece);
    return true;
  });
  for (const Piece& piece : ended) {
    if (order_of_files() != nullptr) threads::unshare(reinterpret_cast<const void*>(piece.begin));
    record::write(event::SharedUnmapping{piece.begin, piece.end - piece.begin});
    for (const Use& other : uses())
      if (other.piece.meets(piece.begin, piece.end)) tell(other.piece);
  }
}

void name_segment(std::uint64_t segment, const void* begin, std::size_t size, std::uint64_t offset) {
  const auto first = reinterpret_cast<std::uint64_t>(begin);
  record::write(event::SharedMapping{segment, first, size, offset});
  const LockGuard lock(mutex);
  of_windows().push_back({first, first + size});
}

void unname_segment(const void* begin, std::size_t size) {
  const auto first = reinterpret_cast<std::uint64_t>(begin);
  record::write(event::SharedUnmapping{first, size});
  const LockGuard lock(mutex);
  const auto found = std::ranges::find(of_windows(), first, &OfWindows::begin);
  if (found != of_windows().end()) of_windows().erase(found);
}

bool lies_in_shared_file(const void* base, std::size_t size) {
  const auto first = reinterpret_cast<std::uint64_t>(base);
  const LockGuard lock(mutex);
  return size != 0 && !is_of_windows(first, first + size) && !shared_pieces(first, first + size).empty();
}

}  // namespace fencepost::rma
