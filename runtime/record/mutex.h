// A mutex that clang's -Wthread-safety understands (it does not understand those of the standard library). Each member
// says where it is declared which mutex guards it, and the test house.thread_safety compiles all files that do so.
//
//   Mutex mutex_;
//   std::vector<int> found_ FENCEPOST_GUARDED_BY(mutex_);
//   void add(int one) FENCEPOST_REQUIRES(mutex_);  // its caller holds the mutex
//   const Guard guard(mutex_);                     // until the end of the block
//
// To wait: a std::condition_variable_any, with the Mutex held, in a loop that checks the condition. (The body of
// a lambda is a function of its own, which holds nothing.)
#pragma once

#include <mutex>
#include <shared_mutex>

#include "record/thread_safety.h"

namespace fencepost {

class FENCEPOST_LOCK Mutex {
 public:
  void lock() FENCEPOST_LOCKS { mutex_.lock(); }
  bool try_lock() FENCEPOST_THREAD_SAFETY(try_acquire_capability(true)) { return mutex_.try_lock(); }
  void unlock() FENCEPOST_UNLOCKS { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Any number may read at a time, or one may change.
class FENCEPOST_LOCK SharedMutex {
 public:
  void lock() FENCEPOST_LOCKS { mutex_.lock(); }
  void unlock() FENCEPOST_UNLOCKS { mutex_.unlock(); }
  void lock_shared() FENCEPOST_THREAD_SAFETY(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() FENCEPOST_THREAD_SAFETY(release_shared_capability()) { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

// For any lock that is annotated like Mutex.
template <class Lock>
class FENCEPOST_THREAD_SAFETY(scoped_lockable) LockGuard {
 public:
  explicit LockGuard(Lock& lock) FENCEPOST_THREAD_SAFETY(acquire_capability(lock)) : lock_(lock) { lock_.lock(); }
  // For one that is held already.
  LockGuard(Lock& lock, std::adopt_lock_t) FENCEPOST_REQUIRES(lock) : lock_(lock) {}
  ~LockGuard() FENCEPOST_THREAD_SAFETY(release_capability()) { lock_.unlock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Lock& lock_;
};
using Guard = LockGuard<Mutex>;

class FENCEPOST_THREAD_SAFETY(scoped_lockable) SharedGuard {
 public:
  explicit SharedGuard(SharedMutex& mutex) FENCEPOST_THREAD_SAFETY(acquire_shared_capability(mutex)) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~SharedGuard() FENCEPOST_THREAD_SAFETY(release_capability()) { mutex_.unlock_shared(); }
  SharedGuard(const SharedGuard&) = delete;
  SharedGuard& operator=(const SharedGuard&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace fencepost
