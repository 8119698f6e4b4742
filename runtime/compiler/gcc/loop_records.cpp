#include "gcc/loop_records.h"

#include "gcc/outlook.h"
#include "gcc/places.h"
#include "hook_table/table.h"

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
    // It is made for short rows one after the other.
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

// In a loop around it: if there are no pages between, those of the first and the last element decide.
void report_if_tracked(const Spot& spot, const HoistedAccess& what, tree first, const Table& table, Sites& sites) {
  tree way = way_along(what.count, what.stride);
  if (what.rows != NULL_TREE) way = size_binop(PLUS_EXPR, way, way_along(what.rows, what.row_stride));
  tree last = moved_by(spot, first, way);
  tree word = long_long_unsigned_type_node;
  const auto page = [&](tree address) {
    return build2(RSHIFT_EXPR, word, fold_convert(word, address), build_int_cst(integer_type_node, 12));
  };
  // -1, 0 or 1; if rows and columns go in opposite directions these are not the outermost, and everything is looked at.
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

namespace {

// Bytes of a known number around `start`, which records in front of one loop tell of: few enough to lie in two pages.
struct Near {
  class loop* loop = nullptr;
  tree start = NULL_TREE;
  HOST_WIDE_INT low = 0;
  HOST_WIDE_INT high = 0;
  std::vector<const HoistedAccess*> members;
};
constexpr HOST_WIDE_INT kPage = HOST_WIDE_INT{1} << FENCEPOST_HOOKS_PAGE_SHIFT;

bool is_number(tree value, HOST_WIDE_INT& number) {
  if (!tree_fits_shwi_p(value)) return false;
  number = tree_to_shwi(value);
  return number >= -kPage && number <= kPage;
}

// False: how many it has is not known, or too many.
bool find_extent(const HoistedAccess& what, Near& near) {
  HOST_WIDE_INT count = 1, stride = 0, rows = 1, row_stride = 0;
  if (!is_number(what.count, count) || !is_number(what.stride, stride)) return false;
  if (what.rows != NULL_TREE && (!is_number(what.rows, rows) || !is_number(what.row_stride, row_stride))) return false;
  if (count <= 0 || rows <= 0) return false;
  near.loop = what.loop;
  near.start = what.first;
  for (HOST_WIDE_INT way : {(count - 1) * stride, (rows - 1) * row_stride}) (way < 0 ? near.low : near.high) += way;
  near.high += static_cast<HOST_WIDE_INT>(what.access.size);
  while (TREE_CODE(near.start) == POINTER_PLUS_EXPR && tree_fits_shwi_p(TREE_OPERAND(near.start, 1))) {
    const HOST_WIDE_INT distance = tree_to_shwi(TREE_OPERAND(near.start, 1));
    near.low += distance;
    near.high += distance;
    near.start = TREE_OPERAND(near.start, 0);
  }
  return near.high - near.low <= kPage;
}

void join(std::vector<Near>& all, const Near& one) {
  for (Near& near : all) {
    const HOST_WIDE_INT low = std::min(near.low, one.low), high = std::max(near.high, one.high);
    if (near.loop != one.loop || high - low > kPage || !operand_equal_p(near.start, one.start, 0)) continue;
    near.low = low;
    near.high = high;
    near.members.push_back(one.members[0]);
    return;
  }
  all.push_back(one);
}

// A look at both pages instead of a call.
void report_if_tracked(const Near& near, const Table& table, Sites& sites) {
  const Spot spot{spot_in_front_of(near.loop), location_of(near.members[0]->access.statement)};
  tree state[2];
  for (int end = 0; end < 2; ++end) {
    tree address = fold_build_pointer_plus_hwi(unshare_expr(near.start), end == 0 ? near.low : near.high - 1);
    state[end] = state_of(spot, table, compute(spot, address));
  }
  tree look = compute(spot, build2(BIT_IOR_EXPR, unsigned_char_type_node, state[0], state[1]));
  const Spot then = if_not_zero(spot, look);
  for (const HoistedAccess* what : near.members) {
    const Spot at{then.before, location_of(what->access.statement)};
    report(at, *what, compute(at, what->first), &sites);
  }
}

}  // namespace

void add_loop_records(const std::vector<HoistedAccess>& hoisted, const std::vector<Rooms::Origin>& origins,
                      const QuietLoops& quiet, Tables& tables, Rooms& rooms, Outlook& outlook, Sites& sites) {
  std::map<std::pair<class loop*, tree>, gimple*> asked;  // within blocks that are entered if an array is of interest
  std::vector<Near> small;
  for (std::size_t i = 0; i < hoisted.size(); ++i) {
    const HoistedAccess& what = hoisted[i];
    const std::vector<class loop*> around = quiet.calm_around(loop_outer(what.loop));
    Spot spot{nullptr, location_of(what.access.statement)};
    // Once, it may cost a call if it is of many elements; in a loop around it, what is known before or a look at the
    // shadow decides first.
    if (around.empty()) {
      if (Near near; find_extent(what, near)) {
        near.members.push_back(&what);
        join(small, near);
        continue;
      }
      spot.before = spot_in_front_of(what.loop);
      report(spot, what, what.first, nullptr);
      continue;
    }
    const Table& table = tables.in_front_of(around.front());
    tree question = outlook.of_array(origins[i], what.access);
    gimple*& within = asked[{what.loop, question}];
    spot.before = question != NULL_TREE && within != nullptr ? within : spot_in_front_of(what.loop);
    if (question != NULL_TREE && within == nullptr) within = spot.before = if_not_zero(spot, question).before;
    tree first = compute(spot, what.first);
    if (origins[i].base != NULL_TREE) spot = if_out_of_room(spot, what, first, rooms.room_of(origins[i]));
    report_if_tracked(spot, what, first, table, sites);
  }
  for (const Near& near : small) report_if_tracked(near, tables.in_front_of(near.loop), sites);
}

}  // namespace fencepost::gcc
