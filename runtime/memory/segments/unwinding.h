// Callers of code that keeps neither frame pointers nor a thread of entered functions: libraries that nobody
// instrumented. They are found by unwinding, which takes microseconds, so it is done once for each place and caller.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hook_table/table.h"
#include "tracking/ranges.h"

namespace fencepost::memory {

// The functions around the return address `pc`, which is on the stack: what each will return to, and the address below
// that, as its frame pointer would be.
struct Unwound {
  explicit Unwound(std::uintptr_t pc);

  std::size_t count = 0;
  std::array<fencepost_frame, 128> frames;  // innermost first: where the function that pc lies in returns to
};

// Where on the stack the function that a place lies in has its return address. Learnt by unwinding once: its distance
// from where the place calls depends only on the place, except in functions whose frame varies in size.
//
// Of one thread.
class UnwoundCallers {
 public:
  // The address of the return address; 0: not known. `position`: an address of a frame further in, always at the same
  // distance from the place `pc`.
  std::uintptr_t find(std::uintptr_t pc, std::uintptr_t position, const Range& stack);
  // It was another than unwinding has shown.
  void distrust(std::uintptr_t pc) { place_of(pc) = {pc, 0}; }

 private:
  struct Place {
    std::uintptr_t pc = 0;
    std::uintptr_t distance = 0;  // 0: not to be known
  };
  Place& place_of(std::uintptr_t pc) { return places_[pc * FENCEPOST_SITE_FACTOR >> 56]; }

  std::array<Place, 256> places_{};
};

}  // namespace fencepost::memory
