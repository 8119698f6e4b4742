#include "segments/segment.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <pthread.h>
#include <span>
#include <tuple>

#include "recorder/invariant.h"
#include "recorder/looks.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"
#include "segments/element_records.h"
#include "segments/late_order.h"
#include "segments/stacks.h"
#include "tracking/gone.h"

namespace fencepost::memory {

constinit thread_local Segment* Segment::mine_ = nullptr;

struct OwnSegment {
  static void set(Segment* segment) { Segment::mine_ = segment; }
  static Segment*& next_free(Segment* segment) { return segment->next_free_; }
  static int& rounds_at_end(Segment* segment) { return segment->rounds_at_end_; }
};

namespace {

// Destructors of thread-local objects still run hooks after ours; they get none.
__attribute__((tls_model("initial-exec"))) thread_local bool ended_here = false;

// Making a segment may need memory of the program's own allocator, whose hooks and locks lead here: they find
// none.
__attribute__((tls_model("initial-exec"))) thread_local bool being_made = false;

record::detail::Lock free_mutex;  // nothing that allocates under it
constinit Segment* free_segments FENCEPOST_GUARDED_BY(free_mutex) = nullptr;

// Runs at the thread's end. Other keys' destructors may still call hooks: it comes last by having itself called again.
constinit std::atomic<void (*)()> forget_blocks{nullptr};

void end_of_thread(void* value);
pthread_key_t end_key() {
  static const pthread_key_t key = [] {
    pthread_key_t created = 0;
    pthread_key_create(&created, end_of_thread);
    return created;
  }();
  return key;
}

void end_of_thread(void* value) {
  auto* segment = static_cast<Segment*>(value);
  if (++OwnSegment::rounds_at_end(segment) < record::kLastRound) {
    pthread_setspecific(end_key(), segment);
    return;
  }
  ended_here = true;
  OwnSegment::set(nullptr);
  if (const auto forget = forget_blocks.load(std::memory_order_acquire)) forget();
  segment->flush();
  record::end_thread();
  segment->recycle();
  const LockGuard lock(free_mutex);
  OwnSegment::next_free(segment) = free_segments;
  free_segments = segment;
}

Segment* make(std::uintptr_t pc) {
  if (ended_here || being_made) return nullptr;
  being_made = true;
  Segment* segment = nullptr;
  {
    const LockGuard lock(free_mutex);
    segment = free_segments;
    if (segment != nullptr) free_segments = OwnSegment::next_free(segment);
  }
  if (segment == nullptr) {
    // Large and mostly never touched: pages come as they are used. Straight from the kernel: the program may have an
    // mmap of its own, which locks the very mutex whose locking has brought us here.
    void* const memory = record::detail::map_memory(sizeof(Segment));
    if (memory == nullptr) {
      being_made = false;
      return nullptr;
    }
    segment = new (memory) Segment;
  }
  OwnSegment::rounds_at_end(segment) = 0;
  pthread_setspecific(end_key(), segment);
  OwnSegment::set(segment);
  being_made = false;
  // The functions that were entered before counting began.
  const Unwound entered(pc);
  for (std::size_t i = entered.count; i > 0;) *segment->top++ = entered.frames[--i];
  return segment;
}

}  // namespace

void set_forget_blocks(void (*forget)()) {
  forget_blocks.store(forget, std::memory_order_release);
}

Segment::Segment() {
  recycle();
}

Segment* Segment::mine(std::uintptr_t pc) {
  return mine_ != nullptr ? mine_ : make(pc);
}

void Segment::recycle() {
  frames_[0] = {};
  bottom = frames_.data() + 1;
  top = bottom;
  limit = frames_.data() + kFrames;
  stack_ = own_stack();
  beyond = 0;
  for (std::size_t i = 0; i < used_count_; ++i) {
    instructions_[used_[i]].what &= ~Instruction::kUsed;
    instructions_[used_[i]].sweep.reset();
  }
  used_count_ = 0;
  scatter_.take([](std::uint32_t, std::uint64_t, auto) {});
  marks_.take([](const Marks::Owner&, std::uint64_t, const Marks::Words&) {});
  marks_.release();
  recent_ = {};
  order = {};
}

bool Segment::is_exactly_tracked(std::uintptr_t address, std::uint32_t size) {
  const Map& tracked = map();
  switch (tracked.shadow().at(address)) {
    case FENCEPOST_PAGE_UNTRACKED:
      return false;
    case FENCEPOST_PAGE_WHOLLY:
      return true;
    default:
      break;
  }
  const std::uint64_t version = tracked.ranges().version();
  if (known_version_ == version && address >= known_.begin && address < known_.end) return true;
  const Range found = tracked.ranges().find({address, address + size});
  if (found.begin == found.end) return false;
  known_ = found;
  known_version_ = version & ~std::uint64_t{1};  // being written: not what the next look will see
  return true;
}

// A frame pointer that can be followed: on this thread's stack, and above the one before.
bool Segment::is_frame(std::uintptr_t frame, std::uintptr_t above) const {
  return frame > above && frame >= stack_.begin && frame + 2 * sizeof(void*) <= stack_.end &&
         frame % sizeof(void*) == 0;
}

std::uintptr_t Segment::unwound_frame(std::uintptr_t pc, std::uintptr_t position) {
  if (busy_) return kUnwound;
  busy_ = true;
  const std::uintptr_t frame = kUnwound | callers_.find(pc, position, stack_);
  busy_ = false;
  return frame;
}

std::uintptr_t Segment::frame_of_doubt(std::uintptr_t frame, std::uintptr_t pc, std::uintptr_t position) {
  frame -= FENCEPOST_FRAME_IN_DOUBT;
  const std::uintptr_t unwound = unwound_frame(pc, position);
  if (unwound == kUnwound) return top != bottom ? 0 : is_frame(frame, position) ? frame : kUnwound;
  if (top != bottom && top[-1].pc == caller_of(unwound)) return 0;
  return unwound == (kUnwound | (frame + sizeof(void*))) ? frame : unwound;
}

std::uint64_t Segment::stack_id(std::uintptr_t pc, std::uintptr_t frame) {
  if (frame == 0) return define_stack(recent_, bottom, top);
  if ((frame & kUnwound) != 0) {
    Unwound unwound(pc);
    const auto end = unwound.frames.begin() + static_cast<std::ptrdiff_t>(unwound.count);
    if (frame != kUnwound && (unwound.count == 0 || unwound.frames[0].pc != caller_of(frame))) callers_.distrust(pc);
    std::reverse(unwound.frames.begin(), end);
    return define_stack(recent_, unwound.frames.data(), unwound.frames.data() + unwound.count);
  }
  std::array<fencepost_frame, 48> found;  // innermost last, as the entered functions
  std::size_t count = 0;
  std::uintptr_t above = 0;
  while (is_frame(frame, above) && count < found.size()) {
    const auto* words = reinterpret_cast<const std::uintptr_t*>(frame);
    if (words[1] == 0) break;
    found[found.size() - ++count] = {words[1], frame};
    above = frame;
    frame = words[0];
  }
  return define_stack(recent_, found.data() + found.size() - count, found.data() + found.size());
}

Instruction& Segment::instruction(std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame,
                                  std::uint64_t site) {
  const std::uintptr_t caller = caller_of(frame);
  const std::uint32_t what = Instruction::what_of(size, kind);
  std::size_t at = place_of(pc, caller);
  for (std::size_t probe = 0; probe < kProbes; ++probe, at = (at + 1) % kInstructions) {
    Instruction& found = instructions_[at];
    if ((found.what & Instruction::kUsed) == 0) {
      found.finds = site == 0 ? 0 : frame == 0 ? Instruction::found_by_hooks(size) : size;
      const bool same = found.pc == pc && found.caller == caller && (found.what | Instruction::kUsed) == what;
      if (!same) {
        found.scattered = false;
        const std::uint32_t element = found.finds != 0 ? found.finds : size;
        found.unit = element & (~element + 1);
      }
      found.what = what;
      found.pc = pc;
      found.caller = caller;
      // What a signal handler does meanwhile is left out: this may hold a lock.
      const bool outer = busy_;
      busy_ = true;
      found.stack = stack_id(pc, frame);
      busy_ = outer;
      found.base = Scatter::base_of(site != 0 ? site : pc * FENCEPOST_SITE_FACTOR, caller);
      found.additions = 0;
      found.waits = false;
      FENCEPOST_EXPECT(used_count_ < kInstructions, "an instruction is among those in use once");
      used_[used_count_++] = static_cast<std::uint16_t>(at);
      return found;
    }
    if (found.pc == pc && found.caller == caller && found.what == what) return found;
  }
  // No room here: write everything out, then there is room. (Within a loop, perhaps, whose marks stay.)
  write_all();
  return instruction(size, kind, pc, frame, site);
}

// How an instruction's elements are kept: first as a sweep, which has a loop nest in one run. Once they have no order
// that a sweep could use, or are so many neighbours that bits are cheaper (the code then sets them by itself), as bits:
// these come out sorted, and are runs and rows again.
void Segment::add(std::uintptr_t address, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame,
                  std::uint64_t site) {
  if (busy_ || !is_exactly_tracked(address, size)) return;
  acquire_late();
  Instruction& by = instruction(size, kind, pc, frame, site);
  if (is_gone(address, size)) [[unlikely]] {
    by.sweep.add(address);
    return flush();  // it may not live to the next event
  }
  if (by.scattered) return add_scattered(by, address, size);
  const bool held = by.sweep.add(address);
  if (held && !by.is_better_scattered()) [[likely]]
    return;
  scatter(by);
  if (!held) add_scattered(by, address, size);
}

void Segment::add(const Run& run, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame,
                  std::uint64_t site) {
  if (busy_ || run.count == 0) return;
  acquire_late();
  Instruction& by = instruction(size, kind, pc, frame, site);
  if (is_gone(run.first, size)) [[unlikely]] {
    by.sweep.add(run);
    return flush();
  }
  // Long runs are regular enough.
  constexpr std::uint64_t kShort = 256;
  const bool can_scatter = run.rows <= 1 && run.count <= kShort;
  if (by.scattered && can_scatter) return add_scattered(by, run);
  const bool held = by.sweep.add(run);
  if (held && !(can_scatter && by.is_better_scattered())) return;
  if (can_scatter) {
    scatter(by);
    if (!held) add_scattered(by, run);
  } else {
    write(by);
    by.sweep.add(run);
  }
}

// What its sweep holds becomes bits, too, so that it comes out in one piece; if it is much it stays.
void Segment::scatter(Instruction& by) {
  by.scattered = true;
  constexpr std::uint64_t kMuch = 4096;
  const std::uint64_t elements = by.sweep.elements();
  by.waits = elements == 1 && by.additions > 1;
  if (elements > kMuch || by.waits) return;
  const Sweep held = by.sweep;
  by.sweep.reset();
  held.each([&](Run run) {
    for (std::uint64_t row = 0; row < std::max<std::uint64_t>(run.rows, 1); ++row) {
      add_scattered(by, run);
      run.first += static_cast<std::uintptr_t>(run.row_stride);
    }
  });
}

// `size`: bytes, a multiple of the instruction's.
void Segment::add_scattered(Instruction& by, std::uintptr_t address, std::uint64_t size) {
  // What is not aligned, or no power of two, is kept in smaller pieces. The code itself would not find them.
  const std::uint64_t both = address | by.size();
  const auto aligned = static_cast<std::uint32_t>(both & (~both + 1));
  if (aligned < by.unit) {
    write_scattered();
    by.unit = aligned;
  }
  const std::uint32_t unit = by.unit;
  const Scatter::Owner owner{static_cast<std::uint32_t>(&by - instructions_.data()), by.base};
  // If a block has bytes that are not tracked, each element has to come through here.
  const auto is_open = [&](std::uintptr_t block) {
    const std::uintptr_t block_size = Scatter::kBlockElements * unit;
    return unit == by.finds && ((block_size <= kPage && map().shadow().at(block) == FENCEPOST_PAGE_WHOLLY) ||
                                map().ranges().contains({block, block + block_size}));
  };
  if (scatter_.add(owner, address, unit, size / unit, is_open)) [[likely]]
    return;
  write_scattered();
  scatter_.add(owner, address, unit, size / unit, is_open);
}

void Segment::add_scattered(Instruction& by, const Run& run) {
  if (run.count == 1 || run.stride == static_cast<std::int64_t>(by.size())) {
    return add_scattered(by, run.first, run.count * by.size());
  }
  for (std::uint64_t i = 0; i < run.count; ++i) {
    add_scattered(by, run.first + i * static_cast<std::uintptr_t>(run.stride), by.size());
  }
}

namespace {
bool is_among(const event::Access& access, std::span<const event::Access> others) {
  const auto numbers = [](const event::Access& one) {
    return std::tuple(one.kind, one.address, one.size, one.stride, one.count, one.pc, one.stack, one.rows,
                      one.row_stride);
  };
  return std::ranges::any_of(others, [&](const auto& one) { return numbers(one) == numbers(access); });
}
}  // namespace

bool Segment::is_of_last_round(const event::Access& access) {
  if (is_among(access, std::span(rounds_.written).first(rounds_.count))) return true;
  if (rounds_.count < Rounds::kMost) rounds_.written[rounds_.count++] = access;
  return false;
}

void Segment::take_under_lock(const event::Access& access) {
  UnderLock& round = under_lock_;
  const bool same = access.kind == static_cast<std::uint64_t>(AccessKind::kLoad) && round.count < Rounds::kMost &&
                    is_among(access, std::span(round.loaded_before).first(round.before));
  if (!same && !round.differs) write_round_under_lock();
  if (round.differs) record::write(access);
  if (round.count < Rounds::kMost) round.loaded[round.count] = access;
  ++round.count;
}

void Segment::write_round_under_lock() {
  UnderLock& round = under_lock_;
  round.differs = true;
  record::write_what_is_held();
  for (const event::Access& load : std::span(round.loaded).first(round.count)) record::write(load);
}

bool Segment::forget_same_round(std::uint64_t stretch) {
  UnderLock& round = under_lock_;
  if (round.stretch != stretch) round.before = 0;
  round.stretch = stretch;
  round.count = 0;
  round.differs = false;
  round.in_one = true;
  flush();
  round.in_one = false;
  if (!round.differs && round.count != round.before) write_round_under_lock();
  round.before = round.count <= Rounds::kMost ? round.count : 0;
  round.loaded_before = round.loaded;
  return !round.differs;
}

void Segment::write(const Instruction& by, const Run& run, std::uint32_t size) {
  event::Access access;
  access.kind = static_cast<std::uint64_t>(by.kind());
  access.address = run.first;
  access.size = size;
  access.stride = run.count > 1 ? run.stride : 0;
  access.count = run.count;
  access.pc = by.pc;
  access.stack = by.stack;
  access.rows = run.rows > 1 ? run.rows : 0;
  access.row_stride = run.rows > 1 ? run.row_stride : 0;
  if (rounds_.in_one && is_of_last_round(access)) return;
  if (under_lock_.in_one) return take_under_lock(access);
  record::write(access);
}

// All of its sweep.
void Segment::write(Instruction& by) {
  const bool outer = busy_;
  busy_ = true;
  // If one element is looked at again and again, the record says so: as many accesses with a stride of 0.
  const bool one = by.sweep.holds_one();
  const bool again = one && (by.waits || !by.scattered);
  by.sweep.each([&](Run run) {
    if (again) run.count = std::max<std::uint64_t>(by.additions, 1);
    write(by, run, by.size());
  });
  if (one) by.scattered = false;  // perhaps it waits in the next segment, too
  by.sweep.reset();
  busy_ = outer;
}

void Segment::write_bits(const Instruction& by, std::uint64_t first, std::span<const std::uint64_t> words) const {
  event::TouchedElements touched;
  touched.kind = static_cast<std::uint64_t>(by.kind());
  touched.address = first * by.unit;
  touched.size = by.unit;
  touched.pc = by.pc;
  touched.stack = by.stack;
  touched.bits = {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
  record::write(touched);
}

// Takes records whose elements are numbered by their addresses.
struct Segment::ElementSink {
  Segment& segment;
  Instruction* only = nullptr;  // null: the one of that number

  Instruction& by(std::uint32_t number) const { return only != nullptr ? *only : segment.instructions_[number]; }
  void run(std::uint32_t number, Run elements) const {
    Instruction& of = by(number);
    elements.first *= of.unit;
    if (of.waits) {
      of.sweep.each([&](const Run& one) {
        of.waits = elements.first == one.first && elements.count * of.unit == of.size() && elements.rows <= 1 &&
                   (elements.count == 1 || elements.stride == 1);
      });
      if (of.waits) return;  // the sweep holds it, and its record says how often it was touched
    }
    elements.stride *= of.unit;
    elements.row_stride *= of.unit;
    segment.write(of, elements, of.unit);
  }
  void bits(std::uint32_t number, std::uint64_t first, std::span<const std::uint64_t> words) const {
    by(number).waits = false;
    segment.write_bits(by(number), first, words);
  }
};

// Of all instructions that have any.
void Segment::write_scattered() {
  if (scatter_.empty()) return;
  const bool outer = busy_;
  busy_ = true;
  ElementSink sink{*this};
  ElementRecords<ElementSink> records(sink);
  scatter_.take([&](std::uint32_t number, std::uint64_t first, auto words) { records.add(number, first, words); });
  records.finish();
  busy_ = outer;
}

const fencepost_marks* Segment::marks(const fencepost_grid& wanted) {
  const std::uintptr_t caller = caller_of(wanted.frame);
  const std::uint64_t tag = Scatter::base_of(wanted.site, caller);
  if (busy_ || marks_.find(wanted.site, tag, wanted.address) != nullptr) return marks_.entries();
  const Range tracked = map().ranges().find({wanted.address, wanted.address + wanted.size});
  if (tracked.begin == tracked.end) return marks_.entries();
  // A stack is needed only for those that get some: a recursive function has another one each time.
  if (!marks_.has_room(wanted.address, tracked, wanted.size) || !marks_.pays(tag)) return marks_.entries();
  busy_ = true;
  const std::uint64_t stack = stack_id(wanted.pc, wanted.frame);
  busy_ = false;
  const auto kind = static_cast<AccessKind>(wanted.kind);
  marks_.make(wanted.site, tag, wanted.address, tracked,
              {wanted.pc, stack, Instruction::what_of(wanted.size, kind), wanted.size});
  return marks_.entries();
}

void Segment::write_marks() {
  Instruction by;
  ElementSink sink{*this, &by};
  ElementRecords<ElementSink> records(sink);
  const Marks::Owner* latest = nullptr;
  marks_.take([&](const Marks::Owner& owner, std::uint64_t first, const Marks::Words& words) {
    if (latest != &owner) {
      records.finish();
      latest = &owner;
      by.pc = owner.pc;
      by.stack = owner.stack;
      by.what = owner.what;
      by.unit = owner.size;
    }
    records.add(1, first, words);
  });
  records.finish();
}

void Segment::write_all() {
  busy_ = true;
  write_scattered();
  for (std::size_t i = 0; i < used_count_; ++i) {
    Instruction& by = instructions_[used_[i]];
    write(by);
  }
  if (!marks_.empty()) write_marks();
  for (std::size_t i = 0; i < used_count_; ++i) instructions_[used_[i]].what &= ~Instruction::kUsed;
  used_count_ = 0;
  busy_ = false;
}

void Segment::write(const event::Release& release) {
  const bool bare = is_idle() && !record::holds_something();
  record::write(release);
  if (bare) ++bare_releases_;
}

void Segment::flush_in_round() {
  if (rounds_.activity != activity_) rounds_.count = 0;
  rounds_.activity = activity_;
  rounds_.in_one = true;
  flush();
  rounds_.in_one = false;
}

void Segment::flush() {
  if (is_idle() || busy_) return;
  write_all();
  marks_.release();
}

}  // namespace fencepost::memory
