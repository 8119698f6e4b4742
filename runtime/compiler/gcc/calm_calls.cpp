#include "gcc/calm_calls.h"

#include "contract/calm_functions.h"
#include "gcc/filter.h"

namespace fencepost::gcc {
namespace {

std::set<unsigned> calm;  // the numbers of their declarations

// Another definition may take its place, but not of an inline function.
bool is_the_one(tree function) {
  return !TREE_PUBLIC(function) || DECL_DECLARED_INLINE_P(function) || DECL_COMDAT(function) ||
         decl_binds_to_current_def_p(function);
}

bool has_only_calm(function* function) {
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (is_boundary(gsi_stmt(at)) && !is_calm(gsi_stmt(at))) return false;
    }
  }
  return true;
}

}  // namespace

bool is_calm(gimple* boundary) {
  tree callee = is_gimple_call(boundary) ? gimple_call_fndecl(boundary) : NULL_TREE;
  if (callee == NULL_TREE) return false;
  if (calm.count(DECL_UID(callee)) != 0) return true;
  return DECL_NAME(callee) != NULL_TREE && TREE_PUBLIC(callee) &&
         contract::is_calm_function(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)));
}

void remember_whether_calm(function* function) {
  if (is_the_one(function->decl) && has_only_calm(function)) calm.insert(DECL_UID(function->decl));
}

}  // namespace fencepost::gcc
