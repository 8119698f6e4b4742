// A communicator of the same processes as one of the program, for the runtime's own collective calls on it.
#pragma once

#include <memory>

#include <mpi.h>

namespace fencepost::rma {

// Freed when the program has freed its communicator and no window uses it any more: at the same collective call in all
// its processes.
class PrivateCommunicator {
 public:
  explicit PrivateCommunicator(MPI_Comm handle) : handle_(handle) {}
  ~PrivateCommunicator() { PMPI_Comm_free(&handle_); }
  PrivateCommunicator(const PrivateCommunicator&) = delete;
  PrivateCommunicator& operator=(const PrivateCommunicator&) = delete;
  MPI_Comm get() const { return handle_; }

 private:
  MPI_Comm handle_;
};

// Collective over `communicator`. The same for every call with it. Null: the library refused.
std::shared_ptr<PrivateCommunicator> private_communicator(MPI_Comm communicator);

}  // namespace fencepost::rma
