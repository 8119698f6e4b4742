#include "segments/scatter.h"

namespace fencepost::memory {

// The owner's block of this number. First the place where the program's code looks.
Scatter::Found Scatter::find(Owner owner, std::uint64_t number) {
  const std::uint64_t key = (std::uint64_t{owner.instruction} + 1) << kInstructionShift | number;
  std::size_t at = (tag_of(owner, number) & FENCEPOST_BLOCKS_MASK) / sizeof(Block);
  // Then the other one where it looks, then anywhere: beside them are the places of its neighbours, and of others that
  // came first.
  const std::size_t other = at ^ FENCEPOST_BLOCKS_OTHER / sizeof(Block);
  std::size_t next = key * FENCEPOST_SITE_FACTOR >> kHashShift;
  for (std::size_t probe = 0; probe < kProbes; ++probe, at = probe == 1 ? other : next++ % kBlocks) {
    Block& block = blocks_[at];
    if (block.key == key) return {&block, false};
    if (block.key == 0) {
      block.key = key;
      used_[used_count_++] = static_cast<std::uint16_t>(at);
      return {&block, true};
    }
  }
  return {nullptr, false};
}

}  // namespace fencepost::memory
