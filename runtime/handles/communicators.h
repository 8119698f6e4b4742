// What Fencepost knows of each communicator: its trace id, its key across processes, its members.
//
// Entries are made when a communicator comes into being (the interposer calls the added_* functions after the MPI call
// succeeded), and found by handle. Compiled once per MPI library. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <mpi.h>

namespace fencepost::handles {

struct CommunicatorInfo {
  std::uint64_t id = 0;       // in the trace, of this process
  std::uint64_t key = 0;      // same in all members, unique in the job
  int rank = 0;
  int size = 0;
  bool inter = false;
  std::vector<std::uint64_t> members;         // process (rank in MPI_COMM_WORLD) of each rank of the local group
  std::vector<std::uint64_t> remote_members;  // of the remote group; empty for an intracommunicator
  std::uint64_t windows_created = 0;          // collective counter: part of the keys of windows
};

// MPI_COMM_WORLD and MPI_COMM_SELF; once, after the native MPI_Init.
void add_predefined_communicators();

// The entry of `communicator`, made on the spot for one that came from a call nobody intercepts (with a key that only holds
// for this process, and a blind spot). Never null except for MPI_COMM_NULL. Valid until the communicator is freed.
CommunicatorInfo* communicator_info(MPI_Comm communicator);

// After a successful creating call: defines `created` in the trace. `parent` as the call's; `call_name` an MpiCall number.
// Keys need no messages: they follow from the parent's key, how many communicators it has created, and the members.
void added_communicator(MPI_Comm parent, MPI_Comm created, std::uint64_t call);

// Before a communicator is freed natively.
void removed_communicator(MPI_Comm communicator);

}  // namespace fencepost::handles
