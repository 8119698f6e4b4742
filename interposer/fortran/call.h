// A Fortran entry point made from the C prototype: converts the arguments and calls the C entry point.
#pragma once

#include <tuple>

#include "interposer/c_entries.h"
#include "interposer/fortran/arguments.h"
#include "record/vocabulary.h"

namespace fencepost::interposer::fortran {

// Our C entry point for `call`, or the MPI library's.
template <class Function>
Function* c_function(MpiCall call, Function* native) {
  void* const ours = c_entry(call);
  return ours != nullptr ? reinterpret_cast<Function*>(ours) : native;
}

inline void give_error(MPI_Fint* error, int code) {
  if (error != nullptr) *error = code;  // optional in mpi_f08
}

// The address of the generated entry point; null if an argument is of a type that cannot be converted.
template <MpiCall kCall, auto kNative>
struct Generated;
template <MpiCall kCall, class... Args, int (*kNative)(Args...)>
struct Generated<kCall, kNative> {
  static void* address() {
    if constexpr ((Argument<Args>::kConvertible && ...)) {
      return reinterpret_cast<void*>(&call<Argument<Args>...>);
    } else {
      return nullptr;
    }
  }

 private:
  template <class... Converted>
  static void call(typename Converted::Passed... passed, MPI_Fint* error) {
    int code = MPI_SUCCESS;
    {
      std::tuple<Converted...> arguments(passed...);
      code = std::apply([](auto&... each) { return c_function(kCall, kNative)(each.get()...); }, arguments);
    }
    give_error(error, code);
  }
};

}  // namespace fencepost::interposer::fortran
