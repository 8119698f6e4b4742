// Arguments of calls, as they would have to be written elsewhere: what a function names by a parameter, as its caller
// names it ("&grid->win" in setup(grid_t *grid) is "&g.win" where setup(&g) is called), and a buffer that is not used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/source_lines.h"

namespace fencepost {

struct NamedByCaller {
  std::string text;
  SourceLocation at;  // the statement that names it so
};

// An expression of the statement frames[0], as the function that `there` lies in names it. That is one of those which
// lead to the statement (frames[1], …), and it has called the others there. Nothing: it is not certain, or it is
// another function.
std::optional<NamedByCaller> named_by_caller(const std::string& expression, const std::vector<SourceLocation>& frames,
                                             const SourceLocation& there, SourceLines& sources);

// Whether a parameter of the function around a line, or what is declared in the blocks around it, is among the words.
bool names_local(const SourceLocation& at, const std::string& words, SourceLines& sources);

// A buffer that is not used, as a file may name it: "NULL", which mpi.h need not define; "MPI_BOTTOM", where nothing
// else in the file says that it is known.
std::string null_buffer(const std::string& file, SourceLines& sources);

}  // namespace fencepost
