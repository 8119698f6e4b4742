// The back end's side of the hooks' table (hook_table/table.h): filling it in, and taking what the hooks report.
#pragma once

#include <cstdint>

#include "hook_table/table.h"

namespace fencepost::memory {

// In the back end. Fills the table in, and says that the module it lies in is instrumented. Any thread.
void attach_hooks(fencepost_hooks* hooks);

// The module is about to be unloaded.
void detach_hooks(fencepost_hooks* hooks);

// Whether any module with hooks is there.
bool anything_instrumented();

// What instrumented code calls from now on around its atomics and before volatile accesses, see fencepost_hooks; null:
// nothing.
struct Synchronization {
  void (*release)(std::uintptr_t object) = nullptr;
  void (*acquire)(std::uintptr_t object) = nullptr;
  void (*volatile_load)(std::uintptr_t object) = nullptr;
  void (*volatile_store)(std::uintptr_t object) = nullptr;
};
void set_synchronization(const Synchronization& how);

// Records what instrumented code or the C library has done, where it is tracked. Returns the thread's blocks.
fencepost_block* add_grid(const fencepost_grid& grid);

// Once, when recording starts: registers what writes pending accesses out (record::set_segment_flush).
void start();

}  // namespace fencepost::memory
