// Whose calls of the C library count: the program's own, and those of the libraries it works with, but not what MPI
// libraries and Fencepost do among themselves.
#pragma once

namespace fencepost::memory {

enum class Caller {
  kOther,  // MPI's or ours
  kProgram,
  kInstrumented,  // of a module that has hooks (attach.h)
  kAllocator,     // of the library that malloc comes from, if that is none of the above and not the C library
};
// By the loaded object that the return address `caller` lies in. Any thread; quick after the first call from a place.
Caller caller_at(const void* caller);
inline bool is_of_program(const void* caller) {
  return caller_at(caller) != Caller::kOther;
}

// What an allocator's own locks order is not an order of the program, and code called from there must not allocate.
inline bool orders(const void* caller) {
  const Caller who = caller_at(caller);
  return who != Caller::kOther && who != Caller::kAllocator;
}

// attach.cpp: whether the loaded object at `base` has hooks.
bool has_hooks(const void* base);

}  // namespace fencepost::memory
