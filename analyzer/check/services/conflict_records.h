// The conflicts that were found: each pair of places once, with a count and its first occurrence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "index/activity.h"
#include "job/job.h"
#include "job/observer.h"
#include "schedule/common_time.h"
#include "services/clocks.h"
#include "services/code_places.h"
#include "services/explainer.h"
#include "services/found_conflict.h"
#include "services/losses.h"
#include "services/thread.h"

namespace fencepost::check {

using index::Activity;

// The relation of two accesses that are not ordered.
struct Clash {
  ConflictKind kind = ConflictKind::kData;
  Unordered unordered = Unordered::kInEveryRun;
  Memory memory;
  ByteRange common;
};

class ConflictRecords {
 public:
  ConflictRecords(Job& job, const std::vector<Observer*>& observers, const schedule::CommonTime& times,
                  const Losses& losses, const Clocks& clocks, CodePlaces& code, Explainer& explainer);

  // Two accesses with their clashing pieces, in the order in which they were replayed.
  void report(const Clash& clash, const Activity& replayed, const Strided& replayed_piece, const Activity& now,
              const Strided& piece);

  // Conflicts of accesses that were not complete when they met: the advice depends on what completes them.
  bool awaits_ends() const { return !ends_awaited_.empty(); }
  // The thread's current event completes one side of the operation.
  void end_is_known(const Operation& operation, bool remote, const Thread& thread);
  bool awaits_returns() const { return !returns_awaited_.empty(); }
  // The call of the activity returns, at this time of its process.
  void call_returns(const Activity& activity, std::uint64_t time);

  // All processes have arrived at a meeting. What lies around a conflict is explained when all have met twice since:
  // the graph forgets it later, and a run that goes on must not change what is said.
  void all_have_met();

  // The findings of an analysis of another part of the memory.
  void add_found(FoundConflict found);
  std::vector<FoundConflict> take_found() { return std::move(found_); }
  // Completes what is known about each, and sorts them by the places of the pair.
  std::vector<Conflict> finish();

 private:
  struct Met {  // one of the two accesses of a conflict
    const Activity& activity;
    const Strided& piece;
    std::uint64_t begun;  // CommonTime
  };
  // What an occurrence shows apart from its existence.
  struct Hints {
    bool waits = false;
    std::optional<Conflict::Signal> signal;
  };
  struct AwaitedEnd {
    std::size_t found = 0;  // in found_
    OccurrenceOrder order;
    bool of_second = false;  // which of the two has the end
    index::EndPoint other;   // the other access's thread, and its position there
  };
  // The same for calls that were replayed later than the access they met: whether they had returned before that began.
  struct AwaitedReturn {
    std::size_t found = 0;  // in found_
    OccurrenceOrder order;
    std::uint64_t second_begun = 0;  // CommonTime
  };
  // The pairs found last, as they are in the trace.
  struct PairOfPlaces {
    struct Side {
      Place place;
      AccessClass kind;
      AccessRole role;
      friend bool operator==(const Side&, const Side&) = default;
    };
    Side first, second;
    ConflictKind kind;
    Unordered unordered;
    friend bool operator==(const PairOfPlaces&, const PairOfPlaces&) = default;
    static Side side(const Activity& activity) { return {activity.place(), activity.kind, activity.role}; }
    std::size_t hash() const;
  };
  struct RecentPair {
    PairOfPlaces pair;
    std::size_t found = 0;  // in found_, from 1; 0: none
  };

  struct AwaitedMeeting {
    std::size_t found = 0;  // in found_
    OccurrenceOrder order;
    std::uint64_t meetings = 0;  // before it
  };
  static bool is_first(const Met& one, const Met& other);
  void report_in_order(const Clash& clash, const Met& first, const Met& second);
  bool polls_beside(const index::Activity& load, const index::Activity& update);
  Hints hints_of(const Clash& clash, const Met& first, const Met& second);
  ConflictKey key_of(const Clash& clash, const Activity& earlier, const Activity& later);
  // The conflict as this occurrence shows it.
  Conflict make(const Clash& clash, const Met& first, const Met& second);
  void await(const Conflict& conflict, const Met& first, const Met& second, std::size_t found);
  void await_end(const Activity& activity, const Activity& other, std::size_t found, bool of_second);
  static bool have_ended(const Conflict& conflict);
  void adopt(const Conflict& conflict);
  void complete(FoundConflict& found);

  Job& job_;
  const std::vector<Observer*>& observers_;
  const schedule::CommonTime& times_;
  const Losses& losses_;
  const Clocks& clocks_;
  CodePlaces& code_;
  Explainer& explainer_;
  std::map<ConflictKey, std::size_t> known_;
  std::vector<FoundConflict> found_;
  using SideOfOperation = std::pair<const Operation*, bool>;  // true: at the target
  std::multimap<SideOfOperation, AwaitedEnd> ends_awaited_;
  std::multimap<std::shared_ptr<const index::CallBuffer>, AwaitedReturn> returns_awaited_;
  std::uint64_t meetings_ = 0;  // of all processes
  std::vector<AwaitedMeeting> meetings_awaited_;
  std::vector<RecentPair> recent_pairs_ = std::vector<RecentPair>(256);
};

}  // namespace fencepost::check
