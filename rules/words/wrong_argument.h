// What is wrong with an argument of a call, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/event.h"
#include "words/words.h"

namespace fencepost {

// An event::WrongArgument to keep.
struct WrongArgument {
  std::uint64_t window = 0;  // id of the process
  std::size_t argument = 0;
  ArgumentProblem problem = ArgumentProblem::kNone;
  std::int64_t given = 0;
  std::uint64_t against = 0;
  std::size_t swapped = 0;  // position + 1; 0: with none
  std::string error;
};
WrongArgument wrong_argument_of(const event::WrongArgument& event);

// The names that the standard gives to the arguments of a function of the one-sided chapter, and of those for what it
// needs (rules/standard/arguments.def). Empty: another function.
std::vector<std::string_view> arguments_of(MpiCall call);
// "target_rank"; "argument 3" where it has no name.
std::string argument_name(MpiCall call, std::size_t argument);
// "MPI_Win_lock(lock_type, rank, assert, win)"
std::string signature_of(MpiCall call);

// "a null handle as group", to stand behind "calls MPI_Win_start with".
std::string words_of(const WrongArgument& wrong, MpiCall call);
// What to do about it, in a sentence or two.
std::string advice_on(const WrongArgument& wrong, MpiCall call);
// The arguments are in the wrong order; "": it does not look like it.
std::string swap_words(const WrongArgument& wrong, MpiCall call);

// A rank that a window does not have may be meant as one of MPI_COMM_WORLD: in a sentence; "": it is none of that
// either.
std::string world_rank_words(std::int64_t rank, const Window& window, const Job& job);
// A rank as the program gave it: "MPI_ANY_SOURCE", "17".
std::string rank_text(std::int64_t rank);

}  // namespace fencepost
