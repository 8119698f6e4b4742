// What the recorder's sources share: the state of this process.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>
#include <sys/types.h>

#include <climits>

#include "recorder/clock.h"
#include "recorder/memory.h"
#include "recorder/thread_trace.h"

namespace fencepost::record::detail {

struct ProcessState {
  Lock lock;  // of everything below, taken through DefinitionsEntry
  Arena arena;

  char folder[PATH_MAX] = {};  // DIR/rank-N
  char definitions_path[PATH_MAX] = {};
  TraceWriter definitions;
  bool definitions_failed = false;
  std::uint64_t rank = 0;
  std::uint64_t job = 0;
  pid_t pid = 0;
  std::uint64_t start_ticks = 0;
  std::uint64_t run = 0;           // counts start()s
  ThreadTrace* threads = nullptr;  // all there ever were

  struct BlindSpot {
    std::string_view sentence;
    BlindSpot* next = nullptr;
  };
  BlindSpot* blind_spots = nullptr;

  std::atomic<bool> complained{false};
  std::atomic<std::uint64_t> next_thread{1};  // 0 is the one that called start()
  std::atomic<std::uint64_t> next_id{1};
  std::atomic<std::uint64_t> next_order{1};
  std::atomic<std::uint64_t> next_spare{0};  // file (record/reading_along.h)
};
extern constinit ProcessState process;

// The key whose destructor closes a thread's trace.
pthread_key_t thread_key() noexcept;

// Once per run, on stderr: `path` could not be written (any more).
void complain(const char* path, const char* why, const char* what = "") noexcept;

// Appends under the lock that the caller holds.
template <class Definition>
void define_locked(const Definition& definition) {
  const std::uint64_t ticks = clock_ticks();
  if (process.definitions.append(definition, ticks)) return;
  if (make_definitions_room(encoding::bound_of(definition))) process.definitions.append(definition, ticks);
}

// While we call the system in a scope, the thread is not cancelled, and errno is restored at its end. (Almost
// everything here is noexcept: a cancellation that unwinds through it would end the program.)
class UnnoticedByProgram {
 public:
  UnnoticedByProgram();
  ~UnnoticedByProgram();
  UnnoticedByProgram(const UnnoticedByProgram&) = delete;
  UnnoticedByProgram& operator=(const UnnoticedByProgram&) = delete;

 private:
  int value_, cancellation_;
};

}  // namespace fencepost::record::detail
