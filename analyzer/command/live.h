// The analysis of one MPI job while it runs: on its own thread, which sleeps when there is nothing to read and gives
// way to the job. It reads and deletes what has been recorded, and prints its first finding immediately.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "command/analysis.h"
#include "command/found_meanwhile.h"
#include "record/mutex.h"
#include "registry/options.h"

namespace fencepost::command {

struct LiveOptions {
  bool frees = true;  // what was read is deleted: nobody needs the trace afterwards
};

// Tells the recorders that an analysis reads along: see record/reading_along.h.
class ReaderFile {
 public:
  explicit ReaderFile(const std::filesystem::path& trace);
  ~ReaderFile();
  ReaderFile(const ReaderFile&) = delete;
  ReaderFile& operator=(const ReaderFile&) = delete;

  // Shows them that the reader makes progress; to be called several times a second.
  void beat(std::uint64_t progress);

 private:
  std::filesystem::path path_;
  int file_;
};

class LiveAnalysis {
 public:
  // `found` outlives it: the findings so far, in this and other jobs of the command.
  LiveAnalysis(std::filesystem::path trace, RuleOptions rules, EngineSettings engine, LiveOptions options,
               FoundMeanwhile& found);
  ~LiveAnalysis();
  LiveAnalysis(const LiveAnalysis&) = delete;
  LiveAnalysis& operator=(const LiveAnalysis&) = delete;

  // Whether everything that was recorded has been checked, except for the last moment. Any thread.
  bool has_caught_up() const { return caught_up_; }
  // Whether the job has ended normally and all of it has been checked. Any thread.
  bool is_over() const { return is_over_; }
  // Checked so far. Any thread.
  std::uint64_t events();
  // How much of the trace is checked and how much is left. Any thread.
  Share share();

  // The command is over: nothing more is checked until end().
  void stop();
  // Checks the rest on the calling thread. Once, after stop().
  Analysis end();

 private:
  void work();
  void begin();
  void end_of_job();

  std::filesystem::path trace_;
  RuleOptions rules_;
  EngineSettings engine_;
  LiveOptions options_;
  FoundMeanwhile& found_;
  std::atomic<bool> caught_up_{true};
  std::atomic<bool> is_over_{false};
  std::atomic<bool> quiet_{false};  // the report follows immediately
  Mutex mutex_;
  std::condition_variable_any wake_;
  // While it runs, only the thread changes it, with the mutex; so the thread may read it without.
  std::unique_ptr<Session> session_;
  std::optional<Analysis> analysis_ FENCEPOST_GUARDED_BY(mutex_);  // of a job that is over
  bool stopped_ FENCEPOST_GUARDED_BY(mutex_) = false;
  bool never_ FENCEPOST_GUARDED_BY(mutex_) = false;  // this job cannot be followed
  std::thread thread_;
};

}  // namespace fencepost::command
