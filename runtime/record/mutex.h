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

namespace fencepost {

class FENCEPOST_THREAD_SAFETY(capability("mutex")) Mutex {
 public:
  void lock() FENCEPOST_THREAD_SAFETY(acquire_capability()) { mutex_.lock(); }
  void unlock() FENCEPOST_THREAD_SAFETY(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class FENCEPOST_THREAD_SAFETY(scoped_lockable) Guard {
 public:
  explicit Guard(Mutex& mutex) FENCEPOST_THREAD_SAFETY(acquire_capability(mutex)) : mutex_(mutex) { mutex_.lock(); }
  ~Guard() FENCEPOST_THREAD_SAFETY(release_capability()) { mutex_.unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace fencepost
