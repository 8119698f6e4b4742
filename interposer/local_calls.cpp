// Calls of MPI that move data within the process: MPI_Pack, MPI_Unpack, MPI_Reduce_local. What they read and write are
// the caller's loads and stores. (The caller of Fortran's calls is the MPI library, whose accesses are its own.)
#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/scope.h"
#include "memory/watcher.h"

namespace fencepost::interposer {
namespace {

enum class Access : std::uint8_t { kRead, kWritten };

void touched(const void* address, std::int64_t size, Access access, const void* caller) {
  if (size <= 0 || !memory::is_tracked(address, static_cast<std::size_t>(size))) return;
  memory::watcher()->touched(address, static_cast<std::size_t>(size), access == Access::kWritten ? 1 : 0, 0, caller);
}

void touched(const void* buffer, std::int64_t count, MPI_Datatype datatype, Access access, const void* caller) {
  const handles::DatatypeInfo* type = handles::peek_datatype(datatype);
  if (type == nullptr || count <= 0) return;
  const auto* const base = static_cast<const char*>(buffer);
  if (type->contiguous) {
    touched(base + type->true_lower_bound, count * type->size, access, caller);
    return;
  }
  const char* const first = base + type->true_lower_bound;
  const std::int64_t span = (count - 1) * type->extent + type->true_extent;
  if (type->extent >= 0 && !memory::is_tracked(first, static_cast<std::size_t>(span))) return;
  for (std::int64_t i = 0; i < count; ++i)
    for (const handles::Run& block : type->blocks)
      for (std::int64_t k = 0; k < block.repetitions; ++k)
        touched(base + i * type->extent + block.displacement + k * block.stride, block.elements, access, caller);
}

#define CALLER __builtin_return_address(0)

template <class Count, int (*kNative)(const void*, Count, MPI_Datatype, void*, Count, Count*, MPI_Comm)>
int pack(const void* from, Count count, MPI_Datatype datatype, void* to, Count size, Count* position,
         MPI_Comm communicator) {
  const Scope scope;
  const Count before = *position;
  if (scope.records()) touched(from, count, datatype, Access::kRead, CALLER);
  const int code = kNative(from, count, datatype, to, size, position, communicator);
  if (code == MPI_SUCCESS && scope.records())
    touched(static_cast<const char*>(to) + before, *position - before, Access::kWritten, CALLER);
  return code;
}

template <class Count, int (*kNative)(const void*, Count, Count*, void*, Count, MPI_Datatype, MPI_Comm)>
int unpack(const void* from, Count size, Count* position, void* to, Count count, MPI_Datatype datatype,
           MPI_Comm communicator) {
  const Scope scope;
  const Count before = *position;
  const int code = kNative(from, size, position, to, count, datatype, communicator);
  if (code == MPI_SUCCESS && scope.records()) {
    touched(static_cast<const char*>(from) + before, *position - before, Access::kRead, CALLER);
    touched(to, count, datatype, Access::kWritten, CALLER);
  }
  return code;
}

template <class Count, int (*kNative)(const void*, void*, Count, MPI_Datatype, MPI_Op)>
int reduce_local(const void* from, void* to, Count count, MPI_Datatype datatype, MPI_Op op) {
  const Scope scope;
  if (scope.records()) {
    touched(from, count, datatype, Access::kRead, CALLER);
    touched(to, count, datatype, Access::kWritten, CALLER);
  }
  return kNative(from, to, count, datatype, op);
}

}  // namespace

#define ROWS(Name, name) FENCEPOST_ENTRY(Name, (name<int, &PMPI_##Name>))
#define LARGE_ROWS(Name, name) FENCEPOST_ENTRY(Name##_c, (name<MPI_Count, &PMPI_##Name##_c>))

std::span<const Entry> local_entries() {
  static const Entry kEntries[] = {
      ROWS(Pack, pack),       ROWS(Unpack, unpack),       ROWS(Reduce_local, reduce_local),
      LARGE_ROWS(Pack, pack), LARGE_ROWS(Unpack, unpack), LARGE_ROWS(Reduce_local, reduce_local),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
