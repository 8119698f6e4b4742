// Follows one function along its control flow: the epochs of its windows and the buffers of its operations. A reported
// mistake is one on every way that leads there. Code that depends on the caller, on other ranks or on values is not
// checked.
#pragma once

#include "lint/callees.h"
#include "lint/clang.h"
#include "lint/notes.h"

namespace fencepost::lint {

// False: the function has RMA calls and cannot be followed (OpenMP, coroutines, code for which clang has no graph).
bool follow(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes);

}  // namespace fencepost::lint
