// A call of MPI as a statement of Fortran: with the error argument that other calls of the program have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fix.h"

namespace fencepost {

bool is_fortran_call(std::string_view text);

// "MPI_Win_flush(1, win, ierror)", with the error variable of another call (`of`) of the file. Nothing: the variable is
// needed and not known.
std::optional<std::string> fortran_call(const FixCall& call, std::string_view of, const std::vector<std::string>& file);

// The variable that a call of MPI at the line `of` has, or other calls of the file have, as its error argument. "": it
// may leave that out.
std::string error_variable(std::string_view of, const std::vector<std::string>& file);

// Whether the file may lack names of MPI: "use mpi_f08, only: MPI_Put".
bool uses_part_of_mpi(const std::vector<std::string>& file);

}  // namespace fencepost
