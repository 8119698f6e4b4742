// Atomic operations: clang and gcc replace them by these calls, so each must be done, with at least the order that is
// asked for.
//
// Recorded: the access itself if the memory is tracked, and what the operation orders between threads: release before
// it, acquire after it, so that a reader of a value finds its writer's release earlier in the process's order.
#include "hooks.h"

using namespace fencepost::hooks;

namespace {

// Set by the first fence in this module. Fences give order to relaxed operations on any object: from then on all
// operations count as ordered, which can hide a race between threads but never invents one.
bool fences_in_use = false;
constexpr const volatile void* kFence = nullptr;  // the object that fences synchronize on

constexpr int order_of(int order) {
  return order & 0xffff;
}  // gcc keeps hints in the upper bits
bool releases(int order) {
  order = order_of(order);
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST || fences_in_use;
}
bool acquires(int order) {
  order = order_of(order);
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST || fences_in_use;
}

using Int128 = unsigned __int128;

template <class T>
struct Native {
  static T load(const volatile T* at) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); }
  static void store(volatile T* at, T value, int order) {
    if (order_of(order) == __ATOMIC_SEQ_CST) {
      __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
    } else {
      __atomic_store_n(at, value, __ATOMIC_RELEASE);
    }
  }
  static bool compare_exchange(volatile T* at, T* expected, T value) {
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
};

// 16 bytes: all by the processor's one instruction for it; libatomic would be another library to link.
template <>
struct Native<Int128> {
  static Int128 exchange_if(volatile Int128* at, Int128 expected, Int128 value) {
    return __sync_val_compare_and_swap(at, expected, value);
  }
  static Int128 load(const volatile Int128* at) { return exchange_if(const_cast<volatile Int128*>(at), 0, 0); }
  static void store(volatile Int128* at, Int128 value, int) {
    for (Int128 found = load(at); !compare_exchange(at, &found, value);) {
    }
  }
  static bool compare_exchange(volatile Int128* at, Int128* expected, Int128 value) {
    const Int128 found = exchange_if(at, *expected, value);
    const bool done = found == *expected;
    *expected = found;
    return done;
  }
};

// Who makes an access: code with hooks at the entries of its functions, or code of a pass, with frame pointers.
struct Entered {
  std::uintptr_t pc;
  template <class T, Kind kKind>
  void tell(const volatile T* at) const {
    access<sizeof(T), kKind>(at, pc);
  }
};
struct Framed {
  std::uintptr_t pc;
  std::uintptr_t frame;
  template <class T, Kind kKind>
  void tell(const volatile T* at) const {
    if (!is_tracked(at)) return;
    keep_blocks(fencepost_hooks_of_module.framed(reinterpret_cast<std::uintptr_t>(at), sizeof(T), kKind, pc, frame, 0));
  }
};

template <class T, class By>
inline T load(const volatile T* at, int order, By by) {
  by.template tell<T, kAtomicLoad>(at);
  const T value = Native<T>::load(at);
  if (acquires(order)) acquire(at);
  loads_word(at);
  return value;
}

template <class T, class By>
inline void store(volatile T* at, T value, int order, By by) {
  by.template tell<T, kAtomicStore>(at);
  changes_word();
  if (releases(order)) release(at);
  Native<T>::store(at, value, order);
}

// An update that leaves the value as it is releases nothing: nobody can notice it. (Otherwise a thread that spins with
// exchanges for a lock would fill the trace.)
template <class T, class By, class Change>
inline T update(volatile T* at, int order, By by, Change change) {
  by.template tell<T, kAtomicUpdate>(at);
  bool released = !releases(order);
  T old = Native<T>::load(at);
  while (true) {
    const T value = change(old);
    if (value != old) changes_word();
    if (!released && value != old) {
      release(at);
      released = true;
    }
    if (Native<T>::compare_exchange(at, &old, value)) break;
  }
  if (acquires(order)) acquire(at);
  loads_word(at);
  return old;
}

template <class T, class By>
inline bool compare_exchange(volatile T* at, T* expected, T value, int order, int failure_order, By by) {
  // If it is going to fail, it is a load. What is recorded comes before the release: it is part of what is passed on.
  const T found = Native<T>::load(at);
  bool done = false;
  if (found == *expected) {
    by.template tell<T, kAtomicUpdate>(at);
    changes_word();
    if (releases(order)) release(at);
    done = Native<T>::compare_exchange(at, expected, value);
  } else {
    by.template tell<T, kAtomicLoad>(at);
    *expected = found;
    loads_word(at);
  }
  if (acquires(done ? order : failure_order)) acquire(at);
  return done;
}

}  // namespace

#define UPDATE_HOOK(prefix, by, bits, type, name, expression)                                  \
  HOOK type prefix##bits##_##name(volatile type* at, type value, int order) {                  \
    return update(at, order, by, [value](type old) { return static_cast<type>(expression); }); \
  }

#define ATOMIC_HOOKS(prefix, by, bits, type)                                                                \
  HOOK type prefix##bits##_load(const volatile type* at, int order) {                                       \
    return load(at, order, by);                                                                             \
  }                                                                                                         \
  HOOK void prefix##bits##_store(volatile type* at, type value, int order) {                                \
    store(at, value, order, by);                                                                            \
  }                                                                                                         \
  UPDATE_HOOK(prefix, by, bits, type, exchange, ((void)old, value))                                         \
  UPDATE_HOOK(prefix, by, bits, type, fetch_add, old + value)                                               \
  UPDATE_HOOK(prefix, by, bits, type, fetch_sub, old - value)                                               \
  UPDATE_HOOK(prefix, by, bits, type, fetch_and, old& value)                                                \
  UPDATE_HOOK(prefix, by, bits, type, fetch_or, old | value)                                                \
  UPDATE_HOOK(prefix, by, bits, type, fetch_xor, old ^ value)                                               \
  UPDATE_HOOK(prefix, by, bits, type, fetch_nand, ~(old & value))                                           \
  HOOK int prefix##bits##_compare_exchange_strong(volatile type* at, type* expected, type value, int order, \
                                                  int failure_order) {                                      \
    return compare_exchange(at, expected, value, order, failure_order, by);                                 \
  }                                                                                                         \
  HOOK int prefix##bits##_compare_exchange_weak(volatile type* at, type* expected, type value, int order,   \
                                                int failure_order) {                                        \
    return compare_exchange(at, expected, value, order, failure_order, by);                                 \
  }                                                                                                         \
  HOOK type prefix##bits##_compare_exchange_val(volatile type* at, type expected, type value, int order,    \
                                                int failure_order) {                                        \
    compare_exchange(at, &expected, value, order, failure_order, by);                                       \
    return expected;                                                                                        \
  }

#define ALL_ATOMIC_HOOKS(prefix, by)          \
  ATOMIC_HOOKS(prefix, by, 8, std::uint8_t)   \
  ATOMIC_HOOKS(prefix, by, 16, std::uint16_t) \
  ATOMIC_HOOKS(prefix, by, 32, std::uint32_t) \
  ATOMIC_HOOKS(prefix, by, 64, std::uint64_t) \
  ATOMIC_HOOKS(prefix, by, 128, Int128)

ALL_ATOMIC_HOOKS(__tsan_atomic, Entered{RETURN_ADDRESS})
// Our plugin puts these in place of those of gcc's code.
ALL_ATOMIC_HOOKS(fencepost_passed_atomic, (Framed{RETURN_ADDRESS, CALLERS_FRAME}))

// Code of our pass for LLVM does its atomic operations itself.
HOOK void fencepost_passed_release(void* object, int order) {
  changes_word();
  if (releases(order)) release(object);
}
// Around updates. `changes`: the value will change, it seems. `late`: it has changed, although it did not seem so.
HOOK void fencepost_passed_update(void* object, int order, int changes) {
  if (changes != 0) changes_word();
  if (changes != 0 && releases(order)) release(object);
}
HOOK void fencepost_passed_updated(void* object, int order, int late) {
  if (late != 0) changes_word();
  if (late != 0 && releases(order)) release(object);
  if (acquires(order)) acquire(object);
  loads_word(object);
}
HOOK void fencepost_passed_acquire(void* object, int order) {
  if (acquires(order)) acquire(object);
  loads_word(object);
}

HOOK void __tsan_atomic_thread_fence(int order) {
  if (order_of(order) != __ATOMIC_RELAXED) {
    const bool first = !fences_in_use;
    fences_in_use = true;
    release(kFence);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    acquire(kFence);
    /* Relaxed reads before it were not reported, so it may order by more words than we know: acquire again, like a
     * fence before which nothing was read. */
    if (first) acquire(kFence);
  }
}
HOOK void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
