// What the code of strands shows, which are parts of OpenMP's constructs and tasks.
#pragma once

namespace fencepost {

struct StrandCode {
  bool by_thread = false;  // it finds out which thread runs it, by other means than OpenMP's number
  bool allocates = false;  // each thread may allocate memory of its own before a part, for the part
};

}  // namespace fencepost
