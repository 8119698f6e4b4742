// The back end's side of the hooks' table (hook_table/table.h): filling it in, and taking what the hooks bring.
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

// What atomics of instrumented code call from now on, see fencepost_hooks; null: nothing.
void set_synchronization(void (*release)(std::uintptr_t), void (*acquire)(std::uintptr_t));

// What instrumented code or a function of the C library has done, where it is tracked. Gives the thread's blocks.
fencepost_block* add_grid(const fencepost_grid& grid);

// Once, when recording starts: registers what writes pending accesses out (record::set_segment_flush).
void start();

}  // namespace fencepost::memory
