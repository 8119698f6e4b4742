// Reduction operations on arrays of predefined elements, as accumulate needs them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "record/vocabulary.h"

namespace fencepost::rma {

// target[i] = target[i] op origin[i] for `elements` elements. Neither array need be aligned.
using Kernel = void (*)(std::byte* target, const std::byte* origin, std::int64_t elements);

// Null: the standard defines no such operation on such elements (kReplace and kNoOp are not reductions: null).
Kernel kernel(ReduceOp op, BasicType basic);

// Whether MPI_Compare_and_swap takes elements of this type: integers, logicals, bytes.
bool comparable(BasicType basic);

}  // namespace fencepost::rma
