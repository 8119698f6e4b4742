// Copies that a Fortran compiler makes for a call: of an array section that is not contiguous, or of an expression,
// where the called function has no explicit interface for them. The user has no name for their memory, and none of his
// statements frees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "job/conflict.h"
#include "job/operation.h"
#include "words/words.h"

namespace fencepost {

// Which argument of an operation's call (from 0) is its result buffer.
int result_argument(OperationKind kind);
inline constexpr int kCompareArgument = 1;  // of MPI_Compare_and_swap

// Whether an argument is nothing but a name: the compiler copies it only if it is a pointer or a dummy argument without
// contiguous memory behind it.
bool is_name(const std::string& argument);

// What to do about them.
std::string advice_on_compiler_copies();

// What a call of MPI names as its argument `index` (from 0), if the memory at `address` that it was given is the
// compiler's copy of that for certain: one that lies in the caller's frame. Nothing: it may be the program's own.
std::optional<std::string> copied_argument(const Place& call, int index, std::uint64_t address, Words& words);

// The race of an operation with loads or stores by which the compiler copies for a call, in a sentence that says so;
// "": it is none.
std::string compiler_copy_words(const Conflict& conflict, Words& words);

}  // namespace fencepost
