// Names in advice must be known where a call is added: the program's own words are valid at their own place only. And a
// call needs all arguments of its language.
#pragma once

#include <optional>
#include <string>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

class KnownNames {
 public:
  explicit KnownNames(SourceLines& sources) : sources_(sources) {}

  // If an argument of an added call is declared in a block that ends before its place, removes the arguments from the
  // fix and says whose they are instead. True: something was changed.
  bool leave_out_others(Fix& fix);
  // In Fortran, gives the calls of the fix the error argument that they need. True: they have one now.
  bool add_error_argument(Fix& fix);

 private:
  SourceLines& sources_;
};

// Where the block ends that declares `name` and contains `used`, if `later` comes after that: in the same function, in
// a block around that one. (Not in another branch, as of an `if` or `switch`: compilers merge equal ends of branches.)
std::optional<SourceLocation> end_of_its_block(const SourceLocation& used, const std::string& name,
                                               const SourceLocation& later, SourceLines& sources);

}  // namespace fencepost
