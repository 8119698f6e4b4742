// Datatypes that the library has destroyed, whoever freed them: a library of the program that calls PMPI_Type_free, or
// a wrapper of the program's own around MPI_Type_free, goes past our entry point, and the next datatype may get the
// handle. They are told of by a callback, within the call of the library that destroys them. Compiled once per MPI
// library. Any thread.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include <mpi.h>

#include "handles/spin_lock.h"

namespace fencepost::handles {

class DestroyedTypes {
 public:
  // From now on it is noticed when `datatype`, which is not predefined, is destroyed; `noticed` is called then. The
  // callback holds no lock that an MPI call is made under.
  void watch(MPI_Datatype datatype, void (*noticed)());

  // Those of the time since the last call.
  bool any() const { return any_.load(std::memory_order_acquire); }
  std::vector<MPI_Datatype> take();

 private:
  static int on_deleted(MPI_Datatype datatype, int key, void* self, void* noticed);

  int key_ = MPI_KEYVAL_INVALID;
  std::atomic<bool> any_{false};
  SpinLock lock_;
  std::vector<MPI_Datatype> types_ FENCEPOST_GUARDED_BY(lock_);
};

}  // namespace fencepost::handles
