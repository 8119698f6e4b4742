#include "gcc/given.h"

#include "gcc/emit.h"

namespace fencepost::gcc {
namespace {

// (Those of the compiler's own library and its builtins do forget.)
bool may_remember(gimple* statement) {
  if (!is_gimple_call(statement) || gimple_call_internal_p(statement)) return false;
  if ((gimple_call_flags(statement) & (ECF_CONST | ECF_PURE)) != 0) return false;
  tree callee = gimple_call_fndecl(statement);
  if (callee == NULL_TREE) return true;
  if (fndecl_built_in_p(callee) || DECL_NAME(callee) == NULL_TREE) return false;
  return !std::string_view(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee))).starts_with("_gfortran_");
}

bool is_given(tree argument) {
  if (!POINTER_TYPE_P(TREE_TYPE(argument))) return false;
  if (TREE_CODE(argument) == SSA_NAME) return true;
  if (TREE_CODE(argument) != ADDR_EXPR) return false;
  tree object = get_base_address(TREE_OPERAND(argument, 0));
  return object != NULL_TREE && VAR_P(object) && !TREE_READONLY(object);
}

}  // namespace

// Assembly without text that takes the address: points-to analysis lets it escape. It changes nothing else.
void remember_given(function* function) {
  std::set<tree> known;  // of variables and names
  std::vector<std::pair<gimple*, tree>> given;
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      gimple* statement = gsi_stmt(at);
      if (!may_remember(statement)) continue;
      for (unsigned i = 0; i < gimple_call_num_args(statement); ++i) {
        tree argument = gimple_call_arg(statement, i);
        if (!is_given(argument)) continue;
        tree object = TREE_CODE(argument) == ADDR_EXPR ? get_base_address(TREE_OPERAND(argument, 0)) : argument;
        if (known.insert(object).second) given.push_back({statement, argument});
      }
    }
  }
  for (const auto& [statement, address] : given) {
    vec<tree, va_gc>* inputs = nullptr;
    // "X": wherever it is, without needing a register.
    vec_safe_push(inputs, build_tree_list(build_tree_list(NULL_TREE, build_string(1, "X")), unshare_expr(address)));
    gasm* assembly = gimple_build_asm_vec("", inputs, nullptr, nullptr, nullptr);
    gimple_asm_set_volatile(assembly, true);
    put({statement, gimple_location(statement)}, assembly);
  }
}

}  // namespace fencepost::gcc
