// One function, followed along its control flow: the epochs of its windows and the buffers of its operations. What is
// told is wrong on every way that leads there; what depends on the caller, on other ranks or on values is not looked
// at.
#pragma once

#include "lint/callees.h"
#include "lint/clang.h"
#include "lint/notes.h"

namespace fencepost::lint {

// False: the function has RMA calls and cannot be followed (OpenMP, coroutines, code that clang has no graph for).
bool follow(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes);

}  // namespace fencepost::lint
