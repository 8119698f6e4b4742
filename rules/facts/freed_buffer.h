// The buffers of an operation at its origin, and which of them lies in memory that is freed.
#pragma once

#include <optional>
#include <string_view>

#include "facts/pending_buffers.h"
#include "job/job.h"
#include "job/memory.h"
#include "job/operation.h"

namespace fencepost {

Buffers buffers_of(const Job& job, const Operation& operation);

struct FreedBuffer {
  std::string_view name;  // "origin", "result", "compare"
  SharedBytes Buffers::* bytes_of = nullptr;
  int argument = 0;  // of the call, the first is 0
  ByteRange bytes;   // of the memory: from the first of its bytes that are freed to the last
};

// Nothing: none of the buffers has bytes in this range of the memory.
std::optional<FreedBuffer> freed_buffer(const Buffers& buffers, const Memory& memory, ByteRange range);

}  // namespace fencepost
