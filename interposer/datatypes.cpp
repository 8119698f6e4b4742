// MPI_Type_free: what is known of the datatype goes, but that it was freed. MPI_Type_create_keyval.
#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/scope.h"

namespace fencepost::interposer {
namespace {

int type_free(MPI_Datatype* datatype) {
  const Scope scope;
  if (!scope.records()) {
    handles::removed_datatype(*datatype);
    return PMPI_Type_free(datatype);
  }
  if (*datatype == MPI_DATATYPE_NULL || handles::is_freed(*datatype)) {
    // The library would free what is kept of it.
    MPI_Datatype none = MPI_DATATYPE_NULL;
    return PMPI_Type_free(&none);
  }
  handles::freed_datatype(*datatype, record::current_thread(), scope.stack());
  return PMPI_Type_free(datatype);
}

// A datatype's attributes are deleted when it is, which nothing may put off if the program can see it.
int type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* remove, int* key,
                       void* extra_state) {
  const Scope scope;
  if (scope.outermost()) handles::forget_freed_datatypes();
  return PMPI_Type_create_keyval(copy, remove, key, extra_state);
}

}  // namespace

std::span<const Entry> datatype_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Type_free, type_free),
      FENCEPOST_ENTRY(Type_create_keyval, type_create_keyval),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
