// MPI_Type_free: what is known of the datatype goes.
#include <mpi.h>

#include "interposer/arguments.h"
#include "interposer/entry.h"

namespace fencepost::interposer {
namespace {

int type_free(MPI_Datatype* datatype) {
  handles::removed_datatype(*datatype);
  return PMPI_Type_free(datatype);
}

}  // namespace

std::span<const Entry> datatype_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Type_free, type_free),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
