// What instructions that go through memory in no order have touched: a bit for each element.
//
// Elements are aligned to their size (a power of two). Kept in blocks of kBlockElements neighbours, by instruction;
// going over the same elements again costs nothing, and what is taken out is in ascending order. Code of the program
// sets bits of blocks itself (struct fencepost_block in hook_table/table.h): nothing here may be cached elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "hook_table/table.h"
#include "segments/sweep.h"

namespace fencepost::memory {

class Scatter {
 public:
  using Block = fencepost_block;
  static constexpr std::size_t kBlockElements = sizeof(Block::bits) * 8;

  // Of elements that belong together: which instruction touches them, and where its code looks for their blocks.
  struct Owner {
    std::uint32_t instruction;  // a number below 2^15
    std::uint64_t base;         // tag of block 0
  };
  static std::uint64_t base_of(std::uint64_t site, std::uintptr_t caller) {
    return site + caller * FENCEPOST_CALLER_FACTOR;
  }

  // Adds `count` neighbours from the aligned `address` on. False: there is no room; take everything out and add them
  // again. `is_open(first byte of a block)`: the program itself may set further bits in it; asked for new blocks.
  template <class IsOpen>
  bool add(Owner owner, std::uintptr_t address, std::uint32_t size, std::uint64_t count, IsOpen is_open) {
    std::uint64_t element = address >> std::countr_zero(size);
    while (true) {
      const std::uint64_t number = element / kBlockElements;
      const Found found = find(owner, number);
      Block* block = found.block;
      if (block == nullptr) return false;
      if (found.is_new && is_open(number * kBlockElements * size)) block->tag = tag_of(owner, number);
      const std::uint64_t end = std::min(element / kBlockElements * kBlockElements + kBlockElements, element + count);
      set(*block, element, end);
      count -= end - element;
      if (count == 0) return true;
      element = end;
    }
  }

  bool empty() const { return used_count_ == 0; }
  Block* blocks() { return blocks_.data(); }

  // visit(instruction, first element number, bits): every block in ascending order, and nothing is left.
  template <class Visitor>
  void take(Visitor visit);

 private:
  static constexpr std::size_t kBlocks = FENCEPOST_BLOCKS;
  static constexpr std::size_t kProbes = 12;
  static constexpr int kInstructionShift = 48;
  static constexpr int kHashShift = 64 - std::countr_zero(kBlocks);
  static_assert(sizeof(Block) == 64 && FENCEPOST_BLOCKS_MASK == (kBlocks - 1) * sizeof(Block));

  // Those of elements [from, end), all of this block.
  static void set(Block& block, std::uint64_t from, std::uint64_t end) {
    while (from != end) {
      const std::uint64_t upto = std::min(from / 64 * 64 + 64, end);
      block.bits[from % kBlockElements / 64] |= ~std::uint64_t{0} >> (64 - (upto - from)) << from % 64;
      from = upto;
    }
  }
  static std::uint64_t tag_of(Owner owner, std::uint64_t number) { return owner.base + number * sizeof(Block); }
  struct Found {
    Block* block;
    bool is_new;
  };
  Found find(Owner owner, std::uint64_t number);

  std::size_t used_count_ = 0;
  std::array<std::uint16_t, kBlocks> used_;
  alignas(64) std::array<Block, kBlocks> blocks_;
};

template <class Visitor>
void Scatter::take(Visitor visit) {
  std::sort(used_.begin(), used_.begin() + static_cast<std::ptrdiff_t>(used_count_),
            [&](std::uint16_t a, std::uint16_t b) { return blocks_[a].key < blocks_[b].key; });
  for (std::size_t i = 0; i < used_count_; ++i) {
    Block& block = blocks_[used_[i]];
    const auto instruction = static_cast<std::uint32_t>((block.key >> kInstructionShift) - 1);
    const std::uint64_t number = block.key & ((std::uint64_t{1} << kInstructionShift) - 1);
    visit(instruction, number * kBlockElements, std::span<const std::uint64_t, std::size(Block{}.bits)>(block.bits));
    block = {};
  }
  used_count_ = 0;
}

}  // namespace fencepost::memory
