// Datatypes that the program has freed and may use all the same, by a copy of the handle. A library gives the handle to
// the next datatype, and until then reads what is left of the old one: neither it nor we could tell. Of the datatypes
// freed last the library's own object is therefore kept, by a datatype that is built on it: the handle is nobody
// else's for so long, whoever makes new ones. Compiled once per MPI library. Any thread.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include <mpi.h>

#include "record/mutex.h"

namespace fencepost::handles {

class FreedTypes {
 public:
  // To be asked before the library frees it. False: it is not kept (predefined, or too large to be kept for this).
  bool keep(MPI_Datatype datatype);
  // Up to `most` stay. Those that go may be other datatypes' handles from now on: `forget` is called before.
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
