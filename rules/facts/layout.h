// The memory of one operation, computed from its arguments
// alone, so that it is also known for refused operations.
#pragma once

#include <cstdint>
#include <optional>

#include "job/job.h"

namespace fencepost {

// The offsets [begin, end) from a start that `count` elements of a datatype reach. Nothing if there is no data.
struct Reach {
  __extension__ using Wide = __int128;
  Wide begin = 0, end = 0;
};
std::optional<Reach> reach_of(const Datatype& type, std::int64_t count);

// The target memory of an operation in bytes from the start of the target's part of its window (for dynamic windows
// from address 0). Nothing if it moves no data, or the target's part or the datatype is not known.
std::optional<Reach> target_reach(const Job& job, const Operation& operation);
std::optional<Reach> target_reach(const Window& window, const Datatype& type, const Operation& operation);

ByteSet target_memory(const Job& job, const Operation& operation);
// The origin buffer, the result buffer and the compare buffer. Empty if there is none.
ByteSet origin_memory(const Job& job, const Operation& operation);
ByteSet result_memory(const Job& job, const Operation& operation);
ByteSet compare_memory(const Job& job, const Operation& operation);

// Whether the type map was made from absolute addresses (for MPI_BOTTOM).
bool looks_absolute(const Datatype& type);

}  // namespace fencepost
