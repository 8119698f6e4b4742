// The loaded objects of the process: their Module definitions, and whose code an address is. Callers hold the lock of
// process.h (DefinitionsEntry), or are alone.
#pragma once

#include <cstdint>

namespace fencepost::record::detail {

enum class Owner : std::uint8_t { kUser, kMpi, kFencepost, kInterpreter };

// Defines what is loaded now and was not defined in this run.
void define_modules() noexcept;

// Begins a new run: nothing is defined yet.
void forget_modules() noexcept;

// Whose code `address` is in, as of the last look.
Owner owner_of(std::uint64_t address) noexcept;

// Looks again if the loader has done something since, and defines what is new. When something was unloaded the known
// stacks are forgotten: the same addresses may be another library's now.
void notice_loaded_modules() noexcept;

}  // namespace fencepost::record::detail
