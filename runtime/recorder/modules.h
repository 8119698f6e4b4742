// The loaded objects of the process: their Module definitions, and whose code an address is. Callers hold the lock of
// process.h (DefinitionsEntry), or are alone.
#pragma once

#include <cstdint>

#include "recorder/thread_trace.h"

namespace fencepost::record {

// From now on the loaded object that holds `address` counts as instrumented (its loads and stores are reported). May be
// called before start(): it takes effect then.
void mark_instrumented(const void* address) noexcept;

// Whether code of the program itself is loaded that is not instrumented, as of the last look at what is loaded.
inline bool has_unseen_code() noexcept {
  return detail::unseen_code.load(std::memory_order_relaxed);
}

namespace detail {

enum class Owner : std::uint8_t { kUser, kMpi, kFencepost, kInterpreter };

// Defines what is loaded now and was not defined in this run.
void define_modules() noexcept;

// Begins a new run: nothing is defined yet.
void forget_modules() noexcept;

// Whose code `address` is in, as of the last look.
Owner owner_of(std::uint64_t address) noexcept;

// Looks again if the loader has done something since, and defines what is new. True: something was unloaded, and the
// same addresses may be another library's now.
bool notice_loaded_modules() noexcept;

}  // namespace detail
}  // namespace fencepost::record
