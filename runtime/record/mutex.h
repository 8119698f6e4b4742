// A mutex that clang's -Wthread-safety understands (those of the standard library it does not): what is guarded by
// which is said where it is declared, and the test house.thread_safety compiles all who do so.
//
//   Mutex mutex_;
//   std::vector<int> found_ FENCEPOST_GUARDED_BY(mutex_);
//   void add(int one) FENCEPOST_REQUIRES(mutex_);  // its caller holds the mutex
//   const Guard guard(mutex_);                     // until the end of the block
//
// To wait: a std::condition_variable_any, with the Mutex held, in a loop that asks for what is waited for. (The body of
// a lambda is a function of its own, which holds nothing.)
#pragma once

#include <mutex>

#ifdef __clang__
#define FENCEPOST_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define FENCEPOST_THREAD_SAFETY(attribute)
#endif

#define FENCEPOST_GUARDED_BY(mutex) FENCEPOST_THREAD_SAFETY(guarded_by(mutex))
#define FENCEPOST_REQUIRES(mutex) FENCEPOST_THREAD_SAFETY(requires_capability(mutex))
// Of a lock of one's own.
#define FENCEPOST_LOCK FENCEPOST_THREAD_SAFETY(capability("mutex"))
#define FENCEPOST_LOCKS FENCEPOST_THREAD_SAFETY(acquire_capability())
#define FENCEPOST_UNLOCKS FENCEPOST_THREAD_SAFETY(release_capability())

namespace fencepost {

class FENCEPOST_LOCK Mutex {
 public:
  void lock() FENCEPOST_LOCKS { mutex_.lock(); }
  void unlock() FENCEPOST_UNLOCKS { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Of any lock that is annotated as Mutex is.
template <class Lock>
class FENCEPOST_THREAD_SAFETY(scoped_lockable) LockGuard {
 public:
  explicit LockGuard(Lock& lock) FENCEPOST_THREAD_SAFETY(acquire_capability(lock)) : lock_(lock) { lock_.lock(); }
  ~LockGuard() FENCEPOST_THREAD_SAFETY(release_capability()) { lock_.unlock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;

 private:
  Lock& lock_;
};
using Guard = LockGuard<Mutex>;

}  // namespace fencepost
