// Plain loads and stores, as gcc, gfortran and clang emit them under -fsanitize=thread.
#include "hooks.h"

using namespace fencepost::hooks;

// Each begins at a cache line: what it does for memory of no interest fits into one.
#define ACCESS_HOOK(name, size, kind)                                   \
  HOOK __attribute__((aligned(64))) void __tsan_##name(void* address) { \
    access<size, kind>(address, RETURN_ADDRESS);                        \
  }
#define ACCESS_HOOK_PC(name, size, kind)                               \
  HOOK void __tsan_##name##_pc(void* address, void* pc) {              \
    access<size, kind>(address, reinterpret_cast<std::uintptr_t>(pc)); \
  }

// A volatile word orders the threads of a process, as an atomic does: programs wait for each other by such flags. The
// access comes first: it is part of what a store releases.
#define VOLATILE_HOOK(name, size, kind, order)   \
  HOOK void __tsan_##name(void* address) {       \
    access<size, kind>(address, RETURN_ADDRESS); \
    order(address);                              \
  }

// A store says all that a load of the same bytes by the same instruction could say: read_write is one store.
#define HOOKS_OF_SIZE(size)                                                   \
  ACCESS_HOOK(read##size, size, kLoad)                                        \
  ACCESS_HOOK(write##size, size, kStore)                                      \
  ACCESS_HOOK(read_write##size, size, kStore)                                 \
  ACCESS_HOOK(unaligned_read##size, size, kLoad)                              \
  ACCESS_HOOK(unaligned_write##size, size, kStore)                            \
  ACCESS_HOOK(unaligned_read_write##size, size, kStore)                       \
  VOLATILE_HOOK(volatile_read##size, size, kLoad, volatile_load)              \
  VOLATILE_HOOK(volatile_write##size, size, kStore, volatile_store)           \
  VOLATILE_HOOK(unaligned_volatile_read##size, size, kLoad, volatile_load)    \
  VOLATILE_HOOK(unaligned_volatile_write##size, size, kStore, volatile_store) \
  ACCESS_HOOK_PC(read##size, size, kLoad)                                     \
  ACCESS_HOOK_PC(write##size, size, kStore)                                   \
  ACCESS_HOOK_PC(unaligned_read##size, size, kLoad)                           \
  ACCESS_HOOK_PC(unaligned_write##size, size, kStore)

HOOKS_OF_SIZE(1)
HOOKS_OF_SIZE(2)
HOOKS_OF_SIZE(4)
HOOKS_OF_SIZE(8)
HOOKS_OF_SIZE(16)

// For code of our passes, which reports the access itself.
HOOK void fencepost_passed_volatile_load(void* address) {
  volatile_load(address);
}
HOOK void fencepost_passed_volatile_store(void* address) {
  volatile_store(address);
}

HOOK void __tsan_read_range(void* address, std::size_t size) {
  range(address, size, kLoad, RETURN_ADDRESS);
}
HOOK void __tsan_write_range(void* address, std::size_t size) {
  range(address, size, kStore, RETURN_ADDRESS);
}
HOOK void __tsan_read_range_pc(void* address, std::size_t size, void* pc) {
  range(address, size, kLoad, reinterpret_cast<std::uintptr_t>(pc));
}
HOOK void __tsan_write_range_pc(void* address, std::size_t size, void* pc) {
  range(address, size, kStore, reinterpret_cast<std::uintptr_t>(pc));
}

// The pointer to an object's virtual table, read by each virtual call, written by constructors and destructors.
HOOK void __tsan_vptr_read(void** address) {
  access<sizeof(void*), kLoad>(address, RETURN_ADDRESS);
}
HOOK void __tsan_vptr_update(void** address, void*) {
  access<sizeof(void*), kStore>(address, RETURN_ADDRESS);
}
