// Arguments of calls as other places name them: a parameter of a function has another name in its caller ("&grid->win"
// in setup(grid_t *grid) is "&g.win" where setup(&g) is called). And a buffer that is not used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/source_lines.h"

namespace fencepost {

struct NamedByCaller {
  std::string text;
  SourceLocation at;  // the statement that uses this name
};

// The name of an expression of the statement frames[0] in the function that contains `there`. That function is one of
// those that lead to the statement (frames[1], …) and has called the others there. Nothing: it is not certain, or the
// function is a different one.
std::optional<NamedByCaller> named_by_caller(const std::string& expression, const std::vector<SourceLocation>& frames,
                                             const SourceLocation& there, SourceLines& sources);

// Whether the words contain a parameter of the function around a line, or a name declared in the blocks around it.
bool names_local(const SourceLocation& at, const std::string& words, SourceLines& sources);

// How a file may name a buffer that is not used: "NULL", which mpi.h need not define; "MPI_BOTTOM" if nothing else in
// the file shows that NULL is defined.
std::string null_buffer(const std::string& file, SourceLines& sources);

}  // namespace fencepost
