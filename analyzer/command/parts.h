// The analysis on several threads: each replays the whole trace for itself and compares the accesses to its part of the
// memory; the one that the rules watch gets what the others found. The result does not depend on their number.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "check/analysis.h"

namespace fencepost::command {

class OtherParts {
 public:
  // Starts jobs - 1 threads. `options` are those of the analysis they help, but for its part.
  OtherParts(const std::filesystem::path& directory, const check::AnalysisOptions& options, std::size_t jobs);
  ~OtherParts();

  // The part that is left for the analysis that is to be watched.
  check::MemoryPart own_part() const { return part_of(0); }
  // Waits for the threads and gives what they found to the watched analysis, before it is finished.
  void add_to(check::Analyzer& analyzer);

 private:
  struct Worker {
    std::thread thread;
    std::vector<check::FoundConflict> found;
  };
  check::MemoryPart part_of(std::size_t job) const;

  std::size_t jobs_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

// How many threads are worth it for a trace of so many bytes when the user does not say.
std::size_t jobs_for(std::uint64_t trace_bytes);

}  // namespace fencepost::command
