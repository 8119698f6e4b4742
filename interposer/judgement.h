// What is wrong with an argument of a call, found before the MPI library or our runtime gets it: the event that reports
// it, and the standard's class of the error.
#pragma once

#include <cstdint>
#include <initializer_list>

#include <mpi.h>

#include "handles/validity.h"
#include "record/vocabulary.h"
#include "rma/window.h"

namespace fencepost::interposer {

struct Judgement {
  ArgumentProblem problem = ArgumentProblem::kNone;
  int argument = 0;         // its position in the call
  int error = MPI_SUCCESS;  // class; MPI_SUCCESS: the call is carried out nevertheless
  std::int64_t given = 0;   // as event::WrongArgument has it
  std::uint64_t against = 0;
  int swapped = -1;          // position of the argument that has what belongs here
  std::uint64_t window = 0;  // in the trace: the one that is meant, although it stands elsewhere
  explicit operator bool() const { return problem != ArgumentProblem::kNone; }
};

// Before the call's own event. `window`: its number in the trace, or 0.
void write_judgement(const Judgement& judgement, MpiCall call, std::uint64_t window, std::uint64_t stack);

// An argument of type int, in whose place something else may have been given by mistake.
struct IntArgument {
  int position = 0;
  std::int64_t value = 0;
};

// Why a handle is no window of ours. `others`: where the window may be instead.
Judgement judge_no_window(MPI_Win handle, int position, std::initializer_list<IntArgument> others = {});

// A rank that must be one of `size` (MPI_PROC_NULL: allowed or not).
enum class Nobody : bool { kRefused, kAllowed };
Judgement judge_rank(int rank, int size, int position, Nobody nobody);

// What is wrong with a handle at that position; `error`: the class of such errors. Null handles: allowed or not.
enum class Null : bool { kRefused, kAllowed };
Judgement judge_handle(handles::HandleVerdict verdict, std::uint64_t value, int position, int error,
                       Null null = Null::kRefused);

Judgement judge_info(MPI_Info info, int position, Null null);

// A null pointer where a call needs to write.
Judgement judge_pointer(const void* pointer, int position);

}  // namespace fencepost::interposer
