// Order between the threads of a process that has code nobody sees.
//
// Threads may synchronize by atomics, which compilers expand in place: only instrumented code reports them. So if a
// process runs several threads and some of its code is not instrumented, we cannot conclude anything from order that we
// do not see. Then we take what its threads do as ordered like their calls: when a call begins, it acquires what all
// calls that had ended have released. That invents no finding and hides races between threads of the process. A load or
// store lies somewhere between two calls: it is written after the acquire of the second (as late as it can have begun),
// and the analyzer assumes that it ended with the release of the first.
//
// Costs a process with one thread, or whose code is all seen, a look at two flags.
#pragma once

#include "recorder/recorder.h"
#include "tracking/several_threads.h"

namespace fencepost::memory {

// Around what is a call in this sense, on its thread, if order_is_unseen().
void acquire_calls();
void release_calls();

}  // namespace fencepost::memory
