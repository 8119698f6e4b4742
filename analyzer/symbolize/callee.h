// The effect of functions that loops call, by their names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::symbolize {

struct Callee {
  enum Kind : std::uint8_t {
    kUnknown,
    kLook,        // a hook that reports a load from the address in rdi
    kPassedLook,  // the same, but all registers but r11 stay
    kPushedLook,  // the same for an address that was pushed: all registers stay, and the pushed value is removed
    kAtomicLoad,  // and loads
    kStore,       // a hook that reports a store there
    kOrders,      // a hook between the one that reports a load and that load; it reports what the load orders
    kFetch,       // an operation that fetches: MPI's write the result to where one of their arguments points
    kWaits,       // lets time pass, or lets MPI make progress, or returns the time: independent of the memory
    kLocks,       // the same for a call that opens or closes an epoch of locks
    kNeverReturns
  };
  Kind kind = kUnknown;
  std::uint8_t fills = 0;   // kWaits, kLocks: bytes behind each pointer argument
  std::uint8_t result = 0;  // kFetch: the index of that argument, from 0

  bool tells_of_load() const {
    return kind == kLook || kind == kPassedLook || kind == kPushedLook || kind == kAtomicLoad;
  }
};

Callee callee_of(std::string_view name);

// The name of a function of MPI as C has it, also if it is called from Fortran (mpi_win_flush_f08_) or by its profiling
// name; other names as they are.
std::string mpi_name(std::string_view name);

}  // namespace fencepost::symbolize
