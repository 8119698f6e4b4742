// The live accesses by memory.
//
// Each memory (private memory of a process, or a segment) has levels of cells of 64 B, 4 KiB, 256 KiB, 16 MiB and 1
// GiB. A piece is in the one or two cells that it touches of the finest level whose cells are not smaller than its
// hull, so a sweep is one entry however long. A search visits all levels in use. Cells separate reading and updating
// accesses, because reads never conflict with each other.
//
// Memory use follows the live accesses: retire() drops those that ended before everything that can still come.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "index/activity.h"
#include "index/blocks.h"
#include "index/leaving_operations.h"
#include "index/lines.h"
#include "index/slots.h"
#include "job/invariant.h"
#include "job/memory.h"

namespace fencepost::index {

using ActivityNumber = std::uint32_t;
using Space = std::uint32_t;

inline std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0x9e3779b97f4a7c15ULL;
  return value ^ (value >> 29);
}

struct alignas(64) Entry {
  Strided piece;
  ActivityNumber activity = 0;
  // For finding entries of the same piece:
  Space space = 0;
  std::uint32_t key = 0;
  std::uint32_t next = 0;  // in its chain, plus one
};
static_assert(sizeof(Entry) == 64);  // a cache line

class AccessIndex {
 public:
  // Valid until the next retire().
  Space space_of(const Memory& memory) {
    const auto process = memory.process.index();
    if (memory.segment == 0 && process < private_spaces_.size() && private_spaces_[process] != kNoSpace) {
      return private_spaces_[process];
    }
    return find_space(memory);
  }

  // A new activity, to be filled in. References to activities stay valid until they are released.
  ActivityNumber make() {
    if (!free_activities_.empty()) {
      const ActivityNumber number = free_activities_.back();
      free_activities_.pop_back();
      std::construct_at(&(*this)[number]);
      return number;
    }
    if (made_ == chunks_.size() * kChunk) more_room();
    return static_cast<ActivityNumber>(made_++);
  }
  ActivityNumber add(Activity activity);
  Activity& operator[](ActivityNumber number) { return chunks_[number / kChunk][number % kChunk]; }
  const Activity& operator[](ActivityNumber number) const { return chunks_[number / kChunk][number % kChunk]; }

  // Adds a piece of an activity to the index. Returns the number of its entry, valid as long as the entry exists.
  std::uint32_t insert(Space space, const Strided& piece, ActivityNumber activity, std::uint32_t key);
  std::uint32_t number_of(const Entry& entry) const { return static_cast<std::uint32_t>(&entry - entries_.data()); }
  Entry& entry(std::uint32_t number) { return entries_[number]; }

  // A number that is equal for accesses that could replace each other: same thread, place, kind and bytes.
  static std::uint32_t key_of(const Activity& activity, const Strided& piece) {
    return key_of(piece, {activity.kind, activity.stream, activity.stack, activity.pc, activity.locks});
  }
  struct MadeBy {
    AccessClass kind = AccessClass::kLoad;
    order::StreamNumber stream = 0;
    StackId stack;
    std::uint64_t pc = 0;
    LockSet locks = 0;
  };
  static std::uint32_t key_of(const Strided& piece, const MadeBy& by) {
    std::uint64_t key = mix(piece.begin ^ (piece.size << 48) ^ (piece.count << 20));
    key = mix(key ^ by.pc ^ (by.stack.number() << 17) ^ (std::uint64_t{by.stream} << 40) ^
              (static_cast<std::uint64_t>(by.kind) << 60));
    key = mix(key ^ by.locks);
    return static_cast<std::uint32_t>(key ^ (key >> 32));
  }

  // For an access that will be searched for and inserted soon: each of these prefetches what the next one reads. There
  // should be other work in between.
  void call_for_chain(std::uint32_t key) const { __builtin_prefetch(&chains_[key & (chains_.size() - 1)], 1); }
  void call_for_entry(std::uint32_t key) const {
    const std::uint32_t first = chains_[key & (chains_.size() - 1)].first;
    if (first != 0) __builtin_prefetch(&entries_[first - 1], 1);
  }
  void call_for_access(std::uint32_t key) const {
    const std::uint32_t first = chains_[key & (chains_.size() - 1)].first;
    if (first == 0) return;
    const auto* const access = reinterpret_cast<const char*>(&(*this)[entries_[first - 1].activity]);
    for (std::size_t at = 0; at < sizeof(Activity); at += 64) __builtin_prefetch(access + at, 1);
  }

  // Calls visit(entry) for each live entry whose hull meets that of `piece` and that could conflict with an access of
  // these traits. Nothing may be inserted meanwhile. If there are many, passes_over(block) may skip some.
  template <class Visit>
  void search(Space space, const Strided& piece, Traits traits, Visit&& visit) {
    search(space, piece, traits, std::forward<Visit>(visit), [](const Block&) { return false; });
  }
  template <class Visit, class PassesOver>
  void search(Space space, const Strided& piece, Traits traits, Visit&& visit, PassesOver&& passes_over);
  // Calls visit(entry) for the entries of this key and piece until it returns true. If there are many (many operations
  // may be pending on one buffer), some are skipped this time.
  template <class Visit>
  void each_same(Space space, const Strided& piece, std::uint32_t key, Visit&& visit);
  // Every entry that meets [begin, end), of any kind.
  template <class Visit>
  void search_all(Space space, ByteRange range, Visit&& visit);

  // The entry now represents another activity (a later access that replaces the earlier one).
  void replace(Entry& entry, ActivityNumber activity);
  // Frees an activity that has no entries (and is not pending).
  void release(ActivityNumber number);

  // The lines of blocks. An access that ends, or is about to change its locks, leaves its line.
  const Lines& lines() const { return lines_; }
  void leaves_its_line(ActivityNumber number) { lines_.leaves((*this)[number]); }

  // Removes every entry in the range whose activity has ended and for which past(activity) is true. Those at the target
  // of an operation stay without entries until they are retired: others may know them by number. Returns the number of
  // entries.
  template <class Past>
  std::size_t take_out(Space space, ByteRange range, Past&& past);

  // Drops each activity that can no longer matter, according to passed(activity).
  template <class Passed>
  void retire(Passed&& passed);

  // Calls visit(activity) for each activity that was not freed.
  template <class Visit>
  void each_activity(Visit&& visit) const {
    for (std::size_t i = 0; i < made_; ++i) {
      const Activity& activity = (*this)[static_cast<ActivityNumber>(i)];
      if (activity.start != nullptr) visit(activity);
    }
  }

  std::size_t live() const { return live_entries_; }
  std::size_t activities() const { return made_ - free_activities_.size(); }
  std::size_t bytes() const;

 private:
  struct Many;
  struct Cell {
    std::uint64_t number = 0;
    Slots reads, updates;
    std::unique_ptr<Many> many;  // null: there are few

    bool empty() const;
    // Calls visit(slots, blocks) for all its lists; the blocks are null if the list cannot have any yet.
    template <class Visit>
    void each_list(Visit&& visit);
  };
  // Further data of a cell with many accesses.
  struct Many {
    Blocks reads, updates;  // of its lists
    struct Group {
      Traits traits;  // of its first slot
      Lines::Number line = Lines::kNone;
      Slots slots;
      Blocks blocks;
    };
    // Updates that are harmless to each other, separate from the rest: for instance all on one counter.
    std::vector<Group> atomics;
    // Accesses of one line each that were pending when they came.
    std::vector<Group> lines;
    std::unordered_map<Lines::Number, std::size_t> of_line;
  };
  // Open addressing from cell number to Cell.
  struct Level {
    std::vector<std::uint32_t> table;  // index into cells + 1; 0: empty; size a power of two
    std::vector<Cell> cells;
    Cell* find(std::uint64_t number) {
      if (table.empty()) return nullptr;
      const std::size_t mask = table.size() - 1;
      for (std::size_t at = mix(number) & mask;; at = (at + 1) & mask) {
        if (table[at] == 0) return nullptr;
        Cell& cell = cells[table[at] - 1];
        if (cell.number == number) return &cell;
      }
    }
    Cell& make(std::uint64_t number);
    void rehash(std::size_t size);
  };
  static constexpr unsigned kLevels = 5;
  static constexpr std::array<unsigned, kLevels> kShift = {6, 12, 18, 24, 30};
  struct SpaceIndex {
    std::array<Level, kLevels> levels;
    Cell huge;  // pieces that are larger than the coarsest level
  };

  static unsigned level_of(std::uint64_t length);
  template <class Condition>
  static bool erase_if(Slots& slots, Condition&& condition) {
    const std::size_t before = slots.size();
    slots.erase(std::remove_if(slots.begin(), slots.end(), condition), slots.end());
    return slots.size() != before;
  }
  struct List {
    Slots& slots;
    Blocks* blocks;  // null: the cell has none
  };
  List list_for(Cell& cell, Traits traits, const Activity& activity);
  static List group_of_atomics(Many& many, Traits traits);
  static List group_of_line(Many& many, Traits traits, Lines::Number line);
  void put(Cell& cell, const Slot& slot, const Activity& activity);
  // Makes the blocks of the list, if it is long, because those of another list are no longer valid.
  void make_blocks(const Cell& cell, const Slots& slots, Blocks& blocks);
  void add_to_blocks(const Cell& cell, const Slots& slots, Blocks& blocks, std::size_t position);
  // The entry, which may be in blocks, has a new access.
  void tell_blocks(std::uint32_t entry);
  void sweep_groups(Cell& cell, bool lines_are_new);
  template <class Visit>
  static void each_cell(SpaceIndex& space, ByteRange range, Visit&& visit);
  // What a sweep knows about an entry without looking at it.
  enum class Fate : std::uint8_t { kStays, kGoes, kGone };  // kGone: from one of its two cells
  void sweep(Cell& cell, std::span<Fate> fates, bool lines_are_new);

  // Entries with the same key hash; those come first that were looked at the longest time ago.
  struct Chain {
    std::uint32_t first = 0, last = 0;  // entries, plus one
  };
  Chain& chain_of(std::uint32_t key) { return chains_[key & (chains_.size() - 1)]; }
  void append(Chain& chain, std::uint32_t entry);
  void rebuild_chains(std::size_t entries);  // with room for this many

  static constexpr Space kNoSpace = ~Space{0};  // in a free entry
  static constexpr std::size_t kChunk = 256;
  Space find_space(const Memory& memory);
  Space new_space();
  void more_room();
  void sweep_dropped(std::span<const std::uint8_t> dropped);
  void free_empty_segments();

  std::vector<Space> private_spaces_;  // by process; kNoSpace: none
  std::unordered_map<std::uint64_t, Space> segment_spaces_;
  std::vector<Space> free_spaces_;
  std::vector<std::unique_ptr<SpaceIndex>> indexes_;
  std::vector<std::unique_ptr<Activity[]>> chunks_;
  std::size_t made_ = 0;  // activities in the chunks, free ones included
  std::vector<ActivityNumber> free_activities_;
  LeavingOperations leaving_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_entries_;
  std::vector<std::uint32_t> out_;                      // removed, but still in their chains
  std::vector<Chain> chains_ = std::vector<Chain>(64);  // a power of two
  std::size_t live_entries_ = 0;
  Lines lines_;
  // By entry, for entries in blocks: their positions in the lists of their one or two cells.
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  std::vector<std::array<std::uint32_t, 2>> positions_;
};

inline bool AccessIndex::Cell::empty() const {
  return reads.empty() && updates.empty() && (!many || (many->atomics.empty() && many->lines.empty()));
}

template <class Visit>
void AccessIndex::Cell::each_list(Visit&& visit) {
  visit(updates, many ? &many->updates : nullptr);
  visit(reads, many ? &many->reads : nullptr);
  if (!many) return;
  for (auto* groups : {&many->atomics, &many->lines}) {
    for (Many::Group& group : *groups) visit(group.slots, &group.blocks);
  }
}

template <class Visit>
void AccessIndex::each_cell(SpaceIndex& space, ByteRange range, Visit&& visit) {
  for (unsigned i = 0; i < kLevels; ++i) {
    Level& level = space.levels[i];
    if (level.cells.empty()) continue;
    const std::uint64_t first = range.begin >> kShift[i];
    const std::uint64_t last = (range.end - 1) >> kShift[i];
    if (last - first < level.cells.size()) {
      for (std::uint64_t number = first; number <= last; ++number) {
        if (Cell* cell = level.find(number)) visit(*cell, kShift[i], number == first);
      }
    } else {
      for (Cell& cell : level.cells) {
        if (cell.number >= first && cell.number <= last) visit(cell, kShift[i], cell.number == first);
      }
    }
  }
  if (!space.huge.empty()) visit(space.huge, 64U, true);
}

template <class Visit, class PassesOver>
void AccessIndex::search(Space number, const Strided& piece, Traits traits, Visit&& visit, PassesOver&& passes_over) {
  const ByteRange range = piece.hull();
  const bool updating = traits.updates();
  const auto never = [&](Traits of) { return of.harmless_with(traits) || of.of_one_process(traits); };
  const auto passes = [&](const Block& block) {
    return (block.same_traits && never(block.traits)) || passes_over(block);
  };
  const auto access_of = [&](const Slot& slot) -> const Activity& { return (*this)[entries_[slot.entry].activity]; };
  each_cell(*indexes_[number], range, [&](Cell& cell, unsigned shift, bool is_first) {
    const auto look_at = [&](const Slot& slot) {
      if (never(slot.traits)) return;
      // If a piece touches two cells, it is visited in the first of them that is searched.
      if (shift < 64 && !is_first && (slot.hull.begin >> shift) != cell.number) return;
      visit(entries_[slot.entry]);
    };
    const auto scan = [&](const Slots& slots, Blocks* blocks) {
      if (blocks != nullptr && !blocks->empty()) return blocks->each(slots, range, passes, access_of, look_at);
      for (const Slot& slot : slots) {
        if (meet(slot.hull, range)) look_at(slot);
      }
    };
    scan(cell.updates, cell.many ? &cell.many->updates : nullptr);
    if (updating) scan(cell.reads, cell.many ? &cell.many->reads : nullptr);
    if (!cell.many) return;
    for (auto& group : cell.many->atomics) {
      if (!group.traits.harmless_with(traits)) scan(group.slots, &group.blocks);
    }
    for (auto& group : cell.many->lines) {
      if (updating || group.traits.updates()) scan(group.slots, &group.blocks);
    }
  });
}

template <class Visit>
void AccessIndex::each_same(Space space, const Strided& piece, std::uint32_t key, Visit&& visit) {
  constexpr int kMost = 8;
  Chain& chain = chain_of(key);
  const std::uint32_t begin = chain.first;
  for (int i = 0; i < kMost && chain.first != 0; ++i) {
    const std::uint32_t number = chain.first;
    if (i != 0 && number == begin) return;
    Entry& entry = entries_[number - 1];
    const bool enough = entry.key == key && entry.space == space && entry.piece == piece && visit(entry);
    if (entry.next != 0) {  // the entries after it next time
      chain.first = std::exchange(entry.next, 0);
      append(chain, number - 1);
    }
    if (enough) return;
  }
}

template <class Visit>
void AccessIndex::search_all(Space number, ByteRange range, Visit&& visit) {
  if (range.empty()) return;
  each_cell(*indexes_[number], range, [&](Cell& cell, unsigned shift, bool is_first) {
    const auto look_at = [&](const Slot& slot) {
      if (shift < 64 && !is_first && (slot.hull.begin >> shift) != cell.number) return;
      visit(entries_[slot.entry]);
    };
    const auto access_of = [&](const Slot& slot) -> const Activity& { return (*this)[entries_[slot.entry].activity]; };
    cell.each_list([&](const Slots& slots, Blocks* blocks) {
      if (blocks != nullptr && !blocks->empty())
        return blocks->each(slots, range, [](const Block&) { return false; }, access_of, look_at);
      for (const Slot& slot : slots) {
        if (meet(slot.hull, range)) look_at(slot);
      }
    });
  });
}

template <class Past>
std::size_t AccessIndex::take_out(Space number, ByteRange range, Past&& past) {
  if (range.empty()) return 0;
  std::size_t count = 0;
  // An entry in two cells is removed from both: the first marks its number, and it is free when both are done.
  SpaceIndex& space = *indexes_[number];
  const auto lies_in = [&](const Slot& slot) { return range.begin <= slot.hull.begin && slot.hull.end <= range.end; };
  each_cell(space, range, [&](Cell& cell, unsigned, bool) {
    cell.each_list([&](const Slots& slots, Blocks*) {
      for (const Slot& slot : slots) {
        Entry& entry = entries_[slot.entry];
        if (!lies_in(slot) || entry.space == kNoSpace || !past((*this)[entry.activity])) continue;
        Activity& activity = (*this)[entry.activity];
        FENCEPOST_ASSERT(activity.entries != 0, "an access counts its entries");
        if (--activity.entries == 0 && activity.role != AccessRole::kTarget) release(entry.activity);
        entry.space = kNoSpace;
        out_.push_back(slot.entry);
        ++count;
      }
    });
  });
  if (count == 0) return 0;
  each_cell(space, range, [&](Cell& cell, unsigned, bool) {
    cell.each_list([&](Slots& slots, Blocks* blocks) {
      const bool fewer = erase_if(slots, [&](const Slot& slot) { return entries_[slot.entry].space == kNoSpace; });
      if (fewer && blocks != nullptr) make_blocks(cell, slots, *blocks);
    });
  });
  FENCEPOST_ASSERT(count <= live_entries_, "no more entries leave the index than came");
  live_entries_ -= count;
  if (out_.size() > live_entries_ + 1024) rebuild_chains(live_entries_);
  return count;
}

template <class Passed>
void AccessIndex::retire(Passed&& passed) {
  std::vector<std::uint8_t> dropped(made_, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < made_; ++i) {
    const Activity& activity = (*this)[static_cast<ActivityNumber>(i)];
    if (!passed(activity)) continue;
    dropped[i] = 1;
    ++count;
  }
  if (count != 0) sweep_dropped(dropped);
}

}  // namespace fencepost::index
