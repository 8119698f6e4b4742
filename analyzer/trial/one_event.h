// What one event of a run says, and what it would be with a fix that changes nothing but this event.
#pragma once

#include <cstdint>

#include "ids/ids.h"
#include "job/place.h"
#include "job/source.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

Place place_of(ThreadName thread, const AnyEvent& any);
// A call that may block begins or ends with it.
bool begins(const AnyEvent& any);
bool ends(const AnyEvent& any);

std::uint64_t window_of(const AnyEvent& any);   // as the process numbers it; 0: none
std::uint64_t request_of(const AnyEvent& any);  // the one that the call makes; 0: none
const Buffer* buffer_of(const AnyEvent& any);   // that the call reads; null: none

// Other events have lists in the trace's memory, so they cannot be kept for later.
bool has_no_lists(const AnyEvent& any);

bool of_flush(MpiCall call);       // of one target
bool of_one_target(MpiCall call);  // a flush, a lock or an unlock

// An operation that was refused is accepted.
void accept(AnyEvent& any);
// Without the assertion. False: the event has none of it.
bool leave_out(AnyEvent& any, std::uint64_t assertion);
// A put or get becomes an accumulate: one that overwrites, or one that only reads. The time at which it would have been
// executed at its target was not recorded, so a fetch gives no order to others. False: it is another event.
bool make_atomic(AnyEvent& any);

}  // namespace fencepost::trial
