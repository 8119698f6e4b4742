// Which operations are defined for which basic types (MPI-4.1, 6.9.2 and 6.9.4; 12.3.4 for compare and swap): used by
// the checks of a run and by those of sources.
#pragma once

#include <cstdint>
#include <string_view>

#include "record/vocabulary.h"

namespace fencepost {

// MPI-4.1, 6.9.2.
enum class TypeClass : std::uint8_t {
  kNone,  // characters and other types for which only MPI_REPLACE and MPI_NO_OP are defined
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

// By the name in a source: "MPI_DOUBLE", "MPI_SUM". kUnknown, kUserDefined: it is none of ours.
BasicType basic_type_named(std::string_view name);
ReduceOp reduce_op_named(std::string_view name);

}  // namespace fencepost
