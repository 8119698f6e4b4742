// How many arguments the functions of MPI have in C.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fencepost {

// The number of arguments in a bracket; their types may have brackets, too.
constexpr std::size_t arguments_in_bracket(std::string_view text) {
  if (text == "(void)") return 0;
  std::size_t count = 1;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 1) ++count;
  }
  return count;
}

// Nothing: not a function of MPI. (Fortran also has the error argument, which mpi_f08 lets a program leave out.)
constexpr std::optional<std::size_t> arguments_of_call(std::string_view function) {
  struct Call {
    std::string_view name;
    std::size_t arguments;
  };
  constexpr Call kCalls[] = {
#define MPI_CALL(name, since, arguments) {"MPI_" #name, arguments_in_bracket(#arguments)},
#include "record/mpi_calls.def"
#undef MPI_CALL
  };
  for (const Call& call : kCalls)
    if (call.name == function) return call.arguments;
  return std::nullopt;
}

}  // namespace fencepost
