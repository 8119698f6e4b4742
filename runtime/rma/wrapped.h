// Whether the program, or a tool preloaded in front of Fencepost, has functions of its own by the names of the
// one-sided chapter. They call the MPI library by its second names (PMPI_*), past Fencepost: what they do is done by
// the library, and a window made or used by one of them must be the library's.
#pragma once

namespace fencepost::rma {

// The name of such a function; null: there is none.
const char* wrapped_function();

}  // namespace fencepost::rma
