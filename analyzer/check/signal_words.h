// Words by which processes signal each other (flags, locks, tickets), as a pair of accesses shows them.
#pragma once

#include <optional>

#include "index/activity.h"
#include "job/conflict.h"
#include "job/memory.h"

namespace fencepost::check {

// Whether it loads one element so often that it must be a loop.
bool is_polled(const index::Activity& activity);

// What the pair tells of a word that processes signal each other by.
std::optional<Conflict::Signal> signal_of(const index::Activity& earlier, const index::Activity& later,
                                          const Strided& earlier_piece, const Strided& later_piece);

}  // namespace fencepost::check
