#include "chapters/handovers.h"

#include "record/sync_object.h"

namespace fencepost::check {

void Handovers::begin_anew(std::uint64_t object) {
  objects_.erase(objects_.lower_bound(object), objects_.lower_bound(object + FENCEPOST_NEW_OBJECTS_COUNT));
}

order::NodeName Handovers::release(std::uint64_t object, bool atomic, SharedClocks clocks, order::NodeName node) {
  Released& released = objects_[object];
  const bool in_vain = released.clocks && !released.taken && released.node.stream == node.stream;
  const order::NodeName before = in_vain ? released.node : order::NodeName{};
  if (released.clocks) {
    auto all = order::copy_of(*clocks);
    all->join(*released.clocks);
    clocks = std::move(all);
  }
  released = {std::move(clocks), node, atomic};
  return before;
}

}  // namespace fencepost::check
