// What calls of functions that are not MPI's may do, by their bodies as far as these are seen.
#pragma once

#include <map>

#include "lint/clang.h"

namespace fencepost::lint {

class Callees {
 public:
  // The call may lead to MPI calls: to such, to code that is not seen, to a function that it is handed.
  bool may_call_mpi(const clang::CallExpr& call);
  bool may_call_mpi(const clang::CXXConstructExpr& call);

  // The end of an object of this class.
  bool may_call_mpi(const clang::CXXRecordDecl& destroyed);

  // One by which C++'s containers give access to what they hold, and change nothing.
  static bool leads_to_elements(const clang::FunctionDecl& function);
  static bool is_of_the_system(const clang::FunctionDecl& function);
  // The end of an object of this type may call MPI.
  bool destroys_with_mpi(clang::QualType type);
  // A function by which a thread may learn what others have done.
  static bool synchronizes_threads(const clang::FunctionDecl& function);

 private:
  bool may_call_mpi(const clang::FunctionDecl* function);
  std::map<const clang::FunctionDecl*, bool> known_;
};

}  // namespace fencepost::lint
