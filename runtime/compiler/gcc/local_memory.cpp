#include "gcc/local_memory.h"

namespace fencepost::gcc {
namespace {

constexpr std::size_t kMostNames = 500;

// A call that does not keep the addresses of its arguments.
bool forgets_addresses(gimple* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL)) return false;
  switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMSET:
    case BUILT_IN_BZERO:
    case BUILT_IN_MEMCMP:
    case BUILT_IN_FREE:
    case BUILT_IN_STACK_RESTORE:
    case BUILT_IN_PREFETCH:
    case BUILT_IN_ASSUME_ALIGNED:
    case BUILT_IN_OBJECT_SIZE:
      return true;
    default:
      return false;
  }
}

bool is_new_block(gimple* definition) {
  if (!is_gimple_call(definition) || !gimple_call_builtin_p(definition, BUILT_IN_NORMAL)) return false;
  switch (DECL_FUNCTION_CODE(gimple_call_fndecl(definition))) {
  CASE_BUILT_IN_ALLOCA:
  case BUILT_IN_MALLOC:
  case BUILT_IN_CALLOC:
  case BUILT_IN_ALIGNED_ALLOC:
    return true;
    default:
      return false;
  }
}

// Back through arithmetic and conversions, to a variable's address or a name that has no earlier one.
tree origin_of(tree pointer) {
  for (int steps = 0; steps < 64; ++steps) {
    if (TREE_CODE(pointer) == ADDR_EXPR) {
      tree inner = get_base_address(TREE_OPERAND(pointer, 0));
      if (inner != NULL_TREE && TREE_CODE(inner) == MEM_REF) {
        pointer = TREE_OPERAND(inner, 0);
        continue;
      }
      return pointer;
    }
    if (TREE_CODE(pointer) != SSA_NAME) return pointer;
    gimple* definition = SSA_NAME_DEF_STMT(pointer);
    if (!is_gimple_assign(definition)) return pointer;
    const tree_code code = gimple_assign_rhs_code(definition);
    if (code != POINTER_PLUS_EXPR && code != SSA_NAME && code != ADDR_EXPR && !CONVERT_EXPR_CODE_P(code))
      return pointer;
    tree from = gimple_assign_rhs1(definition);
    if (!POINTER_TYPE_P(TREE_TYPE(from))) return pointer;
    pointer = from;
  }
  return pointer;
}

// Whether the name itself is stored, not what it points to.
bool is_operand(tree operand, tree name) {
  return operand == name || (TREE_CODE(operand) == ADDR_EXPR && TREE_CODE(name) == ADDR_EXPR);
}

}  // namespace

// `place`: the variable, or an element or member of it.
bool LocalMemory::note_address(gimple* statement, tree place, tree address, void* self) {
  if (tree object = get_base_address(place); object != NULL_TREE) {
    static_cast<LocalMemory*>(self)->uses_[object].push_back({statement, address});
  }
  return false;
}

LocalMemory::LocalMemory(function* function) {
  basic_block block;
  FOR_EACH_BB_FN(block, function) {
    for (gphi_iterator at = gsi_start_phis(block); !gsi_end_p(at); gsi_next(&at)) {
      walk_stmt_load_store_addr_ops(at.phi(), this, nullptr, nullptr, &note_address);
    }
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (is_gimple_debug(gsi_stmt(at)) || gimple_clobber_p(gsi_stmt(at))) continue;
      walk_stmt_load_store_addr_ops(gsi_stmt(at), this, nullptr, nullptr, &note_address);
    }
  }
}

bool LocalMemory::holds(tree base) {
  tree origin = origin_of(base);
  tree object = origin;
  if (TREE_CODE(origin) == ADDR_EXPR) object = get_base_address(TREE_OPERAND(origin, 0));
  if (object == NULL_TREE) return false;
  const auto [known, is_new] = known_.try_emplace(object, false);
  if (!is_new) return known->second;
  bool answer = false;
  if (DECL_P(object)) {
    answer = is_local_variable(object);
  } else if (TREE_CODE(object) == SSA_NAME) {
    answer = is_local_block(object);
  }
  known_[object] = answer;
  return answer;
}

bool LocalMemory::is_local_variable(tree variable) {
  if (TREE_CODE(variable) == RESULT_DECL) return true;  // its caller says where it is stored
  if (!VAR_P(variable) && TREE_CODE(variable) != PARM_DECL) return false;
  if (is_global_var(variable)) {
    // In this file, and nobody has its address.
    return !TREE_ADDRESSABLE(variable) && !TREE_PUBLIC(variable) && !DECL_EXTERNAL(variable) && optimize > 0 &&
           !lookup_attribute("used", DECL_ATTRIBUTES(variable));
  }
  if (!TREE_ADDRESSABLE(variable)) return true;
  std::vector<tree> names;
  for (const auto& [statement, address] : uses_[variable]) {
    if (escapes_in(statement, address, names)) return false;
  }
  return !escapes(names);
}

bool LocalMemory::is_local_block(tree pointer) {
  gimple* definition = SSA_NAME_DEF_STMT(pointer);
  return definition != nullptr && is_new_block(definition) && !escapes({pointer});
}

bool LocalMemory::escapes_in(gimple* statement, tree address, std::vector<tree>& names) {
  const auto follow = [&](tree name) {
    if (name == NULL_TREE) return false;
    if (TREE_CODE(name) != SSA_NAME) return true;
    names.push_back(name);
    return false;
  };
  switch (gimple_code(statement)) {
    case GIMPLE_ASSIGN: {
      const tree_code code = gimple_assign_rhs_code(statement);
      if (TREE_CODE_CLASS(code) == tcc_comparison || code == POINTER_DIFF_EXPR) return false;
      const bool is_taken = is_operand(gimple_assign_rhs1(statement), address);
      if (code == POINTER_PLUS_EXPR || code == SSA_NAME || code == ADDR_EXPR || CONVERT_EXPR_CODE_P(code)) {
        if (code != ADDR_EXPR && !is_taken) return !gimple_store_p(statement) && !gimple_assign_load_p(statement);
        if (!POINTER_TYPE_P(TREE_TYPE(gimple_assign_lhs(statement)))) return true;
        return follow(gimple_assign_lhs(statement));
      }
      if (code == COND_EXPR || code == MIN_EXPR || code == MAX_EXPR) return follow(gimple_assign_lhs(statement));
      // It is in the address of what is loaded or stored.
      if (gimple_assign_single_p(statement) && !is_taken && code != CONSTRUCTOR) return false;
      return true;
    }
    case GIMPLE_PHI:
      return follow(gimple_phi_result(statement));
    case GIMPLE_COND:
      return false;
    case GIMPLE_CALL:
      return !forgets_addresses(statement) ||
             (gimple_call_lhs(statement) != NULL_TREE && follow(gimple_call_lhs(statement)));
    default:
      return true;
  }
}

bool LocalMemory::escapes(std::vector<tree> names) {
  std::set<tree> seen;
  while (!names.empty()) {
    tree name = names.back();
    names.pop_back();
    if (!seen.insert(name).second) continue;
    if (seen.size() > kMostNames) return true;
    imm_use_iterator iterator;
    use_operand_p use;
    FOR_EACH_IMM_USE_FAST(use, iterator, name) {
      gimple* statement = USE_STMT(use);
      if (is_gimple_debug(statement) || gimple_clobber_p(statement)) continue;
      if (escapes_in(statement, name, names)) return true;
    }
  }
  return false;
}

}  // namespace fencepost::gcc
