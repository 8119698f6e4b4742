// A load or store in GIMPLE, as each step of the pass gives it to the next:
// collect (what is there) ▸ filter (what can matter) ▸ hoist (what a loop does as a whole) ▸ instrument (the code).
#pragma once

#include "contract/accesses.h"
#include "gcc/gcc.h"

namespace fencepost::gcc {

using contract::Kind;

// At base + offset + distance.
struct MemoryAccess {
  gimple* statement = nullptr;
  tree base = NULL_TREE;       // a pointer: an SSA name, or the address of a variable
  tree offset = NULL_TREE;     // bytes that are not constant, sizetype; null: none
  HOST_WIDE_INT distance = 0;  // bytes
  HOST_WIDE_INT reach = 0;     // by its type it stays in so many bytes from `base` on; 0: not known
  std::uint64_t size = 0;      // 0: `length` says
  tree length = NULL_TREE;
  Kind kind = Kind::kLoad;
  bool is_behind = false;  // it happens as the call returns
  bool is_aligned = false;
};

using Accesses = std::vector<MemoryAccess>;

// A variable on the stack, which is rarely a window.
inline bool is_automatic(tree pointer) {
  if (TREE_CODE(pointer) != ADDR_EXPR) return false;
  tree object = get_base_address(TREE_OPERAND(pointer, 0));
  return object != NULL_TREE && DECL_P(object) && !is_global_var(object);
}

inline bool is_checked(const MemoryAccess& access) {
  return access.size != 0 && access.size <= contract::kWidestChecked;
}

}  // namespace fencepost::gcc
