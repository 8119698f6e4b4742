// What one thread has loaded and stored of tracked memory since its last event, by instruction; and its thread of
// calls.
//
// Made on the thread's first hook, given to the next new thread when it ends. Used by its thread alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "memory/attach.h"
#include "memory/map.h"
#include "memory/stacks.h"
#include "memory/sweep.h"
#include "record/vocabulary.h"

namespace fencepost::memory {

// Accesses of one kind and size by one instruction, called from one place.
struct Instruction {
  std::uintptr_t pc = 0;
  std::uintptr_t caller = 0;  // return address of the function that pc lies in; 0: not known
  std::uint32_t size = 0;
  AccessKind kind{};
  bool used = false;
  std::uint64_t stack = 0;  // trace id
  Sweep sweep;
};

// What the thread knows of the order between threads; runtime/threads's. Here, because thread-local storage in a back
// end must be small: it is loaded late, and what is left of the threads' static blocks is little.
struct KnownOrder {
  static constexpr std::size_t kPlaces = 1024;
  struct Release {
    std::uintptr_t object = 0;
    std::uint64_t activity = 0;
  };
  std::array<std::uint32_t, kPlaces> seen{};
  std::array<Release, 64> last{};
};

class Segment : public fencepost_thread {
 public:
  Segment();

  // The calling thread's, made if need be; null in a thread that is about to end, or when memory ran out. `pc`: a
  // return address on the stack; the functions around it count as entered when it is made.
  static Segment* mine(std::uintptr_t pc);
  // The calling thread's if it has one.
  static Segment* mine_if_any();

  // `frame`: frame pointer of the function that pc lies in, from code that has them; its callers are found along them.
  // 0: they are the entered functions.
  void add(std::uintptr_t address, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame = 0);
  void add(const Run& run, std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame = 0);

  // Writes everything held as Access events.
  void flush();

  // Events the thread has written (flush is called before each) and accesses it has made: unchanged means it did
  // nothing.
  std::uint64_t activity() const { return activity_; }
  void active() { ++activity_; }

  KnownOrder order;

  // Ready for another thread.
  void recycle();

 private:
  static constexpr std::size_t kFrames = 4096;
  static constexpr std::size_t kInstructions = 512;
  static constexpr std::size_t kProbes = 8;

  bool is_exactly_tracked(std::uintptr_t address, std::uint32_t size);
  Instruction& instruction(std::uint32_t size, AccessKind kind, std::uintptr_t pc, std::uintptr_t frame);
  bool is_frame(std::uintptr_t frame, std::uintptr_t above) const;
  std::uint64_t stack_id(std::uintptr_t frame);
  void write(const Instruction& instruction) const;

  std::uint64_t activity_ = 0;
  Range stack_{};  // the thread's
  RecentStacks recent_;
  bool busy_ = false;  // writing: what hooks report now is our own doing, or a signal handler's
  std::uint64_t known_version_ = UINT64_MAX;
  Range known_{};  // tracked, as of known_version_
  std::size_t used_count_ = 0;
  std::array<std::uint16_t, kInstructions> used_;
  std::array<Instruction, kInstructions> instructions_;
  std::array<fencepost_frame, kFrames> frames_;
};

}  // namespace fencepost::memory
