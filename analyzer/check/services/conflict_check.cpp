#include "services/conflict_check.h"

#include <algorithm>

#include <boost/container/static_vector.hpp>

#include "services/native_runs.h"
#include "services/rma_operation.h"

namespace fencepost::check {

namespace {

// Whether elements of this type in both pieces coincide wherever they overlap.
bool elements_coincide(const Strided& a, const Strided& b, BasicType type) {
  if (index::whole_elements(a, type) && index::whole_elements(b, type)) {
    // (The first part of one pair does not coincide with the second part of another.)
    return a.begin % size_of(type) == b.begin % size_of(type) && (!has_padding(type) || a.size == b.size);
  }
  // Elements at odd strides: only the first bytes can be compared, block by block. Blocks with the same start coincide.
  return a == b;
}

// On one thread: whether the end of one access comes before another access. Loads and stores come before the event
// whose tick they carry, so the operations that this event completes did not end before them.
bool lies_before(const index::EndPoint& end, const Activity& earlier, const Activity& later) {
  const bool before_event = later.role == AccessRole::kLocal && earlier.role != AccessRole::kLocal;
  return before_event ? end.tick < later.tick : end.tick <= later.tick;
}

// Accesses of one line that the later access does not know to have ended, whatever their bytes: a loop that moves its
// target by less than it puts, pending or with a flush after each. An access that conflicts with one of them conflicts
// with all further ones that it overlaps, which is one mistake. If there are many, the earliest is reported.
class Conflicting {
 public:
  explicit Conflicting(const Activity& later) : later_(later) {}
  // `in_every_run`: that is how they are not ordered.
  void add(const Activity& earlier, bool in_every_run) {
    if (!index::Line::counts(earlier) || (is_atomic(earlier.kind) && is_atomic(later_.kind))) return;
    const Told told{index::Line::of_access(earlier), &earlier, knows(earlier.stream, earlier.tick), in_every_run};
    if (told_.size() < kMost) {
      told_.push_back(told);
    } else {
      told_[next_++ % kMost] = told;
    }
  }
  bool has_told_of(const Activity& earlier) const {
    if (told_.empty() || !index::Line::counts(earlier)) return false;
    const index::Line line = index::Line::of_access(earlier);
    return std::ranges::any_of(told_, [&](const Told& told) {
      const bool ends_later =
          earlier.ends == 1 && !earlier.more && told.ended_before(earlier.end[0].stream, earlier.end[0].tick);
      return (ends_later || told.access->has_ends_of(earlier)) && told.stands_for(line, earlier.at.order) &&
             (!told.known || knows(earlier.stream, earlier.tick));
    });
  }
  bool has_told_of(const index::Block& block, const index::Lines& lines) const {
    if (told_.empty() || block.line == index::Lines::kNone) return false;
    const index::Line& line = lines[block.line];
    return std::ranges::any_of(told_, [&](const Told& told) {
      const index::Activity& access = *told.access;
      const bool ends_later = block.ended && !block.several_ends && told.ended_before(block.ended_by, block.first_end);
      const bool same_ends =
          access.ended() ? access.ends == 1 && block.has_one_end(access.end[0]) : block.pending(lines);
      return (ends_later || same_ends) && told.stands_for(line, block.first_order) &&
             (!told.known || knows(line.stream, block.last_tick));
    });
  }

 private:
  static constexpr std::size_t kMost = 4;
  struct Told {
    index::Line line;
    const Activity* access;
    bool known;  // the later access knows its call; if not, the call may be what the later access waits for
    bool in_every_run;
    bool stands_for(const index::Line& other, std::uint64_t order) const {
      return order > access->at.order && line == other;
    }
    // What is not known to have ended has not ended later, either.
    bool ended_before(order::StreamNumber by, order::Tick tick) const {
      return in_every_run && access->ends == 1 && access->end[0].stream == by && access->end[0].tick <= tick;
    }
  };
  bool knows(order::StreamNumber stream, order::Tick tick) const {
    return stream == later_.stream || later_.start->strong().covers(stream, tick);
  }

  const Activity& later_;
  boost::container::static_vector<Told, kMost> told_;
  std::size_t next_ = 0;
};

}  // namespace

ConflictCheck::ConflictCheck(const Job& job, const AnalysisOptions& options, bool separate_windows,
                             const schedule::Scheduler& scheduler, const Clocks& clocks, const Strands& strands,
                             LocksHeld& locks_held, ConflictRecords& records, Statistics& statistics)
    : job_(job),
      options_(options),
      separate_windows_(separate_windows),
      scheduler_(scheduler),
      clocks_(clocks),
      strands_(strands),
      locks_held_(locks_held),
      records_(records),
      statistics_(statistics) {}

bool ConflictCheck::ordered(const Activity& earlier, const Activity& later, bool observed) const {
  return ordered_by(observed ? later.start->observed() : later.start->strong(), earlier, later);
}

bool ConflictCheck::ordered_by(const order::Clock& clock, const Activity& earlier, const Activity& later) {
  return earlier.has_end([&](const index::EndPoint& end) {
    return end.stream == later.stream ? lies_before(end, earlier, later) : clock.covers(end.stream, end.tick);
  });
}

namespace {

// The epoch of a shared lock in which an operation is made; null: there is none.
const AccessEpoch* shared_epoch(const Activity& activity) {
  if (activity.role != AccessRole::kTarget || !activity.operation) return nullptr;
  const AccessEpoch* const epoch = activity.operation->epoch.get();
  const bool of_lock = epoch != nullptr && (epoch->kind == EpochKind::kLock || epoch->kind == EpochKind::kLockAll);
  return of_lock && epoch->lock == LockType::kShared ? epoch : nullptr;
}

}  // namespace

// Both are made under shared locks of one target, and only the grant of its own lock orders the second after the first
// (a process held an exclusive lock in between). Then the program has taken nothing from the first: nothing that it
// knew when it made the second came after the first. A shared lock does not separate them in the next run.
Unordered ConflictCheck::unordered(const Activity& earlier, const Activity& later) const {
  if (!ordered(earlier, later, true)) return Unordered::kInEveryRun;
  const bool shared = shared_epoch(earlier) != nullptr && shared_epoch(later) != nullptr &&
                      earlier.operation->window == later.operation->window &&
                      earlier.operation->target == later.operation->target && earlier.process != later.process;
  if (!shared) return Unordered::kByLocksOnly;
  const auto& operation = static_cast<const RmaOperation&>(*later.operation);
  return operation.start && !ordered_by(operation.start->observed(), earlier, later) ? Unordered::kInEveryRun
                                                                                     : Unordered::kByLocksOnly;
}

bool ConflictCheck::concerns_range(const Memory& memory, ByteRange range) const {
  constexpr unsigned kBlockBits = 16;
  const MemoryPart& part = options_.part;
  // In the separate memory model accesses to different bytes conflict.
  const bool by_block = !checks_separate_model();
  const std::uint64_t first = by_block ? range.begin >> kBlockBits : 0;
  const std::uint64_t last = by_block ? (range.end - 1) >> kBlockBits : 0;
  if (last - first >= part.all) return true;
  const std::uint64_t which =
      memory.segment != 0 ? memory.segment : static_cast<std::uint64_t>(memory.process.number());
  for (std::uint64_t block = first; block <= last; ++block) {
    std::uint64_t hash = (which * 0x9e3779b97f4a7c15ULL) ^ (block * 0xc2b2ae3d27d4eb4fULL);
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9ULL;
    const auto number = static_cast<std::uint32_t>((hash >> 32) % part.all);
    if (number >= part.first && number < part.last) return true;
  }
  return false;
}

bool ConflictCheck::concerns(const ByteSet& bytes) const {
  if (options_.part.whole()) return true;
  bool any = false;
  each_memory(bytes, [&](const ByteSet& there) {
    for (const Strided& piece : there.pieces) any = any || concerns_range(there.memory, piece.hull());
  });
  return any;
}

namespace {
// A later access of the same thread, place, kind and bytes stands for an earlier one that has ended before it: any
// future access that is concurrent with the earlier one is concurrent with the later one, too.
bool could_stand_for(const Activity& later, const Activity& earlier) {
  return earlier.ended() && earlier.stream == later.stream && earlier.kind == later.kind && earlier.pc == later.pc &&
         earlier.stack == later.stack && earlier.call == later.call && earlier.locks == later.locks &&
         earlier.role == later.role && earlier.op == later.op && earlier.type == later.type &&
         earlier.language_atomic == later.language_atomic;
}
}  // namespace

ConflictCheck::Alike ConflictCheck::find_alike(index::Space space, ActivityNumber number, const Strided& piece,
                                               std::uint32_t key, bool alone) {
  Alike found;
  const Activity& later = index_[number];
  const bool may_join = alone && !later.ended();
  index_.each_same(space, piece, key, [&](index::Entry& entry) {
    if (entry.activity == number) return false;
    const Activity& earlier = index_[entry.activity];
    if (may_join && earlier.entries == 1 && PendingGroups::alike(earlier, later)) {
      found.leader = &entry;
      return true;
    }
    if (found.replaced != nullptr || !could_stand_for(later, earlier) || !ordered(earlier, later, false)) return false;
    found.replaced = &entry;
    return !may_join;
  });
  if (found.leader != nullptr) found.replaced = nullptr;
  return found;
}

void ConflictCheck::insert(ActivityNumber number, const Memory& memory, const Strided& piece, bool alone) {
  if (piece.empty()) return;
  if (!concerns(memory, piece)) return;
  const index::Space space = index_.space_of(memory);
  const Activity& later = index_[number];
  const index::Traits traits = index::Traits::of(later, piece);
  const std::uint32_t key = index::AccessIndex::key_of(later, piece);
  const auto [leader, same] = find_alike(space, number, piece, key, alone);
  if (same != nullptr)
    index_[number].replaces(index_[same->activity], later.stream < met_.size() ? met_[later.stream] : 0);
  Conflicting conflicting(later);
  const auto passes_over = [&](const index::Block& block) {
    if (conflicting.has_told_of(block, index_.lines())) return true;
    if (!ordered(block, later)) return false;
    ++in_vain_;
    return true;
  };
  const auto meet = [&](const index::Entry& entry) {
    const Activity& earlier = index_[entry.activity];
    if (conflicting.has_told_of(earlier)) return;
    if (&entry == same) {  // known to be ordered
      ++statistics_.pairs_checked;
      if (earlier.role != AccessRole::kLocal) ++in_vain_;
    } else if (entry.activity != number) {
      const Pair pair{earlier, later, entry.piece, piece, memory};
      const Verdict verdict = judge(pair);
      if (verdict == Verdict::kOrderedByFetch) judge_group(pair, entry.activity);
      if (verdict == Verdict::kConflict) conflicting.add(earlier, unordered(earlier, later) == Unordered::kInEveryRun);
    }
  };
  index_.search(space, piece, traits, meet, passes_over);
  if (checks_separate_model()) check_separate(later, memory, piece);
  if (options_.strict) check_strictly(later, memory, piece);
  if (leader != nullptr) {
    pending_.join(*leader, number);
  } else if (same != nullptr) {
    replaced_fetches_.add(index_, same->activity, number);
    index_.replace(*same, number);
  } else {
    index_.insert(space, piece, number, key);
  }
  if (is_fetch(later)) note_fetch(later);
}

ConflictCheck::Verdict ConflictCheck::judge(const Pair& pair) {
  const auto& [earlier, later, earlier_piece, later_piece, memory] = pair;
  ++statistics_.pairs_checked;
  if (out_of_reach(earlier)) return Verdict::kCompatible;
  const Compatibility verdict = compatibility(earlier.kind, later.kind);
  if (verdict == Compatibility::kOk) return Verdict::kCompatible;
  const bool same_process = earlier.process == later.process;
  if (verdict == Compatibility::kBetweenRanks) {
    if (same_process) return Verdict::kCompatible;
    if (earlier.language_atomic && later.language_atomic) return Verdict::kCompatible;
  }
  // Loads, stores and buffers of ordinary calls of one process: a thread sanitizer covers them.
  if (same_process && is_local(earlier.kind) && is_local(later.kind)) return Verdict::kCompatible;
  if (earlier.operation && earlier.operation == later.operation) return Verdict::kCompatible;  // of one operation
  if (ordered(earlier, later, false)) {
    ++in_vain_;
    return Verdict::kOrdered;
  }
  // An operation that is already complete, or an access of which only bounds are known.
  if (ordered(later, earlier, false)) return Verdict::kOrdered;
  const auto common = overlap(earlier_piece, later_piece);
  if (!common) return Verdict::kCompatible;
  // Both may belong to several parts; their first common byte belongs to one.
  if (!options_.part.whole() && !concerns_range(memory, {common->begin, common->begin + 1}))
    return Verdict::kCompatible;
  const std::optional<ConflictKind> kind = kind_of(pair);
  if (!kind) return Verdict::kCompatible;
  if (!same_process && locks_held_.sets().exclude(earlier.locks, later.locks)) return Verdict::kCompatible;
  if (is_in_turn(pair, *common)) return Verdict::kOrdered;
  if (ordered_by_fetch(pair)) return Verdict::kOrderedByFetch;
  records_.report({*kind, unordered(earlier, later), memory, *common}, earlier, earlier_piece, later, later_piece);
  return Verdict::kConflict;
}

// Strands that one thread ran, on memory that only this thread uses.
bool ConflictCheck::is_in_turn(const Pair& pair, ByteRange common) const {
  if (pair.memory.segment != 0) return false;
  switch (strands_.own_memory(pair.earlier, pair.later, common)) {
    case Strands::OwnMemory::kNo:
      return false;
    case Strands::OwnMemory::kStack:
      return true;
    case Strands::OwnMemory::kUnlessShared:
      return !job_.covering_window(pair.memory, common.begin);
  }
  return false;
}

void ConflictCheck::judge_group(const Pair& pair, ActivityNumber earlier) {
  pending_.each_behind(earlier, [&](const Activity& member) {
    return judge({member, pair.later, pair.earlier_piece, pair.later_piece, pair.memory}) != Verdict::kConflict;
  });
}

std::optional<ConflictKind> ConflictCheck::kind_of(const Pair& pair) const {
  const auto& [earlier, later, earlier_piece, later_piece, memory] = pair;
  if (!is_atomic(earlier.kind) || !is_atomic(later.kind) || !earlier.operation || !later.operation)
    return ConflictKind::kData;
  if (earlier.type != later.type || earlier.type == BasicType::kUnknown) return ConflictKind::kAtomicTypes;
  if (!elements_coincide(earlier_piece, later_piece, earlier.type)) return ConflictKind::kAtomicElements;
  // Operations on different windows that overlap must not be concurrent, atomic or not (12.2.1).
  if (earlier.operation->window != later.operation->window) return ConflictKind::kData;
  const bool one_pair =
      earlier.process == later.process && earlier.operation->target_process == later.operation->target_process;
  if (one_pair) return std::nullopt;  // accumulate_ordering (12.7.2)
  if (earlier.op == later.op) return std::nullopt;
  // A compare_and_swap has no MPI operation (the standard
  // leaves the question open: it counts as atomic with all).
  if (earlier.op == ReduceOp::kNull || later.op == ReduceOp::kNull) return std::nullopt;
  if (earlier.op == ReduceOp::kNoOp || later.op == ReduceOp::kNoOp) {
    const Window* window = job_.window(earlier.operation->window);
    if (!window || window->info(earlier.operation->target, "accumulate_ops") != "same_op") return std::nullopt;
  }
  return ConflictKind::kAtomicOperations;
}

// A process that has fetched the result of an atomic operation knows that it was executed, however late its own process
// completes it. So a flag tells what was set, and the last process to come to a barrier that counts with MPI_SUM may
// reset the counter with MPI_REPLACE.
bool ConflictCheck::ordered_by_fetch(const Pair& pair) {
  return fetched_between(pair, false) || fetched_between(pair, true);
}

bool ConflictCheck::is_fetch(const Activity& activity) {
  return activity.role == AccessRole::kTarget && is_atomic(activity.kind) && activity.operation &&
         activity.operation->fetches();
}

void ConflictCheck::note_fetch(const Activity& fetch) {
  fetches_.forget();
  if (fetch.ended()) last_fetch_ = std::max(last_fetch_, fetch.operation->sequence);
}

const std::vector<ConflictCheck::Fetch>& ConflictCheck::fetches_in(const Memory& memory, ByteRange range) {
  if (fetches_.known && fetches_.memory == memory && fetches_.range == range) return fetches_.found;
  fetches_ = {true, memory, range, std::move(fetches_.found)};
  std::vector<Fetch>& found = fetches_.found;
  found.clear();
  index_.search_all(index_.space_of(memory), range, [&](const index::Entry& entry) {
    const Activity& fetch = index_[entry.activity];
    if (!is_fetch(fetch)) return;
    if (fetch.ended()) found.push_back({&fetch, entry.piece});
    for (const Activity& replaced : replaced_fetches_.of(entry.activity)) found.push_back({&replaced, entry.piece});
  });
  std::ranges::sort(found, std::ranges::greater(),
                    [](const Fetch& fetch) { return fetch.access->operation->sequence; });
  return found;
}

bool ConflictCheck::fetched_between(const Pair& pair, bool later_first) {
  const Activity& first = later_first ? pair.later : pair.earlier;
  const Activity& second = later_first ? pair.earlier : pair.later;
  if (first.role != AccessRole::kTarget || !is_atomic(first.kind)) return false;
  // Nobody can have fetched what an operation that only fetches has written.
  if (first.operation->op == ReduceOp::kNoOp) return false;
  const bool native = scheduler_.by_time() && is_native(job_, first.process);
  if (!native && (first.operation->sequence == 0 || first.operation->sequence >= last_fetch_)) return false;
  if (native && !second.start->strong().covers(first.stream, first.tick)) return false;
  const ByteRange one = pair.earlier_piece.hull(), other = pair.later_piece.hull();
  const ByteRange both{std::max(one.begin, other.begin), std::min(one.end, other.end)};
  for (const Fetch& fetch : fetches_in(pair.memory, pair.later_piece.hull())) {
    if (!native && fetch.access->operation->sequence <= first.operation->sequence) return false;
    // Atomic with the first: of the same type, on the same window.
    if (fetch.access->type != first.type || fetch.access->operation->window != first.operation->window) continue;
    const ByteRange hull = fetch.piece.hull();
    const bool all = fetch.piece.contiguous() && hull.begin <= both.begin && both.end <= hull.end;
    if (!all && fetch.piece != pair.earlier_piece && fetch.piece != pair.later_piece) continue;
    // In native runs, a fetch counts as having read everything that was issued before it was complete.
    if ((!native || !ordered(*fetch.access, first, false)) && ordered(*fetch.access, second, false)) return true;
  }
  return false;
}

void ConflictCheck::no_longer_excluded(ActivityNumber number, const ByteSet& bytes, index::LockSet before) {
  each_memory(bytes, [&](const ByteSet& there) {
    for (const Strided& piece : there.pieces) meet_without_lock(number, there.memory, piece, before);
  });
}

void ConflictCheck::meet_without_lock(ActivityNumber number, const Memory& memory, const Strided& piece,
                                      index::LockSet before) {
  const Activity& activity = index_[number];
  index_.search_all(index_.space_of(memory), piece.hull(), [&](index::Entry& entry) {
    const Activity& other = index_[entry.activity];
    if (other.process == activity.process || !locks_held_.sets().exclude(before, other.locks)) return;
    if (other.at.order < activity.at.order) {
      judge({other, activity, entry.piece, piece, memory});
    } else {
      judge({activity, other, piece, entry.piece, memory});
    }
  });
}

void ConflictCheck::take_out(const Memory& memory, ByteRange range, const Activity& here, bool own_stack) {
  fetches_.forget();
  const auto ran_here = [&](const Activity& activity) {
    return own_stack && activity.process == here.process && activity.thread == here.thread && activity.ended();
  };
  in_vain_ += index_.take_out(index_.space_of(memory), range, [&](const Activity& activity) {
    return ran_here(activity) || ordered(activity, here, false);
  });
}

// A get and an atomic read: by the words of the standard they conflict, although both only read.
void ConflictCheck::check_strictly(const Activity& later, const Memory& memory, const Strided& piece) {
  const auto reads = [](const Activity& activity) {
    return activity.role == AccessRole::kTarget &&
           (activity.kind == AccessClass::kGet || activity.kind == AccessClass::kAtomicRead);
  };
  if (!reads(later)) return;
  const auto meet = [&](const index::Entry& entry) {
    const Activity& earlier = index_[entry.activity];
    if (!reads(earlier) || earlier.kind == later.kind || ordered(earlier, later, true)) return;
    if (locks_held_.sets().exclude(earlier.locks, later.locks)) return;
    if (const auto common = overlap(entry.piece, piece)) {
      records_.report({ConflictKind::kReadsOnly, Unordered::kInEveryRun, memory, *common}, earlier, entry.piece, later,
                      piece);
    }
  };
  const AccessClass other = later.kind == AccessClass::kGet ? AccessClass::kAtomicRead : AccessClass::kGet;
  const auto passes_over = [&](const index::Block& block) { return block.same_traits && block.traits.kind() != other; };
  // (Like a put, which conflicts with all.)
  const index::Traits as{static_cast<std::uint32_t>(AccessClass::kPut)};
  index_.search(index_.space_of(memory), piece, as, meet, passes_over);
}

// The separate memory model: a store and an update of the same part of a window conflict wherever they are (12.7, S3).
void ConflictCheck::check_separate(const Activity& later, const Memory& memory, const Strided& piece) {
  const bool update = is_update(later.kind) && later.operation;
  const bool store = later.kind == AccessClass::kStore;
  if (!update && !store) return;
  for (const auto& [key, known] : job_.windows()) {
    const Window& window = *known;
    if (!options_.separate_model && window.model != MemoryModel::kSeparate) continue;
    if (window.flavor == WindowFlavor::kDynamic) continue;
    for (const Rank rank : window.processes.ranks()) {
      const WindowPart& part = window.part(rank);
      if (!part.defined) continue;
      const auto [where, begin] = job_.place_of_part(window, rank);
      if (where != memory) continue;
      const ProcessId owner = window.processes[rank];
      const ByteRange range{begin, begin + part.size};
      const ByteRange hull = piece.hull();
      if (!meet(hull, range)) continue;
      index_.search_all(index_.space_of(memory), range, [&](index::Entry& entry) {
        const Activity& earlier = index_[entry.activity];
        const Activity& updating = update ? later : earlier;
        const Activity& storing = update ? earlier : later;
        if (!is_update(updating.kind) || !updating.operation || storing.kind != AccessClass::kStore) return;
        if (storing.process != owner || updating.operation->window != key) return;
        if (out_of_reach(earlier) || overlap(entry.piece, piece) || ordered(earlier, later, false)) return;
        if (ordered(later, earlier, false)) return;
        if (earlier.process != later.process && locks_held_.sets().exclude(earlier.locks, later.locks)) return;
        records_.report({ConflictKind::kSeparateModel, unordered(earlier, later), memory, hull}, earlier, entry.piece,
                        later, piece);
      });
    }
  }
}

bool ConflictCheck::retirement_is_due() {
  statistics_.live_peak = std::max(statistics_.live_peak, index_.live());
  return index_.live() >= next_retirement_ || in_vain_ >= next_in_vain_;
}

void ConflictCheck::retire(std::span<const Tick> passed) {
  const std::size_t before = index_.live();
  fetches_.forget();
  index_.retire([&](const Activity& activity) {
    if (activity.ended() && out_of_reach(activity)) return true;
    return activity.has_end(
        [&](const index::EndPoint& end) { return end.stream < passed.size() && end.tick <= passed[end.stream]; });
  });
  replaced_fetches_.retire(index_);
  const std::size_t places = clocks_.places();
  next_retirement_ = std::max<std::size_t>(1 << 14, index_.live() * 2);
  patience_ = index_.live() * 4 < before * 3 ? 1 : std::min<std::size_t>(patience_ * 2, 64);
  in_vain_ = 0;
  next_in_vain_ = patience_ * std::max(std::size_t{4096}, 2 * index_.live() + places * places / 8);
}

void ConflictCheck::has_met_all(const Thread& thread) {
  if (thread.number >= met_.size()) met_.resize(clocks_.places());
  met_[thread.number] = thread.tick;
}

void ConflictCheck::expect_retirement() {
  patience_ = 1;
  in_vain_ = 0;
  next_in_vain_ = std::min(next_in_vain_, std::max(std::size_t{4096}, index_.live()));
}

}  // namespace fencepost::check
