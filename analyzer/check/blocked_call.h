// The call in which a thread's trace ends, and what the thread waits for.
#pragma once

#include <cstdint>
#include <span>

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

BlockedCall describe_blocked(Services& services, Chapters& chapters, const Thread& thread);
// The same for a thread that is in no such call, but checks whether `call` would return: it waits for any of the
// `requests` of a kWaitBegin.
BlockedCall describe_wait(Services& services, Chapters& chapters, ProcessId process, const CallInHand& call,
                          std::span<const std::uint64_t> requests);

}  // namespace fencepost::check
