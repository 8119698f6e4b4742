// What one thread has loaded and stored of tracked memory since its last event, by instruction; and its thread of
// calls.
//
// Made on the thread's first hook, given to the next new thread when it ends. Used by its thread alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hook_table/table.h"
#include "record/event.h"
#include "record/vocabulary.h"
#include "segments/marks.h"
#include "segments/scatter.h"
#include "segments/stacks.h"
#include "segments/sweep.h"
#include "segments/unwinding.h"
#include "tracking/map.h"

namespace fencepost::memory {

// Accesses of one kind and size by one instruction, called from one place. What each access looks at comes first, in
// one cache line.
struct alignas(64) Instruction {
  static constexpr std::uint32_t kUsed = std::uint32_t{1} << 31;

  std::uintptr_t pc = 0;
  std::uintptr_t caller = 0;    // return address of the function that pc lies in; 0: not known
  std::uint32_t what = 0;       // size | kind << 16, and kUsed while it holds anything
  bool scattered = false;       // its elements are kept as bits; remembered from segment to segment
  bool waits = false;           // all that it has touched in this segment is one element, again and again
  std::uint32_t additions = 0;  // to the sweep, in this segment
  std::uint32_t unit = 0;       // size of an element as bits have it
  Sweep sweep;
  std::uint64_t stack = 0;  // trace id
  std::uint64_t base = 0;   // of its blocks' tags
  std::uint32_t finds = 0;  // size of the elements for which its code looks for blocks by itself; 0: it does not

  std::uint32_t size() const { return what & 0xffff; }
  AccessKind kind() const { return static_cast<AccessKind>(what >> 16 & 0xff); }
  // After each addition to the sweep: whether its code would come through here less often if it found blocks. That is
  // so if many elements lie in one, or if several do to which it comes back; a walk in order is best recorded as a run.
  bool is_better_scattered() {
    constexpr std::uint32_t kMany = 32;
    if (++additions % kMany != 0 || finds == 0) return false;
    const auto is_within = [&](std::int64_t bits) {
      const std::int64_t step = sweep.stride();
      return step > -bits * std::int64_t{size()} && step < bits * std::int64_t{size()};
    };
    return is_within(kDense) || (is_within(kSparse) && additions >= 2 * sweep.elements());
  }
  static constexpr std::int64_t kDense = 8;  // this many bits of a block for each that is set
  static constexpr std::int64_t kSparse = 64;
  static std::uint32_t what_of(std::uint32_t size, AccessKind kind) {
    return size | static_cast<std::uint32_t>(kind) << 16 | kUsed;
  }
  // Hooks look for 16 bytes as two elements: clang merges two neighbours into one access, which is only as aligned as
  // they are.
  static std::uint32_t found_by_hooks(std::uint32_t size) { return size == 16 ? 8 : size; }
};

// What the thread knows about the order between threads; for runtime/threads. It is here because thread-local storage
// in a back end must be small: it is loaded late, when little is left of the threads' static blocks.
struct KnownOrder {
  static constexpr std::size_t kPlaces = 1024;
  struct Release {
    std::uintptr_t object = 0;
    std::uint64_t news = 0;
  };
  // How many releases in a place the thread knows of, and of which object; 0: of any, because all were its own.
  struct Seen {
    std::uintptr_t object = 0;
    std::uint32_t count = 0;
  };
  struct SharedSeen {
    std::uint64_t what = 0;  // an object in a segment that processes share, or its fences
    std::uint32_t count = 0;
  };
  std::array<Seen, kPlaces> seen{};
  Seen fence_seen;
  std::uint32_t calls_seen = 0;                      // call_order.cpp
  std::uint64_t calls_released = ~std::uint64_t{0};  // news() then
  std::array<Release, 64> last{};
  std::array<SharedSeen, 64> shared_seen{};
};

// What makes the modules' hooks forget the calling thread's blocks, which are about to become another thread's.
void set_forget_blocks(void (*forget)());

class Segment : public fencepost_thread {
 public:
  Segment();

  // The calling thread's, made if need be; null in a thread that is about to end, or when memory ran out. `pc`: a
  // return address on the stack; the functions around it count as entered when it is made.
  static Segment* mine(std::uintptr_t pc);
  // The calling thread's if it has one.
  static Segment* mine_if_any() { return mine_; }

  // `frame`: frame pointer of the function that pc lies in, from code that has them; its callers are found along them.
  // 0: they are the entered functions. kUnwound: they are found by unwinding, once for the instruction in a segment.
  // kUnwound and an address: the same, but the function's return address is there, which distinguishes its callers.
  static constexpr std::uintptr_t kUnwound = 1;
  // Such a frame for the function that `pc` lies in. `position`: see UnwoundCallers.
  std::uintptr_t unwound_frame(std::uintptr_t pc, std::uintptr_t position);
  // For a frame to which FENCEPOST_FRAME_IN_DOUBT was added: the one that is right for the function that `pc` lies in,
  // judged by where its return address is. (If nothing is known about the place: what looks right.)
  std::uintptr_t frame_of_doubt(std::uintptr_t frame, std::uintptr_t pc, std::uintptr_t position);
  // `site`: of code that looks for its blocks itself (struct fencepost_block); 0: it does not.
  void add(std::uintptr_t address, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame = 0,
           std::uint64_t site = 0);
  void add(const Run& run, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame = 0,
           std::uint64_t site = 0);

  // For the code that looks itself.
  fencepost_block* blocks() { return scatter_.blocks(); }

  // The thread's marks, after deciding whether it gets any for this.
  const fencepost_marks* marks(const fencepost_grid& wanted);

  // Writes everything held as Access events. The thread is in no loop that has marks.
  void flush();

  // The same for a thread that polls, in each round of which no event is to tell: what was written in the last round,
  // with no event since, is not written again. It adds nothing.
  void flush_in_round();

  // The same under a lock that is recorded only if something else happens there than in the last round of this stretch
  // of looks. True: it only loaded the same, which is forgotten. False: it is written, after
  // record::write_what_is_held().
  bool forget_same_round(std::uint64_t stretch);

  // Events the thread has written (flush is called before each); unchanged and idle means it did nothing.
  std::uint64_t activity() const { return activity_; }
  bool is_idle() const { return used_count_ == 0 && marks_.empty(); }
  void active() { ++activity_; }
  // The same without the releases of one object after another, with nothing in between: the later ones tell nothing
  // new.
  std::uint64_t news() const { return activity_ - bare_releases_; }
  void write(const event::Release& release);

  KnownOrder order;

  // Ready for another thread.
  void recycle();

 private:
  friend struct OwnSegment;  // segment.cpp: gives threads their segments
  struct ElementSink;        // segment.cpp
  static constexpr std::size_t kFrames = 4096;
  static constexpr std::size_t kInstructions = 512;
  static constexpr std::size_t kProbes = 8;

  static std::size_t place_of(std::uintptr_t pc, std::uintptr_t caller) {
    static_assert(kInstructions == 512);
    return ((pc ^ (caller << 17)) * 0x9e3779b97f4a7c15u) >> 55;
  }
  // Below the first entered function lies an empty frame. Code that has frame pointers always has a valid one.
  std::uintptr_t caller_of(std::uintptr_t frame) const {
    if ((frame & kUnwound) != 0)
      return frame == kUnwound ? 0 : *reinterpret_cast<const std::uintptr_t*>(frame - kUnwound);
    return frame != 0 ? reinterpret_cast<const std::uintptr_t*>(frame)[1] : top[-1].pc;
  }
  bool is_exactly_tracked(std::uintptr_t address, std::uint32_t size);
  Instruction& instruction(std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame,
                           std::uint64_t site);
  bool is_frame(std::uintptr_t frame, std::uintptr_t above) const;
  std::uint64_t stack_id(std::uintptr_t pc, std::uintptr_t frame);
  void scatter(Instruction& by);
  void add_scattered(Instruction& by, const Run& run);
  void add_scattered(Instruction& by, std::uintptr_t address, std::uint64_t size);
  void write(const Instruction& by, const Run& run, std::uint32_t size);
  bool is_of_last_round(const event::Access& access);
  void take_under_lock(const event::Access& access);
  void write_round_under_lock();
  void write(Instruction& by);
  void write_bits(const Instruction& by, std::uint64_t first, std::span<const std::uint64_t> words) const;
  void write_scattered();
  void write_marks();
  void write_all();

  std::uint64_t activity_ = 0;
  std::uint64_t bare_releases_ = 0;
  // What was written in rounds of a poll, and the activity then.
  struct Rounds {
    static constexpr std::size_t kMost = 8;
    bool in_one = false;
    std::uint64_t activity = UINT64_MAX;
    std::size_t count = 0;
    std::array<event::Access, kMost> written{};
  };
  Rounds rounds_;
  // What was loaded in the last round under a lock, and in this one.
  struct UnderLock {
    bool in_one = false;
    bool differs = false;  // this round from the last one: it is written
    std::uint64_t stretch = 0;
    std::size_t count = 0, before = 0;
    std::array<event::Access, Rounds::kMost> loaded{}, loaded_before{};
  };
  UnderLock under_lock_;
  Range stack_{};  // the thread's
  RecentStacks recent_;
  UnwoundCallers callers_;
  bool busy_ = false;  // writing: what hooks report now is our own doing, or a signal handler's
  std::uint64_t known_version_ = UINT64_MAX;
  Range known_{};  // tracked, as of known_version_
  std::size_t used_count_ = 0;
  Segment* next_free_ = nullptr;
  int rounds_at_end_ = 0;
  std::array<std::uint16_t, kInstructions> used_;
  std::array<Instruction, kInstructions> instructions_;
  Scatter scatter_;
  Marks marks_;
  std::array<fencepost_frame, kFrames> frames_;

  static constinit thread_local Segment* mine_ __attribute__((tls_model("initial-exec")));
};

}  // namespace fencepost::memory
