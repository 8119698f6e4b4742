// Mistakes in a call that its arguments alone show.
#pragma once

#include "lint/clang.h"
#include "lint/notes.h"

namespace fencepost::lint {

void check_arguments(const clang::CallExpr& call, const clang::FunctionDecl* function, const clang::ASTContext& context,
                     Notes& notes);

}  // namespace fencepost::lint
