#include "standard/reductions.h"

#include <array>
#include <cstddef>

namespace fencepost {
namespace {

constexpr unsigned bit(TypeClass type) {
  return 1u << static_cast<unsigned>(type);
}

// The classes for which an operation is defined (6.9.2 and 6.9.4), in the order of ReduceOp.
constexpr unsigned kArithmetic = bit(TypeClass::kCInteger) | bit(TypeClass::kFortranInteger) |
                                 bit(TypeClass::kFloating) | bit(TypeClass::kMultiLanguage);
constexpr unsigned kLogical = bit(TypeClass::kCInteger) | bit(TypeClass::kLogical) | bit(TypeClass::kMultiLanguage);
constexpr unsigned kBitwise = bit(TypeClass::kCInteger) | bit(TypeClass::kFortranInteger) | bit(TypeClass::kByte) |
                              bit(TypeClass::kMultiLanguage);
constexpr unsigned kAny = ~0u;
constexpr std::array<unsigned, 16> kDefinedFor = {
    /* kNull */ 0,
    /* kReplace */ kAny,
    /* kNoOp */ kAny,
    /* kSum */ kArithmetic | bit(TypeClass::kComplex),
    /* kProd */ kArithmetic | bit(TypeClass::kComplex),
    /* kMax */ kArithmetic,
    /* kMin */ kArithmetic,
    /* kLand */ kLogical,
    /* kBand */ kBitwise,
    /* kLor */ kLogical,
    /* kBor */ kBitwise,
    /* kLxor */ kLogical,
    /* kBxor */ kBitwise,
    /* kMaxloc */ bit(TypeClass::kPair),
    /* kMinloc */ bit(TypeClass::kPair),
    /* kUserDefined */ 0,
};

}  // namespace

TypeClass class_of(BasicType type) {
  switch (type) {
    case BasicType::kSignedChar:
    case BasicType::kUnsignedChar:
    case BasicType::kShort:
    case BasicType::kUnsignedShort:
    case BasicType::kInt:
    case BasicType::kUnsigned:
    case BasicType::kLong:
    case BasicType::kUnsignedLong:
    case BasicType::kLongLong:
    case BasicType::kUnsignedLongLong:
    case BasicType::kInt8:
    case BasicType::kInt16:
    case BasicType::kInt32:
    case BasicType::kInt64:
    case BasicType::kUint8:
    case BasicType::kUint16:
    case BasicType::kUint32:
    case BasicType::kUint64:
      return TypeClass::kCInteger;
    case BasicType::kFortranInteger:
    case BasicType::kFortranInteger1:
    case BasicType::kFortranInteger2:
    case BasicType::kFortranInteger4:
    case BasicType::kFortranInteger8:
      return TypeClass::kFortranInteger;
    case BasicType::kFloat:
    case BasicType::kDouble:
    case BasicType::kLongDouble:
    case BasicType::kFortranReal:
    case BasicType::kFortranReal4:
    case BasicType::kFortranReal8:
    case BasicType::kFortranReal16:
    case BasicType::kFortranDoublePrecision:
      return TypeClass::kFloating;
    case BasicType::kFloatComplex:
    case BasicType::kDoubleComplex:
    case BasicType::kLongDoubleComplex:
    case BasicType::kCxxFloatComplex:
    case BasicType::kCxxDoubleComplex:
    case BasicType::kCxxLongDoubleComplex:
    case BasicType::kFortranComplex:
    case BasicType::kFortranComplex8:
    case BasicType::kFortranComplex16:
    case BasicType::kFortranComplex32:
    case BasicType::kFortranDoubleComplex:
      return TypeClass::kComplex;
    case BasicType::kCBool:
    case BasicType::kCxxBool:
    case BasicType::kFortranLogical:
    case BasicType::kFortranLogical1:
    case BasicType::kFortranLogical2:
    case BasicType::kFortranLogical4:
    case BasicType::kFortranLogical8:
      return TypeClass::kLogical;
    case BasicType::kByte:
      return TypeClass::kByte;
    case BasicType::kAint:
    case BasicType::kOffset:
    case BasicType::kMpiCount:
      return TypeClass::kMultiLanguage;
    case BasicType::kFloatInt:
    case BasicType::kDoubleInt:
    case BasicType::kLongInt:
    case BasicType::kTwoInt:
    case BasicType::kShortInt:
    case BasicType::kLongDoubleInt:
    case BasicType::kTwoReal:
    case BasicType::kTwoDoublePrecision:
    case BasicType::kTwoInteger:
      return TypeClass::kPair;
    case BasicType::kChar:
    case BasicType::kWchar:
    case BasicType::kFortranCharacter:
    case BasicType::kPacked:
    case BasicType::kUnknown:
    case BasicType::kCount:
      return TypeClass::kNone;
  }
  return TypeClass::kNone;
}

const char* name_of(TypeClass type) {
  static constexpr const char* kNames[] = {
      "a character type", "a C integer", "a Fortran integer",        "a floating-point type",    "a complex type",
      "a logical type",   "MPI_BYTE",    "an address or count type", "a pair of value and index"};
  return kNames[static_cast<std::size_t>(type)];
}

bool op_defined(ReduceOp op, BasicType type) {
  const auto index = static_cast<std::size_t>(op);
  return index < kDefinedFor.size() && (kDefinedFor[index] & bit(class_of(type))) != 0;
}

bool compare_and_swap_defined(BasicType type) {
  const unsigned allowed = bit(TypeClass::kCInteger) | bit(TypeClass::kFortranInteger) | bit(TypeClass::kLogical) |
                           bit(TypeClass::kMultiLanguage) | bit(TypeClass::kByte);
  return (allowed & bit(class_of(type))) != 0;
}

BasicType basic_type_named(std::string_view name) {
  // Names of MPI that mean the same.
  if (name == "MPI_LONG_LONG_INT") name = "MPI_LONG_LONG";
  if (name == "MPI_C_COMPLEX") name = "MPI_C_FLOAT_COMPLEX";
  for (std::size_t i = 0; i < static_cast<std::size_t>(BasicType::kCount); ++i)
    if (const auto type = static_cast<BasicType>(i); type != BasicType::kUnknown && name_of(type) == name) return type;
  return BasicType::kUnknown;
}

ReduceOp reduce_op_named(std::string_view name) {
  for (std::size_t i = 0; i < kDefinedFor.size(); ++i)
    if (const auto op = static_cast<ReduceOp>(i); name_of(op) == name) return op;
  return ReduceOp::kUserDefined;
}

}  // namespace fencepost
