// What threads hand on by their ends: futures that become ready, and condition variables that are told, when all of a
// thread is over, its thread-local objects with it. Once the future is ready before that.
// flags: -std=c++20 -pthread
// ranks: 1
// finds: early FP-RACE
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "handover.h"

struct FlushesAtEnd {
  bool armed = false;
  ~FlushesAtEnd() {
    if (armed) FLUSH;
  }
};
static thread_local FlushesAtEnd at_end;

int main() {
  start_handovers();
  {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread([&promise] {
      FETCH(1);
      at_end.armed = true;
      promise.set_value_at_thread_exit(1);
    }).detach();
    REQUIRE(future.get() == 1);
    TAKE(1);
  }
  {
    std::packaged_task<void()> task([] { FETCH(2); });
    std::future<void> future = task.get_future();
    std::thread([](std::packaged_task<void()> mine) {
      at_end.armed = true;
      mine.make_ready_at_thread_exit();
    }, std::move(task)).detach();
    future.wait();
    TAKE(2);
  }
  {
    // Two of one thread, one with an exception; the first one is not waited for.
    std::promise<void> left, promise;
    std::thread([&] {
      FETCH(3);
      at_end.armed = true;
      left.set_value_at_thread_exit();
      promise.set_exception_at_thread_exit(std::make_exception_ptr(std::runtime_error("late")));
    }).detach();
    bool thrown = false;
    try {
      promise.get_future().get();
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    REQUIRE(thrown);
    TAKE(3);
    left.get_future().wait();
  }
  {
    static std::mutex mutex;
    static std::condition_variable condition;
    static bool said = false;
    std::thread([] {
      FETCH(4);
      at_end.armed = true;
      std::unique_lock<std::mutex> lock(mutex);
      said = true;
      std::notify_all_at_thread_exit(condition, std::move(lock));
    }).detach();
    std::unique_lock<std::mutex> lock(mutex);
    condition.wait(lock, [] { return said; });
    TAKE(4);
  }
  {
    std::promise<void> promise;
    const std::jthread thread([&promise] {
      FETCH(5);  // FINDS(early:get)
      at_end.armed = true;
      promise.set_value();
    });
    promise.get_future().wait();
    PEEK(5);  // FINDS(early:load)
  }
  return end_handovers();
}
