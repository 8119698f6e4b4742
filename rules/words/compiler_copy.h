// Copies that a Fortran compiler makes for a call: of an array section that is not contiguous, or of an expression, if
// the called function has no explicit interface for them. The program has no name for their memory, and no statement of
// the program frees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "job/conflict.h"
#include "job/operation.h"
#include "words/words.h"

namespace fencepost {

// Whether an argument is only a name. The compiler copies such an argument only if it is a pointer or a dummy argument
// whose memory is not contiguous.
bool is_name(const std::string& argument);

// Whether the compiler copies what an argument is, if it has to be contiguous: a section with gaps, an expression.
bool is_copied_for_calls(const std::string& argument);
// The variable of such a section, in small letters; "": an expression.
std::string variable_of(const std::string& argument);

// What to do about them.
std::string advice_on_compiler_copies();

// The expression that an MPI call has as its argument `index` (from 0), if the memory at `address` is certainly the
// compiler's copy of it: a copy in the caller's frame. Nothing: the memory may be the program's own.
std::optional<std::string> copied_argument(const Place& call, int index, std::uint64_t address, Words& words);

// A sentence about the race of an operation with the loads or stores by which the compiler copies data for a call; "":
// the race is of another kind.
std::string compiler_copy_words(const Conflict& conflict, Words& words);

}  // namespace fencepost
