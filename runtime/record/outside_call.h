// A call that MPI does not allow when the program makes it, as an event: an event::WrongArgument that names no
// argument. `stack` and `call` are the call's, `given` is the Outside, and `against` the version of MPI, times ten,
// that allows the call; 0: none does. If nothing is recorded at that time, the event has a trace of its own
// (record/job_folders.h).
#pragma once

#include <cstdint>
#include <optional>

#include "record/died_in_call.h"

namespace fencepost {

enum class Outside : std::uint8_t {
  kNever,     // it is allowed
  kBefore,    // MPI has not begun
  kAfter,     // MPI_Finalize has ended it
  kBetween,   // all sessions have ended, and MPI_Init was not called
  kOnceMore,  // MPI_Init has been called already
};

inline event::WrongArgument called_outside(std::uint64_t stack, MpiCall call, Outside when, std::uint64_t since) {
  event::WrongArgument event = died_in_call(stack, call, Fault::kNone);
  event.given = static_cast<std::int64_t>(when);
  event.against = since;
  return event;
}

// kNever: the event is about something else.
inline Outside outside_of(const event::WrongArgument& event) {
  if (event.problem != static_cast<std::uint64_t>(ArgumentProblem::kNone)) return Outside::kNever;
  return static_cast<Outside>(event.given);
}

}  // namespace fencepost
