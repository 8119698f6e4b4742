// An analysis that is divided by time, of a run whose processes meet (docs/periods.md): each worker replays its share
// of the periods with all rules. If no worker finds anything, there is nothing to find. Otherwise the periods in which
// something was found are replayed together, so that findings are the same as those of an analysis of the whole. If
// these are most of the run, all stop, and the trace is analyzed as a whole.
//
// The workers are threads of this process, and also of the other ranks if the analysis is an MPI job. Then all ranks do
// the same: each reads the events of some processes, sends the others what it has read, and reports at the end whether
// it has found anything. If one rank cannot divide the run, it says so, and none does.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "check/analysis.h"
#include "command/periods_found.h"
#include "command/trace_source.h"
#include "model/finding.h"
#include "parts/ranks.h"
#include "periods/skipping_source.h"
#include "periods/survey.h"
#include "record/mutex.h"
#include "registry/options.h"

namespace fencepost::command {

class ByTime {
 public:
  // Reads the trace once, on `threads` threads of each rank. Null: it is not worth it, or a worker could not know what
  // to look for, or `possible` is false. `ranks`: those of the job; null: this process alone. `cut`: see
  // EngineSettings; both outlive it.
  static std::unique_ptr<ByTime> survey(const std::filesystem::path& directory, bool possible, std::size_t threads,
                                        parts::Ranks* ranks, const std::atomic<bool>* cut);
  // The same for any trace, even if it is not worth it. Null: it cannot be divided.
  static std::unique_ptr<periods::Survey> survey_of(const std::filesystem::path& directory, std::size_t threads,
                                                    const std::atomic<bool>* cut);
  ~ByTime();

  // The first worker is the session of rank 0.
  std::unique_ptr<periods::SkippingSource> own_share(TraceSource& source) const;
  double own_part() const;                          // its part of all events
  const Counts& counts() const { return counts_; }  // of the whole trace
  // The analysis has to be made of the whole; stops all workers.
  std::atomic<bool>& gives_up() { return gives_up_; }
  std::unique_ptr<PeriodsFound> watch(const periods::SkippingSource& share);
  // Whether the engine reports more than what it repeats from the traces.
  static bool has_said_something(const check::Analyzer& analyzer, const TraceSource& source);

  // Starts the other workers of this process. `options`: those for an analysis of the whole.
  void start(const RuleOptions& rules, const check::AnalysisOptions& options);
  // What all workers of all ranks have found together.
  enum class Result : std::uint8_t { kNothing, kInPart, kNotKnown };
  // Waits for all workers but this rank's session. `own`: what that has found; null: it has failed, or there is none.
  Result result(const PeriodsFound* own, bool has_session);
  // After kInPart: what has to be replayed to say what was found.
  const periods::Excerpt& excerpt() const { return excerpt_; }
  double excerpt_part() const;  // its part of all events

 private:
  ByTime(std::filesystem::path directory, std::size_t threads, parts::Ranks* ranks, const std::atomic<bool>* cut);
  bool open();
  bool read_all();
  void read_some(std::size_t thread);
  bool is_read_here(ProcessId process) const;
  std::string own_books();
  bool put_books(const std::vector<std::string>& all);
  void add(const PeriodsFound& found);
  void work(std::size_t worker, const RuleOptions& rules, const check::AnalysisOptions& options);
  std::size_t first() const { return rank_ * threads_here_; }           // worker of this process
  std::size_t workers() const { return ranks_there_ * threads_here_; }  // of all

  const std::filesystem::path directory_;
  const std::size_t threads_here_;
  parts::Ranks* const ranks_;
  const std::size_t rank_, ranks_there_;
  const std::atomic<bool>* cut_;
  std::uint64_t job_ = 0;
  std::unique_ptr<periods::Survey> survey_;  // null: the run cannot be divided
  Counts counts_;
  std::atomic<bool> gives_up_{false};
  std::atomic<std::size_t> dense_{0};  // workers that find something nearly everywhere
  Mutex mutex_;
  std::vector<bool> needed_ FENCEPOST_GUARDED_BY(mutex_);  // periods
  bool any_ FENCEPOST_GUARDED_BY(mutex_) = false;
  periods::Excerpt excerpt_;
  std::vector<std::thread> threads_;
};

// Operations get their numbers in the whole run, although only an excerpt was replayed.
void count_operations_of_run(std::vector<Finding>& findings, const periods::Excerpt& excerpt);

}  // namespace fencepost::command
