// Observers of the replay: rules that are not about races. The engine calls them, on one thread, in an order that
// extends happens-before. They must not keep a reference to an AnyEvent (its text and lists disappear with the event).
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "job/conflict.h"
#include "job/job.h"
#include "record/looks_page.h"

namespace fencepost {

// One collective call with all its members: on a communicator (collectives, communicator and window creation, freeing),
// or on a window (fence, MPI_Win_free).
struct CollectiveMember {
  ProcessId process;
  bool called = false;  // false: never came (only in calls reported at the end of the run)
  Place place;          // place.call says which function
  Moment begun;
  Rank root;
  ReduceOp op = ReduceOp::kNull;
  std::uint32_t asserts = 0;                     // fence
  std::int64_t size = 0, displacement_unit = 0;  // window creation, as passed
};
struct CollectiveCall {
  CommunicatorKey communicator;           // key; 0: on a window
  WindowKey window;                       // key
  std::uint64_t number = 0;               // of the call on that communicator or window, from 1
  std::vector<CollectiveMember> members;  // by rank
  bool complete = false;                  // all members called
  bool same_function = true;              // blocking and nonblocking forms count as different (they do not match)
};

// A start and the post that it matches at one target.
struct EpochMatch {
  std::shared_ptr<const AccessEpoch> access;
  std::shared_ptr<const ExposureEpoch> exposure;
  Rank origin, target;
};

// Why a thread is in a call at the end of its trace.
enum class WaitsFor : std::uint8_t {
  kNothing,    // its partners did everything: the call was about to return, or the trace is cut there
  kProcesses,  // `processes` have not reached the call that it needs
  kMessage,    // no matching send
  kReceive,    // a synchronous send without its receive
  kPost,
  kComplete,  // PSCW
  kLock,      // a lock that `processes` hold
  kRequest,   // an operation that is not complete
  kValue,     // another value in a window's memory, which `processes` may write
  kThread,    // something that another thread of its process does: `of_threads`
  kUnknown,
};
// What a thread waits for if it waits for another thread of its process, or of another rank.
struct ThreadWait {
  SyncObject what = SyncObject::kThread;  // kThread: its end
  std::uint64_t object = 0;               // address; 0: a thread's end
  ThreadId thread;                        // the thread that must end, or that holds the lock
  bool shared = false;                    // the object is in a window's memory that ranks share
  ProcessId holder;                       // for a shared lock: the process of `thread`; none: not known
};
// What a polling thread has looked at in one of its calls.
struct LookedAt {
  Place place;
  format::LooksFor what = format::LooksFor::kNothing;
  std::uint64_t times = 0;
  WindowKey window;  // key
  Rank target;
  std::int64_t displacement = 0;
  std::vector<std::uint8_t> seen;  // the value that it got, if that is short
};

struct BlockedCall {
  Place place;  // the call that the thread is in (its Begin has no End); if it polls, the call by which it looks
  Moment since;
  WaitsFor waits_for = WaitsFor::kUnknown;
  std::vector<ProcessId> processes;     // the processes for which it waits
  WindowKey window;                     // key, for RMA synchronization
  Rank target;                          // for locks, flushes
  CommunicatorKey communicator;         // key, for messages and collectives
  Rank peer;                            // as passed
  std::int64_t tag = 0;                 // as passed
  std::uint64_t looks = 0;              // how often it has looked in vain; 0: it is blocked
  std::vector<LookedAt> looked_at;      // in the order in which it began
  bool any_is_enough = false;           // one of `processes` is enough to let it continue
  ThreadWait of_threads;                // with kThread
  MpiCall collective = MpiCall::kNone;  // the nonblocking call whose request it waits for
  // The call that others must make as well; for waits for processes.
  MpiCall same_call() const { return collective != MpiCall::kNone ? collective : place.call; }
  // The call of another process that would let it continue; kNone: there is no such call.
  MpiCall awaited_call() const {
    switch (waits_for) {
      case WaitsFor::kMessage:
        return MpiCall::kSend;
      case WaitsFor::kPost:
        return MpiCall::kWin_post;
      case WaitsFor::kComplete:
        return MpiCall::kWin_complete;
      case WaitsFor::kLock:
        return MpiCall::kWin_unlock;
      case WaitsFor::kProcesses:
        return same_call();
      default:
        return MpiCall::kNone;
    }
  }
};

struct LockHolder {
  WindowKey window;  // key
  Rank target;
  ProcessId process;
  LockType type = LockType::kShared;
  bool granted = false;  // false: waits for it
  Place place;
};

struct UnmatchedMessage {
  Place place;                    // of the send or receive
  CommunicatorKey communicator;   // key
  ProcessId source, destination;  // none: any
  std::int64_t tag = 0;
  bool is_send = false;
};

// A start or a post that some ranks of its group did not answer.
template <class Epoch>
struct Unmatched {
  std::shared_ptr<const Epoch> epoch;
  std::vector<Rank> ranks;  // those that did not
};

struct EndOfRun {
  std::vector<BlockedCall> blocked;                       // sorted by process, thread
  std::vector<LockHolder> locks;                          // open lock epochs
  std::vector<CollectiveCall> incomplete;                 // collectives that not all members called
  std::vector<Unmatched<AccessEpoch>> unmatched_starts;   // with the targets that never posted
  std::vector<Unmatched<ExposureEpoch>> unmatched_posts;  // with the origins that never started
  std::vector<std::shared_ptr<const AccessEpoch>> open_access;
  std::vector<std::shared_ptr<const ExposureEpoch>> open_exposure;
  std::vector<WindowKey> live_windows;  // some member never freed them
  std::vector<UnmatchedMessage> unmatched_messages;
  // Processes with a thread that is not known to wait: it may have been about to make any call.
  std::set<ProcessId> with_running_threads;
  bool all_finalized = true;  // every process passed MPI_Finalize
  bool hung = false;          // TraceSource::hung
  std::vector<std::string> blind_spots;
};

class Observer {
 public:
  virtual ~Observer() = default;

  // Each event except Access: with the job's state before it takes effect, and after.
  virtual void before(const Job&, const Moment&, const Place&, const AnyEvent&) {}
  virtual void after(const Job&, const Moment&, const Place&, const AnyEvent&) {}

  // Loads and stores, only if wants_accesses(). `where` is their memory.
  virtual bool wants_accesses() const { return false; }
  virtual void access(const Job&, const Moment&, const Place&, const event::Access&, const Memory& /*where*/,
                      const Strided& /*bytes*/) {}

  virtual void operation_issued(const Job&, const Operation&) {}
  // remote false: local completion. The operation contains the Moment and place.
  virtual void operation_completed(const Job&, const Operation&, bool /*remote*/) {}

  virtual void collective(const Job&, const CollectiveCall&) {}
  virtual void epochs_matched(const Job&, const EpochMatch&) {}

  // All processes of the window have freed it, and left nothing open on it: no event names it any more, unless the
  // program still uses the handle. Data kept for its events can go.
  virtual void window_gone(const Window&) {}

  // Each occurrence of a conflict, before the replay goes on.
  virtual void conflict_occurred(const Job&) {}
  // The first occurrence of a conflict, as soon as it is found (its completions and counts are not final).
  virtual void conflict_found(const Job&, const Conflict&) {}

  // After the last event: conflicts, deduplicated, in a deterministic order; then the end.
  virtual void conflict(const Job&, const Conflict&) {}
  virtual void finished(const Job&, const EndOfRun&) {}
};

}  // namespace fencepost
