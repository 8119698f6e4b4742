// What the functions that loops call do, by their names.
#pragma once

#include <cstdint>
#include <string_view>

namespace fencepost::symbolize {

struct Callee {
  enum Kind : std::uint8_t {
    kUnknown,
    kLook,        // a hook that tells of a load from the address in rdi
    kPassedLook,  // the same, but all registers but r11 stay
    kPushedLook,  // the same of an address that was pushed: all registers stay, and what was pushed is gone
    kAtomicLoad,  // and loads
    kStore,       // a hook that tells of a store there
    kOrders,      // a hook between the one that tells of a load and that load, which tells what it orders
    kFetch,       // an operation that fetches: of MPI, what it finds is where one of its arguments points
    kWaits,       // lets time pass, or MPI get on, or tells the time: what it returns says nothing of the memory
    kLocks,       // the same, of a call that opens or closes an epoch of locks
    kNeverReturns
  };
  Kind kind = kUnknown;
  std::uint8_t fills = 0;   // kWaits, kLocks: bytes behind each pointer that it is given
  std::uint8_t result = 0;  // kFetch: which argument that is, from 0

  bool tells_of_load() const {
    return kind == kLook || kind == kPassedLook || kind == kPushedLook || kind == kAtomicLoad;
  }
};

Callee callee_of(std::string_view name);

}  // namespace fencepost::symbolize
