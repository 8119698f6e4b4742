// Statements for input and output as gfortran passes them to its library: the compiler fills this in, in an order that
// the library (libgfortran.so.5, since GCC 8) keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fortran_descriptor.h"

namespace fencepost::hooks {

struct LengthThenText {
  std::size_t length;
  char* text;
};
struct TextThenLength {
  char* text;
  std::size_t length;
};

// Common to all kinds. What comes after it belongs to one kind.
struct Statement {
  std::int32_t flags, unit;
  const char* file;
  std::int32_t line;
  LengthThenText message;
  std::int32_t* status;
};
static_assert(sizeof(Statement) == 48);

// read, write and inquire(iolength=…). What comes after it is not looked at.
struct Transfer {
  Statement statement;
  std::int64_t record;
  std::int64_t *size, *length;
  Descriptor* internal_array;
  TextThenLength format;
  LengthThenText advance;
  TextThenLength internal_unit;
};
static_assert(offsetof(Transfer, internal_unit) == 112);

}  // namespace fencepost::hooks
