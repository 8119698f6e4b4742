// The words for what flow.h finds.
#pragma once

#include <string>
#include <string_view>

#include "lint/notes.h"
#include "lint/operations.h"
#include "lint/window_states.h"

namespace fencepost::lint {

class FlowWords {
 public:
  explicit FlowWords(const clang::ASTContext& context) : context_(context) {}

  Note wrong_call(const Wrong& wrong, const clang::CallExpr& call, const CallShape& shape,
                  const std::string& name) const;
  Note at_finalize(const Wrong& wrong, const clang::CallExpr& call) const;
  // `by`: a load, a store, or a call that reads or writes the buffer (then `call` is its name).
  Note buffer_used(const Operation& operation, const Buffer& buffer, const clang::Expr& by, bool written,
                   AccessVerb kind, const std::string& call) const;
  // `by`: the call of free; null: the variable's scope ends at `end`.
  Note buffer_freed(const Operation& operation, const Buffer& buffer, clang::SourceLocation end,
                    const clang::CallExpr* by, const std::string& how) const;
  Note same_target(const Operation& before, const Operation& now) const;
  // The same for two atomic operations with different types.
  Note mixed_types(const Operation& before, const Operation& now) const;

  static AccessVerb kind_of(const CallShape& shape);

 private:
  std::string at(const clang::Expr& expression) const;
  std::string spelled(const clang::Expr& expression) const;
  std::string window_of(const clang::CallExpr& call, int argument) const;
  Site site(const clang::CallExpr& call) const;
  Site site(const Operation& operation) const;

  const clang::ASTContext& context_;
};

}  // namespace fencepost::lint
