// A communicator made from a parent, as the C and the Fortran entry points tell of it.
#pragma once

#include <mpi.h>

#include "handles/communicators.h"
#include "interposer/collective_call.h"

namespace fencepost::interposer {

// `native` makes the communicator and returns MPI's code; `created` reads it then.
template <class Native, class Created>
int create_on_parent(MpiCall call, MPI_Comm parent, const Native& native, const Created& created) {
  const Scope scope;
  if (!record::active()) return native();
  // A communicator made in a user's callback is known, but its making not recorded.
  const bool records = scope.records();
  if (records) write_collective_begin(call, handles::communicator_id(parent), {}, 0);
  const int code = native();
  if (code != MPI_SUCCESS) return records ? record_failure(code) : code;
  if (records) record::write(event::CollectiveEnd{});
  handles::added_communicator(parent, created(), number_of(call));
  return code;
}

}  // namespace fencepost::interposer
