// Stacks of functions that call themselves, without how deep they are in themselves: otherwise nearly every call of a
// sort or of a walk through a tree has a stack of its own, and there are as many definitions as events.
//
// Depends on libgcc's unwinder. No locks of our own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fencepost::record {

// Which function a return address lies in: by where it begins, as the unwinder knows it, and remembered. Of one thread
// at a time. All zeros is its initial state.
class FunctionsOfAddresses {
 public:
  // Of code that is not described, or not machine code: the address itself.
  std::uint64_t at(std::uint64_t return_address);

 private:
  struct Known {
    std::uint64_t return_address = 0;
    std::uint64_t function = 0;
  };
  std::array<Known, 128> known_{};
};

// Frames of one function that stay in a stack: how it is called by itself, and what that was called by.
constexpr std::size_t kMostOfOneFunction = 2;

// Moves the frames that stay to the front and gives their number. `frames`: return addresses, innermost first, at most
// 64. Where a function would stand there once more, all between its last frame that stays and its outermost one is left
// out, so that each frame is still one that calls the function of the frame before it. The innermost always stays.
std::size_t without_recursion(std::span<std::uint64_t> frames, FunctionsOfAddresses& functions);

}  // namespace fencepost::record
