// A datatype as memory: what we keep of each (datatypes.h) and how we read it (flatten.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "handles/defined_types.h"
#include "record/vocabulary.h"

namespace fencepost::handles {

// `repetitions` groups of `elements` contiguous basic elements, `stride` bytes from group to group, the first at
// `displacement` bytes from the buffer address.
struct Run {
  std::int64_t displacement = 0;
  BasicType basic = BasicType::kUnknown;
  std::int64_t elements = 0;
  std::int64_t repetitions = 1;
  std::int64_t stride = 0;
};

struct DatatypeInfo : std::enable_shared_from_this<DatatypeInfo> {
  std::uint64_t id = 0;    // of its Datatype definition in the trace
  DefinedType definition;  // null: not defined (yet, or ever)
  std::int64_t size = 0;   // bytes of data
  std::int64_t lower_bound = 0;
  std::int64_t extent = 0;
  std::int64_t true_lower_bound = 0;
  std::int64_t true_extent = 0;
  bool predefined = false;
  bool contiguous = false;  // data of n elements is n*size bytes at buffer + true_lower_bound, without holes
  bool committed = true;
  bool freed = false;  // by the program, which still uses its handle; nothing else is known about it
  BasicType uniform = BasicType::kUnknown;  // the one basic type all data consists of, or kUnknown
  std::vector<Run> runs;                    // in type-map order
  std::vector<Run> blocks;  // the same as bytes (basic = kByte), neighbours merged, padding of pairs left out
  std::int64_t bytes = 0;   // in `blocks`: what moves for one element
};

}  // namespace fencepost::handles
