// The buffers of RMA calls, judged before they are touched, whatever transport takes them: memory that is not there
// (null pointers and small offsets from them, memory that was given back), results in memory that cannot be written,
// and buffers that reach beyond their block of the heap.
#pragma once

#include "interposer/judgement.h"
#include "memory/heap_block.h"
#include "memory/memory_check.h"
#include "rma/layout.h"

namespace fencepost::interposer {

// Nothing is wrong with it; false: judge_buffer may find something. Quick.
inline bool is_good(const std::byte* buffer, std::int64_t bytes, bool is_written) {
  const auto first = reinterpret_cast<std::uint64_t>(buffer);
  const auto size = static_cast<std::size_t>(bytes);
  const auto use = is_written ? memory::MemoryCheck::Use::kWrite : memory::MemoryCheck::Use::kRead;
  return memory::is_usable(first, first + size, use) &&
         (size <= memory::kShortestHeapBlock || !memory::heap_block_shorter_than(buffer, size));
}

// `native`: the MPI library will take it, and may know more kinds of memory than this machine's own.
Judgement judge_buffer(const rma::Layout& layout, int position, memory::MemoryCheck::Use use, bool native);

// The same for this many bytes (at least one).
Judgement judge_stretch(const std::byte* begin, std::int64_t bytes, int position, memory::MemoryCheck::Use use);

// Memory that a window is made over, or that is attached to one. (What cannot be written may be meant for reading.)
Judgement judge_memory(const void* base, MPI_Aint size, int position, int error_if_null);

}  // namespace fencepost::interposer
