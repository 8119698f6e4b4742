#include "rma/private_communicator.h"

namespace fencepost::rma {
namespace {

using Shared = std::shared_ptr<PrivateCommunicator>;

int free_with_it(MPI_Comm, int, void* value, void*) {
  delete static_cast<Shared*>(value);
  return MPI_SUCCESS;
}

int attribute_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_with_it, &made, nullptr);
    return made;
  }();
  return key;
}

}  // namespace

Shared private_communicator(MPI_Comm communicator) {
  void* value = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(communicator, attribute_key(), &value, &found);
  if (found) return *static_cast<Shared*>(value);
  MPI_Comm duplicate = MPI_COMM_NULL;
  // Split, not duplicated: duplicating would call the program's functions that copy attributes, and later those that
  // delete them.
  if (PMPI_Comm_split(communicator, 0, 0, &duplicate) != MPI_SUCCESS) return nullptr;
  PMPI_Comm_set_errhandler(duplicate, MPI_ERRORS_RETURN);
  auto shared = std::make_shared<PrivateCommunicator>(duplicate);
  PMPI_Comm_set_attr(communicator, attribute_key(), new Shared(shared));
  return shared;
}

}  // namespace fencepost::rma
