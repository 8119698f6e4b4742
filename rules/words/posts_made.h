// The posts that each process has made, to find the group of a post in which an origin is missing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "facts/calls.h"
#include "job/observer.h"
#include "words/words.h"

namespace fencepost {

class PostsMade {
 public:
  struct Met {  // an access epoch and an exposure epoch of two processes that match
    std::uint64_t count = 0;
    Place start, post;  // of the last pair
  };
  void on_done(const event::Post& post, const Here& here);
  void epochs_matched(const EpochMatch& match);
  // The matched epochs of two processes; null: none have matched.
  const Met* met(WindowKey window, ProcessId origin, ProcessId target) const;
  void window_gone(const Window& window) { forget_sides(posts_, window); }

  // Whether a process has posted at all.
  bool any(WindowKey window, ProcessId process) const { return posts_.contains({process, window}); }
  // For a process that started an epoch and needs a post of `target` (a process): the open exposure epoch of `target`
  // for other origins. If `target` never posted for the process: the last epoch that `target` ended. Null: none.
  const ExposureEpoch* for_others(const Job& job, WindowKey window, ProcessId origin, ProcessId target) const;

  // "Name rank 0 in the group of MPI_Win_post at halo.c:11 on rank 1, where rank 2 stands: …". If that post was right
  // for its group and MPI_Win_wait has returned, or if all ranks of the group do start: "Add rank 0 to the group of
  // MPI_Win_post …". "": none of the targets has posted for others.
  std::string advice(WindowKey window, ProcessId origin, const std::vector<ProcessId>& targets, Words& words) const;
  // "Rank 1 has called MPI_Win_post at halo.c:11, but for rank 2.", for each target that has.
  void explain(WindowKey window, ProcessId origin, const std::vector<ProcessId>& targets, Words& words,
               std::vector<std::string>& why) const;

 private:
  struct Posts {
    std::shared_ptr<const ExposureEpoch> last;
    std::set<Rank> origins;        // all of them
    std::map<ProcessId, Met> met;  // by the process that started
  };
  // Ranks in the group of the post that have never started an epoch to its process.
  std::vector<Rank> never_started(const Window& window, const ExposureEpoch& post) const;
  std::map<Side, Posts> posts_;  // by the process that posted
};

}  // namespace fencepost
