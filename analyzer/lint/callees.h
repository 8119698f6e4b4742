// What calls of other functions than MPI's may do, according to their bodies, if these are visible.
#pragma once

#include <map>

#include "lint/clang.h"

namespace fencepost::lint {

class Callees {
 public:
  // The call may lead to MPI calls: directly, through code that is not visible, or through a function passed to it.
  bool may_call_mpi(const clang::CallExpr& call);
  bool may_call_mpi(const clang::CXXConstructExpr& call);

  // The destruction of an object of this class may lead to MPI calls.
  bool may_call_mpi(const clang::CXXRecordDecl& destroyed);

  // A function of C++'s containers that only gives access to the elements, and changes nothing.
  static bool leads_to_elements(const clang::FunctionDecl& function);
  static bool is_of_the_system(const clang::FunctionDecl& function);
  // The destruction of an object of this type may lead to MPI calls.
  bool destroys_with_mpi(clang::QualType type);
  // A function by which a thread may learn what others have done.
  static bool synchronizes_threads(const clang::FunctionDecl& function);

 private:
  bool may_call_mpi(const clang::FunctionDecl* function);
  std::map<const clang::FunctionDecl*, bool> known_;
};

}  // namespace fencepost::lint
