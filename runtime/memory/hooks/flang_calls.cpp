// Functions of flang's library that read or write variables of the program: assignments and copies of arrays, input and
// output, functions of whole arrays. It is linked into the program, so what it does through the C library is seen
// anyway; what it does element by element is not. Otherwise as fortran_calls.cpp.
#include "hooks.h"

using namespace fencepost::hooks;

#define LIBRARY extern "C" __attribute__((weak))

namespace {

// ISO_Fortran_binding.h of flang 19; multipliers are bytes.
struct Dimension {
  std::ptrdiff_t lower, extent, multiplier;
};
struct Descriptor {
  char* base;
  std::size_t element;
  int version;
  signed char rank, type;
  unsigned char attribute, extra;
  Dimension dimensions[15];
};

void parts(char* base, std::size_t element, const Descriptor& array, int dimension, int inner, Kind kind,
           std::uintptr_t pc, std::uintptr_t frame) {
  const Dimension& along = array.dimensions[dimension];
  if (dimension > inner) {
    for (std::ptrdiff_t i = 0; i < along.extent; ++i)
      parts(base + i * along.multiplier, element, array, dimension - 1, inner, kind, pc, frame);
    return;
  }
  row_of_any(reinterpret_cast<std::uintptr_t>(base), static_cast<std::uint32_t>(element), kind, along.multiplier,
             static_cast<std::uint64_t>(along.extent), pc, frame);
}

void array(const Descriptor* array, Kind kind, std::uintptr_t pc, std::uintptr_t frame) {
  if (fencepost_hooks_of_module.mask == 0 || array == nullptr || array->base == nullptr) return;
  // Leading dimensions without gaps are one range.
  std::size_t length = array->element;
  int dimension = 0;
  for (; dimension < array->rank; ++dimension) {
    const Dimension& along = array->dimensions[dimension];
    if (along.extent <= 0) return;
    if (along.multiplier != static_cast<std::ptrdiff_t>(length)) break;
    length *= static_cast<std::size_t>(along.extent);
  }
  if (dimension == array->rank)
    range_of_any(array->base, length, kind, pc, frame);
  else if (length <= UINT32_MAX)
    parts(array->base, length, *array, array->rank - 1, dimension, kind, pc, frame);
}

}  // namespace

#define LOADS(variable) array(variable, kLoad, RETURN_ADDRESS, CALLERS_FRAME)
#define STORES(variable) array(variable, kStore, RETURN_ADDRESS, CALLERS_FRAME)

// This may allocate the variable that is assigned to.
#define ASSIGNMENT(name)                                                                                 \
  LIBRARY void __real__FortranA##name(Descriptor*, const Descriptor*, const char*, int);                 \
  HOOK void __wrap__FortranA##name(Descriptor* to, const Descriptor* from, const char* file, int line) { \
    LOADS(from);                                                                                         \
    __real__FortranA##name(to, from, file, line);                                                        \
    STORES(to);                                                                                          \
  }
ASSIGNMENT(Assign)
ASSIGNMENT(AssignTemporary)
ASSIGNMENT(CopyInAssign)
ASSIGNMENT(Transpose)

LIBRARY void __real__FortranACopyOutAssign(Descriptor*, Descriptor*, const char*, int);
HOOK void __wrap__FortranACopyOutAssign(Descriptor* variable, Descriptor* copy, const char* file, int line) {
  STORES(variable);
  __real__FortranACopyOutAssign(variable, copy, file, line);
}

// Input and output: one call for each item. Output gets single values themselves.
LIBRARY bool __real__FortranAioOutputDescriptor(void*, const Descriptor*);
HOOK bool __wrap__FortranAioOutputDescriptor(void* statement, const Descriptor* item) {
  LOADS(item);
  return __real__FortranAioOutputDescriptor(statement, item);
}
LIBRARY bool __real__FortranAioInputDescriptor(void*, const Descriptor*);
HOOK bool __wrap__FortranAioInputDescriptor(void* statement, const Descriptor* item) {
  STORES(item);
  return __real__FortranAioInputDescriptor(statement, item);
}
LIBRARY bool __real__FortranAioInputInteger(void*, void*, int);
HOOK bool __wrap__FortranAioInputInteger(void* statement, void* item, int kind) {
  range_of_any(item, static_cast<std::size_t>(kind), kStore, RETURN_ADDRESS, CALLERS_FRAME);
  return __real__FortranAioInputInteger(statement, item, kind);
}
#define INPUT(type, size)                                                \
  LIBRARY bool __real__FortranAioInput##type(void*, void*);              \
  HOOK bool __wrap__FortranAioInput##type(void* statement, void* item) { \
    range_of_any(item, size, kStore, RETURN_ADDRESS, CALLERS_FRAME);     \
    return __real__FortranAioInput##type(statement, item);               \
  }
INPUT(Real32, 4)
INPUT(Real64, 8)
INPUT(Complex32, 8)
INPUT(Complex64, 16)
#define CHARACTERS(name, kind)                                                          \
  LIBRARY bool __real__FortranAio##name(void*, char*, std::size_t);                     \
  HOOK bool __wrap__FortranAio##name(void* statement, char* text, std::size_t length) { \
    range_of_any(text, length, kind, RETURN_ADDRESS, CALLERS_FRAME);                    \
    return __real__FortranAio##name(statement, text, length);                           \
  }
CHARACTERS(InputAscii, kStore)
CHARACTERS(OutputAscii, kLoad)

// Functions of whole arrays.
#define REDUCTION(name, type)                                                                       \
  LIBRARY type __real__FortranA##name(const Descriptor*, const char*, int, int, const Descriptor*); \
  HOOK type __wrap__FortranA##name(const Descriptor* of, const char* file, int line, int dimension, \
                                   const Descriptor* mask) {                                        \
    LOADS(of);                                                                                      \
    return __real__FortranA##name(of, file, line, dimension, mask);                                 \
  }
#define REDUCTIONS(name)          \
  REDUCTION(name##Integer4, int)  \
  REDUCTION(name##Integer8, long) \
  REDUCTION(name##Real4, float)   \
  REDUCTION(name##Real8, double)
REDUCTIONS(Sum)
REDUCTIONS(Product)
REDUCTIONS(Maxval)
REDUCTIONS(Minval)

#define MATRIX_PRODUCT(types)                                                                                      \
  LIBRARY void __real__FortranAMatmul##types(Descriptor*, const Descriptor*, const Descriptor*, const char*, int); \
  HOOK void __wrap__FortranAMatmul##types(Descriptor* result, const Descriptor* a, const Descriptor* b,            \
                                          const char* file, int line) {                                            \
    LOADS(a);                                                                                                      \
    LOADS(b);                                                                                                      \
    __real__FortranAMatmul##types(result, a, b, file, line);                                                       \
    STORES(result);                                                                                                \
  }
MATRIX_PRODUCT(Real4Real4)
MATRIX_PRODUCT(Real8Real8)

LIBRARY void __real__FortranAReshape(Descriptor*, const Descriptor*, const void*, const void*, const void*, const char*,
                                     int);
HOOK void __wrap__FortranAReshape(Descriptor* result, const Descriptor* source, const void* shape, const void* pad,
                                  const void* order, const char* file, int line) {
  LOADS(source);
  __real__FortranAReshape(result, source, shape, pad, order, file, line);
  STORES(result);
}
