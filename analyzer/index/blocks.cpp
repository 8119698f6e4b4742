#include "index/blocks.h"

namespace fencepost::index {

void Blocks::add(Block& block, bool is_new, const Block& one) {
  if (is_new) {
    block = one;
    return;
  }
  block.hull = {std::min(block.hull.begin, one.hull.begin), std::max(block.hull.end, one.hull.end)};
  block.same_traits = block.same_traits && block.traits.bits == one.traits.bits;
  block.ended = false;
  if (block.line != one.line) block.line = Lines::kNone;
  if (block.left != one.left) block.left = Block::kSomeLeft;
  block.first_order = std::min(block.first_order, one.first_order);
  block.last_tick = std::max(block.last_tick, one.last_tick);
}

void Blocks::append(std::size_t position, const Slot& slot, const Activity& activity, Lines& lines) {
  Block one;
  one.hull = slot.hull;
  one.traits = slot.traits;
  one.same_traits = true;
  one.first_order = activity.at.order;
  one.last_tick = activity.tick;
  if (Line::counts(activity)) {
    one.line = lines.of(activity);
    if (!activity.ended()) one.left = lines.left(one.line);
  }
  if (levels_.empty()) levels_.emplace_back();
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    std::vector<Block>& blocks = levels_[level];
    const std::size_t number = position >> (4 * (level + 1));
    const bool is_new = number == blocks.size();
    if (is_new) blocks.emplace_back();
    add(blocks[number], is_new, one);
    if (level + 1 == levels_.size() && blocks.size() > kSize) {
      // A level above it, made of the blocks before this one: this one is added next.
      std::vector<Block> above(1);
      for (std::size_t i = 0; i < kSize; ++i) add(above[0], i == 0, blocks[i]);
      levels_.push_back(std::move(above));
    }
  }
}

void Blocks::changed(std::size_t position) {
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    Block& block = levels_[level][position >> (4 * (level + 1))];
    block.ended = false;
    block.line = Lines::kNone;
  }
}

bool Blocks::combine(Block& block, bool is_first, order::StreamNumber by, order::Tick first, order::Tick last,
                     bool several) {
  if (!is_first && block.ended_by != by) return false;
  block.ended_by = by;
  block.first_end = is_first ? first : std::min(block.first_end, first);
  block.last_end = is_first ? last : std::max(block.last_end, last);
  block.several_ends = several || (!is_first && block.several_ends);
  return true;
}

void Blocks::combine_ended(Block& block, const std::vector<Block>& below, std::size_t begin) {
  Block known = block;
  for (std::size_t i = begin; i < begin + kSize; ++i) {
    const Block& one = below[i];
    if (!one.ended || !combine(known, i == begin, one.ended_by, one.first_end, one.last_end, one.several_ends)) return;
  }
  block = known;
  block.ended = true;
}

std::size_t Blocks::bytes() const {
  std::size_t total = 0;
  for (const auto& level : levels_) total += level.capacity() * sizeof(Block);
  return total;
}

}  // namespace fencepost::index
