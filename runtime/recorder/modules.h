// The loaded objects of the process: their Module definitions, and whose code an address is. Callers hold the lock of
// process.h (DefinitionsEntry), or are alone.
#pragma once

#include <cstdint>

namespace fencepost::record::detail {

enum class Owner : std::uint8_t { kUser, kMpi, kFencepost };

// Defines what is loaded now and was not defined in this run.
void define_modules() noexcept;

// Begins a new run: nothing is defined yet.
void forget_modules() noexcept;

// Looks at what is loaded again if no known object holds `address`.
Owner owner_of(std::uint64_t address) noexcept;

}  // namespace fencepost::record::detail
