// One access in time: what the race check knows about a load, a store, one side of an RMA operation, or a buffer of
// another MPI call. Its bytes are in the index, as one entry per piece.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "ids/ids.h"
#include "index/locks_held.h"
#include "job/conflict.h"
#include "order/clock.h"
#include "standard/conflicts.h"

namespace fencepost::index {

struct EndPoint {
  order::StreamNumber stream = 0;
  order::Tick tick = 0;
  friend bool operator==(const EndPoint&, const EndPoint&) = default;
};

// A buffer of a call that is not an RMA operation, as passed; `type`: its datatype if that is not predefined.
struct CallBuffer {
  Buffer buffer;
  std::shared_ptr<const Datatype> type;
};

enum class OperationBuffer : std::uint8_t { kOrigin, kResult, kCompare };

// The fields that every search reads come first, in one cache line.
struct alignas(64) Activity {
  // End: any of the points, once the access has ended. There are several if several calls guarantee it and none comes
  // before the other: reads at the origin and at the target's, or completion by several threads. Here are the first
  // ones; `more` has the others.
  static constexpr std::uint8_t kFirstEnds = 2;
  std::uint8_t ends = 0;
  AccessClass kind = AccessClass::kLoad;
  AccessRole role = AccessRole::kLocal;
  BasicType type = BasicType::kUnknown;  // of atomics
  ReduceOp op = ReduceOp::kNull;
  bool language_atomic = false;
  MpiCall call = MpiCall::kNone;
  LockSet locks = 0;
  ProcessId process;
  // Start: the position in its thread, and `start`.
  order::StreamNumber stream = 0;
  order::Tick tick = 0;
  EndPoint end[kFirstEnds];
  std::shared_ptr<std::vector<EndPoint>> more;  // (copies of an access share them)
  std::shared_ptr<const Operation> operation;
  order::SharedClocks start;  // what had happened before, without the thread itself
  StackId stack;
  std::uint64_t pc = 0;
  struct Instant {
    std::uint64_t event = 0, time = 0, order = 0;  // see Moment
  };
  Instant at;
  ThreadId thread = kMainThread;
  std::uint32_t entries = 0;  // in the index
  // Loads and stores, as recorded.
  struct Elements {
    std::uint64_t size = 0, count = 0;
    std::int64_t stride = 0;
  };
  Elements recorded;
  std::shared_ptr<const CallBuffer> call_buffer;  // AccessRole::kCall
  // What accesses of one role have.
  struct ByRole {
    OperationBuffer buffer = OperationBuffer::kOrigin;  // AccessRole::kOrigin
    bool in_own_epoch = false;                          // of a load or store: see ConflictAccess::in_passive_epoch
  };
  ByRole by_role;
  std::uint32_t repeats = 1;   // times seen at this place (later ones replace earlier ones)
  order::Tick first_tick = 0;  // when it was first seen there; 0: now

  bool ended() const { return ends != 0; }
  template <class Is>
  bool has_end(Is&& is) const {
    return std::any_of(end, end + ends, is) || (more && std::any_of(more->begin(), more->end(), is));
  }
  // False: an earlier end in the same thread says more than this one.
  bool add_end(EndPoint point) {
    if (has_end([&](const EndPoint& one) { return one.stream == point.stream && one.tick <= point.tick; }))
      return false;
    if (ends < kFirstEnds) {
      end[ends++] = point;
    } else {
      if (!more)
        more = std::make_shared<std::vector<EndPoint>>();
      else if (more.use_count() > 1)
        more = std::make_shared<std::vector<EndPoint>>(*more);
      more->push_back(point);
    }
    return true;
  }
  bool has_ends_of(const Activity& other) const {
    return std::equal(end, end + ends, other.end, other.end + other.ends) &&
           (more && other.more ? *more == *other.more : !more && !other.more);
  }
  // This one replaces `earlier` at the same place. `met`: its thread's position when all processes last met; looks from
  // before are no concern of anything after.
  void replaces(const Activity& earlier, order::Tick met) {
    if (earlier.tick <= met) return;
    first_tick = earlier.seen_since();
    if (earlier.start != start) return;
    // Seen again without anything learned meanwhile: perhaps a loop that waits for the value.
    at.time = earlier.at.time;
    const std::uint64_t times = std::uint64_t{repeats} + earlier.repeats;
    repeats = static_cast<std::uint32_t>(std::min<std::uint64_t>(times, std::numeric_limits<std::uint32_t>::max()));
  }
  order::Tick seen_since() const { return first_tick == 0 ? tick : first_tick; }
  Place place() const { return {process, thread, call, stack, pc}; }
};
static_assert(sizeof(Activity) == 192);

}  // namespace fencepost::index
