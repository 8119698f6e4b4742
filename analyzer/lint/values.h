// Expressions by what they name. Two with the same key have the same value while no variable in it changes. A place is
// the position in an object where a buffer begins or an access goes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "lint/clang.h"

namespace fencepost::lint {

using Variables = std::set<const clang::VarDecl*>;

struct Value {
  std::string key;  // "#3": the number; "": not known
  Variables variables;
  bool is_constant() const { return key.starts_with('#'); }
  std::optional<std::int64_t> number() const;
};
Value value_of(const clang::Expr* expression, const clang::ASTContext& context);

struct Place {
  std::string root;  // the object, or the target of a pointer; "": not known
  Variables variables;
  const clang::VarDecl* object = nullptr;  // if it is a variable itself, not a pointer's target
  std::int64_t offset = 0;                 // bytes from the beginning of the root
  std::int64_t size = 0;                   // of the named object; 0: not known
};
// For an lvalue. An index that a surrounding loop counts up from 0 (`from_zero`) counts as 0, its first value.
Place place_of(const clang::Expr* lvalue, const clang::ASTContext& context, const Variables& from_zero);
// For the target of a pointer (or an array).
Place pointed_to(const clang::Expr* pointer, const clang::ASTContext& context, const Variables& from_zero);

// The expression as written, in one line; for a macro of MPI (MPI_INT), its name. "": it comes from the body of another
// macro.
std::string text_of(const clang::Expr* expression, const clang::ASTContext& context);

// The bytes of one element of a predefined datatype ("MPI_INT"); 0: not known.
std::int64_t size_of_type(const std::string& datatype, const clang::ASTContext& context);

bool is_window_type(clang::QualType type);

// In namespace std, at any depth.
bool is_of_std(const clang::Decl& declaration);

}  // namespace fencepost::lint
