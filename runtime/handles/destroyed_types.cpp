#include "handles/destroyed_types.h"

namespace fencepost::handles {

// Called under the lock of the table of datatypes, which makes the key once.
void DestroyedTypes::watch(MPI_Datatype datatype, void (*noticed)()) {
  if (key_ == MPI_KEYVAL_INVALID && PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, on_deleted, &key_,
                                                            reinterpret_cast<void*>(noticed)) != MPI_SUCCESS) {
    return;
  }
  PMPI_Type_set_attr(datatype, key_, this);
}

int DestroyedTypes::on_deleted(MPI_Datatype datatype, int /*key*/, void* self, void* noticed) {
  auto& types = *static_cast<DestroyedTypes*>(self);
  {
    const LockGuard lock(types.lock_);
    types.types_.push_back(datatype);
    types.any_.store(true, std::memory_order_release);
  }
  reinterpret_cast<void (*)()>(noticed)();
  return MPI_SUCCESS;
}

std::vector<MPI_Datatype> DestroyedTypes::take() {
  const LockGuard lock(lock_);
  any_.store(false, std::memory_order_relaxed);
  return std::exchange(types_, {});
}

}  // namespace fencepost::handles
