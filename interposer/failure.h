// What an entry point does when the native call, or our own runtime, returns an error.
#pragma once

#include <string_view>

namespace fencepost::interposer {

// Writes CallFailed for `code` (an MPI error code, not MPI_SUCCESS) after the call's Begin event. Returns `code`.
int record_failure(int code);

// "MPI_ERR_RMA_SYNC" for the class with that number in this MPI library; "" for a class of the user's own.
std::string_view error_class_name(int error_class);

}  // namespace fencepost::interposer
