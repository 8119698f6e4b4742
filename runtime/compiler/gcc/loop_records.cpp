#include "gcc/loop_records.h"

#include "gcc/places.h"

namespace fencepost::gcc {
namespace {

tree what_of(const MemoryAccess& access) {
  return build_int_cst(unsigned_type_node, contract::size_and_kind(access.size, access.kind));
}

tree or_else(tree value, tree otherwise) {
  return value != NULL_TREE ? value : otherwise;
}

bool is_run(const HoistedAccess& what) {
  return what.rows == NULL_TREE && (what.access.size & (what.access.size - 1)) == 0 && what.access.size <= 8 &&
         TREE_CODE(what.stride) == INTEGER_CST && tree_fits_uhwi_p(what.stride) &&
         tree_to_uhwi(what.stride) == what.access.size;
}

void report(const Spot& spot, const HoistedAccess& what, tree first, Sites* sites) {
  if (sites != nullptr && is_run(what)) {
    // Short rows one behind the other are what it is for.
    return call(spot, run_function(),
                {first, what_of(what.access), what.count,
                 build_int_cst(long_long_unsigned_type_node, static_cast<HOST_WIDE_INT>(sites->next()))});
  }
  call(spot, grid_function(),
       {first, what_of(what.access), what.stride, what.count, or_else(what.row_stride, ssize_int(0)),
        or_else(what.rows, size_one_node)});
}

tree way_along(tree count, tree stride) {
  return fold_build2(MULT_EXPR, ssizetype, fold_convert(ssizetype, size_binop(MINUS_EXPR, count, size_one_node)),
                     stride);
}

tree moved_by(const Spot& spot, tree pointer, tree way) {
  return compute(spot, fold_build_pointer_plus(pointer, fold_convert(sizetype, way)));
}

// All elements lie between the first and the last of the first and of the last row.
Spot if_out_of_room(const Spot& spot, const HoistedAccess& what, tree first, const Rooms::Room& room) {
  std::vector<tree> corners{first};
  if (!integer_onep(what.count)) corners.push_back(moved_by(spot, first, way_along(what.count, what.stride)));
  if (what.rows != NULL_TREE) {
    tree across = compute(spot, way_along(what.rows, what.row_stride));
    for (std::size_t i = 0, count = corners.size(); i < count; ++i)
      corners.push_back(moved_by(spot, corners[i], across));
  }
  tree word = long_long_unsigned_type_node;
  tree farthest = NULL_TREE;
  for (tree corner : corners) {
    tree from = compute(spot, build2(MINUS_EXPR, word, compute(spot, fold_convert(word, corner)), room.low));
    farthest = farthest == NULL_TREE ? from : compute(spot, build2(MAX_EXPR, word, farthest, from));
  }
  return if_not_zero(spot, compute(spot, build2(GE_EXPR, boolean_type_node, farthest, room.span)));
}

// In a loop around: the pages of the first and the last element decide if there are none between.
void report_if_tracked(const Spot& spot, const HoistedAccess& what, tree first, const Table& table, Sites& sites) {
  tree way = way_along(what.count, what.stride);
  if (what.rows != NULL_TREE) way = size_binop(PLUS_EXPR, way, way_along(what.rows, what.row_stride));
  tree last = moved_by(spot, first, way);
  tree word = long_long_unsigned_type_node;
  const auto page = [&](tree address) {
    return build2(RSHIFT_EXPR, word, fold_convert(word, address), build_int_cst(integer_type_node, 12));
  };
  // -1, 0 or 1; with rows and columns in opposite directions these are not the outermost, then all is looked at.
  tree pages = build2(PLUS_EXPR, word, build2(MINUS_EXPR, word, page(last), page(first)), build_one_cst(word));
  tree is_far = build2(GT_EXPR, boolean_type_node, compute(spot, pages), build_int_cst(word, 2));
  tree look = compute(
      spot, build2(BIT_IOR_EXPR, unsigned_char_type_node, state_of(spot, table, first), state_of(spot, table, last)));
  look = compute(spot, build2(BIT_IOR_EXPR, unsigned_char_type_node, look,
                              compute(spot, fold_convert(unsigned_char_type_node, compute(spot, is_far)))));
  if (what.rows != NULL_TREE) {
    tree both =
        compute(spot, build2(BIT_XOR_EXPR, ssizetype, compute(spot, what.stride), compute(spot, what.row_stride)));
    tree opposite = compute(spot, build2(LT_EXPR, boolean_type_node, both, build_zero_cst(ssizetype)));
    look = compute(spot, build2(BIT_IOR_EXPR, unsigned_char_type_node, look,
                                compute(spot, fold_convert(unsigned_char_type_node, opposite))));
  }
  report(if_not_zero(spot, look), what, first, &sites);
}

}  // namespace

const Table& Tables::in_front_of(class loop* loop) {
  const auto [place, is_new] = tables_.try_emplace(loop);
  if (is_new) place->second = load_table({spot_in_front_of(loop), UNKNOWN_LOCATION});
  return place->second;
}

void add_loop_records(const std::vector<HoistedAccess>& hoisted, const std::vector<Rooms::Origin>& origins,
                      const QuietLoops& quiet, Tables& tables, Rooms& rooms, Sites& sites) {
  for (std::size_t i = 0; i < hoisted.size(); ++i) {
    const HoistedAccess& what = hoisted[i];
    class loop* around = quiet.outermost(loop_outer(what.loop));
    Table table;
    if (around != nullptr) table = tables.in_front_of(around);
    Spot spot{spot_in_front_of(what.loop), location_of(what.access.statement)};
    // Once, it may cost a call; in a loop around, what is known in front of that or a look at the shadow decides first.
    if (around == nullptr) {
      report(spot, what, what.first, nullptr);
      continue;
    }
    tree first = compute(spot, what.first);
    if (origins[i].base != NULL_TREE) spot = if_out_of_room(spot, what, first, rooms.room_of(around, origins[i]));
    report_if_tracked(spot, what, first, table, sites);
  }
}

}  // namespace fencepost::gcc
