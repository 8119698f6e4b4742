#include "interposer/allocations.h"

#include <cstdint>
#include <map>

#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/scope.h"
#include "record/mutex.h"
#include "tracking/tracked.h"

namespace fencepost::interposer {
namespace {

// MPI_Free_mem does not learn how much it frees.
struct Allocations {
  Mutex mutex;
  std::map<std::uint64_t, std::size_t> sizes FENCEPOST_GUARDED_BY(mutex);  // by address
};
Allocations& allocations() {
  static auto& instance = *new Allocations;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

int alloc_mem(MPI_Aint size, MPI_Info info, void* base) {
  const Scope scope;
  const int code = PMPI_Alloc_mem(size, info, base);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  const LockGuard guard(allocations().mutex);
  allocations().sizes[address_number(*static_cast<void**>(base))] = static_cast<std::size_t>(size);
  return code;
}

int free_mem(void* base) {
  const Scope scope;
  std::size_t size = 0;
  if (scope.records()) {
    const LockGuard guard(allocations().mutex);
    if (const auto node = allocations().sizes.extract(address_number(base))) size = node.mapped();
  }
  if (size != 0 && memory::forget(base, size)) {
    record::write(event::Freed{.stack = record::current_stack(),
                               .address = address_number(base),
                               .size = size,
                               .how = static_cast<std::uint64_t>(GivenBack::kByFreeMem),
                               .order = memory::order_among_threads()});
  }
  return PMPI_Free_mem(base);
}

}  // namespace

bool is_allocated(const void* base, std::size_t size) {
  const LockGuard guard(allocations().mutex);
  const std::uint64_t address = address_number(base);
  auto at = allocations().sizes.upper_bound(address);
  if (at == allocations().sizes.begin()) return false;
  --at;
  return address - at->first + size <= at->second;
}

std::span<const Entry> allocation_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Alloc_mem, alloc_mem),
      FENCEPOST_ENTRY(Free_mem, free_mem),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
