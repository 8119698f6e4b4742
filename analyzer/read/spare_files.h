// Emptied files of threads that have ended and were read, kept for the next threads of their process
// (record/reading_along.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

#include "record/reading_along.h"

namespace fencepost::read {

class SpareFiles {
 public:
  // False: the file, an empty one in its process's folder, stays where it was.
  bool take(const std::filesystem::path& file) {
    const auto spare = [&](std::uint64_t number) {
      return file.parent_path() / (format::kSpareFile + std::to_string(number) + ".fpt");
    };
    std::error_code error;
    if (next_ >= kMost && std::filesystem::exists(spare(next_ - kMost), error)) return false;
    std::filesystem::rename(file, spare(next_), error);
    if (!error) ++next_;
    return !error;
  }

 private:
  static constexpr std::uint64_t kMost = 64;  // not yet used by a thread: each look at the folder sees them all
  std::uint64_t next_ = 0;
};

}  // namespace fencepost::read
