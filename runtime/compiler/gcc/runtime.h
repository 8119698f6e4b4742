// The functions and variables of the hooks, as declarations of the file that is compiled.
#pragma once

#include "gcc/access.h"

namespace fencepost::gcc {

// They touch nothing of the program: code moves around them as if they were not there.
tree range_function();
tree grid_function();
tree run_function();
tree unseen_function();
tree landed_function();
tree volatile_load_function();
tree volatile_store_function();
tree fence_function();
// For use before loops.
tree room_function();
tree room_below_function();
tree marks_function();
// A type of the plugin's own, made once.
tree kept_type(tree (*make)());
// Around operations that order, with the object's address and the order.
tree release_function();
tree acquire_function();
// The compiler's own, which not every language has declared.
tree frame_address_function();

// fencepost_passed_atomicBITS_OPERATION: returns `value` (none: null), takes what `parameters` says.
tree atomic_function(const std::string& name, tree value, const std::vector<tree>& parameters);

// The field of the module's table at `offset`, of the type that get_field_type returns.
tree table_field(std::size_t offset, bool is_pointer);

// Numbers for the accesses of a function, different from all others in the program.
class Sites {
 public:
  explicit Sites(function* function);
  std::uint64_t next();

 private:
  std::uint64_t place_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace fencepost::gcc
