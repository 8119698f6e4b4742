// Words by which processes signal each other (flags, locks, tickets), as a pair of accesses shows them.
#pragma once

#include <functional>
#include <optional>

#include "index/activity.h"
#include "job/conflict.h"
#include "job/memory.h"

namespace fencepost::check {

// Whether a load or a fetching operation looks at one element so often that it must be a loop.
bool looks_often(const index::Activity& activity);

// What the pair shows about a word by which processes signal each other. `waits`: whether a load or a fetching
// operation waits for another value.
std::optional<Conflict::Signal> signal_of(const index::Activity& earlier, const index::Activity& later,
                                          const Strided& earlier_piece, const Strided& later_piece,
                                          const std::function<bool(const index::Activity&)>& waits);
// Adds the pair to its looks, if it is among the first ones. `begun`: common time at which both had; `streams`: so many
// have been numbered.
void note_look(Conflict::Signal& signal, const index::Activity& earlier, const index::Activity& later,
               std::uint64_t begun, order::StreamNumber streams);

}  // namespace fencepost::check
