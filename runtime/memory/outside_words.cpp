#include "memory/outside_words.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tracking/map.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// The lines of /proc/self/maps, character by character: "7f00-7f01 rw-s ...", where the s means shared.
class Mappings {
 public:
  explicit Mappings(std::uintptr_t word) : word_(word) {}

  // False: the word's mapping has been found.
  bool take(char c) {
    if (c == '\n') {
      first_ = end_ = column_ = 0;
      part_ = Part::kFirst;
      return true;
    }
    switch (part_) {
      case Part::kFirst:
        if (c == '-') {
          part_ = Part::kEnd;
        } else {
          first_ = first_ * 16 + digit(c);
        }
        break;
      case Part::kEnd:
        if (c == ' ') {
          part_ = Part::kRights;
        } else {
          end_ = end_ * 16 + digit(c);
        }
        break;
      case Part::kRights:
        if (++column_ < kShared) break;
        part_ = Part::kRest;
        shared_ = c == 's';
        return word_ < first_ || word_ >= end_;
      case Part::kRest:
        break;
    }
    return true;
  }
  bool shared() const { return shared_; }

 private:
  static constexpr int kShared = 4;  // the column of rwxs
  enum class Part : std::uint8_t { kFirst, kEnd, kRights, kRest };
  static std::uintptr_t digit(char c) { return static_cast<std::uintptr_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

  std::uintptr_t word_, first_ = 0, end_ = 0;
  int column_ = 0;
  Part part_ = Part::kFirst;
  bool shared_ = false;
};

}  // namespace

// Uses only system calls: the program may be in its own allocator, or in a wrapper of the C library's functions. If
// nothing can be read, that must not make anybody count as hanging.
bool lies_in_shared_mapping(std::uintptr_t word) {
  const int error = errno;
  const long file = syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
  errno = error;
  if (file < 0) return true;
  Mappings mappings(word);
  std::array<char, 1024> piece;
  bool found = false;
  for (long size = 0; !found && (size = syscall(SYS_read, file, piece.data(), piece.size())) > 0;) {
    for (long i = 0; !found && i < size; ++i) found = !mappings.take(piece[static_cast<std::size_t>(i)]);
  }
  syscall(SYS_close, file);
  errno = error;
  return found && mappings.shared();
}

namespace {

struct Known {
  std::uintptr_t word = 0;
  bool outside = false;
};

// (With another model, the first use in a thread may allocate.)
constinit thread_local std::array<Known, 8> known __attribute__((tls_model("initial-exec"))) = {};
constinit thread_local std::size_t next __attribute__((tls_model("initial-exec"))) = 0;

}  // namespace

bool is_shared_outside(std::uintptr_t word) {
  const auto asked = std::ranges::find(known, word, &Known::word);
  if (asked != known.end()) return asked->outside;
  const bool outside = !map().is_tracked({word, word + 1}) && lies_in_shared_mapping(word);
  known[next++ % known.size()] = {word, outside};
  return outside;
}

}  // namespace fencepost::memory
