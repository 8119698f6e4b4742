// If a thread dies in a call of MPI, it writes an event::WrongArgument before its
// event::Signal. This one names no argument: `stack` is the call's, `call` its function
// (0: not known), and `against` says what was wrong with the access that it died of.
#pragma once

#include <cstdint>
#include <optional>

#include "record/event.h"
#include "record/vocabulary.h"

namespace fencepost {

enum class Fault : std::uint8_t {
  kNone,        // it died of something else, or that is not known
  kNoMemory,    // there is no memory at the address
  kReadOnly,    // it cannot be written
  kBeyondFile,  // it is mapped, but the file that it is mapped from ends before it
};

inline constexpr std::uint64_t kNoArgument = UINT8_MAX;

inline event::WrongArgument died_in_call(std::uint64_t stack, MpiCall call, Fault fault) {
  return {.stack = stack,
          .call = static_cast<std::uint64_t>(call),
          .window = 0,
          .argument = kNoArgument,
          .problem = static_cast<std::uint64_t>(ArgumentProblem::kNone),
          .given = 0,
          .against = static_cast<std::uint64_t>(fault),
          .swapped = 0,
          .error = ""};
}

// Nothing: the event is about a wrong argument, or a call at a wrong time (record/outside_call.h).
inline std::optional<Fault> died_of(const event::WrongArgument& event) {
  if (event.problem != static_cast<std::uint64_t>(ArgumentProblem::kNone) || event.given != 0) return std::nullopt;
  return static_cast<Fault>(event.against);
}

}  // namespace fencepost
