// Which posts each process has made, to tell where an origin is missing in the group of one.
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
  struct Met {  // access and exposure epochs of two processes that belong together
    std::uint64_t count = 0;
    Place start, post;  // of the last
  };
  void on_done(const event::Post& post, const Here& here);
  void epochs_matched(const EpochMatch& match);
  // Of two processes; null: none of their epochs has met.
  const Met* met(WindowKey window, int origin, int target) const;
  void window_gone(const Window& window) { forget_sides(posts_, window); }

  // Whether a process has posted at all.
  bool any(WindowKey window, int process) const { return posts_.contains({process, window}); }
  // Of a process that started an epoch and needs a post of `target` (a process): the exposure epoch of that one that is
  // not for it, or, if `target` never posted for it, the last one that it has ended; null: there is none.
  const ExposureEpoch* for_others(const Job& job, WindowKey window, int origin, int target) const;

  // "Name rank 0 in the group of MPI_Win_post at halo.c:11 on rank 1, where rank 2 stands: …", or, where the post was
  // the right one for that and its MPI_Win_wait has come back, or all that stand there do start, "Add rank 0 to the
  // group of MPI_Win_post …". "": none of the targets has posted for others.
  std::string advice(WindowKey window, int origin, const std::vector<int>& targets, Words& words) const;
  // "Rank 1 has called MPI_Win_post at halo.c:11, but for rank 2.", for each that has.
  void explain(WindowKey window, int origin, const std::vector<int>& targets, Words& words,
               std::vector<std::string>& why) const;

 private:
  struct Posts {
    std::shared_ptr<const ExposureEpoch> last;
    std::set<int> origins;   // window ranks: of all of them
    std::map<int, Met> met;  // by the process that started
  };
  // Whom the post names and who has never started an epoch to who posted: window ranks.
  std::vector<int> never_started(const Window& window, const ExposureEpoch& post) const;
  std::map<Side, Posts> posts_;  // by who posted
};

}  // namespace fencepost
