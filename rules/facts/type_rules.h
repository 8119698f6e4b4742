// Datatypes as the rules see them: signatures and overlaps.
#pragma once

#include <cstdint>
#include <string>

#include "job/definitions.h"
#include "standard/reductions.h"

namespace fencepost {

// How two type signatures relate.
enum class SignatureMatch : std::uint8_t {
  kSame,
  kSameBytes,  // the same bytes as elements of other types of the same size and kind, or MPI_BYTE on one side
  kDifferent,
  kUnknown,  // a type whose elements are not known
};
SignatureMatch match_signatures(const Datatype& a, std::int64_t count_a, const Datatype& b, std::int64_t count_b);

// Whether `count` elements describe a byte more than once.
bool overlaps_itself(const Datatype& type, std::int64_t count);

}  // namespace fencepost
