// A thread of our own that executes transfers which were put together (gathered.h) and then left alone: the program may
// have forgotten to complete them, and wait for their effect. It never calls MPI.
#pragma once

namespace fencepost::rma {

// What the thread looks at.
class Watched {
 public:
  // Now and then: executes what nothing was added to since the last time. False: there is nothing.
  virtual bool transfer_what_is_left() = 0;

 protected:
  ~Watched() = default;
};

// From now on the thread looks at this one. False: there can be no such thread, and nothing may be put together.
bool watch(Watched& watched);
// At any time. Does nothing if it is not watched.
void stop_watching(Watched& watched);
// Something was put there, where nothing was.
void tell_watch();

// When the runtime ends.
void stop_watch();

}  // namespace fencepost::rma
