// Accesses: into the index, against what is there, and out of it when they can matter no more.
//
// The replay order extends happens-before. So when an access comes in, an earlier one is ordered before it if and only
// if an end of the earlier one has been replayed and stands in the clock of the new one's start; the other direction is
// impossible.
#include <algorithm>

#include <fmt/format.h>

#include "check/replay.h"

namespace fencepost::check {

namespace {

constexpr int kAll = static_cast<int>(kAllTargets);

// Whether elements of this type in both pieces coincide wherever they overlap.
bool elements_coincide(const Strided& a, const Strided& b, BasicType type) {
  if (index::whole_elements(a, type) && index::whole_elements(b, type)) {
    // (The first part of one pair does not coincide with the second part of another.)
    return a.begin % size_of(type) == b.begin % size_of(type) && (!has_padding(type) || a.size == b.size);
  }
  // Elements at odd strides: only their first bytes can tell, block by block. Blocks that start at one place coincide.
  return a == b;
}

// Of one thread: whether the end of one access lies before another one. Loads and stores come before the event whose
// tick they carry, so what that event completes did not end before them.
bool lies_before(const index::EndPoint& end, const Activity& earlier, const Activity& later) {
  const bool before_event = later.role == AccessRole::kLocal && earlier.role != AccessRole::kLocal;
  return before_event ? end.tick < later.tick : end.tick <= later.tick;
}

}  // namespace

void Replay::memory_access(Stream& stream, const event::Access& event, std::uint64_t time) {
  ++statistics_.accesses;
  ++order_;
  current_ = &stream;
  const int process = stream.name.process;
  ProcessSide& side = sides_[static_cast<std::size_t>(process)];
  Strided piece = normalized(static_cast<std::int64_t>(event.address), event.size, event.stride, event.count,
                             event.row_stride, event.rows == 0 ? 1 : event.rows);
  if (piece.empty()) return;
  // Where it may have begun is known only behind an acquire (memory/call_order.h).
  if (side.order_is_unseen && stream.calls_acquired != stream.tick) return;
  Memory memory{0, process};
  const AddressMap& addresses = job_.process(process).addresses;
  if (!addresses.empty()) {
    const auto location = addresses.find(piece.begin);
    if (location.segment != 0) {
      memory = {location.segment, -1};
      piece.begin = location.offset;
    }
  }
  const auto kind = static_cast<AccessKind>(event.kind);
  // What rules say of it goes by its place among the calls of other threads.
  if (accesses_observed_ && !side.order_is_unseen) {
    Moment now = moment(stream, time);
    now.tick = stream.tick + 1;
    const Place place{process, stream.name.thread, MpiCall::kNone, event.stack, event.pc};
    for (Observer* observer : observers_) {
      if (observer->wants_accesses()) observer->access(job_, now, place, event, memory, piece);
    }
  }
  if (kind != AccessKind::kLoad && kind != AccessKind::kStore) used_atomic(stream, event, memory, piece.hull());
  if (!concerns(memory, piece)) return;
  const ActivityNumber number = index_.make();
  Activity& activity = index_[number];
  activity.stream = stream.number;
  activity.tick = stream.tick + 1;
  activity.start = present(stream);
  activity.add_end({stream.number, side.order_is_unseen ? stream.calls_released : activity.tick});
  activity.kind =
      kind == AccessKind::kLoad || kind == AccessKind::kAtomicLoad ? AccessClass::kLoad : AccessClass::kStore;
  activity.language_atomic = kind != AccessKind::kLoad && kind != AccessKind::kStore;
  activity.role = AccessRole::kLocal;
  activity.locks = side.own_locks_ever != 0 ? side.own_locks_ever : side.own_locks;
  activity.in_own_epoch = side.in_own_epoch;
  activity.process = process;
  activity.thread = stream.name.thread;
  activity.pc = event.pc;
  activity.stack = event.stack;
  activity.event = stream.events;
  activity.time = time;
  activity.order = order_;
  activity.size = event.size;
  activity.count = event.count;
  activity.stride = event.stride;
  // A loop that waits for a value looks far more often than one that searches for it among others. (Recorded are up to
  // 32 times.)
  constexpr std::uint64_t kWaiting = 32;
  activity.repeats = event.stride == 0 && event.count >= kWaiting ? static_cast<std::uint32_t>(event.count) : 1;
  insert(number, memory, piece);
  if (activity.entries == 0) index_.release(number);
}

void Replay::used_atomic(Stream& stream, const event::Access& event, const Memory& memory, ByteRange bytes) {
  if (memory.segment == 0) return;  // threads of a process: not our business
  const Place place{stream.name.process, stream.name.thread, MpiCall::kNone, event.stack, event.pc};
  const Tick now = stream.tick + 1;
  for (AtomicUse& use : stream.atomics) {
    if (use.place != place || use.memory != memory || use.bytes != bytes) continue;
    use.last = now;
    return;
  }
  if (stream.atomics.size() == AtomicUse::kMost) return;
  const auto kind = static_cast<AccessKind>(event.kind);
  stream.atomics.push_back({place, memory, bytes, kind != AccessKind::kAtomicStore, kind != AccessKind::kAtomicLoad,
                            false, false, now, now});
}

std::vector<ActivityNumber> Replay::call_buffers(Stream& stream, const Place& place, std::span<const Buffer> buffers,
                                                 AccessClass kind, bool pending) {
  std::vector<ActivityNumber> numbers;
  const int process = stream.name.process;
  for (const Buffer& buffer : buffers) {
    const ByteSet bytes = bytes_of(process, buffer);
    if (bytes.empty() || !concerns(bytes)) continue;
    const ActivityNumber number = index_.make();
    Activity& activity = index_[number];
    activity.stream = stream.number;
    activity.tick = stream.tick;
    activity.start = present(stream);
    if (!pending) activity.add_end({stream.number, stream.tick});
    activity.kind = kind;
    activity.role = AccessRole::kCall;
    activity.locks = sides_[static_cast<std::size_t>(process)].own_locks;
    activity.process = process;
    activity.thread = stream.name.thread;
    activity.call = place.call;
    activity.stack = place.stack;
    activity.event = stream.events;
    activity.time = time_;
    activity.order = order_;
    activity.call_buffer = make_recycled<index::CallBuffer>(buffer, job_.named_datatype(process, buffer.datatype));
    numbers.push_back(number);
    for (const Strided& piece : bytes.pieces) insert(number, bytes.memory, piece);
  }
  return numbers;
}

void Replay::end_accesses(std::vector<ActivityNumber>& accesses, const Stream& stream) {
  for (const ActivityNumber number : accesses) {
    index_[number].add_end({stream.number, stream.tick});
    if (!returns_awaited_.empty()) call_returns(index_[number]);
  }
  accesses.clear();
}

bool Replay::ordered(const Activity& earlier, const Activity& later, bool observed) const {
  const order::Clock& clock = observed ? later.start->observed() : later.start->strong();
  for (unsigned i = 0; i < earlier.ends; ++i) {
    const index::EndPoint& end = earlier.end[i];
    if (end.stream == later.stream ? lies_before(end, earlier, later) : clock.covers(end.stream, end.tick)) return true;
  }
  return false;
}

bool Replay::concerns_range(const Memory& memory, ByteRange range) const {
  constexpr unsigned kBlockBits = 16;
  const MemoryPart& part = options_.part;
  // In the separate memory model accesses to different bytes conflict.
  const bool by_block = !checks_separate_model();
  const std::uint64_t first = by_block ? range.begin >> kBlockBits : 0;
  const std::uint64_t last = by_block ? (range.end - 1) >> kBlockBits : 0;
  if (last - first >= part.all) return true;
  const std::uint64_t which = memory.segment != 0 ? memory.segment : static_cast<std::uint64_t>(memory.process);
  for (std::uint64_t block = first; block <= last; ++block) {
    std::uint64_t hash = (which * 0x9e3779b97f4a7c15ULL) ^ (block * 0xc2b2ae3d27d4eb4fULL);
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9ULL;
    const auto number = static_cast<std::uint32_t>((hash >> 32) % part.all);
    if (number >= part.first && number < part.last) return true;
  }
  return false;
}

bool Replay::concerns(const ByteSet& bytes) const {
  return options_.part.whole() || std::any_of(bytes.pieces.begin(), bytes.pieces.end(), [&](const Strided& piece) {
           return concerns_range(bytes.memory, piece.hull());
         });
}

void Replay::insert(ActivityNumber number, const Memory& memory, const Strided& piece) {
  if (piece.empty()) return;
  if (!concerns(memory, piece)) return;
  const index::Space space = index_.space_of(memory);
  const Activity& later = index_[number];
  const index::Traits traits = index::Traits::of(later, piece);
  const std::uint32_t key = index::AccessIndex::key_of(later, piece);
  // A later access of the same thread, place, kind and bytes stands for the earlier one: whatever is concurrent with
  // the earlier one and still to come is concurrent with the later one as well.
  index::Entry* const same = index_.find_same(space, piece, key, [&](const index::Entry& entry) {
    const Activity& earlier = index_[entry.activity];
    return entry.activity != number && earlier.stream == later.stream && earlier.kind == later.kind &&
           earlier.pc == later.pc && earlier.stack == later.stack && earlier.call == later.call &&
           earlier.locks == later.locks && earlier.role == later.role && earlier.op == later.op &&
           earlier.type == later.type && earlier.language_atomic == later.language_atomic && earlier.ended() &&
           ordered(earlier, later, false);
  });
  if (same != nullptr) index_[number].replaces(index_[same->activity]);
  Fetches fetches{piece.hull(), {}};
  index_.search(space, piece, traits, [&](const index::Entry& entry) {
    const Activity& earlier = index_[entry.activity];
    if (&entry == same) {  // known to be ordered
      ++statistics_.pairs_checked;
      if (earlier.role != AccessRole::kLocal) ++in_vain_;
    } else if (entry.activity != number) {
      judge(earlier, later, entry.piece, piece, memory, fetches);
    }
  });
  if (checks_separate_model()) check_separate(later, memory, piece);
  if (options_.strict) check_strictly(later, memory, piece);
  if (same != nullptr) {
    replaced_fetches_.add(index_, same->activity, number);
    index_.replace(*same, number);
    return;
  }
  index_.insert(space, piece, number, key);
}

void Replay::judge(const Activity& earlier, const Activity& later, const Strided& earlier_piece,
                   const Strided& later_piece, const Memory& memory, Fetches& fetches) {
  ++statistics_.pairs_checked;
  if (out_of_reach(earlier)) return;
  Compatibility verdict = compatibility(earlier.kind, later.kind);
  if (verdict == Compatibility::kOk) return;
  const bool same_process = earlier.process == later.process;
  if (verdict == Compatibility::kBetweenRanks) {
    if (same_process) return;
    if (earlier.language_atomic && later.language_atomic) return;
  }
  // Loads, stores and buffers of ordinary calls of one process: a thread sanitizer's business.
  if (same_process && is_local(earlier.kind) && is_local(later.kind)) return;
  if (earlier.operation && earlier.operation == later.operation) return;  // of one operation
  if (ordered(earlier, later, false)) {
    ++in_vain_;
    return;
  }
  // An operation that is complete already, or an access of which only bounds are known.
  if (ordered(later, earlier, false)) return;
  const auto common = overlap(earlier_piece, later_piece);
  if (!common) return;
  // Both may stand in several parts; their first common byte stands in one.
  if (!options_.part.whole() && !concerns_range(memory, {common->begin, common->begin + 1})) return;

  ConflictKind kind = ConflictKind::kData;
  if (is_atomic(earlier.kind) && is_atomic(later.kind) && earlier.operation && later.operation) {
    const bool one_pair = same_process && earlier.operation->target_process == later.operation->target_process;
    // Operations on distinct windows that overlap must not be concurrent, atomic or not (12.2.1).
    const bool one_window = earlier.operation->window == later.operation->window;
    if (earlier.type != later.type || earlier.type == BasicType::kUnknown) {
      kind = ConflictKind::kAtomicTypes;
    } else if (!elements_coincide(earlier_piece, later_piece, earlier.type)) {
      kind = ConflictKind::kAtomicElements;
    } else if (one_window) {
      if (one_pair) return;  // accumulate_ordering (12.7.2)
      if (earlier.op == later.op) return;
      // A compare_and_swap has no operation of its own (an open question of the standard: it is taken to be atomic with
      // all).
      if (earlier.op == ReduceOp::kNull || later.op == ReduceOp::kNull) return;
      if (earlier.op == ReduceOp::kNoOp || later.op == ReduceOp::kNoOp) {
        const Window* window = job_.window(earlier.operation->window);
        if (!window || window->info(earlier.operation->target, "accumulate_ops") != "same_op") return;
      }
      if (fetched_between(earlier, later, earlier_piece, later_piece, memory, fetches) ||
          fetched_between(later, earlier, later_piece, earlier_piece, memory, fetches)) {
        return;
      }
      kind = ConflictKind::kAtomicOperations;
    }
  }
  if (!same_process && lock_sets_.exclude(earlier.locks, later.locks)) return;
  const Unordered unordered = ordered(earlier, later, true) ? Unordered::kByLocksOnly : Unordered::kInEveryRun;
  report(kind, unordered, earlier, later, earlier_piece, later_piece, memory, *common);
}

// Who has fetched what an atomic operation left behind knows that it was executed, however late its own process
// completes it: the last one to come to a barrier that counts by MPI_SUM sets the counter back by MPI_REPLACE.
bool Replay::fetched_between(const Activity& first, const Activity& second, const Strided& first_piece,
                             const Strided& second_piece, const Memory& memory, Fetches& fetches) {
  const bool native = by_time_ && is_native(first.process);
  if (!native && first.operation->sequence == 0) return false;
  if (native && !second.start->strong().covers(first.stream, first.tick)) return false;
  const auto sequence_of = [](const Fetches::Fetch& fetch) { return fetch.access->operation->sequence; };
  if (!fetches.found) {
    fetches.found.emplace();
    index_.search_all(index_.space_of(memory), fetches.range, [&](const index::Entry& entry) {
      const Activity& fetch = index_[entry.activity];
      if (fetch.role != AccessRole::kTarget || !is_atomic(fetch.kind) || !fetch.operation->fetches()) return;
      if (fetch.ended()) fetches.found->push_back({&fetch, &entry.piece});
      for (const Activity& replaced : replaced_fetches_.of(entry.activity))
        fetches.found->push_back({&replaced, &entry.piece});
    });
    std::ranges::sort(*fetches.found, std::ranges::greater(), sequence_of);
  }
  const ByteRange one = first_piece.hull(), other = second_piece.hull();
  const ByteRange both{std::max(one.begin, other.begin), std::min(one.end, other.end)};
  for (const Fetches::Fetch& fetch : *fetches.found) {
    if (!native && sequence_of(fetch) <= first.operation->sequence) return false;
    const ByteRange hull = fetch.piece->hull();
    const bool all = fetch.piece->contiguous() && hull.begin <= both.begin && both.end <= hull.end;
    if (!all && *fetch.piece != first_piece && *fetch.piece != second_piece) continue;
    // Natively executed, a fetch is taken to have read what was issued before it was complete.
    if ((!native || !ordered(*fetch.access, first, false)) && ordered(*fetch.access, second, false)) return true;
  }
  return false;
}

// An access that goes on without a lock it was begun under meets what the lock had kept apart from it.
void Replay::no_longer_excluded(ActivityNumber number, index::LockSet before) {
  const Activity& activity = index_[number];
  const ByteSet bytes = activity.role == AccessRole::kTarget ? activity.operation->target_bytes
                                                             : bytes_of(activity.process, buffer_of(activity));
  for (const Strided& piece : bytes.pieces) {
    Fetches fetches{piece.hull(), {}};
    index_.search_all(index_.space_of(bytes.memory), piece.hull(), [&](index::Entry& entry) {
      const Activity& other = index_[entry.activity];
      if (other.process == activity.process || !lock_sets_.exclude(before, other.locks)) return;
      if (other.order < activity.order) {
        judge(other, activity, entry.piece, piece, bytes.memory, fetches);
      } else {
        judge(activity, other, piece, entry.piece, bytes.memory, fetches);
      }
    });
  }
}

// A get and an atomic read: by the words of the standard they conflict, although both only read.
void Replay::check_strictly(const Activity& later, const Memory& memory, const Strided& piece) {
  const auto reads = [](const Activity& activity) {
    return activity.role == AccessRole::kTarget &&
           (activity.kind == AccessClass::kGet || activity.kind == AccessClass::kAtomicRead);
  };
  if (!reads(later)) return;
  index_.search_all(index_.space_of(memory), piece.hull(), [&](index::Entry& entry) {
    const Activity& earlier = index_[entry.activity];
    if (!reads(earlier) || earlier.kind == later.kind || ordered(earlier, later, true)) return;
    if (lock_sets_.exclude(earlier.locks, later.locks)) return;
    if (const auto common = overlap(entry.piece, piece)) {
      report(ConflictKind::kReadsOnly, Unordered::kInEveryRun, earlier, later, entry.piece, piece, memory, *common);
    }
  });
}

// The separate memory model: a store and an update of the same part of a window conflict wherever they are (12.7, S3).
void Replay::check_separate(const Activity& later, const Memory& memory, const Strided& piece) {
  const bool update = is_update(later.kind) && later.operation;
  const bool store = later.kind == AccessClass::kStore;
  if (!update && !store) return;
  for (const auto& [key, known] : job_.windows()) {
    const Window& window = *known;
    if (!options_.separate_model && window.model != MemoryModel::kSeparate) continue;
    if (window.flavor == WindowFlavor::kDynamic) continue;
    for (std::size_t rank = 0; rank < window.parts.size(); ++rank) {
      const WindowPart& part = window.parts[rank];
      if (!part.defined) continue;
      const auto [where, begin] = job_.place_of_part(window, rank);
      if (where != memory) continue;
      const int owner = window.processes[rank];
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
        if (earlier.process != later.process && lock_sets_.exclude(earlier.locks, later.locks)) return;
        const Unordered unordered = ordered(earlier, later, true) ? Unordered::kByLocksOnly : Unordered::kInEveryRun;
        report(ConflictKind::kSeparateModel, unordered, earlier, later, entry.piece, piece, memory, hull);
      });
    }
  }
}

// Drops accesses that ended before everything that can still come: whose end stands in the clocks of all threads. Due
// when their number has doubled, or when new ones have met many that are ordered before them; later the next time if
// it was of no use.
void Replay::retire_if_due() {
  statistics_.live_peak = std::max(statistics_.live_peak, index_.live());
  if (index_.live() < next_retirement_ && in_vain_ < next_in_vain_) return;
  const std::size_t before = index_.live();
  const std::vector<Tick> passed = passed_by_all();
  index_.retire([&](const Activity& activity) {
    if (activity.ended() && out_of_reach(activity)) return true;
    for (unsigned i = 0; i < activity.ends; ++i) {
      const index::EndPoint& end = activity.end[i];
      if (end.stream < passed.size() && end.tick <= passed[end.stream]) return true;
    }
    return false;
  });
  replaced_fetches_.retire(index_);
  atomics_.retire(passed);
  next_retirement_ = std::max<std::size_t>(1 << 14, index_.live() * 2);
  patience_ = index_.live() * 4 < before * 3 ? 1 : std::min<std::size_t>(patience_ * 2, 64);
  in_vain_ = 0;
  next_in_vain_ = patience_ * std::max(std::size_t{4096}, 2 * index_.live() + std::size_t{places_} * places_ / 8);
}

// All processes have met: what was of no use before may be so now, and what they did before it is met in vain.
void Replay::expect_retirement() {
  patience_ = 1;
  in_vain_ = 0;
  next_in_vain_ = std::min(next_in_vain_, std::max(std::size_t{4096}, index_.live()));
}

// Of a thread whose next event is the end of a call that all members have come to: what it will know then. (Others may
// be replayed far beyond that call before it leaves.) Null: it is not so.
const order::Clocks* Replay::clocks_after_meeting(Stream& stream) {
  const InsideCall& inside = stream.inside;
  const TimedEvent* next = stream.cursor.front();
  if (!inside.active || inside.refused || !inside.meeting || next == nullptr) return nullptr;
  match::Meeting& meeting = *inside.meeting;
  const bool leaves = std::holds_alternative<event::FenceEnd>(next->event) ||
                      std::holds_alternative<event::CollectiveEnd>(next->event) ||
                      std::holds_alternative<event::WindowCreateEnd>(next->event) ||
                      std::holds_alternative<event::WindowFreeEnd>(next->event);
  const match::Arrival& self = meeting.members[inside.member];
  const bool all = self.direction == match::Direction::kAll;
  if (!leaves || !self.waits || !all || meeting.inter() || !meeting.everybody()) return nullptr;
  return &meeting.joined(0);
}

// Up to which tick each thread has happened before everything that can still come.
std::vector<Tick> Replay::passed_by_all() {
  const std::size_t count = places_;
  constexpr order::Tick kPast = ~order::Tick{0};
  std::vector<Tick> passed(count, kPast);
  std::vector<const order::Clock*> clocks;
  std::vector<StreamNumber> owners;
  std::vector<Tick> own_ticks;
  const auto add = [&](const order::Clock& clock, StreamNumber owner, Tick own_tick) {
    clocks.push_back(&clock);
    owners.push_back(owner);
    own_ticks.push_back(own_tick);
  };
  for (Stream* stream : not_ended_) {
    if (stream->ended) continue;
    if (!stream->begun && stream->cursor.front() != nullptr) {
      // A thread that its creator has not created yet will know what the creator knows then.
      const auto* begin = std::get_if<event::ThreadBegin>(&stream->cursor.front()->event);
      if (begin != nullptr && static_cast<int>(begin->creator) != stream->name.thread) {
        const auto& all_created = sides_[static_cast<std::size_t>(stream->name.process)].created;
        if (const auto created = all_created.find(stream->name.thread); created != all_created.end()) {
          add(created->second.clocks->strong(), Stream::kNoNumber, kPast);
          continue;
        }
        const Stream* const creator = stream_of(stream->name.process, static_cast<int>(begin->creator));
        if (creator != nullptr && !creator->ended) continue;
      }
    }
    const order::Clocks* leaving = clocks_after_meeting(*stream);
    add(leaving != nullptr ? leaving->strong() : stream->clock.strong(), stream->number, kPast);
  }
  // Threads that were created and whose traces have not been seen: they know what their creator knew then. (Those to
  // come, whom nobody has created yet, will know more.)
  for (std::size_t process = 0; growing_ && process < sides_.size(); ++process) {
    for (const auto& [thread, created] : sides_[process].created) {
      if (stream_of(static_cast<int>(process), thread) == nullptr)
        add(created.clocks->strong(), Stream::kNoNumber, kPast);
    }
  }
  // Operations whose target side has yet to start carry the clock of their call.
  std::vector<SharedClocks> kept;
  each_deferred([&](const auto& operation) {
    if (operation->target_placed) return;
    kept.push_back(operation->start);
    add(kept.back()->strong(), operation->stream, operation->issued.tick - 1);
  });
  // Accesses that may go on without a lock that they were begun under meet then what it kept apart from them
  // (no_longer_excluded).
  const auto excluding = [&](const auto& accesses, const auto& covers) {
    for (const ActivityNumber number : accesses) {
      const Activity& activity = index_[number];
      if (activity.ended() || std::ranges::all_of(lock_sets_[activity.locks], covers)) continue;
      if (!kept.empty() && kept.back() == activity.start && owners.back() == activity.stream) continue;
      kept.push_back(activity.start);
      add(kept.back()->strong(), activity.stream, kPast);
    }
  };
  for (const ProcessSide& side : sides_) {
    for (const auto& [key, window] : side.windows) {
      for (const auto& [target, operations] : window.open) {
        for (const auto& operation : operations.all()) {
          // Giving up the lock of its own epoch completes it.
          const auto own = [&](const index::Lock& lock) {
            return lock.window == operation->window && (lock.target == operation->target || lock.target == kAll);
          };
          excluding(operation->open_at_origin(), own);
          excluding(operation->open_at_target(), own);
        }
      }
    }
    for (const auto& [id, request] : side.requests) {
      excluding(request.accesses, [](const index::Lock&) { return false; });
    }
  }

  if (count <= 64 || clocks.size() <= 64) {
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      for (StreamNumber s = 0; s < count; ++s) {
        passed[s] = std::min(passed[s], s == owners[i] ? own_ticks[i] : clocks[i]->at(s));
      }
    }
  } else {
    // Many threads: the bases that their clocks share are a lower bound, and after a barrier there is only one.
    constexpr std::size_t kChunk = order::Clock::kChunk;
    std::vector<const order::Clock::Base*> bases;
    for (const order::Clock* clock : clocks) {
      if (clock->base() == nullptr) {
        passed.assign(count, 0);
        return passed;
      }
      if (bases.empty() || bases.back() != clock->base()) bases.push_back(clock->base());
    }
    std::sort(bases.begin(), bases.end());
    bases.erase(std::unique(bases.begin(), bases.end()), bases.end());
    for (std::size_t begin = 0; begin < count; begin += kChunk) {
      const order::Clock::Chunk* last = nullptr;
      const std::size_t size = std::min(kChunk, count - begin);
      for (const auto* base : bases) {
        const std::size_t number = begin / kChunk;
        const auto* const chunk = number < base->chunks.size() ? base->chunks[number].get() : nullptr;
        if (chunk == nullptr) {
          std::fill_n(passed.begin() + static_cast<std::ptrdiff_t>(begin), size, 0);
          break;
        }
        if (chunk == last) continue;
        last = chunk;
        for (std::size_t i = 0; i < size; ++i) passed[begin + i] = std::min(passed[begin + i], chunk->ticks[i]);
      }
    }
  }
  return passed;
}

}  // namespace fencepost::check
