// What threads hand on when they synchronize through objects.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "services/clocks.h"

namespace fencepost::check {

class Handovers {
 public:
  // All that was released so far on the object; `atomic`: an atomic of the language, which its fences acquire, too.
  struct Released {
    SharedClocks clocks;
    order::NodeName node;
    bool atomic = false;
    bool taken = false;
  };
  void begin_anew(std::uint64_t object);  // and the objects after it, see record/sync_object.h
  // Returns the node of the previous release if the same thread made it and nobody has acquired it: nobody will.
  order::NodeName release(std::uint64_t object, bool atomic, SharedClocks clocks, order::NodeName node);
  // Calls `each` with what an acquire of the object takes: one or none; for a fence, those of all atomics.
  template <class Each>
  void acquire(std::uint64_t object, bool fence, Each each) {
    const auto take = [&](Released& released) {
      released.taken = true;
      each(std::as_const(released));
    };
    if (fence) {
      for (auto& [key, released] : objects_) {
        if (released.atomic) take(released);
      }
    } else if (const auto at = objects_.find(object); at != objects_.end()) {
      take(at->second);
    }
  }

 private:
  std::map<std::uint64_t, Released> objects_;
};

}  // namespace fencepost::check
