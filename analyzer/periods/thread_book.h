// The books of one thread, made while its events are read once: where it meets all other processes with nothing under
// way, and what it did between these places. docs/periods.md gives the reason.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "periods/placed_stream.h"
#include "periods/process_book.h"
#include "record/event.h"
#include "record/vocabulary.h"

namespace fencepost::periods {

// A call of all processes together: the call of this number on a communicator, or the fence of this number on a window.
struct Meeting {
  bool fence = false;
  std::uint64_t key = 0, number = 0;
  friend auto operator<=>(const Meeting&, const Meeting&) = default;
};

// What counts: each process counts atomic operations, each target of a window counts grants and releases of locks.
struct Counter {
  std::uint64_t window = 0;  // key; 0: counts atomic operations
  ProcessId process;         // that counts atomic operations
  Rank target;               // of the window, that counts grants and releases
  friend auto operator<=>(const Counter&, const Counter&) = default;
};
// The numbers that it assigned.
struct Sequences {
  std::uint64_t count = 0, lowest = ~std::uint64_t{0}, highest = 0;
  void add(const Sequences& other);
  bool contiguous() const { return count == 0 || highest - lowest + 1 == count; }
};
using AllSequences = std::vector<std::pair<Counter, Sequences>>;  // sorted
void add(AllSequences& to, const AllSequences& other);

// What a thread did between two meetings.
struct Stretch {
  // It contains only events without later effects, provided the accounts of all threads are balanced.
  bool plain = true;
  // Must be 0 in the sum over all threads: sends and receives, posts and starts, the calls of members.
  std::uint64_t account = 0;
  std::uint64_t events = 0;
  // Kinds of synchronization on each window, as hashes: the last call of each kind is remembered. Sorted.
  std::vector<std::uint64_t> kinds;
  std::vector<std::uint64_t> locked;  // keys of windows of which locks were taken; sorted
  AllSequences sequences;
  void add(const Stretch& other);
};

class ThreadBook {
 public:
  // Keeps at most `most` meetings. `of` outlives it.
  ThreadBook(const ProcessBook& of, std::size_t most) : of_(of), most_(most) {}

  // The next event. True: it may begin a meeting; its place must be noted.
  template <class Event>
  bool take(const Event& event) {
    ++events_;
    ++stretch_.events;
    if (arriving_) settle(std::is_same_v<Event, event::CollectiveEnd> || std::is_same_v<Event, event::FenceEnd>);
    if constexpr (!std::is_same_v<Event, std::monostate>) on(event);
    return arriving_.has_value();
  }
  void note(const StreamPlace& place) { arriving_->place = place; }

  struct Cut {
    Meeting meeting;
    StreamPlace place;             // of the call's first event; its second one follows it
    std::uint64_t operations = 0;  // this many come before it
  };
  struct Result {
    bool indivisible = false;
    std::vector<std::uint64_t> exposed;  // keys of windows that fences or posts have exposed at any time; sorted
    std::vector<Cut> cuts;
    std::vector<Stretch> stretches;  // one more than cuts
  };
  Result close();

 private:
  struct OnWindow {
    bool started = false, exposed = false, lock_all = false;
    std::vector<std::int64_t> group;    // of the start
    std::vector<std::int64_t> locks;    // targets
    std::vector<std::int64_t> flushed;  // targets of passive operations that a flush or unlock must complete
    std::uint64_t in_fence = 0, in_start = 0;
    bool locks_change = false;  // in this stretch
    bool holds_locks() const { return lock_all || !locks.empty(); }
  };
  struct Request {
    std::uint64_t communicator = 0;
    bool receives = false;
  };

  // Events that are not listed here: the thread must be replayed where they are.
  template <class Event>
  void on(const Event&) {
    stretch_.plain = false;
  }
  // Nothing can be left out of a run with these.
  void on(const event::CallFailed&) { indivisible_ = true; }
  void on(const event::WrongArgument&) { indivisible_ = true; }
  void on(const event::Lost&) { indivisible_ = true; }
  void on(const event::Signal&) { indivisible_ = true; }
  void on(const event::Abort&) { indivisible_ = true; }
  void on(const event::ThreadCreate&) { indivisible_ = true; }
  void on(const event::Acquire&) { indivisible_ = true; }
  void on(const event::Release&) { indivisible_ = true; }
  // These have no later effects.
  void on(const event::Access&) {}
  void on(const event::TouchedElements&) {}
  void on(const event::SendEnd&) {}
  void on(const event::CollectiveEnd&) {}
  void on(const event::FenceEnd&) {}
  void on(const event::StartEnd&) {}
  void on(const event::CompleteEnd&) {}
  void on(const event::ExposureWaitEnd&) {}
  void on(const event::FlushEnd&) {}
  void on(const event::LockEnd&) {}
  void on(const event::UnlockEnd&) {}
  void on(const event::WaitBegin&) {}
  void on(const event::ProbeBegin&) {}
  void on(const event::WindowSync&) {}
  void on(const event::ProbeEnd& event);
  void on(const event::Freed& event);

  void on(const event::PartitionsReady& event) { request(event.request, {}); }
  void on(const event::SendBegin& event);
  void on(const event::ReceiveBegin& event);
  void on(const event::ReceiveEnd& event);
  void on(const event::RequestsDone& event);
  void on(const event::CollectiveBegin& event);
  void on(const event::Transfer& event);
  void on(const event::AtomicOperation& event);
  void on(const event::Executed& event);
  void on(const event::FenceBegin& event);
  void on(const event::Post& event);
  void on(const event::StartBegin& event);
  void on(const event::CompleteBegin& event);
  void on(const event::ExposureWaitBegin& event);
  void on(const event::ExposureTest& event);
  void on(const event::LockBegin& event);
  void on(const event::UnlockBegin& event);
  void on(const event::LockGranted& event) { passed(event.window, event.target, event.sequence); }
  void on(const event::LockReleased& event) { passed(event.window, event.target, event.sequence); }
  void on(const event::FlushBegin& event);

  void settle(bool returned);
  void arrive(Meeting meeting);
  void end_stretch();
  void keep_fewer();
  void called(const GroupBook& group, std::uint64_t salt);
  void received(std::uint64_t communicator, std::int64_t source, std::int64_t tag);
  void request(std::uint64_t number, Request made);
  void issued(std::uint64_t window, std::int64_t target, std::uint64_t request_number, std::uint64_t outcome);
  void completed(OnWindow& on_window, std::int64_t target);
  void unexposed(std::uint64_t window);
  void executed(ProcessId target, std::uint64_t sequence);
  void passed(std::uint64_t window, std::int64_t target, std::uint64_t sequence);
  void numbered(const Counter& counter, std::uint64_t sequence);
  OnWindow& changing_locks(std::uint64_t window);
  void exposes(const GroupBook& window);
  void synchronized(std::uint64_t window, std::uint64_t kind);

  const ProcessBook& of_;
  const std::size_t most_;
  std::uint64_t step_ = 1;  // of the numbers of meetings that are kept
  bool indivisible_ = false;
  std::uint64_t events_ = 0, operations_ = 0;
  Stretch stretch_;
  std::optional<Cut> arriving_;
  Result result_;
  // What is under way: then the thread's meeting is no cut.
  std::uint64_t under_way_ = 0;
  std::unordered_map<std::uint64_t, OnWindow> windows_;
  std::vector<std::uint64_t> changed_locks_;  // ids of windows, in this stretch
  std::unordered_map<std::uint64_t, Request> requests_;
  std::unordered_map<std::uint64_t, ProcessId> unexecuted_;  // number of the operation → process of its target
  std::uint64_t receiving_on_ = 0;                           // communicator
  std::unordered_map<std::uint64_t, std::uint64_t> meetings_, fences_;  // by key: how many
};

}  // namespace fencepost::periods
