// Stacks of recursive calls, without the depth of the recursion: otherwise nearly every call of a
// sort or of a walk through a tree has a stack of its own, and there are as many definitions as events.
//
// Depends on libgcc's unwinder. No locks of our own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fencepost::record {

// Which function a return address is in, named by its beginning, as the unwinder knows it; remembered. For one thread
// at a time. All zeros is its initial state.
class FunctionsOfAddresses {
 public:
  // For code that is not described, or not machine code: the address itself.
  std::uint64_t at(std::uint64_t return_address);

 private:
  struct Known {
    std::uint64_t return_address = 0;
    std::uint64_t function = 0;
  };
  std::array<Known, 128> known_{};
};

// Frames of one function that stay in a stack: the one that shows how it calls itself, and the one that called that.
constexpr std::size_t kMostOfOneFunction = 2;

// Moves the frames that stay to the front and returns their number. `frames`: return addresses, innermost first, at
// most 64. If a function would appear once more, everything between its last frame that stays and its outermost one is
// left out, so that each frame is still one that calls the function of the frame before it. The innermost always stays.
std::size_t without_recursion(std::span<std::uint64_t> frames, FunctionsOfAddresses& functions);

}  // namespace fencepost::record
