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

tree operand(const char* constraint, tree value) {
  tree text = build_string(static_cast<int>(std::string_view(constraint).size()), constraint);
  return build_tree_list(build_tree_list(NULL_TREE, text), value);
}

tree immediate(std::uint32_t value) {
  return build_int_cst(integer_type_node, static_cast<std::int32_t>(value));
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

void call(const Spot& spot, tree function, const std::vector<tree>& arguments) {
  gcall* statement = gimple_build_call_vec(function, vNULL);
  auto_vec<tree> values;
  tree parameter = TYPE_ARG_TYPES(TREE_TYPE(function));
  for (tree argument : arguments) {
    tree value = fold_convert(TREE_VALUE(parameter), argument);
    parameter = TREE_CHAIN(parameter);
    values.safe_push(compute(spot, value));
  }
  statement = gimple_build_call_vec(function, values);
  put(spot, statement);
}

Table load_table(const Spot& spot) {
  Table table;
  // The mask first, see attach.h.
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

// From the byte of the map with the unit of `address` on, as far as an access may reach. If the page's byte has changed
// meanwhile, the map may be another page's.
tree is_mapped(const Spot& spot, const Table& table, tree address, tree state, std::uint64_t size,
               std::uint64_t alignment) {
  tree word = TREE_TYPE(table.mask);
  tree half = unsigned_type_node;
  const auto number = [&](std::uint64_t value) { return build_int_cst(word, static_cast<HOST_WIDE_INT>(value)); };
  const auto shift = [](int value) { return build_int_cst(integer_type_node, value); };
  tree maps = compute(spot, table_field(offsetof(fencepost_hooks, page_maps), true));
  tree in_page =
      build2(BIT_AND_EXPR, word, fold_convert(word, address), number((1u << FENCEPOST_HOOKS_PAGE_SHIFT) - 1));
  tree unit = compute(spot, build2(RSHIFT_EXPR, word, in_page, shift(contract::kMapUnitShift)));
  tree map = build2(LSHIFT_EXPR, word, fold_convert(word, state), shift(FENCEPOST_PAGE_MAP_SHIFT));
  tree offset = compute(spot, build2(PLUS_EXPR, word, map, build2(RSHIFT_EXPR, word, unit, shift(3))));
  tree place = compute(spot, fold_build_pointer_plus(maps, fold_convert(sizetype, offset)));
  tree bits = load_of(spot, build_aligned_type(half, BITS_PER_UNIT), place, true);
  tree again = load_of(spot, unsigned_char_type_node, place_of_state(spot, table, address), true);
  tree in_byte = compute(spot, fold_convert(integer_type_node, build2(BIT_AND_EXPR, word, unit, number(7))));
  tree from_unit = compute(spot, build2(RSHIFT_EXPR, half, fold_convert(half, bits), in_byte));
  tree found = compute(
      spot, build2(BIT_AND_EXPR, half, from_unit, build_int_cst(half, contract::map_units_of(size, alignment))));
  tree has_changed = compute(spot, build2(NE_EXPR, boolean_type_node, state, fold_convert(TREE_TYPE(state), again)));
  return compute(spot, build2(BIT_IOR_EXPR, half, found, fold_convert(half, has_changed)));
}

Spot if_not_zero(const Spot& spot, tree value) {
  // The block is cut in front of a statement of ours, so that there is one on either side.
  gimple* cut = gimple_build_nop();
  put(spot, cut);
  gimple_stmt_iterator at = gsi_for_stmt(cut);
  basic_block then = nullptr, behind = nullptr;
  gimple_stmt_iterator end = create_cond_insert_point(&at, /*before_p=*/false, /*then_more_likely_p=*/false,
                                                      /*create_then_fallthru_edge=*/true, &then, &behind);
  gcond* condition = gimple_build_cond(NE_EXPR, value, build_zero_cst(TREE_TYPE(value)), NULL_TREE, NULL_TREE);
  gimple_set_location(condition, spot.location);
  gsi_insert_after(&end, condition, GSI_NEW_STMT);
  at = gsi_for_stmt(cut);
  gsi_remove(&at, true);
  gimple* mark = gimple_build_nop();
  gimple_set_location(mark, spot.location);
  at = gsi_start_bb(then);
  gsi_insert_before(&at, mark, GSI_SAME_STMT);
  return {mark, spot.location};
}

// In assembly, as the code around must lose no register to something that hardly happens: what is handed over goes onto
// the stack, below what a function without calls may keep there (slow.S takes it away again).
void tell(const Spot& spot, tree address, std::uint64_t size, Kind kind, std::uint64_t site) {
  tree frame = make_ssa_name(ptr_type_node);
  gcall* own_frame = gimple_build_call(frame_address_function(), 1, integer_zero_node);
  gimple_call_set_lhs(own_frame, frame);
  put(spot, own_frame);
  static const std::string code = std::string("{lea -128(%%rsp), %%rsp|lea rsp, [rsp-128]}\n\t") +
                                  "push %1\n\tpush %0\n\tpush %2\n\tpush %3\n\tpush %4\n\tcall " +
                                  contract::kPushedAccess;
  vec<tree, va_gc>* inputs = nullptr;
  vec_safe_push(inputs, operand("r", compute(spot, address)));
  vec_safe_push(inputs, operand("r", frame));
  vec_safe_push(inputs, operand("i", immediate(contract::size_and_kind(size, kind))));
  vec_safe_push(inputs, operand("i", immediate(static_cast<std::uint32_t>(site >> 32))));
  vec_safe_push(inputs, operand("i", immediate(static_cast<std::uint32_t>(site))));
  vec<tree, va_gc>* clobbers = nullptr;
  vec_safe_push(clobbers, build_tree_list(NULL_TREE, build_string(2, "cc")));
  gasm* assembly = gimple_build_asm_vec(code.c_str(), inputs, nullptr, clobbers, nullptr);
  gimple_asm_set_volatile(assembly, true);
  put(spot, assembly);
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
