// What the threads of a process poll, according to its page (record/looks_page.h). The page may be missing or damaged,
// and its process may be writing it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "record/looks_page.h"

namespace fencepost::read {

struct Looks {
  std::uint64_t thread = 0;
  std::uint64_t stretch = 0;
  std::uint64_t looks = 0;
  std::uint64_t since = 0, until = 0;  // ticks
  std::uint64_t busy = 0;              // nanoseconds
  std::uint64_t pauses = 0;
  std::uint64_t times_asked = 0;
  std::vector<format::LookPlace> places;
};

// Of the threads that only look, in the process's folder (rank-N).
std::vector<Looks> looks_in(const std::filesystem::path& folder);

}  // namespace fencepost::read
