// Memory of MPI_Alloc_mem.
#pragma once

#include <cstddef>

namespace fencepost::interposer {

// Whether all of [base, base + size) lies in memory that MPI_Alloc_mem gave and MPI_Free_mem has not taken back.
bool is_allocated(const void* base, std::size_t size);

}  // namespace fencepost::interposer
