// An analysis that is divided by time, of a run whose processes meet (docs/periods.md): each worker replays its share
// of the periods with all rules. If none finds anything, there is nothing to find. If one does, all stop, and the trace
// is analyzed as a whole: what a finding says depends on more than its period.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "check/analysis.h"
#include "command/trace_source.h"
#include "job/observer.h"
#include "periods/skipping_source.h"
#include "periods/survey.h"
#include "registry/options.h"

namespace fencepost::command {

// Stops all workers at the first conflict.
class ConflictWatch : public Observer {
 public:
  explicit ConflictWatch(std::atomic<bool>& found) : found_(found) {}
  void conflict_found(const Job&, const Conflict&) override { found_ = true; }

 private:
  std::atomic<bool>& found_;
};

class ByTime {
 public:
  // Reads the trace once, on `workers` threads. Null: it is not worth it, or a worker could not know what to look for.
  // `cut`: see EngineSettings; outlives it.
  static std::unique_ptr<ByTime> survey(const std::filesystem::path& directory, const RuleOptions& rules,
                                        std::size_t workers, const std::atomic<bool>* cut);
  // The same of any trace, whatever it is worth. Null: it cannot be divided.
  static std::unique_ptr<periods::Survey> survey_of(const std::filesystem::path& directory, std::size_t threads,
                                                    const std::atomic<bool>* cut);
  ~ByTime();

  // The first worker is the caller's own session.
  std::unique_ptr<TraceSource> own_share(TraceSource& source) const;
  double own_part() const;                          // of all events
  const Counts& counts() const { return counts_; }  // of the whole trace
  std::atomic<bool>& found() { return found_; }     // something was found; stops all workers
  // Whether the engine says more than what it repeats of the traces.
  static bool has_said_something(const check::Analyzer& analyzer, const TraceSource& source);

  // Starts the other workers. `options`: of an analysis of the whole.
  void start(const RuleOptions& rules, const check::AnalysisOptions& options);
  // Waits for them. Whether none found anything.
  bool others_are_clean();

 private:
  ByTime(std::filesystem::path directory, std::size_t workers, int processes, const std::atomic<bool>* cut);
  static std::unique_ptr<ByTime> read(const std::filesystem::path& directory, std::size_t workers,
                                      const std::atomic<bool>* cut);
  bool read_all();
  void read_some(std::size_t worker);
  void work(std::size_t worker, const RuleOptions& rules, const check::AnalysisOptions& options);

  const std::filesystem::path directory_;
  const std::size_t workers_;
  const std::atomic<bool>* cut_;
  std::unique_ptr<periods::Survey> survey_;
  Counts counts_;
  std::atomic<bool> found_{false};
  std::vector<std::thread> threads_;
};

}  // namespace fencepost::command
