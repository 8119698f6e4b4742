// The MPI jobs that a command starts, while it runs: most commands start one, a script or ctest many. Each is watched
// for hangs and, if requested, analyzed while it runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "command/analysis.h"
#include "command/closed_files.h"
#include "command/end_watch.h"
#include "command/found_meanwhile.h"
#include "command/hang_watch.h"
#include "command/live.h"

namespace fencepost::command {

class RunningJobs {
 public:
  // From now on each job that records into `trace` takes its own folder (record/job_folders.h). `live`: how they are
  // analyzed meanwhile; none: after the command has ended. `found` outlives this.
  RunningJobs(std::filesystem::path trace, std::chrono::milliseconds hang_timeout, RuleOptions rules,
              EngineSettings engine, std::optional<LiveOptions> live, FoundMeanwhile& found);
  ~RunningJobs();
  RunningJobs(const RunningJobs&) = delete;
  RunningJobs& operator=(const RunningJobs&) = delete;

  // To be called several times a second: looks for new jobs.
  void look();
  // The folder of a job that hangs and was not returned before.
  std::optional<std::filesystem::path> hung_now();

  // The command has ended: the analysis of each job, in the order in which they began. Shows progress.
  std::vector<Analysis> end();

 private:
  struct Job {
    HangWatch watch;
    std::unique_ptr<EndWatch> ends;
    std::unique_ptr<LiveAnalysis> live;
    std::uint64_t events = 0;  // that the live analysis had checked at the last look
    bool hung = false;

    // A job that waits until the analysis makes room in the trace does not hang: the analysis must be making progress.
    bool may_hang();
  };

  std::filesystem::path trace_;
  std::chrono::milliseconds hang_timeout_;
  RuleOptions rules_;
  EngineSettings engine_;
  std::optional<LiveOptions> live_;
  std::unique_ptr<ReaderFile> reader_;
  FoundMeanwhile& found_;
  ClosedFiles closed_;
  std::map<std::filesystem::path, Job> jobs_;  // by folder
};

}  // namespace fencepost::command
