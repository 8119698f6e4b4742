#include "gcc/indexed_marks.h"

namespace fencepost::gcc {
namespace {

constexpr unsigned kBits = 64;

gassign* definition_of(tree value) {
  return TREE_CODE(value) == SSA_NAME ? dyn_cast<gassign*>(SSA_NAME_DEF_STMT(value)) : nullptr;
}

bool has_all_bits(tree value) {
  tree type = TREE_TYPE(value);
  return (INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type)) && TYPE_PRECISION(type) == kBits;
}

// Without copies and conversions that keep all bits.
tree unconverted(tree value) {
  for (gassign* definition = definition_of(value); definition != nullptr; definition = definition_of(value)) {
    const tree_code code = gimple_assign_rhs_code(definition);
    tree from = gimple_assign_rhs1(definition);
    if ((code != SSA_NAME && !CONVERT_EXPR_CODE_P(code)) || TREE_CODE(from) != SSA_NAME || !has_all_bits(from)) break;
    value = from;
  }
  return value;
}

bool is_base(tree pointer, tree base) {
  return pointer == base || operand_equal_p(pointer, base, 0);
}

bool is_extended_with_zeros(tree index) {
  gassign* definition = definition_of(index);
  if (definition == nullptr || !CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(definition))) return false;
  tree type = TREE_TYPE(gimple_assign_rhs1(definition));
  return INTEGRAL_TYPE_P(type) && TYPE_UNSIGNED(type) && TYPE_PRECISION(type) < kBits;
}

// The offset, into the index, its scale and a constant.
bool take_apart(tree offset, Indexed& found) {
  for (int steps = 0; steps < 16; ++steps) {
    offset = unconverted(offset);
    gassign* definition = definition_of(offset);
    if (definition == nullptr) break;
    const tree_code code = gimple_assign_rhs_code(definition);
    tree number = gimple_num_ops(definition) == 3 ? gimple_assign_rhs2(definition) : NULL_TREE;
    if (number == NULL_TREE || !cst_and_fits_in_hwi(number)) break;
    const HOST_WIDE_INT value = int_cst_value(number);
    if (code == PLUS_EXPR) {
      found.distance += value;
      offset = gimple_assign_rhs1(definition);
      continue;
    }
    constexpr HOST_WIDE_INT kLargest = 1 << 20;
    constexpr HOST_WIDE_INT kFarthest = 20;
    if (code == MULT_EXPR && value > 0 && value <= kLargest) {
      found.scale = value;
    } else if (code == LSHIFT_EXPR && value >= 0 && value <= kFarthest) {
      found.scale = HOST_WIDE_INT{1} << value;
    } else {
      break;
    }
    offset = unconverted(gimple_assign_rhs1(definition));
    break;
  }
  found.index = offset;
  found.may_be_negative = !is_extended_with_zeros(offset);
  return TREE_CODE(offset) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(offset)) && has_all_bits(offset);
}

}  // namespace

std::optional<Indexed> indexed_from(tree address, tree base) {
  Indexed found;
  tree offset = NULL_TREE;
  for (int steps = 0; steps < 16; ++steps) {
    if (is_base(address, base)) {
      if (offset == NULL_TREE || !take_apart(offset, found)) return {};
      return found;
    }
    gassign* definition = definition_of(address);
    if (definition == nullptr) return {};
    const tree_code code = gimple_assign_rhs_code(definition);
    if (code == SSA_NAME || CONVERT_EXPR_CODE_P(code)) {
      address = gimple_assign_rhs1(definition);
      if (!POINTER_TYPE_P(TREE_TYPE(address))) return {};
      continue;
    }
    if (code != POINTER_PLUS_EXPR) return {};
    tree way = gimple_assign_rhs2(definition);
    if (cst_and_fits_in_hwi(way)) {
      found.distance += int_cst_value(way);
    } else if (offset == NULL_TREE) {
      offset = way;
    } else {
      return {};
    }
    address = gimple_assign_rhs1(definition);
  }
  return {};
}

IndexedMarks AllIndexedMarks::of(class loop* loop, const Rooms::Origin& origin, const Rooms::Marks& marks, tree address,
                                 std::uint64_t size) {
  if (origin.wanders) return {};
  const std::optional<Indexed> found = indexed_from(address, origin.base);
  const auto bytes = static_cast<HOST_WIDE_INT>(size);
  if (!found || found->scale % bytes != 0) return {};
  // Of x(i) in Fortran, the number 0 of the index would be before the base.
  const HOST_WIDE_INT left_out = found->distance < 0 ? (found->scale - 1 - found->distance) / found->scale : 0;
  const HOST_WIDE_INT distance = found->distance + left_out * found->scale;
  const auto [place, is_new] = known_.try_emplace({marks.bytes, distance, found->scale});
  IndexedMarks& indexed = place->second;
  if (is_new) {
    const Spot before{spot_in_front_of(loop), UNKNOWN_LOCATION};
    tree word = TREE_TYPE(marks.low);
    const auto number = [&](HOST_WIDE_INT value) { return build_int_cst(word, value); };
    const auto binary = [&](tree_code code, tree a, tree b) { return compute(before, build2(code, word, a, b)); };
    tree begin = compute(before, fold_convert(word, fold_build_pointer_plus_hwi(unshare_expr(origin.base), distance)));
    tree way = binary(MINUS_EXPR, begin, marks.low);
    tree reached = binary(MINUS_EXPR, marks.span, binary(MIN_EXPR, way, marks.span));
    tree rounded = binary(PLUS_EXPR, reached, number(found->scale - 1));
    // (They are asked for at the base, and so none begin behind it.)
    indexed.below = binary(TRUNC_DIV_EXPR, way, number(found->scale));
    indexed.end = binary(TRUNC_DIV_EXPR, rounded, number(found->scale));
    tree shift = build_int_cst(integer_type_node, exact_log2(size));
    tree signed_way = compute(before, fold_convert(ssizetype, way));
    tree elements = compute(before, build2(RSHIFT_EXPR, ssizetype, signed_way, shift));
    indexed.first =
        compute(before, fold_build_pointer_plus(marks.bytes, compute(before, fold_convert(sizetype, elements))));
    indexed.base = origin.base;
    indexed.factor = found->scale / bytes;
  }
  indexed.left_out = left_out;
  return indexed;
}

}  // namespace fencepost::gcc
