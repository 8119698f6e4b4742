// Datatypes as the rules see them: classes of basic types, which operation is defined for which, signatures, overlaps.
#pragma once

#include <cstdint>
#include <string>

#include "job/definitions.h"

namespace fencepost {

// MPI-4.1, 6.9.2.
enum class TypeClass : std::uint8_t {
  kNone,  // characters and others that no operation but MPI_REPLACE and MPI_NO_OP is defined for
  kCInteger,
  kFortranInteger,
  kFloating,
  kComplex,
  kLogical,
  kByte,
  kMultiLanguage,
  kPair,
};
TypeClass class_of(BasicType type);
const char* name_of(TypeClass type);  // "a floating-point type"

bool op_defined(ReduceOp op, BasicType type);
bool compare_and_swap_defined(BasicType type);

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
