// Datatypes that the library has destroyed, whoever freed them. If a library of the program
// calls PMPI_Type_free, or the program has a wrapper of its own around MPI_Type_free, the call
// bypasses our entry point, and the next datatype may get the handle. A callback tells us,
// within the library's call that destroys them. Compiled once per MPI library. Any thread.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include <mpi.h>

#include "handles/spin_lock.h"

namespace fencepost::handles {

class DestroyedTypes {
 public:
  // From now on we notice when `datatype`, which is not predefined, is destroyed, and
  // call `noticed` then. The callback takes no lock under which an MPI call is made.
  void watch(MPI_Datatype datatype, void (*noticed)());

  // Those destroyed since the last call.
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
