// Which accesses conflict: keeps the index of the accesses, compares each new one with those in it, and removes those
// that can no longer matter.
//
// The replay order extends happens-before. So an earlier access is ordered
// before a new one if and only if an end of the earlier one has been replayed
// and is in the clock of the new one's start. The opposite order is impossible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/access_index.h"
#include "job/job.h"
#include "schedule/scheduler.h"
#include "services/clocks.h"
#include "services/conflict_records.h"
#include "services/locks_held.h"
#include "services/options.h"
#include "services/pending_groups.h"
#include "services/replaced_fetches.h"
#include "services/strands.h"

namespace fencepost::check {

using index::Activity;
using index::ActivityNumber;

class ConflictCheck {
 public:
  // `separate_windows`: windows of the separate memory model exist or will exist.
  ConflictCheck(const Job& job, const AnalysisOptions& options, bool separate_windows,
                const schedule::Scheduler& scheduler, const Clocks& clocks, const Strands& strands,
                LocksHeld& locks_held, ConflictRecords& records, Statistics& statistics);

  index::AccessIndex& accesses() { return index_; }
  // Whether any byte of a piece, or of a piece of the set, may belong to this replay's part of the memory.
  bool concerns(const Memory& memory, const Strided& piece) const {
    return options_.part.whole() || concerns_range(memory, piece.hull());
  }
  bool concerns(const ByteSet& bytes) const;
  bool concerns_range(const Memory& memory, ByteRange range) const;

  // Checks an activity's piece against the index and adds it. `alone`: it has no other piece.
  void insert(ActivityNumber number, const Memory& memory, const Strided& piece, bool alone);
  void insert(ActivityNumber number, const ByteSet& bytes) {
    const bool alone = bytes.pieces.size() == 1 && bytes.elsewhere.empty();
    each_memory(bytes, [&](const ByteSet& there) {
      for (const Strided& piece : there.pieces) insert(number, there.memory, piece, alone);
    });
  }
  // An access ends, or has one more end.
  void end(ActivityNumber number, index::EndPoint point) {
    if (!index_[number].add_end(point)) return;
    if (is_fetch(index_[number])) note_fetch(index_[number]);
    if (index_[number].ends != 1) return;
    index_.leaves_its_line(number);
    pending_.ends(number);
  }
  // An access continues without a lock that it began under: it meets accesses that the lock kept out. `bytes`: its own.
  void no_longer_excluded(ActivityNumber number, const ByteSet& bytes, index::LockSet before);
  // Removes accesses in the range that ended before `here`.
  void take_out(const Memory& memory, ByteRange range, const Activity& here, bool own_stack);

  // Accesses that ended before everything that can still come no longer matter. It is time to look for them when their
  // number has doubled, or when new accesses have met many that are ordered before them. If that was of no use, the
  // next time is later.
  bool retirement_is_due();
  // `passed`: up to which tick each thread has happened before everything that can still come.
  void retire(std::span<const Tick> passed);
  // All processes have met: retirement may help now, and comparisons with accesses before the meeting are in vain.
  void expect_retirement();
  // The thread leaves a meeting of all processes.
  void has_met_all(const Thread& thread);

 private:
  // Entries of the same bytes, thread and place; null: there is none.
  struct Alike {
    index::Entry* leader = nullptr;    // of the pending access that leads its group (PendingGroups)
    index::Entry* replaced = nullptr;  // the access takes this one over; not looked for after a leader
  };
  Alike find_alike(index::Space space, ActivityNumber number, const Strided& piece, std::uint32_t key, bool alone);
  // A complete fetch at its target.
  struct Fetch {
    const Activity* access;
    Strided piece;
  };
  // Those of a range, the last executed first. There may be thousands of pairs that need them.
  struct Fetches {
    bool known = false;
    Memory memory;
    ByteRange range;
    std::vector<Fetch> found;
    void forget() { known = false; }
  };
  // Two accesses, the earlier one in the replay first, and the pieces of them that are compared.
  struct Pair {
    const Activity& earlier;
    const Activity& later;
    const Strided& earlier_piece;
    const Strided& later_piece;
    const Memory& memory;
  };
  enum class Verdict : std::uint8_t { kCompatible, kOrdered, kOrderedByFetch, kConflict };
  Verdict judge(const Pair& pair);
  void meet_without_lock(ActivityNumber number, const Memory& memory, const Strided& piece, index::LockSet before);
  // The members of the group for which the earlier access of the pair stands, if a fetch orders it: the fetch need not
  // have met them.
  void judge_group(const Pair& pair, ActivityNumber earlier);
  // The kind of conflict of two overlapping accesses that are not ordered; nothing if they are compatible after all.
  std::optional<ConflictKind> kind_of(const Pair& pair) const;
  bool is_in_turn(const Pair& pair, ByteRange common) const;
  // Whether a fetch orders the two, at least one of which is atomic.
  bool ordered_by_fetch(const Pair& pair);
  bool ordered(const Activity& earlier, const Activity& later, bool observed) const;
  // Whether all accesses of the block are ordered before the later one, as far as the block shows.
  static bool ordered(const index::Block& block, const Activity& later) {
    if (!block.ended) return false;
    if (block.ended_by == later.stream) return block.last_end < later.tick;
    return later.start->strong().covers(block.ended_by, block.last_end);
  }
  // By the clock at the later one's beginning.
  static bool ordered_by(const order::Clock& clock, const Activity& earlier, const Activity& later);
  // Whether a fetch of the same elements met the first, which is atomic, and was complete before the second.
  bool fetched_between(const Pair& pair, bool later_first);
  static bool is_fetch(const Activity& activity);
  // A fetch is new or ends.
  void note_fetch(const Activity& fetch);
  const std::vector<Fetch>& fetches_in(const Memory& memory, ByteRange range);
  bool out_of_reach(const Activity& earlier) const {
    return options_.reach != 0 && earlier.at.order + options_.reach < clocks_.order();
  }
  bool checks_separate_model() const {
    return options_.separate_model || separate_windows_ || job_.has_separate_window();
  }
  void check_strictly(const Activity& later, const Memory& memory, const Strided& piece);
  void check_separate(const Activity& later, const Memory& memory, const Strided& piece);
  // For two accesses that are not ordered in the strong order.
  Unordered unordered(const Activity& earlier, const Activity& later) const;

  const Job& job_;
  const AnalysisOptions& options_;
  const bool separate_windows_;
  const schedule::Scheduler& scheduler_;
  const Clocks& clocks_;
  const Strands& strands_;
  LocksHeld& locks_held_;
  ConflictRecords& records_;
  std::vector<Tick> met_;  // by place in the clocks: when its thread has last met all processes
  Statistics& statistics_;
  index::AccessIndex index_;
  ReplacedFetches replaced_fetches_;
  Fetches fetches_;               // looked up last
  std::uint64_t last_fetch_ = 0;  // Operation::sequence of the complete fetch that was executed last
  PendingGroups pending_{index_};
  std::size_t next_retirement_ = 1 << 14;
  std::size_t in_vain_ = 0;  // pairs met since the last retirement whose first was ordered before the second
  std::size_t next_in_vain_ = 4096;
  std::size_t patience_ = 1;
};

}  // namespace fencepost::check
