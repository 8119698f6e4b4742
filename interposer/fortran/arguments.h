// Fortran arguments as C arguments, deduced from the C prototype: one Argument<T> per type T of C parameters. Fortran
// passes everything by reference; handles are INTEGERs (or structures of one INTEGER in mpi_f08); LOGICAL is an INTEGER
// whose true is 1, as both libraries are built in Debian.
//
// Argument<T>::Passed is what Fortran passes; get() returns the C argument; the destructor passes results back. If a
// type has no Argument (texts, callbacks), the function is Unconvertible: it has a special version in special.cpp, or
// the MPI library's own is used.
#pragma once

#include <type_traits>

#include <mpi.h>

#include "handles/requests.h"
#include "interposer/fortran/sentinels.h"

namespace fencepost::interposer::fortran {

template <class Type>
struct Argument {
  static constexpr bool kConvertible = false;
};

// A number that C passes by value.
template <class Type>
  requires std::is_integral_v<Type>
struct Argument<Type> {
  static constexpr bool kConvertible = true;
  using Passed = const Type*;
  explicit Argument(Passed passed) : value_(*passed) {}
  Type get() const { return value_; }

 private:
  Type value_;
};

template <class Void>
  requires std::is_void_v<Void>
struct Argument<Void*> {
  static constexpr bool kConvertible = true;
  using Passed = void*;
  explicit Argument(Passed passed) : value_(buffer(passed)) {}
  void* get() const { return value_; }

 private:
  void* value_;
};

template <class Integer>
  requires std::is_same_v<std::remove_const_t<Integer>, int>
struct Argument<Integer*> {
  static constexpr bool kConvertible = true;
  using Passed = MPI_Fint*;
  explicit Argument(Passed passed) : value_(integers(passed)) {}
  int* get() const { return value_; }

 private:
  int* value_;
};

// MPI_Aint and MPI_Count: results, and arrays of displacements.
template <class Integer>
  requires(std::is_integral_v<Integer> && sizeof(Integer) == 8)
struct Argument<Integer*> {
  static constexpr bool kConvertible = true;
  using Passed = Integer*;
  explicit Argument(Passed passed) : value_(passed) {}
  Integer* get() const { return value_; }

 private:
  Integer* value_;
};

// One status. In both libraries its layout in Fortran is that of C, but only Open MPI says how to convert it.
template <>
struct Argument<MPI_Status*> {
  static constexpr bool kConvertible = true;
  using Passed = MPI_Fint*;
  explicit Argument(Passed passed) : passed_(is_status_ignore(passed) ? nullptr : passed) {}
  ~Argument() {
    if (passed_ != nullptr && used_) PMPI_Status_c2f(&status_, passed_);
  }
  Argument(const Argument&) = delete;
  Argument& operator=(const Argument&) = delete;
  MPI_Status* get() {
    if (passed_ == nullptr) return MPI_STATUS_IGNORE;
    PMPI_Status_f2c(passed_, &status_);  // what the call leaves alone stays
    used_ = true;
    return &status_;
  }

 private:
  MPI_Fint* passed_;
  MPI_Status status_{};
  bool used_ = false;
};

// Handles that are pointers in C: Open MPI's, those of the standard's binary interface, and files in all libraries.
// (MPICH's others are the same INTEGERs, for which the numbers above are enough.)
template <class Handle>
struct HandleConversion;

template <class Handle>
struct HandleValue {
  static constexpr bool kConvertible = true;
  using Passed = const MPI_Fint*;
  explicit HandleValue(Passed passed) : value_(HandleConversion<Handle>::to_c(*passed)) {}
  Handle get() const { return value_; }

 private:
  Handle value_;
};

template <class Handle>
struct HandleVariable {
  static constexpr bool kConvertible = true;
  using Passed = MPI_Fint*;
  explicit HandleVariable(Passed passed)
      : passed_(passed), value_(HandleConversion<Handle>::to_c(*passed)), alias_(&value_, passed, 1) {}
  ~HandleVariable() { *passed_ = HandleConversion<Handle>::to_fortran(value_); }
  HandleVariable(const HandleVariable&) = delete;
  HandleVariable& operator=(const HandleVariable&) = delete;
  Handle* get() { return &value_; }

 private:
  struct NoAlias {
    NoAlias(const Handle* /*copy*/, const MPI_Fint* /*variable*/, int /*count*/) {}
  };
  MPI_Fint* passed_;
  Handle value_;
  std::conditional_t<std::is_same_v<Handle, MPI_Request>, handles::RequestAlias, NoAlias> alias_;
};

#define FENCEPOST_HANDLE(Handle, kind)                \
  template <>                                         \
  struct HandleConversion<Handle> {                   \
    static Handle to_c(MPI_Fint number) {             \
      return PMPI_##kind##_f2c(number);               \
    }                                                 \
    static MPI_Fint to_fortran(Handle handle) {       \
      return PMPI_##kind##_c2f(handle);               \
    }                                                 \
  };                                                  \
  template <>                                         \
  struct Argument<Handle> : HandleValue<Handle> {     \
    using HandleValue<Handle>::HandleValue;           \
  };                                                  \
  template <>                                         \
  struct Argument<Handle*> : HandleVariable<Handle> { \
    using HandleVariable<Handle>::HandleVariable;     \
  }

FENCEPOST_HANDLE(MPI_File, File);
#if !defined(FENCEPOST_MPI_MPICH)
FENCEPOST_HANDLE(MPI_Comm, Comm);
FENCEPOST_HANDLE(MPI_Datatype, Type);
FENCEPOST_HANDLE(MPI_Errhandler, Errhandler);
FENCEPOST_HANDLE(MPI_Group, Group);
FENCEPOST_HANDLE(MPI_Info, Info);
FENCEPOST_HANDLE(MPI_Message, Message);
FENCEPOST_HANDLE(MPI_Op, Op);
FENCEPOST_HANDLE(MPI_Request, Request);
FENCEPOST_HANDLE(MPI_Win, Win);
#endif
#undef FENCEPOST_HANDLE

}  // namespace fencepost::interposer::fortran
