#include "threads/signal_stack.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace fencepost::threads {
namespace {

constexpr std::size_t kSize = std::size_t{64} * 1024;
constexpr std::size_t kGuard = 4096;  // below it

struct Stack {
  void* memory = nullptr;
  std::atomic<pid_t> owner = 0;  // a task; 0: nobody
  Stack* next = nullptr;
};
constinit std::atomic<Stack*> all{nullptr};

bool is_alive(pid_t task) {
  return syscall(SYS_tgkill, getpid(), task, 0) == 0 || errno != ESRCH;
}

// One whose thread has ended. Only so many are asked: if all of these live, there are many threads.
Stack* take_left(pid_t task) {
  constexpr int kMost = 32;
  Stack* one = all.load(std::memory_order_acquire);
  for (int i = 0; one != nullptr && i < kMost; ++i, one = one->next) {
    pid_t owner = one->owner.load(std::memory_order_relaxed);
    if (owner != task && !is_alive(owner) && one->owner.compare_exchange_strong(owner, task)) return one;
  }
  return nullptr;
}

Stack* make(pid_t task) {
  void* const memory =
      mmap(nullptr, kGuard + kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  mprotect(memory, kGuard, PROT_NONE);
  // At its top, where the handler's frames begin below.
  auto* const stack = new (static_cast<char*>(memory) + kGuard + kSize - sizeof(Stack)) Stack;
  stack->memory = static_cast<char*>(memory) + kGuard;
  stack->owner.store(task, std::memory_order_relaxed);
  Stack* first = all.load(std::memory_order_relaxed);
  do stack->next = first;
  while (!all.compare_exchange_weak(first, stack, std::memory_order_release, std::memory_order_relaxed));
  return stack;
}

}  // namespace

void give_signal_stack() {
  const int error = errno;
  stack_t current{};
  if (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) != 0) {
    const auto task = static_cast<pid_t>(syscall(SYS_gettid));
    Stack* stack = take_left(task);
    if (stack == nullptr) stack = make(task);
    stack_t given{};
    given.ss_size = kSize - sizeof(Stack);
    if (stack != nullptr) {
      given.ss_sp = stack->memory;
      sigaltstack(&given, nullptr);
    }
  }
  errno = error;
}

}  // namespace fencepost::threads
