// Races that a missing MPI_Win_wait would order: the target posts again while it is posted (FP-EPOCH-006), so the
// accesses of two of its exposure epochs meet. They follow from that finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "facts/calls.h"
#include "findings/report.h"
#include "job/conflict.h"
#include "job/observer.h"

namespace fencepost {

class MissingWaits {
 public:
  // A process posts although its window is already exposed.
  void posted_again(const ExposureEpoch& open, const Moment& moment, const Place& place);
  void epochs_matched(const EpochMatch& match);
  void forget(const Window& window) { forget_sides(last_, window); }
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict);
  // To be called when all conflicts are known. Returns the findings that follow.
  std::set<Report::Number> link(Report& report) const;

 private:
  struct Post {
    std::uint64_t exposed = 0;  // since when the window is exposed: a position in the replay, like all of these
    std::uint64_t order = 0;
    Place place;
  };
  // The two may be unordered because the wait before a post is missing.
  struct Race {
    Report::Number finding = 0;
    Side owner;
    std::uint64_t first_started = 0, second_started = 0;  // their access epochs; 0: a load or store
    std::uint64_t second = 0;
    AccessClass second_kind = AccessClass::kLoad;
    Place second_place;
  };
  struct Match {
    std::uint64_t started = 0, posted = 0;
  };
  bool would_order(const Post& post, const Race& race) const;
  // The post to which an access epoch to that target belongs; 0: not known.
  std::uint64_t post_of(const Side& owner, std::uint64_t started) const;

  std::map<Side, std::vector<Post>> posts_;              // posts that are too many, by owner
  std::map<Side, std::map<Rank, Match>> last_;           // by owner and origin
  std::map<Side, std::map<std::uint64_t, Match>> kept_;  // by owner, and by start: from the first extra post on
  std::vector<Race> races_;
};

}  // namespace fencepost
