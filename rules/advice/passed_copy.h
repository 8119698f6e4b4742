// Copies that a Fortran compiler makes for the call of a procedure of the program, which passes them on to MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "job/symbolizer.h"
#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

struct PassedCopy {
  std::string text;       // what is copied: "halo(1:n:2)"
  std::string procedure;  // for the call of this one, …
  SourceLocation call;    // … at this statement
};

// Each procedure on the way passes its dummy argument by name. `index`: of the MPI call's argument, from 0.
class PassedCopies {
 public:
  explicit PassedCopies(Symbolizer& symbolizer, SourceLines& sources) : symbolizer_(symbolizer), sources_(sources) {}
  // If the memory at `address` is certainly a copy in a frame of the stack that the compiler made for a call of a
  // procedure, and that call has returned when the same thread makes the call `later`.
  std::optional<PassedCopy> left(const Place& mpi_call, int index, std::uint64_t address, const Place& later);
  // If the place where the memory is freed is the statement with such a call.
  std::optional<PassedCopy> freed_at(const Place& mpi_call, int index, const Place& freed);

 private:
  struct Found {
    PassedCopy copy;
    std::size_t frame = 0;  // the procedure's, in frames(mpi_call)
  };
  std::optional<Found> find(const Place& mpi_call, int index);
  std::string passed_for(const std::string& dummy, const SourceLocation& inside, const SourceLocation& call);
  std::string statement_from(const SourceLocation& at);
  std::vector<std::string> dummies_of(const SourceLocation& inside);

  Symbolizer& symbolizer_;
  SourceLines& sources_;
};

}  // namespace fencepost
