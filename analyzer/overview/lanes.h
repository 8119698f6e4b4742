// The lanes of the timeline: for each rank and slot of time, how many operations began and which kinds of epochs were
// open. The number of slots is bounded: when a run outgrows them, each slot becomes twice as wide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ids/ids.h"
#include "model/overview.h"

namespace fencepost::overview {

class Lanes {
 public:
  static constexpr std::size_t kMostLanes = 1'024;

  explicit Lanes(std::size_t processes, std::size_t most_lanes = kMostLanes);

  std::size_t lane_of(ProcessId process) const { return process.index() / ranks_in_lane_; }
  // Times are relative to the start, from since_start().
  void operation(ProcessId process, std::uint64_t since_start);
  void epoch(ProcessId process, EpochBar kind, std::uint64_t begin, std::uint64_t end);

  // The first time that is passed is the beginning. Later calls may have slightly earlier times of other ranks; these
  // count as the beginning.
  std::uint64_t since_start(std::uint64_t time);
  std::size_t ranks_in_lane() const { return ranks_in_lane_; }
  std::uint64_t start() const { return start_; }
  std::uint64_t last() const { return last_; }  // since the start
  std::uint64_t slot() const { return slot_; }
  std::vector<OverviewLane> take();

 private:
  std::size_t slot_of(std::uint64_t since_start);
  void widen();

  std::size_t processes_;
  std::size_t ranks_in_lane_;
  std::size_t most_slots_;
  std::uint64_t slot_ = 1'000;  // nanoseconds
  std::uint64_t start_ = 0, last_ = 0;
  std::vector<OverviewLane> lanes_;
};

}  // namespace fencepost::overview
