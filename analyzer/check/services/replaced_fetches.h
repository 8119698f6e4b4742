// Fetching operations that are not in the index any more, because a later one of the same thread, place and bytes
// stands there for them. The later one has met more; but who has heard of an earlier one need not know of it.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "index/access_index.h"

namespace fencepost::check {

class ReplacedFetches {
 public:
  // `later` takes the place of `earlier`, which has ended. Nothing to remember if that is no fetch.
  void add(const index::AccessIndex& index, index::ActivityNumber earlier, index::ActivityNumber later);
  // Those which this one stands for, in no order.
  std::span<const index::Activity> of(index::ActivityNumber later) const;
  // After a retirement: with those that stood for them.
  void retire(const index::AccessIndex& index);

 private:
  std::unordered_map<index::ActivityNumber, std::vector<index::Activity>> replaced_;
};

}  // namespace fencepost::check
