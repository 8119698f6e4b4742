#include "standard/reductions.h"

#include <array>
#include <cstddef>
#include <initializer_list>

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

// The class of each basic type, made from the lists of 6.9.2. Each type is in one of them: else this does not compile.
class Classes {
 public:
  consteval Classes() {
    using enum BasicType;
    add(TypeClass::kCInteger,
        {kSignedChar, kUnsignedChar, kShort, kUnsignedShort, kInt, kUnsigned, kLong, kUnsignedLong, kLongLong,
         kUnsignedLongLong, kInt8, kInt16, kInt32, kInt64, kUint8, kUint16, kUint32, kUint64});
    add(TypeClass::kFortranInteger,
        {kFortranInteger, kFortranInteger1, kFortranInteger2, kFortranInteger4, kFortranInteger8});
    add(TypeClass::kFloating, {kFloat, kDouble, kLongDouble, kFortranReal, kFortranReal4, kFortranReal8, kFortranReal16,
                               kFortranDoublePrecision});
    add(TypeClass::kComplex,
        {kFloatComplex, kDoubleComplex, kLongDoubleComplex, kCxxFloatComplex, kCxxDoubleComplex, kCxxLongDoubleComplex,
         kFortranComplex, kFortranComplex8, kFortranComplex16, kFortranComplex32, kFortranDoubleComplex});
    add(TypeClass::kLogical,
        {kCBool, kCxxBool, kFortranLogical, kFortranLogical1, kFortranLogical2, kFortranLogical4, kFortranLogical8});
    add(TypeClass::kByte, {kByte});
    add(TypeClass::kMultiLanguage, {kAint, kOffset, kMpiCount});
    add(TypeClass::kPair, {kFloatInt, kDoubleInt, kLongInt, kTwoInt, kShortInt, kLongDoubleInt, kTwoReal,
                           kTwoDoublePrecision, kTwoInteger});
    add(TypeClass::kNone, {kChar, kWchar, kFortranCharacter, kPacked, kUnknown});
    for (const bool is_in_a_list : added_)
      if (!is_in_a_list) throw "a basic type is in no list";
  }

  constexpr TypeClass of(BasicType type) const {
    const auto index = static_cast<std::size_t>(type);
    return index < kCount ? of_[index] : TypeClass::kNone;
  }

 private:
  static constexpr auto kCount = static_cast<std::size_t>(BasicType::kCount);

  consteval void add(TypeClass type, std::initializer_list<BasicType> members) {
    for (const BasicType member : members) {
      const auto index = static_cast<std::size_t>(member);
      if (added_[index]) throw "a basic type is in two lists";
      added_[index] = true;
      of_[index] = type;
    }
  }

  std::array<TypeClass, kCount> of_{};
  std::array<bool, kCount> added_{};
};
constexpr Classes kClasses;

}  // namespace

TypeClass class_of(BasicType type) {
  return kClasses.of(type);
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
