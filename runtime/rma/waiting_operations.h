// Operations to one target that wait for their turn. A window has one of these for each of its ranks, and most ranks
// are nobody's target for long: what nobody uses takes one pointer (an empty std::deque takes 576 bytes).
#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "rma/operation.h"

namespace fencepost::rma {

class WaitingOperations {
 public:
  using All = std::deque<std::unique_ptr<Waiting>>;

  bool empty() const { return all_ == nullptr || all_->empty(); }
  std::size_t size() const { return all_ == nullptr ? 0 : all_->size(); }
  // In the order of their calls.
  All& all() {
    if (all_ == nullptr) all_ = std::make_unique<All>();
    return *all_;
  }

 private:
  std::unique_ptr<All> all_;  // null: nothing has ever waited
};

}  // namespace fencepost::rma
