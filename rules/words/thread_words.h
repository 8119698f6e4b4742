// How findings say that one thread of a process has to wait for another.
#pragma once

#include <string>
#include <string_view>

#include "job/place.h"

namespace fencepost {

// What makes a thread wait for another. (A mutex makes neither wait for what the other has done.)
inline constexpr std::string_view kMakesThreadsWait = "a join, a condition variable or a barrier of the threads";

// `before`: what the first thread does after it has waited, as a clause: "it frees the memory".
std::string has_to_wait(const Place& first, const Place& other, std::string_view before);

}  // namespace fencepost
