#include "gcc/merged_compares.h"

namespace fencepost::gcc {
namespace {

// Bits from the beginning of a structure.
struct Bits {
  HOST_WIDE_INT begin = 0, end = 0;
};

// Members as the memory model of C sees them: neighbouring bit fields are one.
void add_members(tree type, HOST_WIDE_INT at, std::vector<Bits>& found) {
  for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field)) {
    if (TREE_CODE(field) != FIELD_DECL) continue;
    tree whole = DECL_BIT_FIELD(field) ? DECL_BIT_FIELD_REPRESENTATIVE(field) : field;
    if (whole == NULL_TREE || !tree_fits_shwi_p(DECL_FIELD_OFFSET(whole)) || DECL_SIZE(whole) == NULL_TREE ||
        !tree_fits_shwi_p(DECL_SIZE(whole)))
      continue;
    const HOST_WIDE_INT begin =
        at + tree_to_shwi(DECL_FIELD_OFFSET(whole)) * BITS_PER_UNIT + tree_to_shwi(DECL_FIELD_BIT_OFFSET(whole));
    if (TREE_CODE(TREE_TYPE(whole)) == RECORD_TYPE) {
      add_members(TREE_TYPE(whole), begin, found);
      continue;
    }
    const Bits bits{begin, begin + tree_to_shwi(DECL_SIZE(whole))};
    if (found.empty() || found.back().begin != bits.begin || found.back().end != bits.end) found.push_back(bits);
  }
}

// The one statement that uses the value; null: there are several, or none.
gimple* only_use(tree value) {
  use_operand_p use;
  gimple* statement = nullptr;
  return single_imm_use(value, &use, &statement) ? statement : nullptr;
}

// What happens to a value that is loaded to be compared.
struct Comparison {
  gimple* statement = nullptr;  // null: it is used in another way
  bool equal = false;
  unsigned HOST_WIDE_INT mask = ~static_cast<unsigned HOST_WIDE_INT>(0);
};

Comparison comparison_of(tree value) {
  Comparison found;
  const unsigned precision = TYPE_PRECISION(TREE_TYPE(value));
  constexpr int kMostSteps = 6;
  for (int step = 0; step < kMostSteps; ++step) {
    gimple* const use = only_use(value);
    if (use == nullptr) return found;
    if (gimple_code(use) == GIMPLE_COND) {
      const tree_code code = gimple_cond_code(use);
      if (code != EQ_EXPR && code != NE_EXPR) return found;
      found.statement = use;
      found.equal = code == EQ_EXPR;
      return found;
    }
    if (!is_gimple_assign(use)) return found;
    const tree_code code = gimple_assign_rhs_code(use);
    if (code == EQ_EXPR || code == NE_EXPR) {
      found.statement = use;
      return found;
    }
    tree result = gimple_assign_lhs(use);
    if (TREE_CODE(result) != SSA_NAME || !INTEGRAL_TYPE_P(TREE_TYPE(result))) return found;
    if (CONVERT_EXPR_CODE_P(code)) {
      if (TYPE_PRECISION(TREE_TYPE(result)) != precision) return found;
    } else if (code == BIT_AND_EXPR && TREE_CODE(gimple_assign_rhs2(use)) == INTEGER_CST) {
      found.mask &= TREE_INT_CST_LOW(gimple_assign_rhs2(use));
    } else {
      return found;
    }
    value = result;
  }
  return found;
}

}  // namespace

std::optional<MergedLoad> merged_load(gimple* statement) {
  constexpr unsigned kMostBits = 64;
  if (!is_gimple_assign(statement) || gimple_has_volatile_ops(statement) || BYTES_BIG_ENDIAN) return std::nullopt;
  tree reference = gimple_assign_rhs1(statement), value = gimple_assign_lhs(statement);
  if ((TREE_CODE(reference) != BIT_FIELD_REF && TREE_CODE(reference) != VIEW_CONVERT_EXPR) ||
      TREE_CODE(TREE_TYPE(TREE_OPERAND(reference, 0))) != RECORD_TYPE)
    return std::nullopt;
  if (TREE_CODE(value) != SSA_NAME || !INTEGRAL_TYPE_P(TREE_TYPE(value))) return std::nullopt;
  const unsigned bits = TYPE_PRECISION(TREE_TYPE(value));
  const HOST_WIDE_INT from = TREE_CODE(reference) == BIT_FIELD_REF ? tree_to_shwi(TREE_OPERAND(reference, 2)) : 0;
  if (bits > kMostBits || bits % BITS_PER_UNIT != 0 || from % BITS_PER_UNIT != 0) return std::nullopt;
  const Comparison comparison = comparison_of(value);
  if (comparison.statement == nullptr) return std::nullopt;
  std::vector<Bits> members;
  add_members(TREE_TYPE(TREE_OPERAND(reference, 0)), 0, members);
  MergedLoad load;
  for (const Bits& member : members) {
    const HOST_WIDE_INT begin = std::max<HOST_WIDE_INT>(member.begin - from, 0);
    const HOST_WIDE_INT end = std::min<HOST_WIDE_INT>(member.end - from, bits);
    if (begin >= end) continue;
    bool compared = false;
    for (HOST_WIDE_INT bit = begin; bit < end && !compared; ++bit) compared = ((comparison.mask >> bit) & 1) != 0;
    const HOST_WIDE_INT first = begin / BITS_PER_UNIT;
    if (compared) load.parts.push_back({first, (end + BITS_PER_UNIT - 1) / BITS_PER_UNIT - first});
  }
  if (load.parts.size() < 2) return std::nullopt;
  if (gimple_code(comparison.statement) == GIMPLE_COND) {
    edge when_true = nullptr, when_false = nullptr;
    extract_true_false_edges_from_block(gimple_bb(comparison.statement), &when_true, &when_false);
    load.taken = comparison.equal ? when_true : when_false;
  }
  return load;
}

}  // namespace fencepost::gcc
