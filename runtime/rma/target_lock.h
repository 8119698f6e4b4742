// The lock of one rank's part of a window, as this process has it or asks for it. It is taken in the call, or when it
// is needed first (passive.cpp).
//
// Under the mutex of the window, which clang cannot check, as nothing here names the window.
#pragma once

#include <atomic>
#include <cstdint>

#include "recorder/invariant.h"

namespace fencepost::rma {

enum class Lock : std::uint8_t { kNone, kShared, kExclusive };

struct TargetLock {
  std::uint64_t order = 0;       // among the calls of MPI_Win_lock that take a lock; 0: lock_all
  const void* thread = nullptr;  // that called it
  std::uint64_t ticket = 0;      // messages: the lock is asked for, under this number
  Lock type = Lock::kNone;       // kNone: the program has not called for it, or has given it back
  bool unchecked = false;        // MPI_MODE_NOCHECK: none is taken
  bool granted = false;
  std::atomic<bool> being_taken{false};  // by some thread, which waits without the mutex

  bool is_called() const { return type != Lock::kNone; }
  bool is_still_to_be_granted() const { return is_called() && !unchecked && !granted; }
  // By a call of MPI_Win_lock, and nobody takes it yet.
  bool is_put_off() const { return order != 0 && is_still_to_be_granted() && !being_taken; }

  void begin(Lock called, bool without_check) {
    FENCEPOST_EXPECT(!is_called(), "a process locks a rank of a window once at a time");
    type = called;
    unchecked = without_check;
    granted = false;
    order = 0;
    thread = nullptr;
  }
  void note_granted() {
    FENCEPOST_EXPECT(!granted, "a lock that was called for is granted once");
    granted = true;
  }
  void end() {
    type = Lock::kNone;
    granted = unchecked = false;
    order = 0;
    thread = nullptr;
  }
};

}  // namespace fencepost::rma
