// What the replay keeps of operations, requests, threads, processes and windows, beside the model of the job. Plain
// data: replay.h says who changes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <boost/icl/interval_set.hpp>

#include "check/analysis.h"
#include "check/cursor.h"
#include "index/access_index.h"
#include "job/sweep.h"
#include "match/atomics.h"
#include "match/exposures.h"
#include "match/meetings.h"
#include "match/messages.h"
#include "order/clock.h"
#include "order/graph.h"

namespace fencepost::check {

using index::Activity;
using index::ActivityNumber;
using match::SharedClocks;
using order::StreamNumber;
using order::Tick;

struct RmaOperation;
using OperationList = std::vector<std::shared_ptr<RmaOperation>>;
using ExposurePair = match::ExposurePair<OperationList>;

// An operation with what the engine needs beside.
struct RmaOperation : Operation {
  static constexpr ActivityNumber kNoAccess = ~ActivityNumber{0};
  StreamNumber stream = 0;
  index::LockSet locks = 0;                   // held when it was issued
  SharedClocks start;                         // before the issuing call, without the thread itself
  SharedClocks read_from;                     // before the writers whose value it fetched
  std::optional<index::EndPoint> target_end;  // complete at the target before it was placed
  ActivityNumber target_number = kNoAccess;
  ActivityNumber origin_numbers[3];  // of origin, result and compare buffer, as far as there are
  std::uint8_t origin_count = 0;
  bool origin_was_read = false;    // what it reads at the origin has arrived at the target
  bool remembered = false;         // among the complete ones of its window
  bool target_placed = false;      // its target access is in the index
  bool waits_for_opening = false;  // not placed because the target has not opened itself yet
  bool awaits_execution = false;   // it fetches, and its Executed event has not been applied
  bool fetches_natively = false;   // what it has read has not been asked for
  static constexpr std::size_t kNotListed = ~std::size_t{0};
  std::size_t listed_at = kNotListed;  // in the OpenOperations that hold it

  // Its accesses. Of a side that is complete they may no longer be in the index, and their numbers be others'.
  using Numbers = std::span<const ActivityNumber>;
  Numbers origin_accesses() const { return {origin_numbers, origin_count}; }
  Numbers target_accesses() const { return {&target_number, target_number == kNoAccess ? 0U : 1U}; }
  Numbers open_at_origin() const { return local ? Numbers() : origin_accesses(); }
  Numbers open_at_target() const { return remote ? Numbers() : target_accesses(); }
  Numbers ended_at_origin() const { return local ? origin_accesses() : Numbers(); }
  Numbers ended_at_target() const { return remote ? target_accesses() : Numbers(); }
};

// Up to and with the call that issued it.
inline match::Reached issue_of(const RmaOperation& operation) {
  return {operation.start, operation.stream, operation.issued.tick};
}

// Complete at the origin, what only reads is complete at the target as well: its data would not have arrived otherwise.
// What else fetches may still have its update to do.
inline bool has_read_target(const Operation& operation) {
  return !operation.updates();
}

// What a request stands for.
struct RequestRecord {
  std::shared_ptr<match::Send> send;
  std::shared_ptr<match::Receive> receive;
  std::shared_ptr<match::Meeting> meeting;
  std::size_t member = 0;
  std::shared_ptr<RmaOperation> operation;
  std::vector<ActivityNumber> accesses;
  SharedClocks seen;  // complete, and MPI_Request_get_status has said so: the request is still there
};

// What a thread waits for while it is parked.
struct Waiting {
  bool parked = false;
  WaitsFor what = WaitsFor::kUnknown;
  int process = -1;         // whom, if it is one
  bool for_others = false;  // that have to come as far (caught_up)
};

// The call that a thread is in (Begin seen, End not).
struct InsideCall {
  bool active = false;
  EventKind kind = EventKind::kEndOfBlock;
  Place place;
  Moment since;
  order::NodeName node;
  bool refused = false;      // CallFailed follows: it had no effect
  std::uint64_t window = 0;  // key
  int target = -1;           // window rank
  std::shared_ptr<match::Meeting> meeting;
  std::size_t member = 0;
  std::vector<ActivityNumber> accesses;
  std::shared_ptr<AccessEpoch> epoch;
  std::vector<std::uint64_t> requests;  // of a Wait
  std::uint64_t need = 0;
  std::uint64_t communicator = 0;  // id
  std::int64_t peer = 0, tag = 0;
  std::uint32_t asserts = 0;
  std::vector<std::shared_ptr<RmaOperation>> fetches;  // completed in this call, whose reads-from comes at its end
};

// Where a thread used an atomic of the language, and when, in its ticks.
struct AtomicUse {
  static constexpr std::size_t kMost = 16;  // of a thread: the first ones
  Place place;
  Memory memory;
  ByteRange bytes;
  bool reads = false, writes = false;
  bool released = false, acquired = false;  // its order is release, acquire, as far as is seen
  Tick first = 0, last = 0;
};

// What the operations of a thread name: mostly what one of the last ones did.
class NamedByOperations {
 public:
  std::shared_ptr<const Named> of(const Job& job, const Operation& operation) {
    const Key key{operation.window, operation.target_datatype, operation.origin.datatype, operation.result.datatype};
    if (last_ == nullptr) last_ = std::make_unique<Last>();
    auto& [known, named] = (*last_)[(key[0] ^ key[1] ^ key[2]) % last_->size()];
    if (named == nullptr || known != key) {
      Named made;
      job.name_window(made, key[0]);
      for (const std::uint64_t type : std::span(key).subspan(1)) job.name_datatype(made, operation.place.process, type);
      known = key;
      named = std::make_shared<const Named>(std::move(made));
    }
    return named;
  }
  void forget() { last_ = nullptr; }

 private:
  using Key = std::array<std::uint64_t, 4>;
  using Last = std::array<std::pair<Key, std::shared_ptr<const Named>>, 4>;
  std::unique_ptr<Last> last_;  // null: none
};

using StreamSlot = std::uint32_t;  // where a thread's Stream stands in the replay; used again when it has left

struct Stream {
  Stream(ThreadName name_, StreamSlot slot_, EventStream& source) : name(name_), slot(slot_), cursor(source) {}
  static constexpr StreamNumber kNoNumber = ~StreamNumber{0};
  ThreadName name;
  StreamSlot slot;
  StreamNumber number = kNoNumber;  // its place in the clocks, from its first event on
  Cursor cursor;
  Tick tick = 0;                      // of the event in hand or last replayed
  Tick last_said = 0;                 // of the last event of which others can know, or which has accesses before it
  std::uint64_t events = 0;           // replayed
  std::uint64_t operations = 0;       // Transfer and AtomicOperation events replayed
  order::Clocks clock;                // what happened before, without the thread itself
  SharedClocks shared_clock;          // the same, shared by accesses; null after a change
  bool begun = false, ended = false;  // ThreadBegin (or any event), ThreadEnd or end of its trace
  bool said_its_end = false;          // ThreadEnd
  bool queued = false;
  bool forced = false;  // replay the next event although it is not ready
  Waiting waiting;
  InsideCall inside;
  // A blocking send and receive may be open together (Sendrecv).
  std::shared_ptr<match::Send> send;
  std::shared_ptr<match::Receive> receive;
  std::vector<ActivityNumber> send_accesses, receive_accesses;
  std::vector<AtomicUse> atomics;
  NamedByOperations named;
  Tick calls_acquired = 0, calls_released = 0;  // of the last such events (SyncObject::kCalls)
  std::size_t looked_ahead = 0;                 // events after the one in hand that were scanned
  std::uint64_t missing_since = 0;  // a thread that the event in hand names: the round in which it was first looked for
  void pop() {
    cursor.pop();
    if (looked_ahead > 0) --looked_ahead;
    missing_since = 0;
  }
};

// Operations of a process to one target of a window that are not complete at both sides, in the order of issue. A
// program that completes them at the origin only, again and again, has ever more of them; so those that only wait for
// the target need not be looked at each time. One that is complete by its request leaves a hole, so that the others
// need not be looked at either.
class OpenOperations {
  auto without_holes(std::size_t first) const {
    return std::views::filter(std::span(list_).subspan(first),
                              [](const auto& operation) { return operation != nullptr; });
  }

 public:
  void add(std::shared_ptr<RmaOperation> operation) {
    operation->listed_at = list_.size();
    list_.push_back(std::move(operation));
  }
  bool empty() const { return list_.size() == holes_; }
  auto all() const { return without_holes(0); }
  // Without the first ones that are complete at the origin.
  auto latest() const { return without_holes(at_origin_); }

  void drop(RmaOperation& operation) {
    if (operation.listed_at == RmaOperation::kNotListed) return;
    list_[operation.listed_at].reset();
    operation.listed_at = RmaOperation::kNotListed;
    if (++holes_ > list_.size() / 2) drop_if([](const auto&) { return false; });
  }
  template <class Drop>
  void drop_if(Drop&& drop) {
    drop_from(0, drop);
    at_origin_ = 0;
  }
  // All are complete at the origin by now.
  template <class Drop>
  void drop_of_latest_if(Drop&& drop) {
    drop_from(at_origin_, drop);
    at_origin_ = list_.size();
  }

 private:
  template <class Drop>
  void drop_from(std::size_t first, Drop&& drop) {
    std::size_t kept = first;
    for (std::size_t i = first; i < list_.size(); ++i) {
      if (list_[i] == nullptr) {
        --holes_;
      } else if (drop(list_[i])) {
        list_[i]->listed_at = RmaOperation::kNotListed;
      } else {
        list_[i]->listed_at = kept;
        if (kept != i) list_[kept] = std::move(list_[i]);
        ++kept;
      }
    }
    list_.resize(kept);
  }

  OperationList list_;
  std::size_t holes_ = 0;
  std::size_t at_origin_ = 0;  // so many of the first are complete there, or holes
};

// What the engine keeps of a process on a window, beside WindowState.
struct WindowSide {
  boost::container::flat_map<int, OpenOperations> open;  // by target rank
  std::vector<OpenOperations> spare;                     // empty ones with their memory, for further targets
  OperationList complete;                                // where a call of another thread may complete them, too
  std::shared_ptr<match::Meeting> fence;                 // the last fence
  std::map<int, std::shared_ptr<ExposurePair>> started;  // of the open start, by target
  std::vector<std::shared_ptr<ExposurePair>> posted;     // of the open post
  struct Grant {
    bool granted = false;
    order::Clock released;  // observed: what the grant waited for
    order::NodeName node;
    OperationList deferred;  // issued before the grant was seen
  };
  std::map<int, Grant> grants;  // by target
  // Calls that have had operations open on several targets at once, by their stacks: of those that a call for all
  // targets has completed. (What is open still says so itself.)
  boost::container::flat_set<std::uint64_t> several;

  void note_several() {
    struct Site {
      std::uint64_t stack = 0;
      int target = -1;
    };
    std::array<Site, 8> sites;  // those of a loop are few; of more the first do
    std::size_t known = 0;
    if (open.size() < 2) return;
    for (const auto& [target, operations] : open) {
      for (const auto& operation : operations.all()) {
        const std::uint64_t stack = operation->place.stack;
        const auto end = sites.begin() + static_cast<std::ptrdiff_t>(known);
        const auto site = std::find_if(sites.begin(), end, [&](const Site& one) { return one.stack == stack; });
        if (site == end) {
          if (known < sites.size()) sites[known++] = {stack, target};
        } else if (site->target != target) {
          several.insert(stack);
        }
      }
    }
  }

  // Whether nothing is open that later events could close or wait for.
  bool is_idle() const {
    return std::ranges::all_of(open, [](const auto& to) { return to.second.empty(); }) && started.empty() &&
           posted.empty() && std::ranges::none_of(grants, [](const auto& to) {
             return to.second.granted || !to.second.deferred.empty();
           });
  }
  OpenOperations& open_to(int target) {
    const auto [at, added] = open.try_emplace(target);
    if (added && !spare.empty()) {
      at->second = std::move(spare.back());
      spare.pop_back();
    }
    return at->second;
  }
  auto close(boost::container::flat_map<int, OpenOperations>::iterator at) {
    constexpr std::size_t kMost = 16;
    if (spare.size() < kMost) spare.push_back(std::move(at->second));
    return open.erase(at);
  }
  // Complete by its request.
  void drop(RmaOperation& operation) {
    const auto at = open.find(operation.target);
    if (at == open.end()) return;
    at->second.drop(operation);
    if (at->second.empty()) close(at);
  }
};

// What the threads that synchronize on some objects have handed on.
class Handovers {
 public:
  // Everything released so far on the object; `atomic`: of the language, which its fences acquire, too.
  struct Released {
    SharedClocks clocks;
    order::NodeName node;
    bool atomic = false;
    bool taken = false;
  };
  void begin_anew(std::uint64_t object);  // and the objects behind it, see record/sync_object.h
  // Gives the node of the release before it, if nobody has acquired that and it is of the same thread: nobody will.
  order::NodeName release(std::uint64_t object, bool atomic, SharedClocks clocks, order::NodeName node);
  // Calls `each` with what an acquire of the object takes: one, none, or for a fence those of all atomics.
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

// Threads by the numbers that their process counts up: as many intervals as there are gaps, and one.
using ThreadNumbers = boost::icl::interval_set<int>;

enum class ThreadPlace : std::uint8_t {
  kUnlisted,  // it has no trace (yet)
  kToCome,
  kOpen,
  kLeft,
};

struct ProcessSide {
  std::vector<StreamSlot> streams;  // but those of `left`
  ThreadNumbers to_come;            // threads that have a trace and that nobody has created yet
  ThreadNumbers left;               // threads that have ended and whose place in the clocks another one has
  std::deque<StreamSlot> places;    // threads that have ended and whose place another one may have, the last one last
  bool has_trace = false;
  bool was_refused = false;      // calls that others may wait for
  std::uint64_t next_order = 1;  // of the events that have a number among threads
  Handovers handovers;
  // By thread: those that have not begun, and those that nobody has joined.
  struct ThreadEdge {
    SharedClocks clocks;
    order::NodeName node;
    StreamNumber place = 0;  // of one that has ended, and its last_said
    Tick tick = 0;
  };
  std::map<int, ThreadEdge> created, ended;
  Sweep<64> ended_sweep;
  RecyclingHashMap<std::uint64_t, RequestRecord> requests;
  std::unordered_map<std::uint64_t, std::shared_ptr<match::Send>> probed;  // messages of matched probes
  std::unordered_map<std::uint64_t, WindowSide> windows;  // by key; entries stay until the window is freed
  WindowSide& window(std::uint64_t key) {
    if (last_window_ == nullptr || last_key_ != key) {
      last_window_ = &windows[key];
      last_key_ = key;
    }
    return *last_window_;
  }
  // The window is freed. What is open on it all the same stays: then false.
  bool forget_window(std::uint64_t key) {
    const auto at = windows.find(key);
    if (at == windows.end()) return true;
    if (!at->second.is_idle()) return false;
    windows.erase(at);
    busy.erase(key);
    last_window_ = nullptr;
    return true;
  }
  // Windows that the process has passive epochs on, and those that it may have open operations on: of the many that a
  // program may have it uses few at a time.
  boost::container::flat_set<std::uint64_t> locked, busy;
  index::LockSet locks = 0;                         // all locks held, as RMA operations see them
  std::map<index::Lock, std::uint64_t> held_since;  // each of these: by Moment::order
  index::LockSet own_locks = 0;                     // those that cover loads and stores
  bool in_own_epoch = false;                        // a passive one to itself, also of MPI_MODE_NOCHECK
  // Order between its threads is not all seen: see memory/call_order.h.
  bool order_is_unseen = false;
  index::LockSet own_locks_ever = 0;  // since then
  // From looking ahead: what a request took (source and tag; cancelled: none).
  struct Status {
    std::int64_t source = 0, tag = 0;
    bool cancelled = false;
  };
  std::unordered_map<std::uint64_t, Status> statuses;
  // Definitions: the next one; up to which time all that were there are taken; as of which time that is to be looked
  // at.
  const TimedEvent* definition = nullptr;
  std::uint64_t definitions_until = 0, definitions_enough = 0;
  bool definitions_at_end = false;
  // Those that threads behind may have yet, in order.
  struct DatatypeGone {
    std::uint64_t time = 0, id = 0;
  };
  std::deque<DatatypeGone> datatypes_gone;

 private:
  std::uint64_t last_key_ = 0;
  WindowSide* last_window_ = nullptr;
};

}  // namespace fencepost::check
