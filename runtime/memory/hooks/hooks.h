// Shared by the hooks. Everything here ends up inside the user's executables and shared objects, hidden in each.
//
// Forbidden in this folder: calling anything of libc but dlsym and the functions that a hook stands for; C++ runtime;
// allocation; anything that could itself be instrumented or intercepted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/attach.h"

#define HOOK extern "C" __attribute__((visibility("hidden"), used))
#define RETURN_ADDRESS reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

// This module's table. Named so because code made by our compiler pass refers to it, too.
extern "C" __attribute__((visibility("hidden"))) fencepost_hooks fencepost_hooks_of_module;

namespace fencepost::hooks {

// As AccessKind of record/vocabulary.h (checked in memory_test).
enum Kind : std::uint32_t { kLoad, kStore, kAtomicLoad, kAtomicStore, kAtomicUpdate };

// The one check on every access of the program.
inline bool is_tracked(const volatile void* address) {
  const fencepost_hooks& hooks = fencepost_hooks_of_module;
  const std::uint64_t mask = __atomic_load_n(&hooks.mask, __ATOMIC_ACQUIRE);
  const std::uint8_t* shadow = __atomic_load_n(&hooks.shadow, __ATOMIC_RELAXED);
  return __builtin_expect(shadow[(reinterpret_cast<std::uintptr_t>(address) >> FENCEPOST_HOOKS_PAGE_SHIFT) & mask] != 0,
                          0);
}

// `pc` is handed through so that the compiler can make the slow path a jump.
inline void access(const volatile void* address, std::uint32_t size, Kind kind, std::uintptr_t pc) {
  if (is_tracked(address)) {
    fencepost_hooks_of_module.access(reinterpret_cast<std::uintptr_t>(address), size, kind, pc);
  }
}

// Any number of bytes.
inline void range(const volatile void* address, std::size_t size, Kind kind, std::uintptr_t pc) {
  if (fencepost_hooks_of_module.mask == 0 || size == 0) return;
  fencepost_hooks_of_module.strided(reinterpret_cast<std::uintptr_t>(address), 1, 1, size, kind, pc);
}

inline void release(const volatile void* object) {
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.release, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}
inline void acquire(const volatile void* object) {
  if (__builtin_expect(fencepost_hooks_of_module.synchronize, 0) == 0) return;
  if (auto* call = __atomic_load_n(&fencepost_hooks_of_module.acquire, __ATOMIC_ACQUIRE)) {
    call(reinterpret_cast<std::uintptr_t>(object));
  }
}

}  // namespace fencepost::hooks
