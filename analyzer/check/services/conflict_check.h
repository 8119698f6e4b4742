// Which accesses conflict: the index of the accesses, each new one against those that are there, and out of it when
// they can matter no more.
//
// The replay order extends happens-before. So when an access comes in, an earlier one is ordered before it if and only
// if an end of the earlier one has been replayed and stands in the clock of the new one's start; the other direction is
// impossible.
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
  // `separate_windows`: windows of the separate memory model are there or will be.
  ConflictCheck(const Job& job, const AnalysisOptions& options, bool separate_windows,
                const schedule::Scheduler& scheduler, const Clocks& clocks, const Strands& strands,
                LocksHeld& locks_held, ConflictRecords& records, Statistics& statistics);

  index::AccessIndex& accesses() { return index_; }
  // Whether any byte of a piece, or of one of the set's, may belong to this replay's part of the memory.
  bool concerns(const Memory& memory, const Strided& piece) const {
    return options_.part.whole() || concerns_range(memory, piece.hull());
  }
  bool concerns(const ByteSet& bytes) const;
  bool concerns_range(const Memory& memory, ByteRange range) const;

  // Checks an activity's piece against the index and puts it in. `alone`: it has no other piece.
  void insert(ActivityNumber number, const Memory& memory, const Strided& piece, bool alone);
  void insert(ActivityNumber number, const ByteSet& bytes) {
    const bool alone = bytes.pieces.size() == 1 && bytes.elsewhere.empty();
    each_memory(bytes, [&](const ByteSet& there) {
      for (const Strided& piece : there.pieces) insert(number, there.memory, piece, alone);
    });
  }
  // An access has an end: it may be the first.
  void has_ended(ActivityNumber number) {
    if (index_[number].ends != 1) return;
    index_.leaves_its_line(number);
    pending_.ends(number);
  }
  // An access that goes on without a lock it was begun under meets what the lock had kept apart from it. `bytes`: its.
  void no_longer_excluded(ActivityNumber number, const ByteSet& bytes, index::LockSet before);
  // Takes out what lies in the range and ended before `here`.
  void take_out(const Memory& memory, ByteRange range, const Activity& here);

  // Accesses that ended before everything that can still come matter no more. It is time to look for them: when their
  // number has doubled, or when new ones have met many that are ordered before them; later the next time if it was of
  // no use.
  bool retirement_is_due();
  // `passed`: up to which tick each thread has happened before everything that can still come.
  void retire(std::span<const Tick> passed);
  // All processes have met: what was of no use before may be so now, and what they did before it is met in vain.
  void expect_retirement();

 private:
  // Entries of the same bytes, thread and place; null: there is none.
  struct Alike {
    index::Entry* leader = nullptr;    // of the pending access that leads its group (PendingGroups)
    index::Entry* replaced = nullptr;  // which the access takes over; not looked for behind a leader
  };
  Alike find_alike(index::Space space, ActivityNumber number, const Strided& piece, std::uint32_t key, bool alone);
  // The complete fetches of some range, the last executed first; looked up when they are asked for. There may be
  // thousands of pairs to be asked about.
  struct Fetches {
    struct Fetch {
      const Activity* access;
      const Strided* piece;
    };
    ByteRange range;
    std::optional<std::vector<Fetch>> found;
  };
  // Two accesses, the earlier one in the replay first, and the pieces of them that are looked at.
  struct Pair {
    const Activity& earlier;
    const Activity& later;
    const Strided& earlier_piece;
    const Strided& later_piece;
    const Memory& memory;
  };
  // `fetches`: of what one of the two is met in.
  enum class Verdict : std::uint8_t { kCompatible, kOrdered, kOrderedByFetch, kConflict };
  Verdict judge(const Pair& pair, Fetches& fetches);
  void meet_without_lock(ActivityNumber number, const Memory& memory, const Strided& piece, index::LockSet before);
  // The members of its group which the earlier one of the pair stands for, it being ordered by a fetch, which need not
  // have met them.
  void judge_group(const Pair& pair, ActivityNumber earlier, Fetches& fetches);
  // Of two that are not ordered and overlap: what it is; nothing if they are compatible after all.
  std::optional<ConflictKind> kind_of(const Pair& pair) const;
  // Whether a fetch orders the two, one of which is atomic at least.
  bool ordered_by_fetch(const Pair& pair, Fetches& fetches);
  bool ordered(const Activity& earlier, const Activity& later, bool observed) const;
  // Whether all accesses of the block are ordered before the later one, as far as the block tells.
  static bool ordered(const index::Block& block, const Activity& later) {
    if (!block.ended) return false;
    if (block.ended_by == later.stream) return block.last_end < later.tick;
    return later.start->strong().covers(block.ended_by, block.last_end);
  }
  // By what the clock knows at the later one's beginning.
  static bool ordered_by(const order::Clock& clock, const Activity& earlier, const Activity& later);
  // Whether a fetch of the same elements met the first, which is atomic, and was complete before the second.
  bool fetched_between(const Pair& pair, bool later_first, Fetches& fetches);
  void find_fetches(const Memory& memory, Fetches& fetches);
  bool out_of_reach(const Activity& earlier) const {
    return options_.reach != 0 && earlier.order + options_.reach < clocks_.order();
  }
  bool checks_separate_model() const {
    return options_.separate_model || separate_windows_ || job_.has_separate_window();
  }
  void check_strictly(const Activity& later, const Memory& memory, const Strided& piece);
  void check_separate(const Activity& later, const Memory& memory, const Strided& piece);
  // Of two that are not in the strong order.
  Unordered unordered(const Activity& earlier, const Activity& later) const;

  const Job& job_;
  const AnalysisOptions& options_;
  const bool separate_windows_;
  const schedule::Scheduler& scheduler_;
  const Clocks& clocks_;
  const Strands& strands_;
  LocksHeld& locks_held_;
  ConflictRecords& records_;
  Statistics& statistics_;
  index::AccessIndex index_;
  ReplacedFetches replaced_fetches_;
  PendingGroups pending_{index_};
  std::size_t next_retirement_ = 1 << 14;
  std::size_t in_vain_ = 0;  // pairs met since the last retirement whose first was ordered before the second
  std::size_t next_in_vain_ = 4096;
  std::size_t patience_ = 1;
};

}  // namespace fencepost::check
