#include "gcc/outlook.h"

#include "gcc/slow_path.h"

namespace fencepost::gcc {

tree Outlook::of_array(const Rooms::Origin& origin, const MemoryAccess& access) {
  if (access.reach == 0 || origin.base == NULL_TREE || origin.wanders) return NULL_TREE;
  if (origin.base != access.base && !operand_equal_p(origin.base, access.base, 0)) return NULL_TREE;
  tree base = TREE_CODE(origin.base) == ADDR_EXPR ? TREE_OPERAND(origin.base, 0) : origin.base;
  const auto [place, is_new] = arrays_.try_emplace({origin.loop, base, access.reach});
  if (is_new) {
    const Rooms::Room& room = rooms_.room_of(origin);
    const Spot before{spot_in_front_of(origin.loop), UNKNOWN_LOCATION};
    tree reach = build_int_cst(TREE_TYPE(room.span), access.reach);
    place->second = compute(before, build2(LT_EXPR, boolean_type_node, room.span, reach));
  }
  return place->second;
}

Outlook::Place Outlook::of_place(const Rooms::Origin& origin, tree address, std::uint64_t size,
                                 std::uint64_t alignment) {
  class loop* const loop = origin.loop;
  const Rooms::Room& room = rooms_.room_of(origin);
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

Outlook::Key Outlook::key_of(class loop* loop, const MemoryAccess& access) {
  if (is_automatic(access.base)) return {loop, NULL_TREE};
  return {loop, TREE_CODE(access.base) == ADDR_EXPR ? TREE_OPERAND(access.base, 0) : access.base};
}

bool Outlook::plan_place(class loop* loop, const MemoryAccess& access, HOST_WIDE_INT low, HOST_WIDE_INT high,
                         std::uint64_t alignment) {
  constexpr std::size_t kMost = 16;
  constexpr HOST_WIDE_INT kNear = 16;
  std::vector<Stretch>& all = places_[key_of(loop, access)].all;
  const auto equal = [](tree a, tree b) {
    return a == b || (a != NULL_TREE && b != NULL_TREE && operand_equal_p(a, b, 0));
  };
  for (Stretch& one : all) {
    const HOST_WIDE_INT begin = std::min(one.low, low), end = std::max(one.high, high);
    if (end - begin > static_cast<HOST_WIDE_INT>(contract::kWidestChecked)) continue;
    if (low > one.high + kNear || one.low > high + kNear) continue;
    if (!equal(one.base, access.base) || !equal(one.offset, access.offset)) continue;
    // (What is known of the other end tells of this one.)
    const std::uint64_t of_one = contract::alignment_by(one.alignment, one.low - begin);
    one.alignment = std::max(of_one, contract::alignment_by(alignment, low - begin));
    one.low = begin;
    one.high = end;
    return true;
  }
  if (all.size() == kMost) return false;
  all.push_back({access.base, access.offset, low, high, alignment});
  return true;
}

// The bytes of their pages first; if one is not 0, the pages' maps.
tree Outlook::of_places(class loop* loop, const MemoryAccess& access) {
  Places& places = places_[key_of(loop, access)];
  if (places.is_tracked != NULL_TREE) return places.is_tracked;
  const Table& table = tables_.in_front_of(loop);
  const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
  std::vector<std::pair<tree, tree>> found;  // addresses and states
  tree any = NULL_TREE;
  for (const Stretch& one : places.all) {
    MemoryAccess place;
    place.base = one.base;
    place.offset = one.offset;
    tree low = compute(before, address_of(place, one.low));
    tree state = state_of(before, table, low);
    found.push_back({low, state});
    any = any == NULL_TREE ? state : compute(before, build2(BIT_IOR_EXPR, TREE_TYPE(state), any, state));
  }
  const Fork fork = fork_if_not_zero(before, any);
  tree tracked = NULL_TREE;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Stretch& one = places.all[i];
    const auto size = static_cast<std::uint64_t>(one.high - one.low);
    tree here = is_tracked(fork.then, found[i].first, found[i].second, size, one.alignment);
    tracked = i == 0 ? here : compute(fork.then, build2(BIT_IOR_EXPR, TREE_TYPE(here), tracked, here));
  }
  places.is_tracked = joined(fork, tracked, build_zero_cst(TREE_TYPE(tracked)));
  return places.is_tracked;
}

}  // namespace fencepost::gcc
