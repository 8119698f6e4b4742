// The analysis in several parts: each replays the whole trace and compares the accesses to its part of the memory. The
// part that the rules watch gets the findings of the others. The result does not depend on the number of parts.
//
// The parts are threads of this process, and also of the other ranks if the analysis is an MPI job (parts/ranks.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "check/analysis.h"
#include "periods/skipping_source.h"

namespace fencepost::command {

// The number of this process's rank, and of all ranks. The rules watch the first part of rank 0.
struct RankShare {
  std::size_t rank = 0, ranks = 1;
};

class OtherParts {
 public:
  // Starts threads for this rank's `jobs` parts except the watched one. `options`
  // are those of the analysis that they help, except for its part. Each rank has
  // the same number of parts. `cut`: see EngineSettings. `excerpt`: what they replay;
  // null: everything. Both outlive it.
  OtherParts(const std::filesystem::path& directory, const check::AnalysisOptions& options, std::size_t jobs,
             const std::atomic<bool>* cut, RankShare share = {}, const periods::Excerpt* excerpt = nullptr);
  ~OtherParts();

  // The part that is left for the watched analysis.
  check::MemoryPart own_part() const { return part_of(0); }
  // Waits for the threads and passes their findings to the watched analysis, before it is finished. Returns a sentence
  // if one of them failed; "": none did.
  std::string add_to(check::Analyzer& analyzer);

  // The same for a rank without the watched analysis.
  struct Result {
    std::string problem;  // one sentence; "": none
    std::uint64_t job = 0, events = 0;
    std::vector<check::FoundConflict> found;
  };
  Result take();

 private:
  struct Worker {
    std::thread thread;
    Result result;
  };
  check::MemoryPart part_of(std::size_t job) const;

  std::size_t all_jobs_;  // of all ranks
  std::vector<std::unique_ptr<Worker>> workers_;
};

// How many threads are useful for a trace of this many bytes, if the user does not say.
std::size_t jobs_for(std::uint64_t trace_bytes);

}  // namespace fencepost::command
