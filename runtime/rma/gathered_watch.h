// A thread of our own that executes transfers which were put together (gathered.h) and that the program leaves alone:
// it may have forgotten to complete them, and wait for what they lead to. It never calls MPI.
#pragma once

namespace fencepost::rma {

class Gathered;

// From now on this one is looked at. False: there can be no such thread, and nothing may be put together.
bool watch(Gathered& gathered);
// Any time; again, or without having been watched: nothing.
void stop_watching(Gathered& gathered);
// Something was put there, after nothing was.
void tell_watch();

// When the runtime ends.
void stop_watch();

}  // namespace fencepost::rma
