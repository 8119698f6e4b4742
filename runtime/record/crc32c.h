// CRC-32C (Castagnoli), the checksum of traces.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost {

// Of `size` bytes at `data`, continuing from `before` (the checksum of what came earlier; 0 at the beginning).
std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t before = 0);

namespace detail {
// The same without the processor's instruction, for machines that lack it.
std::uint32_t crc32c_by_table(const void* data, std::size_t size, std::uint32_t before);
}  // namespace detail

}  // namespace fencepost
