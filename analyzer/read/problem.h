// What is wrong with a trace, one sentence each. Input is foreign: none of it causes an exception or a crash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::read {

enum class ProblemKind : std::uint8_t {
  kNoDirectory,    // does not exist, or is not readable
  kNoTraces,       // a directory without any trace in it
  kForeignFile,    // not a trace of Fencepost
  kOtherVersion,   // a trace that only another version can read
  kDamagedHeader,  // a file whose header or schema is invalid
  kOtherJob,       // traces of different runs in one directory
  kMissingRank,    // a process of the job that has left no trace
  kMissingDefinitions,
  kMissingThread,
  kTruncated,  // a file shorter than its header says
  kDamagedBlock,
  kFreed,       // deleted by a reader that read along with the program
  kUnreadable,  // an error of the operating system
};

struct Problem {
  ProblemKind kind{};
  std::optional<std::uint64_t> rank;  // if it concerns one
  std::string sentence;
};

// For use inside another sentence.
inline std::string_view without_full_stop(std::string_view sentence) {
  return sentence.ends_with('.') ? sentence.substr(0, sentence.size() - 1) : sentence;
}

}  // namespace fencepost::read
