// Where a thread stands whose trace ends in a call, and what it waits for.
#pragma once

#include <cstdint>
#include <span>

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

BlockedCall describe_blocked(Services& services, Chapters& chapters, const Thread& thread);
// The same of one that is in no such call, but looks whether `call` would return: it waits for any of the `requests` of
// a kWaitBegin.
BlockedCall describe_wait(Services& services, Chapters& chapters, int process, const CallInHand& call,
                          std::span<const std::uint64_t> requests);

}  // namespace fencepost::check
