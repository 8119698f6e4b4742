// What the events of the chapters wait for, as keys of the scheduler.
#pragma once

#include <cstdint>

#include "schedule/scheduler.h"

namespace fencepost::check {

enum class Awaited : std::uint64_t {
  kThreadOrder = 1,
  kThreadBegin,
  kThreadEnd,
  kChannel,
  kReceives,
  kMeeting,
  kPair,
  kLock,
  kExecuted,
  kSharedOrder,
};

inline schedule::WaitKey wait_key(Awaited what, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  std::uint64_t hash = static_cast<std::uint64_t>(what);
  for (const std::uint64_t part : {a, b, c}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 31;
  }
  return {hash};
}

}  // namespace fencepost::check
