#include "gcc/volatile_words.h"

#include "gcc/emit.h"
#include "gcc/places.h"
#include "gcc/runtime.h"

namespace fencepost::gcc {
namespace {

bool is_word(tree reference) {
  if (!TREE_THIS_VOLATILE(reference)) return false;
  tree type = TREE_TYPE(reference);
  if (!INTEGRAL_TYPE_P(type) && !POINTER_TYPE_P(type)) return false;
  if (TREE_CODE(reference) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(reference, 1))) return false;
  if (TREE_CODE(reference) == BIT_FIELD_REF) return false;
  tree object = get_base_address(reference);
  if (object == NULL_TREE || !DECL_P(object)) return object != NULL_TREE;
  return VAR_P(object) && (is_global_var(object) || TREE_ADDRESSABLE(object));
}

// What is loaded or stored; null: no such statement.
tree word_of(gimple* statement) {
  if (!gimple_assign_single_p(statement) || gimple_clobber_p(statement)) return NULL_TREE;
  if (gimple_assign_load_p(statement)) return gimple_assign_rhs1(statement);
  return gimple_store_p(statement) ? gimple_assign_lhs(statement) : NULL_TREE;
}

}  // namespace

bool is_volatile_word(gimple* statement) {
  if (!is_gimple_assign(statement) || !gimple_has_volatile_ops(statement)) return false;
  tree word = word_of(statement);
  return word != NULL_TREE && is_word(word);
}

std::vector<gimple*> volatile_words(function* function) {
  std::vector<gimple*> words;
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (is_volatile_word(gsi_stmt(at))) words.push_back(gsi_stmt(at));
    }
  }
  return words;
}

void add_volatile_order(const std::vector<gimple*>& words) {
  for (gimple* statement : words) {
    const Spot spot{statement, location_of(statement)};
    tree address = compute(spot, build_fold_addr_expr(unshare_expr(word_of(statement))));
    call(spot, gimple_assign_load_p(statement) ? volatile_load_function() : volatile_store_function(),
         {compute(spot, fold_convert(ptr_type_node, address))});
  }
}

}  // namespace fencepost::gcc
