#include "rma/reduce.h"

#include <complex>
#include <cstring>
#include <type_traits>

namespace fencepost::rma {
namespace {

// Kinds of element, which decide what operations exist.
enum class Class { kInteger, kFloating, kComplex, kLogical, kByte, kPair };

template <class T, class Index>
struct Pair {
  T value;
  Index index;
};

// What each basic type is in C++, and its class. 16-byte reals of Fortran are IEEE quadruple, not x87 extended.
using Quad = __float128;
struct QuadComplex {
  Quad re, im;
};

template <BasicType>
struct Element {
  static constexpr bool kKnown = false;
};
#define ELEMENT(basic, cxx, kind)                \
  template <>                                    \
  struct Element<BasicType::basic> {             \
    static constexpr bool kKnown = true;         \
    using Type = cxx;                            \
    static constexpr Class kClass = Class::kind; \
  };
#define PAIR(basic, first, second)                \
  template <>                                     \
  struct Element<BasicType::basic> {              \
    static constexpr bool kKnown = true;          \
    using Type = Pair<first, second>;             \
    static constexpr Class kClass = Class::kPair; \
  };
// The standard has no arithmetic on MPI_CHAR. The libraries allow it, and so do we: the rule book reports it.
ELEMENT(kChar, char, kInteger)
ELEMENT(kSignedChar, signed char, kInteger)
ELEMENT(kUnsignedChar, unsigned char, kInteger)
ELEMENT(kByte, unsigned char, kByte)
ELEMENT(kWchar, wchar_t, kInteger)
ELEMENT(kShort, short, kInteger)
ELEMENT(kUnsignedShort, unsigned short, kInteger)
ELEMENT(kInt, int, kInteger)
ELEMENT(kUnsigned, unsigned, kInteger)
ELEMENT(kLong, long, kInteger)
ELEMENT(kUnsignedLong, unsigned long, kInteger)
ELEMENT(kLongLong, long long, kInteger)
ELEMENT(kUnsignedLongLong, unsigned long long, kInteger)
ELEMENT(kInt8, std::int8_t, kInteger)
ELEMENT(kInt16, std::int16_t, kInteger)
ELEMENT(kInt32, std::int32_t, kInteger)
ELEMENT(kInt64, std::int64_t, kInteger)
ELEMENT(kUint8, std::uint8_t, kInteger)
ELEMENT(kUint16, std::uint16_t, kInteger)
ELEMENT(kUint32, std::uint32_t, kInteger)
ELEMENT(kUint64, std::uint64_t, kInteger)
ELEMENT(kAint, std::int64_t, kInteger)
ELEMENT(kOffset, std::int64_t, kInteger)
ELEMENT(kMpiCount, std::int64_t, kInteger)
ELEMENT(kFloat, float, kFloating)
ELEMENT(kDouble, double, kFloating)
ELEMENT(kLongDouble, long double, kFloating)
ELEMENT(kCBool, std::uint8_t, kLogical)
ELEMENT(kFloatComplex, std::complex<float>, kComplex)
ELEMENT(kDoubleComplex, std::complex<double>, kComplex)
ELEMENT(kLongDoubleComplex, std::complex<long double>, kComplex)
ELEMENT(kCxxBool, std::uint8_t, kLogical)
ELEMENT(kCxxFloatComplex, std::complex<float>, kComplex)
ELEMENT(kCxxDoubleComplex, std::complex<double>, kComplex)
ELEMENT(kCxxLongDoubleComplex, std::complex<long double>, kComplex)
ELEMENT(kFortranLogical, std::int32_t, kLogical)
ELEMENT(kFortranLogical1, std::int8_t, kLogical)
ELEMENT(kFortranLogical2, std::int16_t, kLogical)
ELEMENT(kFortranLogical4, std::int32_t, kLogical)
ELEMENT(kFortranLogical8, std::int64_t, kLogical)
ELEMENT(kFortranInteger, std::int32_t, kInteger)
ELEMENT(kFortranInteger1, std::int8_t, kInteger)
ELEMENT(kFortranInteger2, std::int16_t, kInteger)
ELEMENT(kFortranInteger4, std::int32_t, kInteger)
ELEMENT(kFortranInteger8, std::int64_t, kInteger)
ELEMENT(kFortranReal, float, kFloating)
ELEMENT(kFortranReal4, float, kFloating)
ELEMENT(kFortranReal8, double, kFloating)
ELEMENT(kFortranReal16, Quad, kFloating)
ELEMENT(kFortranDoublePrecision, double, kFloating)
ELEMENT(kFortranComplex, std::complex<float>, kComplex)
ELEMENT(kFortranComplex8, std::complex<float>, kComplex)
ELEMENT(kFortranComplex16, std::complex<double>, kComplex)
ELEMENT(kFortranComplex32, QuadComplex, kComplex)
ELEMENT(kFortranDoubleComplex, std::complex<double>, kComplex)
PAIR(kFloatInt, float, int)
PAIR(kDoubleInt, double, int)
PAIR(kLongInt, long, int)
PAIR(kTwoInt, int, int)
PAIR(kShortInt, short, int)
PAIR(kLongDoubleInt, long double, int)
PAIR(kTwoReal, float, float)
PAIR(kTwoDoublePrecision, double, double)
PAIR(kTwoInteger, std::int32_t, std::int32_t)
#undef ELEMENT
#undef PAIR

QuadComplex operator+(const QuadComplex& a, const QuadComplex& b) {
  return {a.re + b.re, a.im + b.im};
}
QuadComplex operator*(const QuadComplex& a, const QuadComplex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// Integer overflow wraps around, as it does in the libraries, without being undefined here.
template <class T, class F>
T wrapped(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) {
    using Wide = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
    return static_cast<T>(f(static_cast<Wide>(a), static_cast<Wide>(b)));
  } else {
    return f(a, b);
  }
}

template <ReduceOp op, class T>
T combine(T a, T b) {
  if constexpr (op == ReduceOp::kSum) return wrapped(a, b, [](auto x, auto y) { return x + y; });
  if constexpr (op == ReduceOp::kProd) return wrapped(a, b, [](auto x, auto y) { return x * y; });
  if constexpr (op == ReduceOp::kMax) return b > a ? b : a;
  if constexpr (op == ReduceOp::kMin) return b < a ? b : a;
  if constexpr (op == ReduceOp::kLand) return static_cast<T>(a && b);
  if constexpr (op == ReduceOp::kLor) return static_cast<T>(a || b);
  if constexpr (op == ReduceOp::kLxor) return static_cast<T>(!a != !b);
  if constexpr (op == ReduceOp::kBand) return static_cast<T>(a & b);
  if constexpr (op == ReduceOp::kBor) return static_cast<T>(a | b);
  if constexpr (op == ReduceOp::kBxor) return static_cast<T>(a ^ b);
  // Of two equal values, the one with the lower index wins.
  if constexpr (op == ReduceOp::kMaxloc) return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
  if constexpr (op == ReduceOp::kMinloc) return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

template <ReduceOp op, class T>
void apply(std::byte* target, const std::byte* origin, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i) {
    T a, b;
    std::memcpy(&a, target + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    std::memcpy(&b, origin + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    a = combine<op>(a, b);
    std::memcpy(target + i * static_cast<std::int64_t>(sizeof(T)), &a, sizeof(T));
  }
}

// Only the two parts of a pair are written: between and after them there may be other memory.
template <ReduceOp op, class T>
void apply_pairs(std::byte* target, const std::byte* origin, std::int64_t elements) {
  constexpr std::size_t kUsed = offsetof(T, index) + sizeof(T::index);
  for (std::int64_t i = 0; i < elements; ++i, target += sizeof(T), origin += sizeof(T)) {
    T a{}, b{};
    std::memcpy(&a, target, kUsed);
    std::memcpy(&b, origin, kUsed);
    a = combine<op>(a, b);
    std::memcpy(target + offsetof(T, value), &a.value, sizeof(T::value));
    std::memcpy(target + offsetof(T, index), &a.index, sizeof(T::index));
  }
}

constexpr bool allowed(ReduceOp op, Class kind) {
  switch (op) {
    case ReduceOp::kSum:
    case ReduceOp::kProd:
      return kind == Class::kInteger || kind == Class::kFloating || kind == Class::kComplex;
    case ReduceOp::kMax:
    case ReduceOp::kMin:
      return kind == Class::kInteger || kind == Class::kFloating;
    case ReduceOp::kLand:
    case ReduceOp::kLor:
    case ReduceOp::kLxor:
      return kind == Class::kInteger || kind == Class::kLogical;
    case ReduceOp::kBand:
    case ReduceOp::kBor:
    case ReduceOp::kBxor:
      return kind == Class::kInteger || kind == Class::kByte;
    case ReduceOp::kMaxloc:
    case ReduceOp::kMinloc:
      return kind == Class::kPair;
    default:
      return false;
  }
}

template <ReduceOp op, BasicType basic>
constexpr Kernel kernel_of() {
  if constexpr (!Element<basic>::kKnown) {
    return nullptr;
  } else {
    using T = typename Element<basic>::Type;
    static_assert(sizeof(T) != 0);
    if constexpr (!allowed(op, Element<basic>::kClass))
      return nullptr;
    else if constexpr (Element<basic>::kClass == Class::kPair)
      return &apply_pairs<op, T>;
    else
      return &apply<op, T>;
  }
}

template <ReduceOp op>
Kernel kernel_for(BasicType basic) {
  switch (basic) {
#define BASIC_TYPE(constant, mpi_name, bytes) \
  case BasicType::constant:                   \
    return kernel_of<op, BasicType::constant>();
#include "record/basic_types.def"
#undef BASIC_TYPE
    default:
      return nullptr;
  }
}

}  // namespace

Kernel kernel(ReduceOp op, BasicType basic) {
  switch (op) {
    case ReduceOp::kSum:
      return kernel_for<ReduceOp::kSum>(basic);
    case ReduceOp::kProd:
      return kernel_for<ReduceOp::kProd>(basic);
    case ReduceOp::kMax:
      return kernel_for<ReduceOp::kMax>(basic);
    case ReduceOp::kMin:
      return kernel_for<ReduceOp::kMin>(basic);
    case ReduceOp::kLand:
      return kernel_for<ReduceOp::kLand>(basic);
    case ReduceOp::kBand:
      return kernel_for<ReduceOp::kBand>(basic);
    case ReduceOp::kLor:
      return kernel_for<ReduceOp::kLor>(basic);
    case ReduceOp::kBor:
      return kernel_for<ReduceOp::kBor>(basic);
    case ReduceOp::kLxor:
      return kernel_for<ReduceOp::kLxor>(basic);
    case ReduceOp::kBxor:
      return kernel_for<ReduceOp::kBxor>(basic);
    case ReduceOp::kMaxloc:
      return kernel_for<ReduceOp::kMaxloc>(basic);
    case ReduceOp::kMinloc:
      return kernel_for<ReduceOp::kMinloc>(basic);
    default:
      return nullptr;
  }
}

namespace {
template <BasicType basic>
constexpr bool comparable_element() {
  if constexpr (!Element<basic>::kKnown)
    return false;
  else
    return Element<basic>::kClass == Class::kInteger || Element<basic>::kClass == Class::kLogical ||
           Element<basic>::kClass == Class::kByte;
}
}  // namespace

bool comparable(BasicType basic) {
  switch (basic) {
#define BASIC_TYPE(constant, mpi_name, bytes) \
  case BasicType::constant:                   \
    return comparable_element<BasicType::constant>();
#include "record/basic_types.def"
#undef BASIC_TYPE
    default:
      return false;
  }
}

}  // namespace fencepost::rma
