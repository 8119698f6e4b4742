// Where threads used atomics of the language in memory that processes share, and what the calls of threads are ordered
// by where that is not seen.
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

// Where a thread used an atomic of the language, and when, in its ticks.
struct AtomicUse {
  static constexpr std::size_t kMost = 16;  // of a thread: the first ones
  Place place;
  Memory memory;
  ByteRange bytes;
  bool reads = false, writes = false;
  bool released = false, acquired = false;  // its order is release, acquire, as far as is seen
  Tick first = 0, last = 0;
  std::uint64_t number = 0;  // of its last time, among all uses
};

class LanguageAtomics {
 public:
  void used(const Thread& thread, const event::Access& event, const Memory& memory, ByteRange bytes);
  // A release or acquire of an atomic is told of between its own access, which was recorded before, and what follows.
  // `does`: what an access must do to be it; `ordered`: what it turns out to be.
  void note_order(const Thread& thread, std::uint64_t segment, std::uint64_t offset, bool AtomicUse::* does,
                  bool AtomicUse::* ordered);
  // Of the write that the release in hand belongs to. Not known: it was not seen.
  Place place_of_release(const Thread& thread, std::uint64_t segment, std::uint64_t offset);
  // Of a thread that is open (null: of none by that name), or has left.
  std::span<const AtomicUse> of(const Thread* thread, ThreadName name);
  void leaves(const Thread& thread);

 private:
  // The last use of an atomic before the event in hand, of those that do something: several may come between two
  // events.
  AtomicUse* last_use(const Thread& thread, std::uint64_t segment, std::uint64_t offset, bool AtomicUse::* does);

  std::uint64_t uses_seen_ = 0;
  static constexpr std::size_t kMostLeft = 256;  // threads: the last ones
  using Name = std::pair<int, int>;
  OfThreads<std::vector<AtomicUse>> uses_;
  std::map<Name, std::vector<AtomicUse>> left_;
  std::deque<Name> last_left_;
};

// Order between the threads of some processes is not all seen: see segments/call_order.h.
class UnseenOrder {
 public:
  explicit UnseenOrder(int processes) : unseen_(static_cast<std::size_t>(processes)) {}
  bool of(int process) const { return unseen_[static_cast<std::size_t>(process)]; }
  // True: for the first time.
  bool note(int process) { return !std::exchange(unseen_[static_cast<std::size_t>(process)], std::uint8_t{1}); }
  // The ticks of a thread's last such events (SyncObject::kCalls).
  struct Calls {
    Tick acquired = 0, released = 0;
  };
  Calls& calls_of(const Thread& thread) { return calls_.of(thread); }

 private:
  std::vector<std::uint8_t> unseen_;  // by process
  OfThreads<Calls> calls_;
};

}  // namespace fencepost::check
