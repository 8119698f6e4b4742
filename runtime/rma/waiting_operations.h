// Operations on one target that wait for their turn. A window has one of these for each of its ranks, and most ranks
// are not a target for long: an unused one takes one pointer (an empty std::deque takes 576 bytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "recorder/invariant.h"
#include "rma/operation.h"

namespace fencepost::rma {

class WaitingOperations {
 public:
  using All = std::deque<std::unique_ptr<Waiting>>;

  bool empty() const { return all_ == nullptr || all_->empty(); }
  std::size_t size() const { return all_ == nullptr ? 0 : all_->size(); }
  bool has_atomics() const { return atomics_ != 0; }
  // In the order of their calls.
  const All& all() const {
    static const All nothing;
    return all_ == nullptr ? nothing : *all_;
  }

  void add(std::unique_ptr<Waiting> operation) {
    if (all_ == nullptr) all_ = std::make_unique<All>();
    if (operation->operation.atomic()) ++atomics_;
    all_->push_back(std::move(operation));
  }
  // Of those there are.
  std::unique_ptr<Waiting> take(std::size_t at) {
    auto taken = std::move((*all_)[at]);
    all_->erase(all_->begin() + static_cast<std::ptrdiff_t>(at));
    if (taken->operation.atomic()) {
      FENCEPOST_EXPECT(atomics_ > 0, "the atomic operations that wait are counted");
      --atomics_;
    }
    return taken;
  }

 private:
  std::unique_ptr<All> all_;  // null: nothing has ever waited
  std::uint32_t atomics_ = 0;
};

}  // namespace fencepost::rma
