// MPI_Type_free, and memory of MPI_Alloc_mem.
#include <mutex>
#include <unordered_map>

#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/scope.h"
#include "memory/tracked.h"

namespace fencepost::interposer {
namespace {

int type_free(MPI_Datatype* datatype) {
  handles::removed_datatype(*datatype);
  return PMPI_Type_free(datatype);
}

// MPI_Free_mem is not told how much it frees.
struct Allocations {
  std::mutex mutex;
  std::unordered_map<void*, std::size_t> sizes;
};
Allocations& allocations() {
  static auto& instance = *new Allocations;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

int alloc_mem(MPI_Aint size, MPI_Info info, void* base) {
  const Scope scope;
  const int code = PMPI_Alloc_mem(size, info, base);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  const std::lock_guard guard(allocations().mutex);
  allocations().sizes[*static_cast<void**>(base)] = static_cast<std::size_t>(size);
  return code;
}

int free_mem(void* base) {
  const Scope scope;
  std::size_t size = 0;
  if (scope.records()) {
    const std::lock_guard guard(allocations().mutex);
    if (const auto node = allocations().sizes.extract(base)) size = node.mapped();
  }
  if (size != 0 && memory::forget(base, size)) {
    record::write(
        event::Freed{.stack = record::current_stack(), .address = address_number(base), .size = size, .how = 1});
  }
  return PMPI_Free_mem(base);
}

}  // namespace

std::span<const Entry> datatype_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Type_free, type_free),
      FENCEPOST_ENTRY(Alloc_mem, alloc_mem),
      FENCEPOST_ENTRY(Free_mem, free_mem),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
