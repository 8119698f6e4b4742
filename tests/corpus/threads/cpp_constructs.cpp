// What the C++ library's own means hand from thread to thread: each once in time, and once before the data are there.
// flags: -std=c++20 -pthread
// ranks: 1
// finds: thread FP-RACE
// finds: mutex FP-RACE
// finds: recursive FP-RACE
// finds: shared FP-RACE
// finds: condition FP-RACE
// finds: any FP-RACE
// finds: latch FP-RACE
// finds: barrier FP-RACE
// finds: semaphore FP-RACE
// finds: future FP-RACE
// finds: async FP-RACE
// finds: once FP-RACE
// finds: notify FP-RACE
// finds: relaxed FP-RACE
// finds: local FP-RACE
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#include "handover.h"

// Says something under a lock, and waits until it was said.
template <class Mutex, class Reader = std::unique_lock<Mutex>>
struct Board {
  void say() {
    const std::lock_guard<Mutex> lock(mutex);
    said = true;
  }
  void hear() {
    for (bool heard = false; !heard; std::this_thread::yield()) {
      const Reader lock(mutex);
      heard = said;
    }
  }
  Mutex mutex;
  bool said = false;
};

template <class Mutex, class Reader>
void board(int in_time) {
  Board<Mutex, Reader> board;
  std::jthread helper([&] {
    board.hear();
    TAKE(in_time);
  });
  FETCH(in_time);
  FLUSH;
  board.say();
  helper.join();
}

static int* fetched(int i) {
  FETCH(i);
  FLUSH;
  return &box[i];
}
static int* begun(int i) {
  FETCH(i);  // FINDS(local:get)
  return &box[i];
}
static void use_local() {
  static int* value = fetched(40);
  REQUIRE(*value == 140);
}
static void use_local_early() {
  static int* value = begun(41);
  (void)*(volatile int*)value;  // FINDS(local:load)
}

int main() {
  start_handovers();
  FETCH(0);
  FLUSH;
  std::thread([] { TAKE(0); }).join();
  FETCH(1);  // FINDS(thread:get)
  std::thread starts_early([] {
    PEEK(1);  // FINDS(thread:load)
  });
  FLUSH;
  starts_early.join();

  board<std::mutex, std::unique_lock<std::mutex>>(2);
  board<std::recursive_mutex, std::unique_lock<std::recursive_mutex>>(4);
  board<std::timed_mutex, std::unique_lock<std::timed_mutex>>(6);
  board<std::shared_mutex, std::shared_lock<std::shared_mutex>>(8);
  board<std::shared_timed_mutex, std::shared_lock<std::shared_timed_mutex>>(10);
  {
    Board<std::mutex> board;
    std::jthread helper([&] {
      board.hear();
      PEEK(3);  // FINDS(mutex:load)
    });
    FETCH(3);  // FINDS(mutex:get)
    board.say();
    FLUSH;
  }
  {
    Board<std::recursive_mutex> board;
    std::jthread helper([&] {
      board.hear();
      PEEK(5);  // FINDS(recursive:load)
    });
    FETCH(5);  // FINDS(recursive:get)
    board.say();
    FLUSH;
  }
  {
    Board<std::shared_mutex, std::shared_lock<std::shared_mutex>> board;
    std::jthread helper([&] {
      board.hear();
      PEEK(9);  // FINDS(shared:load)
    });
    FETCH(9);  // FINDS(shared:get)
    board.say();
    FLUSH;
  }
  {
    std::mutex mutex;
    std::condition_variable condition;
    std::condition_variable_any any;
    int said = 0;
    std::atomic<bool> looked{false};
    std::jthread helper([&] {
      std::unique_lock lock(mutex);
      condition.wait(lock, [&] { return said >= 1; });
      TAKE(12);
      said = 2;
      any.notify_one();
      any.wait(lock, [&] { return said >= 3; });
      PEEK(13);  // FINDS(condition:load)
      looked.store(true, std::memory_order_relaxed);
      condition.wait_for(lock, std::chrono::hours(1), [&] { return said >= 4; });
      PEEK(14);  // FINDS(any:load)
    });
    FETCH(12);
    FLUSH;
    std::unique_lock lock(mutex);
    said = 1;
    condition.notify_one();
    any.wait(lock, [&] { return said >= 2; });
    FETCH(13);  // FINDS(condition:get)
    said = 3;
    any.notify_one();
    lock.unlock();
    FLUSH;
    while (!looked.load(std::memory_order_relaxed)) std::this_thread::yield();
    FETCH(14);  // FINDS(any:get)
    lock.lock();
    said = 4;
    condition.notify_one();
    lock.unlock();
    FLUSH;
  }
  {
    std::latch latch(1), early(1);
    std::jthread helper([&] {
      latch.wait();
      TAKE(15);
      early.wait();
      PEEK(16);  // FINDS(latch:load)
    });
    FETCH(15);
    FLUSH;
    latch.count_down();
    FETCH(16);  // FINDS(latch:get)
    early.count_down();
    FLUSH;
  }
  {
    std::barrier barrier(2);
    std::jthread helper([&] {
      barrier.arrive_and_wait();
      TAKE(17);
      barrier.arrive_and_wait();
      PEEK(18);  // FINDS(barrier:load)
    });
    FETCH(17);
    FLUSH;
    barrier.arrive_and_wait();
    FETCH(18);  // FINDS(barrier:get)
    barrier.arrive_and_wait();
    FLUSH;
  }
  {
    std::counting_semaphore<3> semaphore(0);
    std::binary_semaphore early(0);
    std::jthread helper([&] {
      semaphore.acquire();
      TAKE(19);
      early.acquire();
      PEEK(20);  // FINDS(semaphore:load)
    });
    FETCH(19);
    FLUSH;
    semaphore.release();
    FETCH(20);  // FINDS(semaphore:get)
    early.release();
    FLUSH;
  }
  {
    std::promise<int> promise, early;
    std::jthread helper([&] {
      REQUIRE(promise.get_future().get() == 21);
      TAKE(21);
      early.get_future().wait();
      PEEK(22);  // FINDS(future:load)
    });
    FETCH(21);
    FLUSH;
    promise.set_value(21);
    FETCH(22);  // FINDS(future:get)
    early.set_value(22);
    FLUSH;
  }
  {
    std::future<int> result = std::async(std::launch::async, [] {
      FETCH(23);
      FLUSH;
      return 1;
    });
    REQUIRE(result.get() == 1);
    TAKE(23);
    FETCH(24);  // FINDS(async:get)
    std::future<void> early = std::async(std::launch::async, [] {
      PEEK(24);  // FINDS(async:load)
    });
    FLUSH;
    early.wait();
    std::packaged_task<int()> task([] { return *fetched(25); });
    std::future<int> packed = task.get_future();
    std::jthread helper(std::move(task));
    REQUIRE(packed.get() == 125);
    TAKE(25);
  }
  {
    std::once_flag once, early;
    const auto twice = [&](auto use) {
      std::jthread helper(use);
      use();
    };
    twice([&] {
      std::call_once(once, [] { fetched(26); });
      TAKE(26);
    });
    twice([&] {
      std::call_once(early, [] {
        FETCH(27);  // FINDS(once:get)
      });
      PEEK(27);  // FINDS(once:load)
    });
    FLUSH;
  }
  {
    std::atomic<int> flag{0};
    std::atomic_flag other;
    std::jthread helper([&] {
      flag.wait(0);
      TAKE(28);
      other.wait(false);
      PEEK(29);  // FINDS(notify:load)
    });
    FETCH(28);
    FLUSH;
    flag = 1;
    flag.notify_all();
    FETCH(29);  // FINDS(notify:get)
    other.test_and_set();
    other.notify_all();
    FLUSH;
  }
  {
    std::atomic<int> flag{0};
    std::jthread helper([&] {
      while (flag.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
      PEEK(30);  // FINDS(relaxed:load)
    });
    FETCH(30);  // FINDS(relaxed:get)
    FLUSH;
    flag.store(1, std::memory_order_relaxed);
  }
  {
    std::stop_source source;
    std::atomic<bool> stopped{false};
    std::jthread helper([&stopped](std::stop_token token) {
      std::stop_callback callback(token, [] { TAKE(31); });
      while (!token.stop_requested()) std::this_thread::yield();
      TAKE(31);
      stopped = true;
    });
    FETCH(31);
    FLUSH;
    helper.request_stop();
  }
  {
    std::jthread helper(use_local);
    use_local();
  }
  {
    std::jthread helper(use_local_early);
    use_local_early();
  }
  FLUSH;
  // Fences, last: from now on relaxed atomics count as ordered.
  {
    std::atomic<int> flag{0};
    std::jthread helper([&] {
      while (flag.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
      std::atomic_thread_fence(std::memory_order_acquire);
      TAKE(32);
    });
    FETCH(32);
    FLUSH;
    flag.store(1, std::memory_order_release);
  }
  {
    std::atomic<int> flag{0};
    std::jthread helper([&] {
      while (flag.load(std::memory_order_acquire) == 0) std::this_thread::yield();
      TAKE(33);
    });
    FETCH(33);
    FLUSH;
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
  }
  return end_handovers();
}
