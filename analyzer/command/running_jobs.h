// The MPI jobs that a command starts, while it runs: most start one, a script or ctest many. Each is watched for hangs
// and, if that is wanted, analyzed as it goes on.
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
#include "command/end_watch.h"
#include "command/found_meanwhile.h"
#include "command/hang_watch.h"
#include "command/live.h"

namespace fencepost::command {

class RunningJobs {
 public:
  // From now on each job that records into `trace` takes a folder of its own (record/job_folders.h). `live`: how they
  // are analyzed meanwhile; none: when the command has ended. `found` outlives this.
  RunningJobs(std::filesystem::path trace, std::chrono::milliseconds hang_timeout, RuleOptions rules,
              EngineSettings engine, std::optional<LiveOptions> live, FoundMeanwhile& found);
  ~RunningJobs();
  RunningJobs(const RunningJobs&) = delete;
  RunningJobs& operator=(const RunningJobs&) = delete;

  // To be called some times a second: looks who has come.
  void look();
  // The folder of a job that hangs, and was not named before.
  std::optional<std::filesystem::path> hung_now();

  // The command has ended: what is there to say of each job, in the order in which they began. Shows progress.
  std::vector<Analysis> end();

 private:
  struct Job {
    HangWatch watch;
    std::unique_ptr<EndWatch> ends;
    std::unique_ptr<LiveAnalysis> live;
    std::uint64_t events = 0;  // that the live analysis had checked when it was looked at last
    bool hung = false;

    // Who waits for the analysis to make room in the trace does not hang: it must have caught up, or be getting on.
    bool may_hang();
  };

  std::filesystem::path trace_;
  std::chrono::milliseconds hang_timeout_;
  RuleOptions rules_;
  EngineSettings engine_;
  std::optional<LiveOptions> live_;
  std::unique_ptr<ReaderFile> reader_;
  FoundMeanwhile& found_;
  std::map<std::filesystem::path, Job> jobs_;  // by folder
};

}  // namespace fencepost::command
