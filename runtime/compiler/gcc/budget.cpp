#include "gcc/budget.h"

namespace fencepost::gcc {
namespace {

double scale(profile_count count, profile_count to) {
  if (!count.initialized_p() || !to.initialized_p() || !count.compatible_p(to) || !to.nonzero_p()) return 1;
  return count.to_sreal_scale(to).to_double();
}

}  // namespace

Budget::Budget(function* function) {
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_nondebug_bb(block); !gsi_end_p(at); gsi_next_nondebug(&at)) ++size_;
  }
}

double Budget::rounds_of(gimple* statement, class loop* loop) {
  return scale(gimple_bb(statement)->count, loop_preheader_edge(loop)->count());
}

Budget::Key Budget::key_of(const Rooms::Origin& origin) {
  return {origin.loop, TREE_CODE(origin.base) == ADDR_EXPR ? TREE_OPERAND(origin.base, 0) : origin.base};
}

void Budget::add_asked(const Rooms::Origin& origin) {
  constexpr double kMany = 1e9;
  if (origin.base != NULL_TREE) rounds_[key_of(origin)] += kMany;
}

void Budget::add(gimple* statement, const Rooms::Origin& origin) {
  Wish wish{statement, key_of(origin), rounds_of(statement, origin.loop), 0};
  wish.frequency = scale(gimple_bb(statement)->count, ENTRY_BLOCK_PTR_FOR_FN(cfun)->count);
  rounds_[wish.origin] += wish.rounds;
  wishes_.push_back(wish);
}

void Budget::decide() {
  // Small functions, and those with few such accesses, have what they wish.
  constexpr std::size_t kSmall = 100, kFew = 4, kMostOfSmall = 12;
  constexpr std::size_t kLeast = 8, kStatementsOfOne = 64;
  const bool is_small = size_ <= kSmall || wishes_.size() <= kFew;
  const std::size_t most = is_small ? kMostOfSmall : kLeast + size_ / kStatementsOfOne;
  constexpr double kFewRounds = 4;  // do not pay for the calls before the loop
  std::stable_sort(wishes_.begin(), wishes_.end(),
                   [](const Wish& one, const Wish& other) { return one.frequency > other.frequency; });
  for (const Wish& wish : wishes_) {
    if (!is_small && rounds_[wish.origin] < kFewRounds) continue;
    if (with_room_.size() == most) return;
    with_room_.insert(wish.statement);
    if (is_small || wish.rounds >= kFewRounds) with_marks_.insert(wish.statement);
  }
}

}  // namespace fencepost::gcc
