// A thread of our own that executes transfers which were put together (gathered.h) and that the program leaves alone:
// it may have forgotten to complete them, and wait for what they lead to. It never calls MPI.
#pragma once

namespace fencepost::rma {

// What the thread looks at.
class Watched {
 public:
  // Now and then: executes what nothing was added to since it last asked. False: there is nothing.
  virtual bool transfer_what_is_left() = 0;

 protected:
  ~Watched() = default;
};

// From now on this one is looked at. False: there can be no such thread, and nothing may be put together.
bool watch(Watched& watched);
// Any time; again, or without having been watched: nothing.
void stop_watching(Watched& watched);
// Something was put there, after nothing was.
void tell_watch();

// When the runtime ends.
void stop_watch();

}  // namespace fencepost::rma
