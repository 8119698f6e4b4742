// The order in which the processes of a job end, and how. A process that is killed by SIGKILL cannot record it, and a
// launcher kills the others within milliseconds: so we watch them from outside. We may come late: the system keeps the
// order for us (closed_files.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "command/closed_files.h"
#include "ids/ids.h"
#include "record/mutex.h"

namespace fencepost::command {

class EndWatch {
 public:
  // `trace`: the directory to which the job records. `files` outlives this.
  EndWatch(std::filesystem::path trace, const ClosedFiles& files);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  // To be called several times a second: looks for new processes.
  void look();

  // Leaves a note of the order in the trace, for this analysis and later ones. Nothing is watched any more.
  void stop();

 private:
  struct Watched {
    int rank;
    pid_t pid;
    int descriptor;  // of the process
  };
  struct Look {
    std::uint64_t time;      // Unix nanoseconds
    std::vector<int> ranks;  // that were gone, or about to be, and were not at the previous look
  };
  void watch();
  void note_ended(std::vector<Watched>& watched);
  void note(std::uint64_t time, std::vector<int> ranks);
  void write_statuses() const;
  std::optional<std::vector<Look>> by_files(const std::vector<Look>& looks) const;

  std::filesystem::path trace_;
  const ClosedFiles& files_;
  std::map<int, pid_t> known_;  // by rank; 0: on another machine
  bool complete_ = false;
  int wake_ = -1;
  Mutex mutex_;
  std::vector<Watched> fresh_ FENCEPOST_GUARDED_BY(mutex_);
  std::vector<Look> ended_ FENCEPOST_GUARDED_BY(mutex_);  // in their order
  bool stop_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

struct NotedEnd {
  int place = 0;           // in the order of ends; processes of one place ended at about the same time
  std::uint64_t time = 0;  // when the process was seen to be gone, in Unix nanoseconds
};

// The ends of ranks, according to that note. Ranks whose end is not known are missing.
std::map<ProcessId, NotedEnd> noted_ends(const std::filesystem::path& trace);

// The same for what wait() has told about them, where the system tells us.
std::map<ProcessId, int> noted_statuses(const std::filesystem::path& trace);

}  // namespace fencepost::command
