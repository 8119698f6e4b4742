// Code to which only the first thread of an OpenMP team comes: what a `master` encloses, or what follows a test whether
// omp_get_thread_num() is 0. The machine code shows where it ends, which the runtimes do not all report.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// A call in such code. Compilers copy what all threads do into the code of the first one, so it may be made by all
// nevertheless: then it stands in the source where one of the others does.
struct FirstThreadOnly {
  std::uint64_t return_address = 0;    // of the call; 0: it is a jump
  std::vector<std::uint64_t> like_it;  // the return addresses of the others' calls of the same function
};

// `asked_at`: the return address of a call in `function` that has said that the thread is the first one: by its result,
// which the code tests at once, or by a number that the code keeps and tests later.
// `callers`: the return addresses of the call and its callers in the function's file, innermost first.
// `from_elsewhere`: the call was made by other code, which may be the runtime: the last call of a function for a thread
// may be a jump, and then returns to whoever called the function. None: others come to the call, or it is not known.
std::optional<FirstThreadOnly> code_of_first_thread(const MachineCode& code, const MachineCode::Function& function,
                                                    std::uint64_t asked_at, const std::vector<std::uint64_t>& callers,
                                                    bool from_elsewhere);

}  // namespace fencepost::symbolize
