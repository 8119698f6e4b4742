#include "gcc/outlook.h"

#include "gcc/slow_path.h"

namespace fencepost::gcc {

tree Outlook::of_array(class loop* loop, const Rooms::Origin& origin, const MemoryAccess& access) {
  if (access.reach == 0 || origin.base == NULL_TREE || origin.wanders) return NULL_TREE;
  if (origin.base != access.base && !operand_equal_p(origin.base, access.base, 0)) return NULL_TREE;
  tree base = TREE_CODE(origin.base) == ADDR_EXPR ? TREE_OPERAND(origin.base, 0) : origin.base;
  const auto [place, is_new] = arrays_.try_emplace({loop, base, access.reach});
  if (is_new) {
    const Rooms::Room& room = rooms_.room_of(loop, origin);
    const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
    tree reach = build_int_cst(TREE_TYPE(room.span), access.reach);
    place->second = compute(before, build2(LT_EXPR, boolean_type_node, room.span, reach));
  }
  return place->second;
}

Outlook::Place Outlook::of_place(class loop* loop, const Rooms::Origin& origin, tree address, std::uint64_t size,
                                 std::uint64_t alignment) {
  const Rooms::Room& room = rooms_.room_of(loop, origin);
  const Table& table = tables_.in_front_of(loop);
  const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
  tree word = TREE_TYPE(room.low);
  tree low = compute(before, address);
  tree from = compute(before, build2(MINUS_EXPR, word, compute(before, fold_convert(word, low)), room.low));
  const Fork fork = fork_if_not_zero(before, compute(before, build2(GE_EXPR, boolean_type_node, from, room.span)));
  tree found = is_tracked(fork.then, low, state_of(fork.then, table, low), size, alignment);
  Place place;
  place.is_tracked = joined(fork, found, build_zero_cst(TREE_TYPE(found)));
  const Spot behind{spot_in_front_of(loop), UNKNOWN_LOCATION};
  tree is_free = build2(EQ_EXPR, boolean_type_node, place.is_tracked, build_zero_cst(TREE_TYPE(found)));
  place.span = compute(behind, fold_convert(word, compute(behind, is_free)));
  return place;
}

}  // namespace fencepost::gcc
