#include "gcc/places.h"

namespace fencepost::gcc {
namespace {

bool is_known(location_t location) {
  return LOCATION_LOCUS(location) != UNKNOWN_LOCATION;
}

// The place of the expressions that the statement is made of.
location_t location_of_operands(gimple* statement) {
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    for (tree part = gimple_op(statement, i); part != NULL_TREE && EXPR_P(part); part = TREE_OPERAND(part, 0)) {
      if (is_known(EXPR_LOCATION(part))) return EXPR_LOCATION(part);
      if (TREE_OPERAND_LENGTH(part) == 0) break;
    }
  }
  return UNKNOWN_LOCATION;
}

}  // namespace

location_t location_of(gimple* statement) {
  if (is_known(gimple_location(statement))) return gimple_location(statement);
  if (const location_t found = location_of_operands(statement); is_known(found)) return found;
  // The statement that uses what is loaded comes after it, mostly in the same line.
  gimple_stmt_iterator at = gsi_for_stmt(statement);
  for (gsi_next_nondebug(&at); !gsi_end_p(at); gsi_next_nondebug(&at)) {
    if (is_known(gimple_location(gsi_stmt(at)))) return gimple_location(gsi_stmt(at));
  }
  at = gsi_for_stmt(statement);
  for (gsi_prev_nondebug(&at); !gsi_end_p(at); gsi_prev_nondebug(&at)) {
    if (is_known(gimple_location(gsi_stmt(at)))) return gimple_location(gsi_stmt(at));
  }
  return UNKNOWN_LOCATION;
}

bool is_fortran() {
  return std::string_view(lang_hooks.name).find("Fortran") != std::string_view::npos;
}

}  // namespace fencepost::gcc
