// Fetching operations that a later one of the same thread, place and bytes has replaced in the index. The later one has
// met more; but a process that knows of an earlier one need not know of the later one.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "index/access_index.h"

namespace fencepost::check {

class ReplacedFetches {
 public:
  // `later` replaces `earlier`, which has ended. Does nothing if that is no fetch.
  void add(const index::AccessIndex& index, index::ActivityNumber earlier, index::ActivityNumber later);
  // The operations that this one represents, in any order.
  std::span<const index::Activity> of(index::ActivityNumber later) const;
  // After a retirement: forgets them together with their representatives.
  void retire(const index::AccessIndex& index);

 private:
  std::unordered_map<index::ActivityNumber, std::vector<index::Activity>> replaced_;
};

}  // namespace fencepost::check
