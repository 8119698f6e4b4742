// Cells of the index with many accesses: separate lists for accesses that belong together, and summaries of blocks of
// them.
#include <algorithm>

#include "index/access_index.h"

namespace fencepost::index {

AccessIndex::List AccessIndex::group_of_atomics(Many& many, Traits traits) {
  const auto equals = [&](const Many::Group& group) { return group.traits.bits == traits.bits; };
  auto group = std::ranges::find_if(many.atomics, equals);
  if (group == many.atomics.end()) group = many.atomics.insert(group, Many::Group{traits, Lines::kNone, {}, {}});
  return {group->slots, &group->blocks};
}

AccessIndex::List AccessIndex::group_of_line(Many& many, Traits traits, Lines::Number line) {
  const auto [at, added] = many.of_line.try_emplace(line, many.lines.size());
  if (added) many.lines.push_back({traits, line, {}, {}});
  Many::Group& group = many.lines[at->second];
  return {group.slots, &group.blocks};
}

AccessIndex::List AccessIndex::list_for(Cell& cell, Traits traits, const Activity& activity) {
  constexpr std::size_t kFew = 16;  // this many may be among the rest: most cells have one
  const bool updates = traits.updates();
  Slots& slots = updates ? cell.updates : cell.reads;
  if (slots.size() < kFew && !cell.many) return {slots, nullptr};
  const bool is_long = slots.size() >= Blocks::kLongList;
  const bool harmless = updates && traits.harmless_among_equals();
  if (!cell.many && (harmless || is_long)) cell.many = std::make_unique<Many>();
  if (harmless) return group_of_atomics(*cell.many, traits);
  if (is_long && !activity.ended()) return group_of_line(*cell.many, traits, lines_.of(activity));
  if (!cell.many) return {slots, nullptr};
  return {slots, updates ? &cell.many->updates : &cell.many->reads};
}

void AccessIndex::put(Cell& cell, const Slot& slot, const Activity& activity) {
  const List list = list_for(cell, slot.traits, activity);
  list.slots.push_back(slot);
  if (list.blocks == nullptr) return;
  if (list.blocks->empty()) {
    make_blocks(cell, list.slots, *list.blocks);
  } else {
    add_to_blocks(cell, list.slots, *list.blocks, list.slots.size() - 1);
  }
}

void AccessIndex::make_blocks(const Cell& cell, const Slots& slots, Blocks& blocks) {
  blocks.clear();
  if (slots.size() <= Blocks::kLongList) return;
  for (std::size_t i = 0; i < slots.size(); ++i) add_to_blocks(cell, slots, blocks, i);
}

void AccessIndex::add_to_blocks(const Cell& cell, const Slots& slots, Blocks& blocks, std::size_t position) {
  const Slot& slot = slots[position];
  blocks.append(position, slot, (*this)[entries_[slot.entry].activity], lines_);
  const unsigned level = level_of(slot.hull.end - slot.hull.begin);
  const bool second = level < kLevels && slot.hull.begin >> kShift[level] != cell.number;
  if (slot.entry >= positions_.size()) positions_.resize(entries_.size(), {kNowhere, kNowhere});
  positions_[slot.entry][second ? 1 : 0] = static_cast<std::uint32_t>(position);
}

void AccessIndex::tell_blocks(std::uint32_t number) {
  if (number >= positions_.size()) return;
  const auto& positions = positions_[number];
  if (positions[0] == kNowhere && positions[1] == kNowhere) return;
  const auto tell = [&](Cell& cell, std::uint32_t position) {
    cell.each_list([&](const Slots& slots, Blocks* blocks) {
      if (blocks == nullptr || blocks->empty()) return;
      if (position < slots.size() && slots[position].entry == number) blocks->changed(position);
    });
  };
  const Entry& entry = entries_[number];
  SpaceIndex& space = *indexes_[entry.space];
  const ByteRange hull = entry.piece.hull();
  const unsigned level = level_of(hull.end - hull.begin);
  if (level == kLevels) return tell(space.huge, positions[0]);
  const std::uint64_t first = hull.begin >> kShift[level], last = (hull.end - 1) >> kShift[level];
  if (Cell* cell = space.levels[level].find(first)) tell(*cell, positions[0]);
  if (first == last) return;
  if (Cell* cell = space.levels[level].find(last)) tell(*cell, positions[1]);
}

void AccessIndex::sweep_groups(Cell& cell, bool lines_are_new) {
  Many& many = *cell.many;
  for (auto* groups : {&many.atomics, &many.lines}) {
    std::erase_if(*groups, [](const Many::Group& group) { return group.slots.empty(); });
  }
  many.of_line.clear();
  for (std::size_t i = 0; i < many.lines.size(); ++i) {
    Many::Group& group = many.lines[i];
    if (lines_are_new) group.line = Lines::kNone;  // it is not known whose number it was: it gets no more accesses
    if (group.line != Lines::kNone) many.of_line.emplace(group.line, i);
  }
  cell.each_list([&](const Slots& slots, Blocks* blocks) { make_blocks(cell, slots, *blocks); });
  const bool few = many.atomics.empty() && many.lines.empty() && many.reads.empty() && many.updates.empty();
  if (few) cell.many.reset();
}

}  // namespace fencepost::index
