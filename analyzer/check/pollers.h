// Threads that poll at the end of the traces: what must come so that they get a different answer.
#pragma once

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

// Adds them to the blocked calls of `end`. If the job was ended from outside, they are reported only if they have
// polled for some seconds: otherwise they may have been about to continue.
void describe_pollers(EndOfRun& end, Services& services, Chapters& chapters);

}  // namespace fencepost::check
