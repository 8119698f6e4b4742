// For the recorder itself: makes the page of looks in the process's folder. Without it no thread is known to poll.
#pragma once

#include "recorder/clock.h"

namespace fencepost::record::detail {

void open_looks(const ClockReading& clock) noexcept;
// The calling thread ends.
void forget_looks() noexcept;

}  // namespace fencepost::record::detail
