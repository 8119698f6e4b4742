// The local buffers of operations that are not complete at the origin: they must not be freed until then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "job/invariant.h"
#include "job/operation.h"
#include "job/place.h"
#include "job/shared_bytes.h"
#include "job/sweep.h"

namespace fencepost {

struct Buffers {
  Place place;
  WindowKey window;
  SharedBytes origin, result, compare;
  OperationKind kind = OperationKind::kPut;
  Rank target;
  ProcessId target_process;
  bool may_tell = false;  // another process may wait for what it writes
  friend bool operator==(const Buffers&, const Buffers&) = default;
};

// The pending operations of a process by thread and number. They come in the order of their numbers and complete in
// nearly the same order, so each thread has a queue: complete entries are marked, and are removed when half of the
// queue is complete. Operations in a row with the same buffers are one entry: a loop may have a million of them.
class PendingBuffers {
 public:
  void add(ThreadId thread, std::uint64_t number, Buffers buffers) {
    Queue& queue = queue_of(thread);
    if (!queue.entries.empty()) {
      Entry& last = queue.entries.back();
      FENCEPOST_ASSERT(last.last < number, "the numbers of a thread's operations rise");
      if (last.last + 1 == number && last.pending != 0 && last.buffers == buffers) {
        last.last = number;
        ++last.pending;
        return;
      }
    }
    if (queue.entries.size() >= 32 && queue.complete * 2 >= queue.entries.size()) {
      std::erase_if(queue.entries, [](const Entry& entry) { return entry.pending == 0; });
      queue.complete = 0;
    }
    queue.entries.push_back({number, number, 1, std::move(buffers)});
  }
  // Each operation completes once. (One that was not added is let pass.)
  void complete(ThreadId thread, std::uint64_t number) {
    Queue& queue = queue_of(thread);
    const auto at = std::ranges::lower_bound(queue.entries, number, {}, &Entry::last);
    if (at == queue.entries.end() || number < at->first) return;
    FENCEPOST_ASSERT(at->pending != 0, "an operation completes once");
    if (--at->pending != 0 || ++queue.complete < queue.entries.size()) return;
    queue.entries.clear();
    queue.complete = 0;
  }
  // Calls visit(buffers) for those of the pending operations, once for operations in a row that have the same.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const Queue& queue : queues_)
      for (const Entry& entry : queue.entries)
        if (entry.pending != 0) visit(entry.buffers);
  }

 private:
  struct Entry {
    std::uint64_t first = 0, last = 0;  // numbers
    std::uint64_t pending = 0;          // of these operations
    Buffers buffers;
  };
  struct Queue {
    ThreadId thread;
    std::vector<Entry> entries;
    std::size_t complete = 0;  // entries of which no operation is pending
  };
  Queue& queue_of(ThreadId thread) {
    const auto find = [&] { return std::ranges::lower_bound(queues_, thread, {}, &Queue::thread); };
    if (const auto at = find(); at != queues_.end() && at->thread == thread) return *at;
    if (sweep_.due(queues_.size())) {  // most threads have ended
      std::erase_if(queues_, [](const Queue& queue) { return queue.entries.empty(); });
      sweep_.done(queues_.size());
    }
    return *queues_.insert(find(), Queue{thread, {}, 0});
  }
  std::vector<Queue> queues_;  // sorted by thread
  Sweep<32> sweep_;
};

}  // namespace fencepost
