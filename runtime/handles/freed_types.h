// Datatypes that the program has freed and may still use, by a copy of the handle. A library gives the handle
// to the next datatype, and until then it reads what is left of the old one: neither it nor we could notice.
// So for the datatypes freed last we keep the library's own object, by a datatype that is built on it:
// meanwhile nobody else gets the handle, whoever makes new ones. Compiled once per MPI library. Any thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include <mpi.h>

#include "record/mutex.h"

namespace fencepost::handles {

class FreedTypes {
 public:
  // Call it before the library frees the datatype. False: it is not kept (predefined, or too large).
  bool keep(MPI_Datatype datatype);
  // Up to `most` stay. The handles of the others may stand for other datatypes from now on: `forget` is called before.
  template <class Forget>
  void shrink(std::size_t most, Forget&& forget) {
    while (const auto oldest = pop(most)) {
      forget(oldest->freed);
      release(*oldest);
    }
  }
  static constexpr std::size_t kMost = 32;

 private:
  struct Kept {
    MPI_Datatype freed, keeper;
  };
  std::optional<Kept> pop(std::size_t most);
  static void release(Kept kept);

  Mutex mutex_;
  std::deque<Kept> kept_ FENCEPOST_GUARDED_BY(mutex_);
};

}  // namespace fencepost::handles
