// Memory that belongs to one function alone: its address goes nowhere else. The whole object decides: even if only
// elements of an array are used here, the array may have been passed to MPI.
//
// We do not ask the compiler's own points-to analysis: by Fortran's rules a procedure forgets the addresses of its
// arguments, but MPI does not.
#pragma once

#include "gcc/gcc.h"

namespace fencepost::gcc {

class LocalMemory {
 public:
  explicit LocalMemory(function* function);

  // `base` as in MemoryAccess.
  bool holds(tree base);

 private:
  static bool note_address(gimple* statement, tree place, tree address, void* self);
  bool is_local_variable(tree variable);
  bool is_local_block(tree pointer);
  // Whether a statement that has the address among its operands passes it on to where we cannot follow it. Adds the
  // names that also hold it then to `names`.
  bool escapes_in(gimple* statement, tree address, std::vector<tree>& names);
  bool escapes(std::vector<tree> names);

  std::map<tree, std::vector<std::pair<gimple*, tree>>> uses_;  // of the addresses of variables
  std::map<tree, bool> known_;
};

}  // namespace fencepost::gcc
