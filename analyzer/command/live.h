// The analysis while the program runs: on a thread of its own that sleeps when nothing is there and gives way to the
// job, reading what has been recorded and deleting it, saying at once what it finds first.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "command/analysis.h"
#include "registry/options.h"
#include "suppress/suppressor.h"

namespace fencepost::command {

struct LiveOptions {
  bool frees = true;   // what was read is deleted: nobody wants the trace afterwards
  bool quiet = false;  // nothing is said at once
  EngineSettings engine;
};

class LiveAnalysis {
 public:
  // The suppressor outlives it.
  LiveAnalysis(std::filesystem::path trace, RuleOptions rules, const suppress::Suppressor& suppressor,
               LiveOptions options);
  ~LiveAnalysis();
  LiveAnalysis(const LiveAnalysis&) = delete;
  LiveAnalysis& operator=(const LiveAnalysis&) = delete;

  // Whether something at or above the threshold was found that is not suppressed. Any thread.
  bool has_found() const { return found_; }
  // Whether all that was recorded has been checked, but for the last moment. Any thread.
  bool has_caught_up() const { return caught_up_; }

  // Shows the recorders that the analysis gets on; to be called some times a second while the job runs.
  void beat();

  // The job is over: checks the rest, on the calling thread, showing progress. Once.
  Analysis end();

 private:
  class ReaderFile;
  void work();
  void stop();
  void begin();
  bool tell(const Finding& finding);
  void finish_session();

  std::filesystem::path trace_;
  RuleOptions rules_;
  const suppress::Suppressor& suppressor_;
  LiveOptions options_;
  std::atomic<bool> found_{false};
  std::atomic<bool> caught_up_{true};
  std::vector<Findings> earlier_;  // of runs before it in the same directory
  bool incomplete_ = false, unfinished_ = false;
  std::mutex mutex_;  // of what follows; the session itself belongs to the thread as long as it runs
  std::condition_variable wake_;
  std::unique_ptr<ReaderFile> reader_;
  std::unique_ptr<Session> session_;
  bool over_ = false;
  bool never_ = false;  // this job cannot be followed
  std::thread thread_;
};

}  // namespace fencepost::command
