// What advice names has to be known where it is to stand: the program's own words are those of another place.
#pragma once

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

class KnownNames {
 public:
  explicit KnownNames(SourceLines& sources) : sources_(sources) {}

  // Takes the words of a call that is to be added out of the fix if one of them is declared in a block that ends before
  // its place, and says whose they are instead. True: something was changed.
  bool leave_out_others(Fix& fix);

 private:
  SourceLines& sources_;
};

}  // namespace fencepost
