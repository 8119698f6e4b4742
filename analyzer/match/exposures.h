// Post-start-complete-wait, pair by pair: on one window, the n-th access epoch of an origin that includes a target
// belongs to the n-th exposure epoch of that target that includes the origin (MPI-4.1, 12.5.2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "job/epochs.h"
#include "job/recycled.h"
#include "match/messages.h"

namespace fencepost::match {

// One origin, one target, one access epoch and its exposure epoch. Operations: whatever the engine keeps about an
// operation.
template <class Operations>
struct ExposurePair {
  Rank origin, target;
  std::shared_ptr<ExposureEpoch> exposure;  // null: not yet posted
  SharedClocks post;
  order::NodeName post_node;
  std::shared_ptr<AccessEpoch> access;  // null: not yet started
  bool fetched = false;                 // the epoch has fetched data from this target
  bool completed = false;
  SharedClocks complete;
  order::NodeName complete_node;
  bool waited = false;
  Operations waiting_for_post;  // issued before the post was seen
  Operations open;              // not complete at the target
};

template <class Operations>
class Exposures {
 public:
  using Pair = ExposurePair<Operations>;

  // The pair of the next start of `origin` towards `target`, or of the next post of `target` for `origin`.
  std::shared_ptr<Pair> started(WindowKey window, Rank origin, Rank target) { return next(window, origin, target, 0); }
  std::shared_ptr<Pair> posted(WindowKey window, Rank origin, Rank target) { return next(window, origin, target, 1); }

  // The window is freed. Pairs that lack one side stay: then false.
  bool forget_window(WindowKey window) {
    const auto begin = lines_.lower_bound({window, Rank::kLowest, Rank::kLowest});
    const auto end = lines_.upper_bound({window, Rank::kHighest, Rank::kHighest});
    for (auto line = begin; line != end; ++line) {
      if (std::ranges::any_of(line->second.pairs, [](const auto& pair) { return !pair->exposure || !pair->access; }))
        return false;
    }
    lines_.erase(begin, end);
    return true;
  }

  // Pairs that lack one side.
  std::vector<std::shared_ptr<Pair>> unmatched() const {
    std::vector<std::shared_ptr<Pair>> all;
    for (const auto& [key, line] : lines_) {
      for (const auto& pair : line.pairs) {
        if (!pair->exposure || !pair->access) all.push_back(pair);
      }
    }
    return all;
  }

 private:
  struct Key {
    WindowKey window;
    Rank origin, target;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Line {
    std::uint64_t counts[2] = {0, 0};
    std::uint64_t first = 0;
    std::deque<std::shared_ptr<Pair>> pairs;
  };

  std::shared_ptr<Pair> next(WindowKey window, Rank origin, Rank target, int side) {
    Line& line = lines_[{window, origin, target}];
    while (!line.pairs.empty() && line.pairs.front()->exposure && line.pairs.front()->access) {
      line.pairs.pop_front();
      ++line.first;
    }
    const std::uint64_t number = line.counts[side]++;
    while (line.first + line.pairs.size() <= number) {
      line.pairs.push_back(make_recycled<Pair>());
      line.pairs.back()->origin = origin;
      line.pairs.back()->target = target;
    }
    return line.pairs[number - line.first];
  }

  std::map<Key, Line> lines_;
};

}  // namespace fencepost::match
