// The messages that matched probes have taken out of matching and that no receive has taken yet. Any thread.
#pragma once

#include <cstdint>

#include <mpi.h>

namespace fencepost::handles {

struct MessageInfo {
  std::uint64_t id = 0;  // in the trace, from record::next_id(); 0: not known
  std::uint64_t communicator = 0;
  std::int64_t source = 0;  // as events have them
  std::int64_t tag = 0;
};

// After a successful MPI_Mprobe or MPI_Improbe. MPI_MESSAGE_NO_PROC and MPI_MESSAGE_NULL: ignored.
void added_message(MPI_Message message, const MessageInfo& info);

// Before the receive, which frees the handle.
MessageInfo take_message(MPI_Message message);

}  // namespace fencepost::handles
