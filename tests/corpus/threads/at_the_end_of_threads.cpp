// Destructors of thread-local objects and of keys still store into the window and synchronize, after all else of their
// thread; detached threads, threads that exit early, and cancelled ones.
// flags: -std=c++20 -pthread
// ranks: 1
#include <atomic>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <thread>

#include "corpus.h"

static int* memory;
static std::mutex mutex;
static std::counting_semaphore<8> ended(0);

struct StoresAtEnd {
  int where = 0;
  ~StoresAtEnd() {
    if (where == 0) return;
    const std::lock_guard<std::mutex> lock(mutex);
    memory[where] += 1;
  }
};
static thread_local StoresAtEnd local;
static pthread_key_t key;
static int rounds = 0;

static void destroy(void* value) {
  const std::lock_guard<std::mutex> lock(mutex);
  memory[3] += 1;
  // Once more, as long as the system lets it.
  if (++rounds % 3 != 0) pthread_setspecific(key, value);
}
static void* exits_early(void*) {
  local.where = 4;
  pthread_setspecific(key, memory);
  pthread_exit(nullptr);
}
static void* waits_for_ever(void*) {
  local.where = 5;
  ended.release();
  while (true) pthread_testcancel();
}

int main() {
  int provided;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  memory = make_window(&win, 16);
  MPI_Win_fence(0, win);
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 20; ++i) {
    std::thread([] {
      local.where = 1;
      pthread_setspecific(key, memory);
    }).join();
  }
  for (int i = 0; i < 5; ++i) {
    std::thread([] {
      {
        const std::lock_guard<std::mutex> lock(mutex);
        memory[2] += 1;
      }
      ended.release();
    }).detach();
  }
  for (int i = 0; i < 5; ++i) ended.acquire();
  pthread_t thread;
  pthread_create(&thread, nullptr, exits_early, nullptr);
  pthread_join(thread, nullptr);
  pthread_create(&thread, nullptr, waits_for_ever, nullptr);
  ended.acquire();
  pthread_cancel(thread);
  pthread_join(thread, nullptr);
  MPI_Win_fence(0, win);
  REQUIRE(memory[1] == 20 && memory[2] == 5 && memory[3] == 63 && memory[4] == 1 && memory[5] == 1);
  MPI_Win_free(&win);
  return end_mpi();
}
