#include "gcc/emit.h"

#include <cstddef>

#include "hook_table/table.h"

namespace fencepost::gcc {
namespace {

void put_all(const Spot& spot, gimple_seq statements) {
  gimple_seq_set_location(statements, spot.location);
  gimple_stmt_iterator at = gsi_for_stmt(spot.before);
  gsi_insert_seq_before(&at, statements, GSI_SAME_STMT);
}

}  // namespace

tree compute(const Spot& spot, tree expression) {
  gimple_seq statements = nullptr;
  tree value = force_gimple_operand(unshare_expr(expression), &statements, /*simple=*/true, NULL_TREE);
  put_all(spot, statements);
  return value;
}

void put(const Spot& spot, gimple* statement) {
  gimple_set_location(statement, spot.location);
  gimple_stmt_iterator at = gsi_for_stmt(spot.before);
  gsi_insert_before(&at, statement, GSI_SAME_STMT);
}

namespace {

gcall* call_of(const Spot& spot, tree function, const std::vector<tree>& arguments) {
  auto_vec<tree> values;
  tree parameter = TYPE_ARG_TYPES(TREE_TYPE(function));
  for (tree argument : arguments) {
    tree value = fold_convert(TREE_VALUE(parameter), argument);
    parameter = TREE_CHAIN(parameter);
    values.safe_push(compute(spot, value));
  }
  return gimple_build_call_vec(function, values);
}

}  // namespace

void call(const Spot& spot, tree function, const std::vector<tree>& arguments) {
  put(spot, call_of(spot, function, arguments));
}

tree call_value(const Spot& spot, tree function, const std::vector<tree>& arguments) {
  gcall* statement = call_of(spot, function, arguments);
  tree value = make_ssa_name(TREE_TYPE(TREE_TYPE(function)));
  gimple_call_set_lhs(statement, value);
  put(spot, statement);
  return value;
}

Table load_table(const Spot& spot) {
  Table table;
  // The mask first, see hook_table/table.h.
  table.mask = compute(spot, table_field(offsetof(fencepost_hooks, mask), false));
  table.shadow = compute(spot, table_field(offsetof(fencepost_hooks, shadow), true));
  return table;
}

namespace {

tree load_of(const Spot& spot, tree type, tree place, bool is_volatile) {
  if (is_volatile) type = build_qualified_type(type, TYPE_QUAL_VOLATILE);
  tree load = build2(MEM_REF, type, place, build_int_cst(build_pointer_type(unsigned_char_type_node), 0));
  TREE_THIS_VOLATILE(load) = is_volatile;
  TREE_SIDE_EFFECTS(load) = is_volatile;
  return compute(spot, load);
}

tree place_of_state(const Spot& spot, const Table& table, tree address) {
  tree word = TREE_TYPE(table.mask);
  tree page = build2(RSHIFT_EXPR, word, fold_convert(word, address),
                     build_int_cst(integer_type_node, FENCEPOST_HOOKS_PAGE_SHIFT));
  tree index = build2(BIT_AND_EXPR, word, page, table.mask);
  return compute(spot, fold_build_pointer_plus(table.shadow, fold_convert(sizetype, index)));
}

}  // namespace

tree state_of(const Spot& spot, const Table& table, tree address) {
  return load_of(spot, unsigned_char_type_node, place_of_state(spot, table, address), false);
}

namespace {

// The result of cutting a block before a statement of ours, so that there is one on either side.
struct Cut {
  basic_block condition = nullptr;
  basic_block then = nullptr;
  basic_block behind = nullptr;
};
Cut cut(const Spot& spot, tree_code comparison, tree value) {
  gimple* mark = gimple_build_nop();
  put(spot, mark);
  gimple_stmt_iterator at = gsi_for_stmt(mark);
  Cut made;
  gimple_stmt_iterator end = create_cond_insert_point(&at, /*before_p=*/false, /*then_more_likely_p=*/false,
                                                      /*create_then_fallthru_edge=*/true, &made.then, &made.behind);
  gcond* condition = gimple_build_cond(comparison, value, build_zero_cst(TREE_TYPE(value)), NULL_TREE, NULL_TREE);
  gimple_set_location(condition, spot.location);
  gsi_insert_after(&end, condition, GSI_NEW_STMT);
  made.condition = gimple_bb(condition);
  at = gsi_for_stmt(mark);
  gsi_remove(&at, true);
  return made;
}

Spot spot_in(basic_block block, location_t location) {
  gimple* mark = gimple_build_nop();
  gimple_set_location(mark, location);
  gimple_stmt_iterator at = gsi_start_bb(block);
  gsi_insert_before(&at, mark, GSI_SAME_STMT);
  return {mark, location};
}

}  // namespace

Spot if_not_zero(const Spot& spot, tree value) {
  return spot_in(cut(spot, NE_EXPR, value).then, spot.location);
}

gimple* condition_of(const Spot& then) {
  return gsi_stmt(gsi_last_bb(single_pred(gimple_bb(then.before))));
}

namespace {
Fork fork(const Spot& spot, tree_code comparison, tree value) {
  const Cut made = cut(spot, comparison, value);
  return {spot_in(made.then, spot.location), made.behind, find_edge(made.then, made.behind),
          find_edge(made.condition, made.behind)};
}
}  // namespace

Fork fork_if_zero(const Spot& spot, tree value) {
  return fork(spot, EQ_EXPR, value);
}
Fork fork_if_not_zero(const Spot& spot, tree value) {
  return fork(spot, NE_EXPR, value);
}

std::pair<Spot, Spot> either(const Spot& spot, tree value) {
  const Cut made = cut(spot, NE_EXPR, value);
  basic_block other = split_edge(find_edge(made.condition, made.behind));
  return {spot_in(made.then, spot.location), spot_in(other, spot.location)};
}

tree joined(const Fork& fork, tree of_then, tree otherwise) {
  tree value = make_ssa_name(TREE_TYPE(of_then));
  gphi* phi = create_phi_node(value, fork.join);
  add_phi_arg(phi, of_then, fork.from_then, UNKNOWN_LOCATION);
  add_phi_arg(phi, otherwise, fork.around, UNKNOWN_LOCATION);
  return value;
}

namespace {

// A byte with an alias set of its own: setting one changes nothing that the program loads.
tree mark_type() {
  static alias_set_type set = 0;
  if (set == 0) set = new_alias_set();
  tree type = build_distinct_type_copy(unsigned_char_type_node);
  TYPE_ALIAS_SET(type) = set;
  return type;
}

tree reference_to_marks(tree type, tree place, std::int64_t offset) {
  tree reference = build2(MEM_REF, type, place, build_int_cst(pointer_to_marks(), offset));
  TREE_THIS_NOTRAP(reference) = 1;
  return reference;
}

}  // namespace

tree pointer_to_marks() {
  return kept_type([] { return build_pointer_type(mark_type()); });
}

tree load_of_marks(const Spot& spot, tree entry, std::size_t offset, tree type) {
  return compute(spot, reference_to_marks(type, entry, static_cast<std::int64_t>(offset)));
}

void set_mark(const Spot& spot, tree bytes, tree offset, std::uint64_t size) {
  tree word = long_long_unsigned_type_node;
  tree element = build2(RSHIFT_EXPR, word, offset, build_int_cst(integer_type_node, exact_log2(size)));
  tree place = compute(spot, fold_build_pointer_plus(bytes, fold_convert(sizetype, compute(spot, element))));
  tree type = TREE_TYPE(pointer_to_marks());
  put(spot, gimple_build_assign(reference_to_marks(type, place, 0), build_one_cst(type)));
}

gimple* spot_in_front_of(class loop* loop) {
  basic_block block = split_edge(loop_preheader_edge(loop));
  gimple* spot = gimple_build_nop();
  gimple_stmt_iterator at = gsi_start_bb(block);
  gsi_insert_before(&at, spot, GSI_SAME_STMT);
  return spot;
}

gimple* spot_behind(gimple* statement) {
  gimple* spot = gimple_build_nop();
  gimple_set_location(spot, gimple_location(statement));
  if (!stmt_ends_bb_p(statement)) {
    gimple_stmt_iterator at = gsi_for_stmt(statement);
    gsi_insert_after(&at, spot, GSI_SAME_STMT);
    return spot;
  }
  edge next = find_fallthru_edge(gimple_bb(statement)->succs);
  if (next == nullptr) return nullptr;
  basic_block block = split_edge(next);
  gimple_stmt_iterator at = gsi_start_bb(block);
  gsi_insert_before(&at, spot, GSI_SAME_STMT);
  return spot;
}

tree address_of(const MemoryAccess& access, HOST_WIDE_INT distance) {
  tree address = unshare_expr(access.base);
  if (access.offset != NULL_TREE) address = fold_build_pointer_plus(address, unshare_expr(access.offset));
  return distance == 0 ? address : fold_build_pointer_plus_hwi(address, distance);
}

}  // namespace fencepost::gcc
