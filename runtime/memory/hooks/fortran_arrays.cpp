// Intrinsic functions of gfortran's library that take whole arrays and are not compiled in line: reductions along a
// dimension, shifts, masks, products of matrices. They read what the program gives them, and write their result, which
// is memory of their own or an array of the program. Linked with --wrap as in fortran_calls.cpp.
#include "fortran_descriptor.h"
#include "hooks.h"

using namespace fencepost::hooks;

#define LIBRARY extern "C" __attribute__((weak))

// The result, and up to five more arguments; all are pointers or integers. A..C: whether that argument is an array that
// is read, given by its descriptor. (A value that is not an argument of the function is passed on unread.)
#define ARRAYS(name, A, B, C)                                                                                          \
  LIBRARY long __real__gfortran_##name(Descriptor*, Descriptor*, Descriptor*, Descriptor*, long, long);                \
  HOOK long __wrap__gfortran_##name(Descriptor* result, Descriptor* a, Descriptor* b, Descriptor* c, long d, long e) { \
    if (A) array(a, kLoad, HERE);                                                                                      \
    if (B) array(b, kLoad, HERE);                                                                                      \
    if (C) array(c, kLoad, HERE);                                                                                      \
    const long done = __real__gfortran_##name(result, a, b, c, d, e);                                                  \
    array(result, kStore, HERE);                                                                                       \
    return done;                                                                                                       \
  }

// (result, array, dimension), the same with an array of logicals as mask, and with one logical.
#define MASKED(name)       \
  ARRAYS(name, 1, 0, 0)    \
  ARRAYS(m##name, 1, 0, 1) \
  ARRAYS(s##name, 1, 0, 0)
// (result, array), of all dimensions: the mask comes in place of the dimension.
#define MASKED_WHOLE(name) \
  ARRAYS(name, 1, 0, 0)    \
  ARRAYS(m##name, 1, 1, 0) \
  ARRAYS(s##name, 1, 0, 0)

#define INTEGERS(FAMILY) FAMILY(i1) FAMILY(i2) FAMILY(i4) FAMILY(i8)
#define REALS(FAMILY) FAMILY(r4) FAMILY(r8) FAMILY(r10) FAMILY(r16)
#define COMPLEX(FAMILY) FAMILY(c4) FAMILY(c8) FAMILY(c10) FAMILY(c16)
#define LOGICALS(FAMILY) FAMILY(l1) FAMILY(l2) FAMILY(l4) FAMILY(l8)

LIBRARY void __real__gfortran_spread_scalar(Descriptor*, const char*, long, long);
HOOK void __wrap__gfortran_spread_scalar(Descriptor* result, const char* value, long along, long copies) {
  range(value, result->element, kLoad, HERE);
  __real__gfortran_spread_scalar(result, value, along, copies);
  array(result, kStore, HERE);
}

// A table, which clang-format takes for expressions.
// clang-format off
#define ADD_UP(type) MASKED(sum_##type) MASKED(product_##type)
INTEGERS(ADD_UP) REALS(ADD_UP) COMPLEX(ADD_UP)

#define EXTREMES(type)           \
  MASKED(maxval_##type)          \
  MASKED(minval_##type)          \
  MASKED(maxloc1_4_##type)       \
  MASKED(minloc1_4_##type)       \
  MASKED(maxloc1_8_##type)       \
  MASKED(minloc1_8_##type)       \
  MASKED_WHOLE(maxloc0_4_##type) \
  MASKED_WHOLE(minloc0_4_##type) \
  MASKED_WHOLE(maxloc0_8_##type) \
  MASKED_WHOLE(minloc0_8_##type)
INTEGERS(EXTREMES) REALS(EXTREMES)

#define BITS(type) MASKED(iall_##type) MASKED(iany_##type) MASKED(iparity_##type)
INTEGERS(BITS)

#define NORM(type) ARRAYS(norm2_##type, 1, 0, 0)
REALS(NORM)

#define TRUTH(type) ARRAYS(all_##type, 1, 0, 0) ARRAYS(any_##type, 1, 0, 0) ARRAYS(parity_##type, 1, 0, 0)
LOGICALS(TRUTH)
ARRAYS(count_4_l, 1, 0, 0)
ARRAYS(count_8_l, 1, 0, 0)

#define PRODUCT(type) ARRAYS(matmul_##type, 1, 1, 0)
INTEGERS(PRODUCT) REALS(PRODUCT) COMPLEX(PRODUCT)
ARRAYS(matmul_l4, 1, 1, 0)
ARRAYS(matmul_l8, 1, 1, 0)

// By as many places as an array says; what comes in at the end is one value, or an array of values.
#define SHIFTS(size)               \
  ARRAYS(cshift1_##size, 1, 1, 0)  \
  ARRAYS(eoshift1_##size, 1, 1, 0) \
  ARRAYS(eoshift2_##size, 1, 0, 1) \
  ARRAYS(eoshift3_##size, 1, 1, 1)
SHIFTS(4) SHIFTS(8)

ARRAYS(pack, 1, 0, 0)
ARRAYS(reshape, 1, 0, 0)
ARRAYS(reshape_4, 1, 0, 0)
ARRAYS(reshape_8, 1, 0, 0)
ARRAYS(reshape_r4, 1, 0, 0)
ARRAYS(reshape_r8, 1, 0, 0)
ARRAYS(cshift0_4, 1, 0, 0)
ARRAYS(cshift0_8, 1, 0, 0)
ARRAYS(eoshift0_4, 1, 0, 0)
ARRAYS(eoshift0_8, 1, 0, 0)
ARRAYS(pack_s, 1, 0, 1)
ARRAYS(spread, 1, 0, 0)
ARRAYS(unpack0, 1, 1, 0)
ARRAYS(unpack1, 1, 1, 1)
    // clang-format on
