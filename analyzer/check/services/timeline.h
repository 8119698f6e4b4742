// The picture of a conflict: who synchronized how around the two accesses.
#pragma once

#include "index/activity.h"
#include "job/conflict.h"
#include "order/graph.h"

namespace fencepost::check {

// Adds the synchronization of both threads since the last one that both had seen (the ticks), the two accesses among
// it, and the edges.
void draw(Conflict& conflict, const order::SyncGraph& graph, const index::Activity& earlier,
          const index::Activity& later, order::Tick first_from, order::Tick second_from);

}  // namespace fencepost::check
