// Order between processes that share memory: what atomics of the language, and locks and the like in a shared segment,
// pass on from process to process.
//
// Each segment that processes load and store in (MPI_Win_allocate_shared) has a SharedOrder, which all of them map. A
// release takes its number before the memory is written, an acquire after it was read: if a thread reads a value, the
// release of its writer has a smaller number. Any thread; nothing here locks except share and unshare.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace fencepost::memory {
struct KnownOrder;
}

namespace fencepost::threads {

// Zeros at first.
struct SharedOrder {
  // Objects that were released, counted by places that some share, as in observer.cpp. The last place is that of
  // fences: it counts all that atomics release.
  static constexpr std::size_t kPlaces = 256;
  alignas(64) std::atomic<std::uint64_t> sequence;  // of the last Acquire or Release of an object in the segment
  alignas(64) std::array<std::atomic<std::uint32_t>, kPlaces> releases;
};

// [begin, begin + size) of this process is [offset, …) of the segment from now on, until `unshare` with the same begin.
// `of_program`: others than the ranks of the job may use it.
void share(const void* begin, std::size_t size, std::uint64_t segment, std::uint64_t offset, SharedOrder& order,
           bool of_program = false);
void unshare(const void* begin);

// Memory that the program itself shares: what keeps the list of it (rma/shared_files.h). Set once, before anything is
// recorded.
struct ProgramMemory {
  // True: it is, or will be when recording begins, between share and unshare.
  bool (*maps)(const void* begin, std::size_t size) = [](const void*, std::size_t) { return false; };
  void (*unmaps)(const void* begin) = [](const void*) {};
  // This file may be mapped soon. `wanted`: some that were opened have not been seen in the process. `look`: looks for
  // them where an object on a new page is used, and otherwise the more rarely the longer they do not come.
  void (*opens)(std::uint64_t device, std::uint64_t number) = [](std::uint64_t, std::uint64_t) {};
  bool (*wanted)() = [] { return false; };
  void (*look)(std::uintptr_t object) = [](std::uintptr_t) {};
};
void set_program_memory(const ProgramMemory& how);
const ProgramMemory& program_memory();

// From now on the hooks of atomics report what they do to us (observer.cpp).
void watch_atomics();

// The place of an object; `order` null: in no shared segment.
struct SharedPlace {
  SharedOrder* order = nullptr;
  std::uintptr_t object = 0;
  std::uint64_t segment = 0;
  std::uint64_t offset = 0;
  bool of_program = false;  // others than the ranks of the job may use it
};
SharedPlace find_shared(std::uintptr_t object);
// Calls `each(place)` for each segment that this process shares, with any place in it.
void each_shared(void (*each)(const SharedPlace& place));

// `known`: the calling thread's. `kind`: as in events.
void acquired_shared(memory::KnownOrder& known, const SharedPlace& place, std::uint64_t kind);
void releasing_shared(memory::KnownOrder& known, const SharedPlace& place, std::uint64_t kind);

}  // namespace fencepost::threads
