#include "index/access_index.h"

#include <algorithm>
#include <bit>

#include "job/invariant.h"
#include "job/operation.h"

namespace fencepost::index {

bool whole_elements(const Strided& piece, BasicType type) {
  const std::uint64_t element = size_of(type);
  if (element == 0 || piece.stride % element != 0 || piece.outer_stride % element != 0) return false;
  return has_padding(type) ? piece.size < element : piece.size % element == 0;
}

Traits Traits::of_atomic(const Activity& activity, const Strided& piece) {
  Traits traits;
  traits.bits = static_cast<std::uint32_t>(activity.kind);
  const std::uint64_t element = size_of(activity.type);
  if (element == 0) return traits;
  traits.bits |= static_cast<std::uint32_t>(activity.type) << kTypeShift;
  traits.bits |= static_cast<std::uint32_t>(activity.op) << kOpShift;
  traits.bits |= static_cast<std::uint32_t>(piece.begin % element) << kPhaseShift;
  const std::uint32_t window = activity.operation ? activity.operation->window_number : 0;
  const bool known = window != 0 || !activity.operation;
  const bool whole = known && value_parts(activity.type).size() == 1 && whole_elements(piece, activity.type);
  traits.bits |= static_cast<std::uint32_t>(whole) << kWholeShift;
  traits.bits |= window << kWindowShift;
  return traits;
}

Space AccessIndex::new_space() {
  if (!free_spaces_.empty()) {
    const Space space = free_spaces_.back();
    free_spaces_.pop_back();
    return space;
  }
  indexes_.push_back(std::make_unique<SpaceIndex>());
  return static_cast<Space>(indexes_.size() - 1);
}

Space AccessIndex::find_space(const Memory& memory) {
  if (memory.segment != 0) {
    const auto [at, added] = segment_spaces_.try_emplace(memory.segment, kNoSpace);
    if (added) at->second = new_space();
    return at->second;
  }
  const auto process = memory.process.index();
  if (private_spaces_.size() <= process) private_spaces_.resize(process + 1, kNoSpace);
  Space& space = private_spaces_[process];
  if (space == kNoSpace) space = new_space();
  return space;
}

void AccessIndex::more_room() {
  chunks_.push_back(std::make_unique<Activity[]>(kChunk));
}

ActivityNumber AccessIndex::add(Activity activity) {
  const ActivityNumber number = make();
  (*this)[number] = std::move(activity);
  return number;
}

void AccessIndex::release(ActivityNumber number) {
  // make() initializes it. Until then it counts as not ended and belongs to nothing.
  Activity& activity = (*this)[number];
  FENCEPOST_ASSERT(number < made_ && activity.start != nullptr, "an access leaves the index once");
  activity.ends = 0;
  activity.more.reset();
  if (activity.operation) leaving_.add(std::move(activity.operation));
  activity.start.reset();
  activity.call_buffer.reset();
  free_activities_.push_back(number);
}

unsigned AccessIndex::level_of(std::uint64_t length) {
  unsigned level = 0;
  while (level < kLevels && length > (std::uint64_t{1} << kShift[level])) ++level;
  return level;
}

void AccessIndex::Level::rehash(std::size_t size) {
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(16, size * 2));
  if (wanted * 8 < table.capacity()) table = {};
  table.assign(wanted, 0);
  const std::size_t mask = wanted - 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::size_t at = mix(cells[i].number) & mask;
    while (table[at] != 0) at = (at + 1) & mask;
    table[at] = static_cast<std::uint32_t>(i + 1);
  }
}

AccessIndex::Cell& AccessIndex::Level::make(std::uint64_t number) {
  if (Cell* cell = find(number)) return *cell;
  cells.emplace_back();
  cells.back().number = number;
  if (cells.size() * 2 > table.size()) {
    rehash(cells.size() * 2);
  } else {
    const std::size_t mask = table.size() - 1;
    std::size_t at = mix(number) & mask;
    while (table[at] != 0) at = (at + 1) & mask;
    table[at] = static_cast<std::uint32_t>(cells.size());
  }
  return cells.back();
}

std::uint32_t AccessIndex::insert(Space space, const Strided& piece, ActivityNumber activity, std::uint32_t key) {
  std::uint32_t number;
  if (!free_entries_.empty()) {
    number = free_entries_.back();
    free_entries_.pop_back();
    entries_[number] = {piece, activity, space, key};
  } else {
    number = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({piece, activity, space, key});
  }
  Activity& whole = (*this)[activity];
  FENCEPOST_ASSERT(space < indexes_.size() && !piece.empty(), "what enters the index is some bytes of a known memory");
  ++whole.entries;
  if (++live_entries_ > chains_.size()) {
    rebuild_chains(2 * live_entries_);  // including the new entry
  } else {
    append(chain_of(key), number);
  }
  const ByteRange hull = piece.hull();
  const Slot slot{hull, number, Traits::of(whole, piece)};
  if (number < positions_.size()) positions_[number] = {kNowhere, kNowhere};
  const unsigned level = level_of(hull.end - hull.begin);
  SpaceIndex& index = *indexes_[space];
  if (level == kLevels) {
    put(index.huge, slot, whole);
    return number;
  }
  const std::uint64_t first = hull.begin >> kShift[level];
  const std::uint64_t last = (hull.end - 1) >> kShift[level];
  put(index.levels[level].make(first), slot, whole);
  if (last != first) put(index.levels[level].make(last), slot, whole);
  return number;
}

void AccessIndex::append(Chain& chain, std::uint32_t entry) {
  if (chain.first == 0) {
    chain.first = entry + 1;
  } else {
    entries_[chain.last - 1].next = entry + 1;
  }
  chain.last = entry + 1;
}

void AccessIndex::rebuild_chains(std::size_t entries) {
  chains_.assign(std::bit_ceil(std::max<std::size_t>(64, entries)), {});
  out_.clear();
  free_entries_.clear();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    entries_[i].next = 0;
    if (entries_[i].space != kNoSpace) {
      append(chain_of(entries_[i].key), i);
    } else {
      free_entries_.push_back(i);
    }
  }
  // Entries that are made one after the other lie next to each other.
  std::ranges::reverse(free_entries_);
}

void AccessIndex::replace(Entry& entry, ActivityNumber activity) {
  Activity& old = (*this)[entry.activity];
  const ActivityNumber old_number = entry.activity;
  FENCEPOST_ASSERT(old.entries != 0, "an access counts its entries");
  ++(*this)[activity].entries;
  entry.activity = activity;
  if (--old.entries == 0) release(old_number);
  tell_blocks(number_of(entry));
}

void AccessIndex::sweep_dropped(std::span<const std::uint8_t> dropped) {
  // The entries in the order of their storage; the cells name them in any order.
  const std::size_t live_before = live_entries_;
  constexpr std::size_t kManyLines = 1 << 14;
  const bool lines_are_new = lines_.size() > kManyLines;
  if (lines_are_new) lines_.clear();
  std::vector<Fate> fates(entries_.size());
  for (std::size_t i = 0; i < fates.size(); ++i) {
    fates[i] = dropped[entries_[i].activity] ? Fate::kGoes : Fate::kStays;
  }
  for (auto& space : indexes_) {
    for (Level& level : space->levels) {
      const std::size_t before = level.cells.size();
      if (before == 0) {  // perhaps of a freed window
        level = {};
        continue;
      }
      std::size_t kept = 0;
      for (std::size_t i = 0; i < before; ++i) {
        Cell& cell = level.cells[i];
        sweep(cell, fates, lines_are_new);
        if (cell.empty()) continue;
        if (kept != i) std::swap(level.cells[kept], cell);
        ++kept;
      }
      level.cells.resize(kept);
      // The same number may come again until the next time.
      if (before * 8 < level.cells.capacity()) level.cells.shrink_to_fit();
      level.rehash(before);
    }
    sweep(space->huge, fates, lines_are_new);
  }
  free_empty_segments();
  rebuild_chains(live_before);
  // By then, activities and the data that they refer to are no longer in the caches.
  constexpr std::size_t kAhead = 16;
  const auto fetch_ahead = [&](std::size_t i) {
    if (i >= dropped.size() || !dropped[i]) return;
    const Activity& activity = (*this)[static_cast<ActivityNumber>(i)];
    __builtin_prefetch(activity.start.get());
    const auto* const operation = reinterpret_cast<const char*>(activity.operation.get());
    if (operation == nullptr) return;
    // Starting at its reference count, just before it.
    for (std::ptrdiff_t at = -16; at < static_cast<std::ptrdiff_t>(sizeof(Operation)); at += 64) {
      __builtin_prefetch(operation + at);
    }
  };
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    fetch_ahead(i + kAhead);
    if (dropped[i]) release(static_cast<ActivityNumber>(i));
  }
}

// A program may use one segment after the other, one for each window.
void AccessIndex::free_empty_segments() {
  std::erase_if(segment_spaces_, [&](const auto& segment) {
    const SpaceIndex& index = *indexes_[segment.second];
    if (!index.huge.empty() ||
        !std::ranges::all_of(index.levels, [](const Level& level) { return level.cells.empty(); }))
      return false;
    free_spaces_.push_back(segment.second);
    return true;
  });
}

void AccessIndex::sweep(Cell& cell, std::span<Fate> fates, bool lines_are_new) {
  const auto goes = [&](const Slot& slot) {
    Fate& fate = fates[slot.entry];
    if (fate == Fate::kStays) return false;
    if (fate == Fate::kGoes) {
      FENCEPOST_ASSERT(live_entries_ != 0, "no more entries leave the index than came");
      --live_entries_;
      const unsigned level = level_of(slot.hull.end - slot.hull.begin);
      if (level < kLevels && (slot.hull.begin >> kShift[level]) != ((slot.hull.end - 1) >> kShift[level])) {
        fate = Fate::kGone;
        return true;
      }
    }
    entries_[slot.entry].space = kNoSpace;
    return true;
  };
  cell.each_list([&](Slots& slots, Blocks*) { erase_if(slots, goes); });
  if (cell.many) sweep_groups(cell, lines_are_new);
}

std::size_t AccessIndex::bytes() const {
  std::size_t total = chunks_.size() * kChunk * sizeof(Activity) + entries_.capacity() * sizeof(Entry) +
                      chains_.capacity() * sizeof(Chain);
  for (const auto& space : indexes_) {
    for (Level& level : space->levels) {
      total += level.table.capacity() * sizeof(std::uint32_t);
      for (Cell& cell : level.cells) {
        total += sizeof(Cell);
        cell.each_list([&](const Slots& slots, const Blocks* blocks) {
          total += slots.capacity() * sizeof(Slot) + (blocks != nullptr ? blocks->bytes() : 0);
        });
      }
    }
  }
  return total;
}

}  // namespace fencepost::index
