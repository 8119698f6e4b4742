// Order between the threads of a process that has code nobody sees.
//
// Threads may synchronize by atomics, which compilers expand in place: only instrumented code tells of them. So where a
// process runs several threads and some of its code is not instrumented, nothing may be concluded from order that is
// not seen. What its threads do is then taken as ordered in the order in which they called: each call acquires, when
// it begins, what all calls that had ended have released. That invents no finding and hides races between threads of
// the process. What it loads and stores lies somewhere between two calls: it is written behind the acquire of the
// second (as late as it can have begun), and the analyzer takes it to have ended with the release of the first.
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
