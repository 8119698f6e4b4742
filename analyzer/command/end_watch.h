// In which order the processes of a job end. Who is killed for good cannot record it, and a launcher kills the others
// within milliseconds: so somebody has to look on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "record/mutex.h"

namespace fencepost::command {

class EndWatch {
 public:
  // `trace`: where the job records to.
  explicit EndWatch(std::filesystem::path trace);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  // To be called some times a second: looks who has come.
  void look();

  // Leaves a note of the order in the trace, for the analysis now and later. Nothing is watched any more.
  void stop();

 private:
  struct Watched {
    int rank;
    pid_t pid;
    int descriptor;
  };
  struct Look {
    std::uint64_t time;      // Unix nanoseconds
    std::vector<int> ranks;  // that were gone, or about to be, and not at the look before
  };
  void watch();
  void note_ended(std::vector<Watched>& watched);

  std::filesystem::path trace_;
  std::set<int> known_;  // ranks
  bool complete_ = false;
  int wake_ = -1;
  Mutex mutex_;
  std::vector<Watched> fresh_ FENCEPOST_GUARDED_BY(mutex_);
  std::vector<Look> ended_ FENCEPOST_GUARDED_BY(mutex_);  // in their order
  bool stop_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

struct NotedEnd {
  int place = 0;           // in the order of ends; those of one place ended at about the same time
  std::uint64_t time = 0;  // when the process was seen to be gone, in Unix nanoseconds
};

// The ends of ranks, by that note. Ranks of which it is not known are not in it.
std::map<int, NotedEnd> noted_ends(const std::filesystem::path& trace);

}  // namespace fencepost::command
