// Expressions as what they name: two with one key have the same value as long as no variable in it changes; a place is
// where in an object a buffer begins or an access goes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "lint/clang.h"

namespace fencepost::lint {

using Variables = std::set<const clang::VarDecl*>;

struct Value {
  std::string key;  // "#3": the number; "": cannot be told
  Variables variables;
  bool is_constant() const { return key.starts_with('#'); }
  std::optional<std::int64_t> number() const;
};
Value value_of(const clang::Expr* expression, const clang::ASTContext& context);

struct Place {
  std::string root;  // the object or what a pointer points to; "": cannot be told
  Variables variables;
  const clang::VarDecl* object = nullptr;  // if it is a variable itself, not what one points to
  std::int64_t offset = 0;                 // bytes from the beginning of the root
  std::int64_t size = 0;                   // of what the expression names; 0: not known
};
// Of an lvalue. An index that a loop around it counts up from 0 (`from_zero`) counts as 0: the loop comes there first.
Place place_of(const clang::Expr* lvalue, const clang::ASTContext& context, const Variables& from_zero);
// Of what a pointer (or an array) points to.
Place pointed_to(const clang::Expr* pointer, const clang::ASTContext& context, const Variables& from_zero);

// The expression as it is written, in one line; of one that is a macro of MPI's (MPI_INT), its name. "": it comes out
// of the body of another macro.
std::string text_of(const clang::Expr* expression, const clang::ASTContext& context);

// The bytes of one element of a predefined datatype ("MPI_INT"); 0: not known.
std::int64_t size_of_type(const std::string& datatype, const clang::ASTContext& context);

bool is_window_type(clang::QualType type);

// Of the namespace std, at whatever depth.
bool is_of_std(const clang::Decl& declaration);

}  // namespace fencepost::lint
