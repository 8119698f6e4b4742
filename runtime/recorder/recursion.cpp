#include "recorder/recursion.h"

#include <unwind.h>

#include "record/vocabulary.h"

namespace fencepost::record {

std::uint64_t FunctionsOfAddresses::at(std::uint64_t return_address) {
  if (return_address >= kFirstInterpreted) return return_address;
  Known& known = known_[return_address * 0x9e3779b97f4a7c15u >> 57];
  if (known.return_address != return_address) {
    // It looks for the call, which is before the address.
    const auto begin =
        reinterpret_cast<std::uint64_t>(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(return_address)));
    known = {return_address, begin != 0 ? begin : return_address};
  }
  return known.function;
}

std::size_t without_recursion(std::span<std::uint64_t> frames, FunctionsOfAddresses& functions) {
  std::array<std::uint64_t, 64> of_kept;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < frames.size() && i < of_kept.size(); ++i) {
    const std::uint64_t function = functions.at(frames[i]);
    std::size_t found = 0;
    std::size_t behind = 0;  // the last of them
    for (std::size_t k = 0; k < kept; ++k) {
      if (of_kept[k] != function) continue;
      ++found;
      behind = k + 1;
    }
    if (found == kMostOfOneFunction) {
      kept = behind;
      continue;
    }
    of_kept[kept] = function;
    frames[kept++] = frames[i];
  }
  return kept;
}

}  // namespace fencepost::record
