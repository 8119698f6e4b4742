#include "memory/scatter.h"

namespace fencepost::memory {

Scatter::Block* Scatter::find(std::uint64_t key) {
  std::size_t at = place_of(key);
  for (std::size_t probe = 0; probe < kProbes; ++probe, at = (at + 1) % kBlocks) {
    Block& block = blocks_[at];
    if (block.key == key) return &block;
    if (block.key == 0) {
      block.key = key;
      used_[used_count_++] = static_cast<std::uint16_t>(at);
      return &block;
    }
  }
  return nullptr;
}

}  // namespace fencepost::memory
