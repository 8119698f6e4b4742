// What is wrong with a call by its arguments alone.
#pragma once

#include "lint/clang.h"
#include "lint/notes.h"

namespace fencepost::lint {

void check_arguments(const clang::CallExpr& call, const clang::FunctionDecl* function, const clang::ASTContext& context,
                     Notes& notes);

}  // namespace fencepost::lint
