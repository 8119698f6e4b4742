// Part of step one: the intrinsics that load and store parts of vectors, or vectors in another way than by the plain
// instructions. Programs call them by the compilers' functions for single instructions (_mm256_maskload_pd, …).
#pragma once

#include "pass/access.h"

namespace fencepost::pass {

void collect_intrinsic(Accesses& found, llvm::IntrinsicInst& call);

}  // namespace fencepost::pass
