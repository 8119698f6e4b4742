// What a function has, wherever in it, that decides how far it can be followed.
#pragma once

#include <set>
#include <string>

#include "lint/clang.h"
#include "lint/values.h"

namespace fencepost::lint {

struct Contents {
  bool has_windows = false;  // calls of the one-sided chapter
  // Ways that the graph does not show: OpenMP, coroutines, handlers of exceptions.
  bool has_other_ways = false;
  bool throws = false;
  bool copies_windows = false;                 // two names for one
  bool sets_attributes = false;                // whose callbacks may free windows
  std::set<const clang::Expr*> not_evaluated;  // what only chooses among types (_Generic), (void)x
  Variables exposed;                           // may change by way of a pointer, a reference or another function

  // Whether what is named so may change without being named.
  bool is_exposed(const std::string& key, const Variables& variables) const;
};
Contents contents_of(const clang::FunctionDecl& function, const clang::ASTContext& context);

}  // namespace fencepost::lint
