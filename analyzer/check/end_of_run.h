// The job at the end of the traces: where each thread is, and what was never matched, completed or closed.
#pragma once

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/services.h"

namespace fencepost::check {

EndOfRun describe_end(Services& services, Chapters& chapters);

}  // namespace fencepost::check
