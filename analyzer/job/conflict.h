// A conflict: two concurrent accesses with everything that a rule needs to name and explain it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "job/operation.h"
#include "standard/conflicts.h"

namespace fencepost {

enum class AccessRole : std::uint8_t {
  kOrigin,
  kTarget,
  kLocal,
  kCall
};  // kLocal: load/store; kCall: buffer of another MPI call

// What is wrong with the pair.
enum class ConflictKind : std::uint8_t {
  kData,              // the table says X
  kAtomicTypes,       // two atomics of different predefined types
  kAtomicElements,    // two atomics of one type whose elements overlap in part
  kAtomicOperations,  // two atomics whose operations differ although accumulate_ops forbids it (a warning of its own)
  kSeparateModel,     // different bytes of one window in the separate memory model: store and update in one epoch
  kReadsOnly,         // a get and an atomic read, which the text of 12.7 does not allow (AnalysisOptions::strict)
  kMemorySync,        // ordered, but without memory synchronization on the window in between (--strict, separate model)
};

// Which order leaves the pair unordered.
enum class Unordered : std::uint8_t {
  kInEveryRun,   // neither the strong nor the observed order: a race
  kByLocksOnly,  // the observed order only, and no mutual exclusion: ordered only by this run's lock order
};

struct HeldLock {
  WindowKey window;  // key
  Rank target;       // kAllTargets for lock_all
  LockType type = LockType::kShared;
  Place locked;
};

struct ConflictAccess {
  AccessClass kind = AccessClass::kLoad;
  AccessRole role = AccessRole::kLocal;
  Place place;
  Moment start;
  std::shared_ptr<const Operation> operation;  // null for loads, stores and buffers of other calls
  // Loads and stores: as recorded. Buffers of calls: `buffer` as passed.
  bool language_atomic = false;
  std::uint64_t access_size = 0, access_count = 0;
  std::int64_t access_stride = 0;
  Buffer buffer;
  // The place of the byte range: window offsets [first, end) of `owner`'s part of the window if `window` != 0 (for
  // origin buffers and loads: of the window that covers them), otherwise addresses of `place.process`.
  WindowKey window;                      // key
  Rank owner;                            // whose memory it is
  ByteRange bytes;                       // hull of the access
  ByteRange common;                      // the first bytes common to both
  std::optional<Attachment> attachment;  // the region of a dynamic window that contains it
  ProcessId memory_of;                   // process whose private memory it is; none: a shared segment
  ByteRange addresses;                   // hull of the access there
  std::vector<HeldLock> locks;           // held by the process at its issue, and until its end
  // Made in a passive target epoch, even one of MPI_MODE_NOCHECK, which is not a lock. For a load or store: the process
  // had one open to itself, on any window.
  bool in_passive_epoch = false;
  // The end of this access (completion of that side), if it is known when the finding is made.
  std::optional<Operation::Completion> end;
};

// A synchronization of both sides: `first` in the first access's process, `second` in the second's.
struct CommonSync {
  PlaceInRun first, second;
};
// A synchronization that passed from one process to another.
struct PassedSync {
  PlaceInRun given, taken;
};

struct TimelinePoint {
  PlaceInRun place;
  std::string label;  // "MPI_Put → 1", "store", "MPI_Barrier"
  int access = -1;    // 0, 1: the pair
};
struct TimelineLink {
  std::size_t from = 0, to = 0;  // indices
  std::string label;             // "message", "barrier", "post → access"
};

struct Conflict {
  ConflictKind kind = ConflictKind::kData;
  Unordered unordered = Unordered::kInEveryRun;
  // The first occurrence of the pair. The first access began before the second; if nothing orders their beginnings, it
  // began first in this run.
  ConflictAccess first, second;
  bool same_process = false;
  bool same_origin_target = false;  // both operations go from one origin to one target
  bool polling = false;             // a load that spins on the location, and an update: unified model
  // Explanation.
  // The first is a call that had not returned when the second was issued, by a process that did not know of it: it may
  // be waiting for what that process does after the second.
  bool first_may_wait = false;
  std::optional<CommonSync> common;  // nearest synchronization that both have seen before the pair
  // What the threads knew of each other directly before the pair.
  struct Heard {
    // The last synchronization of the first's thread that the second's thread knew of, and vice versa: where it was
    // released and acquired.
    std::optional<CommonSync> by_second, by_first;
    // About these: the first's thread released its one after it had begun the first; and which thread released its one
    // after it had acquired the other.
    bool told_since_first = false, first_told_last = false, second_told_last = false;
  };
  Heard heard;
  // Synchronizations that nearly order them. `wrong_way`: released before one access, acquired by the other one's
  // process after the other. `too_late`: released when one access was complete, acquired after the other.
  std::optional<PassedSync> wrong_way, too_late;
  // A synchronization that reached the second access from the first one's process after the first's issue but before
  // its completion: if the first had been complete there, the pair would be ordered. `late_at` is the place of that
  // call in the first's process.
  std::optional<PlaceInRun> late_at;
  // The reverse cannot happen: the first began before, or nothing orders the beginnings.
  // What would order them: complete the first with `call` before `before` (a place in the first's process), …
  struct Remedy {
    MpiCall call = MpiCall::kNone;  // kNone: completion is no problem, only a synchronization is missing
    Place before;                   // !known(): after the first access
    // … and add a message or barrier from the first's process (after completion) to the second's (before its
    // start).
    bool needs_synchronization = true;
    // The same call has operations on other targets pending then, which need completion as well.
    bool for_all_targets = false;
    // The first was complete at the origin by then: that call could complete it at the target instead.
    bool after_local = false;
  };
  Remedy remedy;
  // The call that completes the second access does not come after the first one: the first can wait for it.
  bool first_can_wait = false;
  // Atomics of the language that may be meant to order them: afterwards, one of the two threads wrote one, with relaxed
  // order, that the other one had read before; or the other one did not wait until it read what was written.
  struct RelaxedFlag {
    Place written, read;
    bool released = false, acquired = false;             // one of the two may have the order that it needs
    bool written_updates = false, read_updates = false;  // read and written in one step
    bool unseen = false;                                 // the last read came before the first write
  };
  std::optional<RelaxedFlag> relaxed_flag;
  // An atomic operation, of MPI or of the language, directly before one access. The other access's thread had already
  // read its value: so the signal came before the access that it announces.
  struct ToldTooEarly {
    PlaceInRun told;
    bool of_first = false;
  };
  std::optional<ToldTooEarly> told_too_early;
  // Another thread of the process of one access made a synchronization with the other access's process that would order
  // the pair. If `taken`, the other access is complete when that thread returns from `call`; otherwise `call` leads to
  // the other access. An order between that thread and the one that made the access is missing.
  struct OtherThread {
    PlaceInRun call;
    bool taken = false;
  };
  std::optional<OtherThread> other_thread;
  // The two meet on a word by which processes may signal each other (a lock, a flag, a ticket): one writes a single
  // element, the other looks at it. It orders nothing, because not both are atomic. Over all occurrences:
  struct Signal {
    struct Point {
      ThreadName by{ProcessId()};
      std::uint32_t tick = 0;
    };
    std::vector<Point> given;  // of each thread that wrote it: the last time
    std::vector<Point> taken;  // of each thread that looked at it: the first time
    bool certain = false;      // it was swapped, or polled
    bool awaited = false;      // and what polls it is code that only waits, as far as code was read
    // One write of the word, and a look at it. Threads by the numbers of their streams.
    struct Look {
      std::uint64_t begun = 0;                                   // common time at which both had begun
      std::uint32_t giver = 0, given = 0, taker = 0, taken = 0;  // stream and tick
      std::vector<std::uint32_t> known;                          // the tick of each stream that the giver knew of
      friend auto operator<=>(const Look&, const Look&) = default;
    };
    std::vector<Look> looks;  // the first ones, sorted
    void merge(const Signal& other);
    // Whether one that begins then may be among the first ones.
    bool wants_look(std::uint64_t begun) const;
    void add(Look look);
  };
  std::optional<Signal> signal;
  std::vector<TimelinePoint> timeline;
  std::vector<TimelineLink> timeline_links;
  // Over all occurrences of the pair of places and kinds.
  std::uint64_t count = 1;
  std::vector<ProcessId> ranks;  // processes involved, sorted
  Named named;                   // in addition to what its operations hold
};

}  // namespace fencepost
