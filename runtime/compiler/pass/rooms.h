// What a loop can know about the pages of its accesses before it begins: how far from an address that stays the same in
// it nothing is tracked. Then one compare shows that an access is of no interest, without a look at its page.
//
// For x[i] with any i: the address may come from data. And for pointers that go up and down from where they began, as
// iterators do. Of small arrays with known bounds, a block of 5 x 5 or a stencil's weights, a look at two pages tells
// for all accesses of the loop. If another thread gives memory to MPI while the loop runs, accesses to it may be missed
// until the loop is left, as with hoisted accesses.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/array_bits.h"
#include "pass/checks.h"
#include "pass/hoist.h"
#include "pass/runtime.h"

namespace fencepost::pass {

class Rooms {
 public:
  Rooms(const llvm::Function& function, const Runtime& runtime, const QuietLoops& quiet,
        llvm::ScalarEvolution& evolution)
      : layout_(function.getDataLayout()), runtime_(runtime), quiet_(quiet), evolution_(evolution) {}

  // Call it before any code is changed: finds the origin of the address that `access` is at a constant distance from.
  void plan(const MemoryAccess& access);

  // The same for accesses that are not looked at one by one. Finds only the bounds.
  void plan_bounds(const MemoryAccess& access);

  // The small array that a planned access stays in, as the pages that it may reach: the value is not 0 if they are of
  // no interest, and was computed before the loop. Null: there is none.
  llvm::Instruction* room_of_array(const MemoryAccess& access);
  // Its bytes, where a quiet loop knows them; without `before` there are none.
  ArrayBits::Array array_of(const MemoryAccess& access) const;
  // Whether it accesses different elements of that array in turn.
  bool goes_through_array(const MemoryAccess& access) const;

  // Whether the pages of `width` bytes (up to a page) at `address` are known to be of no interest: a boolean before
  // `builder`. Null: nothing is known. `address` lies `distance` after what stripAndAccumulateConstantOffsets leaves of
  // the address of `access`, which was planned.
  llvm::Value* is_in(llvm::IRBuilder<>& builder, const MemoryAccess& access, std::int64_t distance,
                     llvm::Value* address, std::uint64_t width);

  // If the pages that `is_in` compares with are of interest from the beginning: marks that an access sets itself
  // (struct fencepost_marks in hook_table/table.h). Known to be there by the same planning; `site` is its number.
  // Similar accesses of one place in the source have the same ones, such as those of a loop that was unrolled.
  struct Marks {
    llvm::Value* low = nullptr;
    llvm::Value* span = nullptr;  // 0: there are none
    llvm::Value* bytes = nullptr;
    llvm::Instruction* room = nullptr;  // asked for if it is 0
    bool is_of_array = false;           // and if it is not, no access is ever of interest
    // For x[index], if not null. An index below `end` has a mark, at first[index * factor]. One that is not may have
    // one, too, if it is negative.
    llvm::Value* index = nullptr;
    std::uint64_t factor = 1;
    llvm::Value* end = nullptr;
    llvm::Value* first = nullptr;
    bool may_be_negative = true;
  };
  // `distance` as for is_in; the accessed bytes begin `further` behind. Of `count` neighbours, the first is asked for:
  // then `span` and `elements` are less by the others.
  Marks marks(llvm::IRBuilder<>& builder, const MemoryAccess& access, std::int64_t distance, std::int64_t further,
              unsigned count, std::uint64_t site);
  // Whether it has one that is not that of an array.
  bool knows(const MemoryAccess& access) { return origin_of(access) != nullptr; }
  // The end of the preheader before which marks are asked for. Null: it has none, since records may end while what is
  // known of the pages still holds.
  llvm::Instruction* marks_at(const MemoryAccess& access);

  bool has_any(const MemoryAccess& access) { return within(access) != nullptr || knows(access); }
  // Whether its address is compared with something each time, whatever is tracked.
  bool compares(const MemoryAccess& access) { return within(access) == nullptr && knows(access); }

  // The number of bytes after `base` that are of no interest, known before a loop: at the end of its preheader.
  llvm::Value* room_behind(llvm::Value* base, llvm::Instruction* at);

 private:
  // stripped address = base + the sum of the parts' values times factors + distance + index * scale
  struct Origin {
    llvm::Instruction* at = nullptr;        // the end of the loop's preheader
    llvm::Instruction* marks_at = nullptr;  // that of a quiet loop in it, or the same; null: there is none
    llvm::Value* base = nullptr;            // a pointer; null: still to be chosen
    std::vector<llvm::Value*> beginnings;
    std::vector<std::pair<llvm::Value*, std::int64_t>> parts;
    std::int64_t distance = 0;
    llvm::Value* index = nullptr;  // null: the address itself never falls below the base
    std::uint64_t scale = 1;
    bool wanders = false;  // nothing but the base is known: addresses may lie on both sides of it
  };
  using Place =
      std::tuple<llvm::Instruction*, llvm::Value*, std::vector<std::pair<llvm::Value*, std::int64_t>>, std::int64_t>;

  // Of a kind of access in one line (its scope, number, and from where it was inlined), from `origin` on.
  using MarksKey = std::tuple<llvm::Instruction*, llvm::Value*, std::uint32_t, const llvm::DILocalScope*, unsigned,
                              const llvm::DILocation*>;
  Marks ask_for_marks(llvm::Value* base, std::int64_t distance, llvm::Value* room, llvm::Instruction* at,
                      std::uint32_t what, std::uint64_t site, const llvm::DebugLoc& location);
  llvm::Value* without_last(llvm::Value* number, std::uint64_t last, llvm::Instruction* at);

  // What a loop reaches of an array: bytes from its beginning.
  using Array = std::pair<llvm::Instruction*, llvm::Value*>;  // the end of the loop's preheader, the beginning
  struct Bounds {
    std::int64_t low = 0;
    std::int64_t high = 0;
    llvm::Instruction* room = nullptr;
  };
  struct Within {
    Array array;
    llvm::Instruction* marks_at = nullptr;
    std::int64_t distance = 0;  // of a byte that it accesses
  };

  llvm::Instruction* room_by_pages(llvm::Value* first, llvm::Value* last, const Bounds& bounds, llvm::Value* base,
                                   llvm::Instruction* at);
  static bool has_index(const Origin& origin);
  llvm::Value* begin_of(const Origin& origin, std::int64_t distance);
  // `begin`: where an index of `left_out` leads.
  void count_by_index(llvm::IRBuilder<>& builder, const Origin& origin, llvm::Value* begin, std::int64_t left_out,
                      std::uint64_t size, unsigned count, Marks& marks);
  // The end of the preheader of the quiet loop around; null: there is none.
  llvm::Instruction* before_quiet(const MemoryAccess& access) const;
  // Null: it is not known to stay in a small array.
  const Within* within(const MemoryAccess& access) const;
  llvm::Value* stripped(const MemoryAccess& access) const;
  // The pointer that an access' room begins at, and the room.
  const std::pair<llvm::Value*, llvm::Value*>& room_of(const Origin& origin, std::int64_t distance);
  bool find_origin(llvm::Value* address, std::uint64_t size, const llvm::Loop* loop, Origin& origin) const;
  bool find_beginnings(llvm::PHINode* pointer, const llvm::Loop* loop, std::uint64_t size, Origin& origin) const;
  // As it was planned, with its base; null: it was not.
  const Origin* origin_of(const MemoryAccess& access);

  const llvm::DataLayout& layout_;
  const Runtime& runtime_;
  const QuietLoops& quiet_;
  llvm::ScalarEvolution& evolution_;
  llvm::DenseMap<Array, Bounds> bounds_;
  llvm::DenseMap<llvm::Instruction*, Table> tables_;                                        // in front of loops
  llvm::DenseMap<std::pair<const llvm::Instruction*, const llvm::Value*>, Within> arrays_;  // by access and address
  llvm::DenseMap<std::pair<const llvm::Instruction*, const llvm::Value*>, Origin> origins_;
  llvm::DenseMap<std::pair<llvm::Instruction*, llvm::Value*>, unsigned> frequency_;  // of beginnings, by `at`
  std::map<Place, std::pair<llvm::Value*, llvm::Value*>> known_;                     // the pointer and its room
  // Of indices, by room, scale and how far the bytes reach.
  std::map<std::tuple<llvm::Value*, std::uint64_t, std::uint64_t>, llvm::Value*> limits_;
  llvm::DenseMap<llvm::Value*, std::pair<llvm::Value*, llvm::Value*>>
      around_;  // what is below a room with it: where, bytes
  std::map<MarksKey, Marks> marks_;
  // `first` and `end` of marks, by their bytes, where the index begins, its scale and the number of neighbours.
  std::map<std::tuple<llvm::Value*, llvm::Value*, std::uint64_t, unsigned>, std::pair<llvm::Value*, llvm::Value*>>
      by_index_;
  // By room and where it is asked for marks: the end of a block that is entered if it is 0.
  llvm::DenseMap<std::pair<llvm::Value*, llvm::Instruction*>, llvm::Instruction*> tracked_;
  std::map<std::pair<llvm::Value*, std::uint64_t>, llvm::Value*> without_last_;  // by the number and how much less
};

}  // namespace fencepost::pass
