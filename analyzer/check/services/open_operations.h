// The operations of a process to one target of a window that are not complete at both sides.
#pragma once

#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <utility>

#include "services/rma_operation.h"

namespace fencepost::check {

// In the order of issue. A program that repeatedly completes them at the origin only has more and more of them; so
// operations that only wait for the target need not be examined each time. One that is completed by its request leaves
// a hole, so the others need not be examined either.
class OpenOperations {
  auto without_holes(std::size_t first) const {
    return std::views::filter(std::span(list_).subspan(first),
                              [](const auto& operation) { return operation != nullptr; });
  }

 public:
  void add(std::shared_ptr<RmaOperation> operation) {
    operation->listed_at = list_.size();
    list_.push_back(std::move(operation));
  }
  bool empty() const { return list_.size() == holes_; }
  auto all() const { return without_holes(0); }
  // Without the first ones that are complete at the origin.
  auto latest() const { return without_holes(at_origin_); }

  void drop(RmaOperation& operation) {
    if (operation.listed_at == RmaOperation::kNotListed) return;
    list_[operation.listed_at].reset();
    operation.listed_at = RmaOperation::kNotListed;
    if (++holes_ > list_.size() / 2) drop_if([](const auto&) { return false; });
  }
  template <class Drop>
  void drop_if(Drop&& drop) {
    drop_from(0, drop);
    at_origin_ = 0;
  }
  // All are complete at the origin by now.
  template <class Drop>
  void drop_of_latest_if(Drop&& drop) {
    drop_from(at_origin_, drop);
    at_origin_ = list_.size();
  }

 private:
  template <class Drop>
  void drop_from(std::size_t first, Drop&& drop) {
    std::size_t kept = first;
    for (std::size_t i = first; i < list_.size(); ++i) {
      if (list_[i] == nullptr) {
        --holes_;
      } else if (drop(list_[i])) {
        list_[i]->listed_at = RmaOperation::kNotListed;
      } else {
        list_[i]->listed_at = kept;
        if (kept != i) list_[kept] = std::move(list_[i]);
        ++kept;
      }
    }
    list_.resize(kept);
  }

  OperationList list_;
  std::size_t holes_ = 0;
  std::size_t at_origin_ = 0;  // this many of the first are complete there, or holes
};

}  // namespace fencepost::check
