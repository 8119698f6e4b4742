// What a function contains, anywhere in it, that limits how far it can be followed.
#pragma once

#include <set>
#include <string>

#include "lint/clang.h"
#include "lint/values.h"

namespace fencepost::lint {

struct Contents {
  bool has_windows = false;  // calls of the one-sided chapter
  // Control flow that the graph does not show: OpenMP, coroutines, exception handlers.
  bool has_other_ways = false;
  bool throws = false;
  bool copies_windows = false;                 // two names for one
  bool sets_attributes = false;                // their callbacks may free windows
  std::set<const clang::Expr*> not_evaluated;  // expressions that only select a type (_Generic), (void)x
  Variables exposed;                           // a pointer, a reference or another function may change them

  // Whether the value of this expression may change without being named.
  bool is_exposed(const std::string& key, const Variables& variables) const;
};
Contents contents_of(const clang::FunctionDecl& function, const clang::ASTContext& context);

}  // namespace fencepost::lint
