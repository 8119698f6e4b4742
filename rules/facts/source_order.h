// Which of two places comes first in the source: a hint at what the program was meant to do first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "job/symbolizer.h"

namespace fencepost {

enum class SourceOrder : std::uint8_t {
  kUnknown,  // no function is on the stacks of both
  kBefore,   // in the function where their stacks part, the first comes before the second
  kSame,     // one statement
  kAfter,
};

SourceOrder source_order(const Place& first, const Place& second, Symbolizer& symbolizer);
// The call that leads to `place`, in the function where its stack parts from that of `other`. Nothing: `place` is in
// that function itself, or there is no such function.
struct LeadingCall {
  SourceLocation at;
  std::string function;  // the function that is called
};
std::optional<LeadingCall> leading_call(const Place& place, const Place& other, Symbolizer& symbolizer);
// Whether both are statements of one function.
bool in_one_function(const Place& a, const Place& b, Symbolizer& symbolizer);

}  // namespace fencepost
