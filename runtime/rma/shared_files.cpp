#include "rma/shared_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <optional>
#include <vector>

#include "handles/handle_key.h"
#include "memory/outside_words.h"
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
  std::uint64_t file = 0;  // its number among those of the machine
  std::uint64_t device = 0, number = 0;
  bool meets(std::uint64_t first, std::uint64_t last) const { return begin < last && first < end; }
};

// What the processes of the machine agree on: one order, which is enough for what atomics in all these files order, and
// the number of each file. Zeros at first.
struct Common {
  static constexpr std::size_t kMostFiles = 4096;
  threads::SharedOrder order;
  std::array<std::atomic<std::uint64_t>, kMostFiles> files;  // device and number, mixed; 0: none
};
Common* common() {
  static auto* const all = static_cast<Common*>(record::common_memory(node_identity(), sizeof(Common)));
  return all;
}

// The same in all processes, and different for each file; nothing: there are no more.
std::optional<std::uint64_t> number_of_file(std::uint64_t device, std::uint64_t number) {
  Common* const all = common();
  if (all == nullptr) return std::nullopt;
  const std::uint64_t file = std::max<std::uint64_t>(handles::mixed(handles::mixed(device) + number), 1);
  for (std::size_t i = 0; i < Common::kMostFiles; ++i) {
    const std::size_t at = (file + i) % Common::kMostFiles;
    std::uint64_t there = 0;
    if (all->files[at].compare_exchange_strong(there, file) || there == file) return at;
  }
  return std::nullopt;
}

// One segment for all files of the machine, in which each file has its place by number.
constexpr unsigned kBitsOfOffset = 40;
std::uint64_t place_of(const Piece& piece) {
  return (piece.file << kBitsOfOffset) + piece.offset;
}

// What the kernel has mapped as shared in [begin, end).
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
    if (offset + (last - first) > std::uint64_t{1} << kBitsOfOffset) continue;
    const std::uint64_t device = std::uint64_t{major} << 32 | minor;
    if (const auto file = number_of_file(device, number))
      pieces.push_back({first, last, offset, *file, device, number});
  }
  std::fclose(maps);
  return pieces;
}

std::uint64_t segment_of_files() {
  static const std::uint64_t segment = handles::mixed(node_identity()) | 1;
  return segment;
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

// Memory that the program shares itself. As a user: no window has such a number.
constexpr std::uint64_t kOfProgram = std::uint64_t{1} << 63;
bool is_of_program(std::uint64_t user) {
  return (user & kOfProgram) != 0;
}
struct OfProgram {
  std::uint64_t user = 0;
  std::uint64_t begin = 0, size = 0;
  friend bool operator==(const OfProgram&, const OfProgram&) = default;
};
std::vector<OfProgram>& of_program() FENCEPOST_REQUIRES(mutex) {
  static auto* const all = new std::vector<OfProgram>;
  return *all;
}
// Opened, and not yet seen in the process.
struct File {
  std::uint64_t device = 0, number = 0;
  friend bool operator==(const File&, const File&) = default;
};
std::vector<File>& opened() FENCEPOST_REQUIRES(mutex) {
  static auto* const all = new std::vector<File>;
  return *all;
}
std::atomic<bool> some_wanted{false};
std::atomic<std::uint64_t> looks{0};  // since the last file was opened
// The pages of objects for which somebody has looked since then; 0: none. What is mapped there has been seen.
std::array<std::atomic<std::uint64_t>, 1024> looked_for{};

// False if there is no more room, too.
bool is_first_look_for(std::uintptr_t object) {
  constexpr unsigned kPageShift = 12;
  constexpr std::size_t kMostTries = 16;
  const std::uint64_t page = object >> kPageShift;
  for (std::size_t i = 0; i < kMostTries; ++i) {
    std::atomic<std::uint64_t>& known = looked_for[(handles::mixed(page) + i) % looked_for.size()];
    std::uint64_t there = known.load(std::memory_order_relaxed);
    if (there == page) return false;
    if (there == 0 && known.compare_exchange_strong(there, page)) return true;
    if (there == page) return false;
  }
  return false;
}

void tell(const Piece& piece) {
  record::write(event::SharedMapping{segment_of_files(), piece.begin, piece.end - piece.begin, place_of(piece)});
}

void begin_use(std::uint64_t user, const Piece& piece) FENCEPOST_REQUIRES(mutex) {
  tell(piece);
  uses().push_back({user, piece});
  threads::share(reinterpret_cast<const void*>(piece.begin), piece.end - piece.begin, segment_of_files(),
                 place_of(piece), common()->order, is_of_program(user));
}

// ---- what threads::ProgramMemory asks for

std::uint64_t new_user() {
  static std::atomic<std::uint64_t> last{0};
  return kOfProgram | ++last;
}

bool maps(const void* begin, std::size_t size) {
  const auto first = reinterpret_cast<std::uint64_t>(begin);
  if (!memory::lies_in_shared_mapping(first)) return false;
  const OfProgram one{new_user(), first, size};
  {
    const LockGuard lock(mutex);
    of_program().push_back(one);
  }
  if (record::active()) begin_sharing(one.user, begin, size);
  return true;
}

void unmaps(const void* begin) {
  std::uint64_t user = 0;
  {
    const LockGuard lock(mutex);
    const auto found = std::ranges::find(of_program(), reinterpret_cast<std::uint64_t>(begin), &OfProgram::begin);
    if (found == of_program().end()) return;
    user = found->user;
    of_program().erase(found);
  }
  end_sharing(user);
}

void opens(std::uint64_t device, std::uint64_t number) {
  const LockGuard lock(mutex);
  if (std::ranges::find(opened(), File{device, number}) == opened().end()) opened().push_back({device, number});
  looks = 0;
  for (auto& page : looked_for) page = 0;
  some_wanted = true;
}

bool wanted() {
  return some_wanted.load(std::memory_order_relaxed);
}

// For each page once. The page may be mapped anew, so also the first, second, fourth, … time: but the program may never
// map the file.
void look(std::uintptr_t object) {
  const std::uint64_t before = looks.fetch_add(1, std::memory_order_relaxed);
  if (!is_first_look_for(object) && !std::has_single_bit(before + 1)) return;
  // Whoever has it looks itself, perhaps further up in this thread.
  if (!mutex.try_lock()) {
    looks.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  const LockGuard lock(mutex, std::adopt_lock);
  for (const Piece& piece : shared_pieces(0, ~std::uint64_t{0})) {
    const auto found = std::ranges::find(opened(), File{piece.device, piece.number});
    if (found == opened().end() || is_of_windows(piece.begin, piece.end)) continue;
    opened().erase(found);
    const OfProgram one{new_user(), piece.begin, piece.end - piece.begin};
    of_program().push_back(one);
    begin_use(one.user, piece);
  }
  some_wanted = !opened().empty();
}

}  // namespace

void follow_program_memory() {
  threads::set_program_memory({.maps = maps, .unmaps = unmaps, .opens = opens, .wanted = wanted, .look = look});
}

void update_program_memory() {
  std::vector<OfProgram> added, gone;
  {
    const LockGuard lock(mutex);
    if (of_program().empty()) return;
    const std::vector<Piece> pieces = shared_pieces(0, ~std::uint64_t{0});
    for (const OfProgram& one : of_program()) {
      const auto there = [&](const Piece& piece) { return piece.meets(one.begin, one.begin + one.size); };
      if (std::ranges::none_of(pieces, there)) {
        gone.push_back(one);
      } else if (std::ranges::find(uses(), one.user, &Use::user) == uses().end()) {
        added.push_back(one);
      }
    }
    for (const OfProgram& one : gone) std::erase(of_program(), one);
  }
  for (const OfProgram& one : gone) end_sharing(one.user);
  for (const OfProgram& one : added)
    begin_sharing(one.user, reinterpret_cast<const void*>(one.begin), one.size);  // NOLINT
}

PlaceInSegment begin_sharing(std::uint64_t user, const void* base, std::size_t size) {
  PlaceInSegment place;
  if (size == 0) return place;
  if (!is_of_program(user)) update_program_memory();
  const auto first = reinterpret_cast<std::uint64_t>(base), last = first + size;
  const LockGuard lock(mutex);
  if (is_of_windows(first, last)) return place;
  for (const Piece& piece : shared_pieces(first, last)) {
    begin_use(user, piece);
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
    threads::unshare(reinterpret_cast<const void*>(piece.begin));
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
