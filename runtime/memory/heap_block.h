// How long the C library's heap block at an address is. Only if that is certain: the address is the beginning of a
// block that glibc's malloc has given out, from its main heap or as a mapping of its own. (Nothing is known about other
// allocators, nor about addresses within blocks.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fencepost::memory {

// No block is shorter.
inline constexpr std::size_t kShortestHeapBlock = 24;

// `needed`: the question is whether the block is shorter than this; if it is not, the result may be nothing.
std::optional<std::size_t> heap_block_shorter_than(const void* address, std::size_t needed);

}  // namespace fencepost::memory
