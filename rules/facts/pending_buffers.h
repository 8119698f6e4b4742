// The local buffers of operations that are not complete at the origin: they must not be freed until then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "job/memory.h"
#include "job/operation.h"
#include "job/place.h"
#include "job/sweep.h"

namespace fencepost {

struct Buffers {
  Place place;
  WindowKey window;
  ByteSet origin, result, compare;
  OperationKind kind = OperationKind::kPut;
  Rank target;
  ProcessId target_process;
  bool may_tell = false;  // another process may wait for what it writes
};

// The pending operations of a process by thread and number. They come in the order of their numbers and complete in
// nearly the same order, so each thread has a queue: complete entries are marked, and are removed when half of the
// queue is complete.
class PendingBuffers {
 public:
  void add(ThreadId thread, std::uint64_t number, const Buffers& buffers) {
    Queue& queue = queue_of(thread);
    if (queue.entries.size() >= 32 && queue.complete * 2 >= queue.entries.size()) {
      std::erase_if(queue.entries, [](const Entry& entry) { return entry.complete; });
      queue.complete = 0;
    }
    queue.entries.push_back({number, false, buffers});
  }
  void complete(ThreadId thread, std::uint64_t number) {
    Queue& queue = queue_of(thread);
    const auto at = std::ranges::lower_bound(queue.entries, number, {}, &Entry::number);
    if (at == queue.entries.end() || at->number != number || at->complete) return;
    at->complete = true;
    if (++queue.complete < queue.entries.size()) return;
    queue.entries.clear();
    queue.complete = 0;
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (const Queue& queue : queues_)
      for (const Entry& entry : queue.entries)
        if (!entry.complete) visit(entry.buffers);
  }

 private:
  struct Entry {
    std::uint64_t number = 0;
    bool complete = false;
    Buffers buffers;
  };
  struct Queue {
    ThreadId thread;
    std::vector<Entry> entries;
    std::size_t complete = 0;  // of the entries
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
