#include "gcc/filter.h"

#include "gcc/assembly.h"
#include "gcc/local_memory.h"
#include "gcc/places.h"
#include "gcc/volatile_words.h"

namespace fencepost::gcc {
namespace {

// A table of virtual functions. (The pointer to it is part of its object.)
bool is_virtual_table(tree base) {
  if (TREE_CODE(base) != SSA_NAME) return false;
  for (int steps = 0; steps < 4; ++steps) {
    gimple* definition = SSA_NAME_DEF_STMT(base);
    if (!is_gimple_assign(definition)) return false;
    tree from = gimple_assign_rhs1(definition);
    if (TREE_CODE(from) == COMPONENT_REF) return DECL_VIRTUAL_P(TREE_OPERAND(from, 1));
    if (TREE_CODE(from) != SSA_NAME) return false;
    base = from;
  }
  return false;
}

// Memory that nobody writes while the program runs.
bool is_constant(const MemoryAccess& access) {
  if (access.kind != Kind::kLoad) return false;
  if (TREE_CODE(access.base) == ADDR_EXPR) {
    tree object = get_base_address(TREE_OPERAND(access.base, 0));
    if (object == NULL_TREE) return false;
    if (TREE_CODE(object) == STRING_CST || TREE_CODE(object) == CONST_DECL) return true;
    return VAR_P(object) && TREE_READONLY(object) && !TREE_THIS_VOLATILE(object) && is_global_var(object);
  }
  return is_virtual_table(access.base);
}

bool is_same_place(gimple* one, gimple* other) {
  const location_t left = location_of(one), right = location_of(other);
  return LOCATION_LINE(left) == LOCATION_LINE(right) && LOCATION_FILE(left) == LOCATION_FILE(right) &&
         gimple_block(one) == gimple_block(other);
}

// Whether `by`, in the same stretch of code, says everything that `access` would.
bool covers(const MemoryAccess& by, const MemoryAccess& access) {
  if (contract::is_atomic(by.kind) || contract::is_atomic(access.kind) || by.size == 0 || access.size == 0)
    return false;
  return by.distance == access.distance && by.size >= access.size && is_same_address(by, access) &&
         (by.kind == Kind::kStore || access.kind == Kind::kLoad) && by.is_behind == access.is_behind &&
         is_same_place(by.statement, access.statement);
}

bool is_harmless_builtin(built_in_function code) {
  switch (code) {
  CASE_BUILT_IN_ALLOCA:
  case BUILT_IN_MEMCPY:
  case BUILT_IN_MEMMOVE:
  case BUILT_IN_MEMPCPY:
  case BUILT_IN_MEMSET:
  case BUILT_IN_BZERO:
  case BUILT_IN_STACK_SAVE:
  case BUILT_IN_STACK_RESTORE:
  case BUILT_IN_PREFETCH:
  case BUILT_IN_UNREACHABLE:
  case BUILT_IN_TRAP:
  case BUILT_IN_EXPECT:
  case BUILT_IN_ASSUME_ALIGNED:
  case BUILT_IN_OBJECT_SIZE:
    return true;
    default:
      return false;
  }
}

}  // namespace

bool is_same_address(const MemoryAccess& one, const MemoryAccess& other) {
  const auto equal = [](tree a, tree b) {
    return a == b || (a != NULL_TREE && b != NULL_TREE && operand_equal_p(a, b, 0));
  };
  return equal(one.base, other.base) && equal(one.offset, other.offset);
}

bool is_boundary(gimple* statement) {
  if (gimple_code(statement) == GIMPLE_ASM) return gimple_asm_clobbers_memory_p(as_a<gasm*>(statement));
  if (is_volatile_word(statement)) return true;
  if (!is_gimple_call(statement)) return false;
  if (gimple_call_internal_p(statement)) {
    return gimple_call_internal_fn(statement) == IFN_ATOMIC_COMPARE_EXCHANGE;
  }
  const int flags = gimple_call_flags(statement);
  if ((flags & (ECF_CONST | ECF_PURE)) != 0 && (flags & ECF_NOTHROW) != 0) return false;
  if (gimple_call_builtin_p(statement, BUILT_IN_MD)) return is_fence(statement);
  tree callee = gimple_call_fndecl(statement);
  if (callee == NULL_TREE || !DECL_EXTERNAL(callee)) return true;
  if (gimple_call_builtin_p(statement, BUILT_IN_NORMAL) && is_harmless_builtin(DECL_FUNCTION_CODE(callee)))
    return false;
  return !TREE_PUBLIC(callee) || DECL_NAME(callee) == NULL_TREE ||
         !contract::is_pure_function(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)));
}

bool is_fence(gimple* statement) {
  if (auto* assembly = dyn_cast<gasm*>(statement)) return is_fence_of_assembly(assembly);
  if (!is_gimple_call(statement)) return false;
  if (gimple_call_builtin_p(statement, BUILT_IN_NORMAL)) {
    const built_in_function code = DECL_FUNCTION_CODE(gimple_call_fndecl(statement));
    return code == BUILT_IN_SYNC_SYNCHRONIZE || code == BUILT_IN_ATOMIC_THREAD_FENCE;
  }
  tree callee = gimple_call_fndecl(statement);
  return callee != NULL_TREE && gimple_call_builtin_p(statement, BUILT_IN_MD) && DECL_NAME(callee) != NULL_TREE &&
         std::string_view(IDENTIFIER_POINTER(DECL_NAME(callee))) == "__builtin_ia32_mfence";
}

bool has_boundary_between(gimple* first, gimple* last) {
  for (gimple_stmt_iterator at = gsi_for_stmt(first); !gsi_end_p(at) && gsi_stmt(at) != last; gsi_next(&at)) {
    if (is_boundary(gsi_stmt(at))) return true;
  }
  return false;
}

Accesses filter(const Accesses& accesses, function* function, Statistics& statistics) {
  Accesses kept;
  LocalMemory local(function);
  for (const MemoryAccess& access : accesses) {
    if (is_constant(access)) {
      ++statistics.constant;
    } else if (!contract::is_atomic(access.kind) && local.holds(access.base)) {
      ++statistics.local;
    } else {
      kept.push_back(access);
    }
  }

  // Accesses of one block are in order. Looks both ways: a load before a store of the same bytes is covered by it.
  Accesses result;
  constexpr std::size_t kNear = 24;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const MemoryAccess& access = kept[i];
    bool covered = false;
    const std::size_t farthest = result.size() < kNear ? 0 : result.size() - kNear + 1;
    for (std::size_t end = result.size(); end > farthest && !covered; --end) {
      const MemoryAccess& before = result[end - 1];
      if (gimple_bb(before.statement) != gimple_bb(access.statement)) break;
      covered = covers(before, access) && !has_boundary_between(before.statement, access.statement);
    }
    for (std::size_t j = i + 1; j < kept.size() && j - i < kNear && !covered; ++j) {
      const MemoryAccess& later = kept[j];
      if (gimple_bb(later.statement) != gimple_bb(access.statement)) break;
      if (later.kind != Kind::kStore || access.kind != Kind::kLoad || !covers(later, access)) continue;
      covered = !has_boundary_between(access.statement, later.statement);
    }
    if (covered) {
      ++statistics.covered;
    } else {
      result.push_back(access);
    }
  }
  return result;
}

}  // namespace fencepost::gcc
