// Threads that look again and again when the traces end: what must come so that they are told something new.
#pragma once

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

// Adds them to the blocked calls of `end`. Those of a job that was ended from outside are told of if they have looked
// for some seconds: others may have been about to go on.
void describe_pollers(EndOfRun& end, Services& services, Chapters& chapters);

}  // namespace fencepost::check
