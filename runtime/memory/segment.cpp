#include "memory/segment.h"

#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unwind.h>
#include <vector>

#include "memory/stacks.h"
#include "recorder/memory.h"
#include "recorder/recorder.h"

namespace fencepost::memory {

constinit thread_local Segment* Segment::mine_ = nullptr;

struct OwnSegment {
  static void set(Segment* segment) { Segment::mine_ = segment; }
};

namespace {

// Destructors of thread-local objects still run hooks after ours; they get none.
__attribute__((tls_model("initial-exec"))) thread_local bool ended_ = false;

record::detail::Lock free_mutex;
std::vector<Segment*>& free_segments() {
  static auto* const list = new std::vector<Segment*>;
  return *list;
}

// Runs at the thread's end. Other keys' destructors may still call hooks: it comes last by having itself called again.
void end_of_thread(void* value);
pthread_key_t end_key() {
  static const pthread_key_t key = [] {
    pthread_key_t created = 0;
    pthread_key_create(&created, end_of_thread);
    return created;
  }();
  return key;
}

struct Ending {
  Segment* segment;
  int rounds;
};

void end_of_thread(void* value) {
  auto* ending = static_cast<Ending*>(value);
  if (++ending->rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key(), ending);
    return;
  }
  ended_ = true;
  OwnSegment::set(nullptr);
  ending->segment->flush();
  ending->segment->recycle();
  const std::lock_guard lock(free_mutex);
  free_segments().push_back(ending->segment);
  delete ending;
}

// The functions that were entered before anybody counted: those around the return address `pc`.
struct Walk {
  std::uintptr_t pc;
  std::size_t count = 0;
  bool found = false;
  std::array<fencepost_frame, 128> frames;  // innermost first
};

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  const std::uintptr_t ip = _Unwind_GetIP(context);
  if (walk.found && ip != 0) walk.frames[walk.count++] = {ip, _Unwind_GetCFA(context) - 2 * sizeof(void*)};
  if (ip == walk.pc) walk.found = true;
  return walk.count == walk.frames.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

Segment* make(std::uintptr_t pc) {
  if (ended_) return nullptr;
  Segment* segment = nullptr;
  {
    const std::lock_guard lock(free_mutex);
    if (!free_segments().empty()) {
      segment = free_segments().back();
      free_segments().pop_back();
    }
  }
  if (segment == nullptr) {
    // Large and mostly never touched: pages come as they are used.
    void* memory =
        mmap(nullptr, sizeof(Segment), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    segment = new (memory) Segment;
  }
  pthread_setspecific(end_key(), new Ending{segment, 0});
  OwnSegment::set(segment);
  Walk walk{.pc = pc, .frames = {}};
  _Unwind_Backtrace(&on_frame, &walk);
  while (walk.count > 0) *segment->top++ = walk.frames[--walk.count];
  return segment;
}

}  // namespace

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
  scatter_.take([](std::uint32_t, std::uint64_t, std::uint64_t) {});
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

std::uint64_t Segment::stack_id(std::uintptr_t frame) {
  if (frame == 0) return define_stack(recent_, bottom, top);
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

Instruction& Segment::instruction(std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame) {
  const std::uintptr_t caller = caller_of(frame);
  const std::uint32_t what = Instruction::what_of(size, kind);
  std::size_t at = place_of(pc, caller);
  for (std::size_t probe = 0; probe < kProbes; ++probe, at = (at + 1) % kInstructions) {
    Instruction& found = instructions_[at];
    if ((found.what & Instruction::kUsed) == 0) {
      const bool same = found.pc == pc && found.caller == caller && (found.what | Instruction::kUsed) == what;
      if (!same) found.scattered = false;
      found.what = what;
      found.pc = pc;
      found.caller = caller;
      found.stack = stack_id(frame);
      used_[used_count_++] = static_cast<std::uint16_t>(at);
      return found;
    }
    if (found.pc == pc && found.caller == caller && found.what == what) return found;
  }
  // Crowded here: everything out, then there is room.
  flush();
  return instruction(size, kind, pc, frame);
}

void Segment::add(std::uintptr_t address, std::uint32_t size, AccessKind kind, std::uintptr_t pc,
                  std::uintptr_t frame) {
  if (busy_ || !is_exactly_tracked(address, size)) return;
  Instruction& by = instruction(size, kind, pc, frame);
  if (by.scattered && Scatter::takes(address, size)) [[unlikely]]
    return add_scattered(by, address);
  if (by.sweep.add(address)) [[likely]]
    return;
  by.scattered = true;
  if (Scatter::takes(address, size)) return add_scattered(by, address);
  write(by);
  by.sweep.add(address);
}

void Segment::add(const Run& run, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame) {
  if (busy_ || run.count == 0) return;
  Instruction& by = instruction(size, kind, pc, frame);
  // Long runs are regular enough.
  constexpr std::uint64_t kShort = 64;
  const bool can_scatter = run.rows <= 1 && run.count <= kShort && Scatter::takes(run.first, size) &&
                           run.stride % static_cast<std::int64_t>(size) == 0;
  if (by.scattered && can_scatter) return add_scattered(by, run);
  if (by.sweep.add(run)) [[likely]]
    return;
  by.scattered = true;
  if (can_scatter) return add_scattered(by, run);
  write(by);
  by.sweep.add(run);
}

void Segment::add_scattered(Instruction& by, std::uintptr_t address) {
  const auto number = static_cast<std::uint32_t>(&by - instructions_.data());
  if (scatter_.add(number, address, by.size())) [[likely]]
    return;
  write_scattered();
  scatter_.add(number, address, by.size());
}

void Segment::add_scattered(Instruction& by, const Run& run) {
  for (std::uint64_t i = 0; i < run.count; ++i) {
    add_scattered(by, run.first + i * static_cast<std::uintptr_t>(run.stride));
  }
}

void Segment::write(const Instruction& by, const Run& run) const {
  event::Access access;
  access.kind = static_cast<std::uint64_t>(by.kind());
  access.address = run.first;
  access.size = by.size();
  access.stride = run.count > 1 ? run.stride : 0;
  access.count = run.count;
  access.pc = by.pc;
  access.stack = by.stack;
  access.rows = run.rows > 1 ? run.rows : 0;
  access.row_stride = run.rows > 1 ? run.row_stride : 0;
  record::write(access);
}

// All of its sweep.
void Segment::write(Instruction& by) {
  const bool outer = busy_;
  busy_ = true;
  by.sweep.each([&](const Run& run) { write(by, run); });
  by.sweep.reset();
  busy_ = outer;
}

// Of all instructions that have any. Runs come in ascending order: those of the same length and distance are rows.
void Segment::write_scattered() {
  if (scatter_.empty()) return;
  const bool outer = busy_;
  busy_ = true;
  const Instruction* of = nullptr;
  Run pending;
  const auto write_pending = [&] {
    if (pending.count == 0) return;
    if (pending.count == 1 && pending.rows > 1) {
      pending = {pending.first, pending.row_stride, pending.rows};
    }
    write(*of, pending);
  };
  scatter_.take([&](std::uint32_t number, std::uint64_t first, std::uint64_t count) {
    const Instruction& by = instructions_[number];
    const std::uintptr_t address = first * by.size();
    if (of == &by && pending.count == count) {
      const auto distance = static_cast<std::int64_t>(address - pending.first);
      if (pending.rows == 1) pending.row_stride = distance;
      if (distance == pending.row_stride * static_cast<std::int64_t>(pending.rows)) {
        ++pending.rows;
        return;
      }
    }
    write_pending();
    of = &by;
    pending = {address, static_cast<std::int64_t>(count > 1 ? by.size() : 0), count};
  });
  write_pending();
  busy_ = outer;
}

void Segment::flush() {
  if (used_count_ == 0 || busy_) return;
  busy_ = true;
  for (std::size_t i = 0; i < used_count_; ++i) {
    Instruction& by = instructions_[used_[i]];
    write(by);
  }
  write_scattered();
  for (std::size_t i = 0; i < used_count_; ++i) instructions_[used_[i]].what &= ~Instruction::kUsed;
  used_count_ = 0;
  busy_ = false;
}

}  // namespace fencepost::memory
