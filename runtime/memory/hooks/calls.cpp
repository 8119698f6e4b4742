// Entered functions.
#include "hooks.h"

using namespace fencepost::hooks;

namespace fencepost::hooks {
__thread fencepost_thread* own_thread = nullptr;
}

namespace {

inline std::uintptr_t stack_pointer() {
  std::uintptr_t value;
#if defined(__x86_64__)
  __asm__("mov %%rsp, %0" : "=r"(value));
#else
  value = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#endif
  return value;
}

// Left over from functions that a longjmp or an exception jumped out of: they had their frames at or below `sp`. (Far
// above: that is another stack, a signal's or a coroutine's, and says nothing.)
constexpr std::uintptr_t kSameStack = 1 << 20;
inline bool is_left_over(std::uintptr_t frame_sp, std::uintptr_t sp) {
  return sp - frame_sp < kSameStack;
}

__attribute__((noinline)) void enter_slowly(std::uintptr_t pc, std::uintptr_t sp) {
  fencepost_thread* thread = own_thread;
  if (thread == nullptr) {
    auto* find = __atomic_load_n(&fencepost_hooks_of_module.thread, __ATOMIC_ACQUIRE);
    if (find == nullptr) return;
    thread = own_thread = find(pc);
    if (thread == nullptr) return;
  }
  while (thread->top > thread->bottom && is_left_over(thread->top[-1].sp, sp)) --thread->top;
  if (thread->top == thread->limit) {
    ++thread->beyond;
    return;
  }
  *thread->top++ = {pc, sp};
}

}  // namespace

// `pc`: the return address of the function that was entered.
HOOK void __tsan_func_entry(void* pc) {
  const std::uintptr_t sp = stack_pointer();
  fencepost_thread* thread = own_thread;
  if (__builtin_expect(thread != nullptr, 1)) {
    fencepost_frame* top = thread->top;
    if (__builtin_expect(top != thread->limit && top != thread->bottom && !is_left_over(top[-1].sp, sp), 1)) {
      *top = {reinterpret_cast<std::uintptr_t>(pc), sp};
      thread->top = top + 1;
      return;
    }
  }
  enter_slowly(reinterpret_cast<std::uintptr_t>(pc), sp);
}

HOOK void __tsan_func_exit() {
  fencepost_thread* thread = own_thread;
  if (thread == nullptr || thread->top == thread->bottom) return;
  if (__builtin_expect(thread->beyond != 0, 0)) {
    --thread->beyond;
  } else {
    --thread->top;
  }
}
