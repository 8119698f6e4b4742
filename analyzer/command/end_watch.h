// In which order the processes of a job end. Who is killed for good cannot record it, and a launcher kills the others
// within milliseconds: so somebody has to look on.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
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
    int descriptor;
  };
  void watch();
  void note_ended(std::vector<Watched>& watched);

  std::filesystem::path trace_;
  std::set<int> known_;  // ranks
  bool complete_ = false;
  int wake_ = -1;
  Mutex mutex_;
  std::vector<Watched> fresh_ FENCEPOST_GUARDED_BY(mutex_);
  // Ranks in their order; those of one look together.
  std::vector<std::vector<int>> ended_ FENCEPOST_GUARDED_BY(mutex_);
  bool stop_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

// The places of ranks in the order of their ends, by that note; those of one place ended at about the same time. Ranks
// of which it is not known are not in it.
std::map<int, int> noted_ends(const std::filesystem::path& trace);

}  // namespace fencepost::command
