// Where threads used atomics of the language in memory that processes share, and which events order the calls of
// threads if that is not seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "job/memory.h"
#include "job/place.h"
#include "services/thread.h"

namespace fencepost::check {

// The place where a thread used an atomic of the language, and the times, in the thread's ticks.
struct AtomicUse {
  static constexpr std::size_t kMost = 16;  // of a thread: the first ones
  Place place;
  Memory memory;
  ByteRange bytes;
  bool reads = false, writes = false;
  bool released = false, acquired = false;  // its order is release or acquire, as far as is seen
  Tick first = 0, last = 0;
  std::uint64_t first_number = 0, number = 0;  // of its first and last time, among all uses
};

class LanguageAtomics {
 public:
  void used(const Thread& thread, const event::Access& event, const Memory& memory, ByteRange bytes);
  // The event of an atomic's release or acquire comes between the atomic's own access, which was recorded before, and
  // what follows. `does`: what an access must do to be that one; `ordered`: the order that it turns out to have.
  void note_order(const Thread& thread, std::uint64_t segment, std::uint64_t offset, bool AtomicUse::* does,
                  bool AtomicUse::* ordered);
  // Of the write to which the current release belongs. Not known: the write was not seen.
  Place place_of_release(const Thread& thread, std::uint64_t segment, std::uint64_t offset);
  // Of a thread that is open (null: there is none by that name), or has left.
  std::span<const AtomicUse> of(const Thread* thread, ThreadName name);
  void leaves(const Thread& thread);

 private:
  // The last use of an atomic before the current event, among uses that do something: several may come between two
  // events.
  AtomicUse* last_use(const Thread& thread, std::uint64_t segment, std::uint64_t offset, bool AtomicUse::* does);

  std::uint64_t uses_seen_ = 0;
  static constexpr std::size_t kMostLeft = 256;  // threads: the last ones
  OfThreads<std::vector<AtomicUse>> uses_;
  std::map<ThreadName, std::vector<AtomicUse>> left_;
  std::deque<ThreadName> last_left_;
};

// Processes in which not all order between the threads is seen: see segments/call_order.h.
class UnseenOrder {
 public:
  explicit UnseenOrder(std::size_t processes) : unseen_(processes) {}
  bool of(ProcessId process) const { return unseen_[process]; }
  // True: for the first time.
  bool note(ProcessId process) { return !std::exchange(unseen_[process], std::uint8_t{1}); }
  // The ticks of a thread's last such events (SyncObject::kCalls).
  struct Calls {
    Tick acquired = 0, released = 0;
  };
  Calls& calls_of(const Thread& thread) { return calls_.of(thread); }

 private:
  PerProcess<std::uint8_t> unseen_;
  OfThreads<Calls> calls_;
};

}  // namespace fencepost::check
