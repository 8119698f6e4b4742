// Whose calls of the C library count: the program's own, and those of the libraries it works with, but not what MPI
// libraries and Fencepost do among themselves.
#pragma once

namespace fencepost::memory {

enum class Caller {
  kOther,  // MPI's or ours
  kProgram,
  kInstrumented,  // of a module that has hooks (attach.h)
};
// By the loaded object that the return address `caller` lies in. Any thread; quick but for the first call from a place.
Caller caller_at(const void* caller);
inline bool is_of_program(const void* caller) {
  return caller_at(caller) != Caller::kOther;
}

// attach.cpp: whether the loaded object at `base` has hooks.
bool has_hooks(const void* base);

}  // namespace fencepost::memory
