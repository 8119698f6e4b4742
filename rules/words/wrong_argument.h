// The words for a wrong argument of a call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/event.h"
#include "words/words.h"

namespace fencepost {

// A copy of an event::WrongArgument.
struct WrongArgument {
  std::uint64_t window = 0;  // its id in the process
  std::size_t argument = 0;
  ArgumentProblem problem = ArgumentProblem::kNone;
  std::int64_t given = 0;
  std::uint64_t against = 0;
  std::size_t swapped = 0;  // position + 1; 0: not swapped
  std::string error;
};
WrongArgument wrong_argument_of(const event::WrongArgument& event);

// The standard's names for the arguments of a function of the one-sided chapter, or of a function that this chapter
// needs (rules/standard/arguments.def). Empty: another function.
std::vector<std::string_view> arguments_of(MpiCall call);
// "target_rank"; "argument 3" if it has no name.
std::string argument_name(MpiCall call, std::size_t argument);
// "MPI_Win_lock(lock_type, rank, assert, win)"
std::string signature_of(MpiCall call);

// "a null handle as group", to follow "calls MPI_Win_start with".
std::string words_of(const WrongArgument& wrong, MpiCall call);
// What to do about it: one or two sentences.
std::string advice_on(const WrongArgument& wrong, MpiCall call);
// The same for a number that must not be negative, or not 0.
std::string advice_on_number(std::string_view argument, std::int64_t given);
// A sentence if the arguments seem to be in the wrong order; otherwise "".
std::string swap_words(const WrongArgument& wrong, MpiCall call);

// A sentence about a rank that the window does not have, but that may be meant as a rank of MPI_COMM_WORLD; "": it is
// not a rank of that either.
std::string world_rank_words(Rank rank, const Window& window, const Job& job);

}  // namespace fencepost
