// Windows whose RMA the MPI library executes: all of them with FENCEPOST_RMA=native, and those that no transport of
// ours serves. Only their identity is kept, for the trace; and what both kinds have in common.
#pragma once

#include <memory>

#include "rma/creation_arguments.h"
#include "rma/shared_files.h"

namespace fencepost::rma {

// Collective.
Creation create_native_window(const CreationArguments& arguments);

// The same for a window that was begun as ours, in all its processes. Null if the library refuses.
Window* make_native_window(const CreationArguments& arguments, std::unique_ptr<Window> begun,
                           std::uint64_t communicator);

// Collective: when one is about to be freed. Does nothing if its memory is the program's own.
void unmap_allocated(const Window& window);

void define_window(const Window& window, const CreationArguments& arguments, std::uint64_t communicator,
                   const PlaceInSegment& place);
int native_flavor(WindowFlavor flavor);

}  // namespace fencepost::rma
