// CRC-32C (Castagnoli), the checksum of traces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "record/format.h"

namespace fencepost {

// Of `size` bytes at `data`, continuing from `before` (the checksum of what came earlier; 0 at the beginning).
std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t before = 0);

// The value of BlockHeader::crc in a sealed block: of its payload, then of its index, used, units and events.
std::uint32_t block_crc(const format::BlockHeader& header, const void* payload);

namespace detail {
// The same without the processor's instruction, for machines that lack it.
std::uint32_t crc32c_by_table(const void* data, std::size_t size, std::uint32_t before);
}  // namespace detail

}  // namespace fencepost
