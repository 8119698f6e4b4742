// Summaries of the slots of a long list in blocks of 16, of 16 such blocks, and so on: a search can skip everything in
// a block at once.
//
// A loop may leave a million overlapping accesses pending, or make a million in turn that no other process's clock
// covers. If each new access were compared with each of them, the cost would be quadratic.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "index/lines.h"
#include "index/slots.h"

namespace fencepost::index {

struct Block {
  ByteRange hull;  // of all
  Traits traits;   // of all, if same_traits
  bool same_traits = false;
  // All have ended by this thread, the first and the last of them at these ticks. Determined when needed: a block that
  // has ended stays ended.
  bool ended = false;
  order::StreamNumber ended_by = 0;
  order::Tick first_end = 0, last_end = 0;
  bool several_ends = false;  // one of them has several
  // The common line, if they are not loads; kNone: there is none.
  Lines::Number line = Lines::kNone;
  std::uint32_t left = kSomeLeft;  // how many had left the line when none of these had ended
  // When the first of them began in the replay, and the last one in its thread.
  std::uint64_t first_order = 0;
  order::Tick last_tick = 0;

  static constexpr std::uint32_t kSomeLeft = ~std::uint32_t{0};
  bool pending(const Lines& lines) const { return line != Lines::kNone && lines.left(line) == left; }
  // Whether each of them has exactly this one end.
  bool has_one_end(const EndPoint& end) const {
    return ended && !several_ends && end == EndPoint{ended_by, first_end} && first_end == last_end;
  }
};

class Blocks {
 public:
  static constexpr std::size_t kSize = 16;
  // Shorter lists have no blocks.
  static constexpr std::size_t kLongList = 64;

  bool empty() const { return levels_.empty(); }
  void clear() { levels_.clear(); }
  // A slot was appended at this position; the blocks know the slots before it.
  void append(std::size_t position, const Slot& slot, const Activity& activity, Lines& lines);
  // The access at this position has changed.
  void changed(std::size_t position);

  // Calls visit(slot) for the slots that meet the range, one after the other. `passes(block)`: the whole block may be
  // skipped. `access_of(slot)`: its access.
  template <class Passes, class AccessOf, class Visit>
  void each(const Slots& slots, ByteRange range, Passes&& passes, AccessOf&& access_of, Visit&& visit) {
    const std::size_t top = levels_.size() - 1;
    for (std::size_t i = 0; i < levels_[top].size(); ++i) descend(top, i, slots, range, passes, access_of, visit);
  }
  std::size_t bytes() const;

 private:
  template <class Passes, class AccessOf, class Visit>
  void descend(std::size_t level, std::size_t number, const Slots& slots, ByteRange range, Passes&& passes,
               AccessOf&& access_of, Visit&& visit) {
    Block& block = levels_[level][number];
    if (!meet(block.hull, range) || passes(block)) return;
    const std::size_t begin = number * kSize;
    if (level == 0) {
      const std::size_t end = std::min(begin + kSize, slots.size());
      for (std::size_t i = begin; i < end; ++i) {
        if (meet(slots[i].hull, range)) visit(slots[i]);
      }
      if (!block.ended && is_full(level, number, slots.size())) find_ended(block, slots, begin, access_of);
      return;
    }
    std::vector<Block>& below = levels_[level - 1];
    const std::size_t end = std::min(begin + kSize, below.size());
    for (std::size_t i = begin; i < end; ++i) descend(level - 1, i, slots, range, passes, access_of, visit);
    if (!block.ended && is_full(level, number, slots.size())) combine_ended(block, below, begin);
  }
  // Whether a block is full.
  static bool is_full(std::size_t level, std::size_t number, std::size_t slots) {
    return (number + 1) << (4 * (level + 1)) <= slots;
  }
  static_assert(kSize == 1 << 4);
  template <class AccessOf>
  static void find_ended(Block& block, const Slots& slots, std::size_t begin, AccessOf&& access_of) {
    Block known = block;
    for (std::size_t i = begin; i < begin + kSize; ++i) {
      const Activity& activity = access_of(slots[i]);
      if (!activity.ended()) return;
      const EndPoint& end = activity.end[0];
      if (!combine(known, i == begin, end.stream, end.tick, end.tick, activity.ends > 1)) return;
    }
    block = known;
    block.ended = true;
  }
  // Adds what is known about ends; false: they are of different threads.
  static bool combine(Block& block, bool is_first, order::StreamNumber by, order::Tick first, order::Tick last,
                      bool several);
  static void combine_ended(Block& block, const std::vector<Block>& below, std::size_t begin);
  static void add(Block& block, bool is_new, const Block& one);

  std::vector<std::vector<Block>> levels_;  // the finest first
};

}  // namespace fencepost::index
