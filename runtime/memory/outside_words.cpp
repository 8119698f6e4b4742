#include "memory/outside_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tracking/map.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// "7f00-7f01 rw-s ..." is shared.
bool lies_in_shared_mapping(std::uintptr_t word) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return true;  // nothing is known: nobody is told to hang because of it
  std::array<char, 512> line{};
  bool shared = false;
  for (bool begins = true; std::fgets(line.data(), line.size(), maps) != nullptr;) {
    const bool mapping = begins;
    begins = std::strchr(line.data(), '\n') != nullptr;  // a long name has several pieces
    if (!mapping) continue;
    char* rest = nullptr;
    const std::uintptr_t first = std::strtoull(line.data(), &rest, 16);
    if (*rest != '-') continue;
    const std::uintptr_t end = std::strtoull(rest + 1, &rest, 16);
    if (word < first || word >= end) continue;
    constexpr std::size_t kShared = 4;  // behind the blank: rwxs
    shared = rest + kShared < line.data() + line.size() && rest[kShared] == 's';
    break;
  }
  std::fclose(maps);
  return shared;
}

struct Known {
  std::uintptr_t word = 0;
  bool outside = false;
};

}  // namespace

bool is_shared_outside(std::uintptr_t word) {
  static constinit thread_local std::array<Known, 8> known{};
  static constinit thread_local std::size_t next = 0;
  const auto asked = std::ranges::find(known, word, &Known::word);
  if (asked != known.end()) return asked->outside;
  const bool outside = !map().is_tracked({word, word + 1}) && lies_in_shared_mapping(word);
  known[next++ % known.size()] = {word, outside};
  return outside;
}

}  // namespace fencepost::memory
