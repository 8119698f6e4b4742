// What instructions have touched that go through memory in no order: a bit for each element.
//
// Elements are aligned to their size (a power of two). Kept in blocks of kBlockElements neighbours, by instruction;
// going over the same elements again costs nothing, and what is taken out is in ascending order, as runs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "memory/sweep.h"

namespace fencepost::memory {

class Scatter {
 public:
  static constexpr std::size_t kBlockElements = 512;

  // Not initialized: lies in memory that is zero, and most of it is never touched.
  struct Block {
    std::uint64_t key;  // instruction and place; 0: free
    std::array<std::uint64_t, kBlockElements / 64> bits;
  };

  // Whether elements like this can be kept.
  static bool takes(std::uintptr_t address, std::uint32_t size) {
    return (size & (size - 1)) == 0 && (address & (size - 1)) == 0;
  }

  // Adds the element at `address` for `instruction` (a number below 2^15). False: there is no room; take everything
  // out.
  bool add(std::uint32_t instruction, std::uintptr_t address, std::uint32_t size) {
    const std::uint64_t element = address >> std::countr_zero(size);
    Block* block = find(key_of(instruction, element));
    if (block == nullptr) return false;
    block->bits[element % kBlockElements / 64] |= std::uint64_t{1} << (element % 64);
    return true;
  }

  // Adds it if that is easy: in the block where it would be looked for first. False: nothing was done.
  bool add_again(std::uint32_t instruction, std::uintptr_t address, std::uint32_t size) {
    if (!takes(address, size)) return false;
    const std::uint64_t element = address >> std::countr_zero(size);
    const std::uint64_t key = key_of(instruction, element);
    Block& block = blocks_[place_of(key)];
    if (block.key != key) return false;
    block.bits[element % kBlockElements / 64] |= std::uint64_t{1} << (element % 64);
    return true;
  }

  bool empty() const { return used_count_ == 0; }

  // visit(instruction, first element number, count): every run of neighbours, and nothing is left.
  template <class Visitor>
  void take(Visitor visit);

 private:
  static constexpr std::size_t kBlocks = 4096;
  static constexpr std::size_t kProbes = 12;
  static constexpr int kInstructionShift = 48;

  static std::uint64_t key_of(std::uint32_t instruction, std::uint64_t element) {
    return (std::uint64_t{instruction} + 1) << kInstructionShift | element / kBlockElements;
  }
  static std::size_t place_of(std::uint64_t key) {
    static_assert(kBlocks == std::size_t{1} << 12);
    return (key * 0x9e3779b97f4a7c15u) >> 52;
  }
  Block* find(std::uint64_t key);

  std::size_t used_count_ = 0;
  std::array<std::uint16_t, kBlocks> used_;
  std::array<Block, kBlocks> blocks_;
};

template <class Visitor>
void Scatter::take(Visitor visit) {
  std::sort(used_.begin(), used_.begin() + static_cast<std::ptrdiff_t>(used_count_),
            [&](std::uint16_t a, std::uint16_t b) { return blocks_[a].key < blocks_[b].key; });
  // The run that may go on in the next block.
  std::uint32_t instruction = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < used_count_; ++i) {
    Block& block = blocks_[used_[i]];
    const auto of = static_cast<std::uint32_t>((block.key >> kInstructionShift) - 1);
    const std::uint64_t base = (block.key & ((std::uint64_t{1} << kInstructionShift) - 1)) * kBlockElements;
    for (std::size_t word = 0; word < block.bits.size(); ++word) {
      std::uint64_t bits = block.bits[word];
      while (bits != 0) {
        const int from = std::countr_zero(bits);
        const int length = std::countr_one(bits >> from);
        const std::uint64_t start = base + word * 64 + static_cast<std::uint64_t>(from);
        if (count != 0 && of == instruction && start == first + count) {
          count += static_cast<std::uint64_t>(length);
        } else {
          if (count != 0) visit(instruction, first, count);
          instruction = of;
          first = start;
          count = static_cast<std::uint64_t>(length);
        }
        if (from + length == 64) break;
        bits &= ~std::uint64_t{0} << (from + length);
      }
    }
    block = {};
  }
  if (count != 0) visit(instruction, first, count);
  used_count_ = 0;
}

}  // namespace fencepost::memory
