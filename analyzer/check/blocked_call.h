// Where a thread stands whose trace ends in a call, and what it waits for.
#pragma once

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

BlockedCall describe_blocked(Services& services, Chapters& chapters, const Thread& thread);

}  // namespace fencepost::check
