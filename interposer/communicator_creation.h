// A communicator made from a parent, as the C and the Fortran entry points record it.
#pragma once

#include <mpi.h>

#include "handles/communicators.h"
#include "interposer/collective_call.h"
#include "interposer/communicator_end.h"

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
  await_end_of(created());
  // If two parts of this job meet by a port, each has made its call on a communicator of its own. But they wait for
  // each other, so we record a collective call on the new communicator.
  if (records && (call == MpiCall::kComm_accept || call == MpiCall::kComm_connect)) {
    const handles::CommunicatorInfo* const info = handles::communicator_info(created());
    if (info != nullptr && !info->remote_members.empty()) {
      write_collective_begin(MpiCall::kComm_connect, info->id, {}, 0);
      record::write(event::CollectiveEnd{});
    }
  }
  return code;
}

}  // namespace fencepost::interposer
