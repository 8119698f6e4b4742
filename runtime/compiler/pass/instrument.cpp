#include "pass/instrument.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "hook_table/table.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "pass/assembly.h"
#include "pass/checks.h"
#include "pass/filter.h"
#include "pass/lanes.h"
#include "pass/loop_copies.h"
#include "pass/loop_records.h"
#include "pass/neighbours.h"
#include "pass/rooms.h"
#include "pass/runtime.h"
#include "pass/shared_looks.h"
#include "pass/slow_path.h"
#include "pass/volatile_words.h"
#include "pass/window_version.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

class Instrumentation {
 public:
  Instrumentation(Function& function, const QuietLoops& quiet, ScalarEvolution& evolution, Statistics& statistics)
      : function_(function),
        runtime_(*function.getParent()),
        sites_(function),
        rooms_(function, runtime_, quiet, evolution),
        bits_(function, runtime_, sites_),
        looks_(function, quiet),
        quiet_(quiet),
        evolution_(evolution),
        statistics_(statistics) {}

  void plan(const Accesses& accesses, function_ref<void(Loop&)> gets_code) {
    for (const MemoryAccess& access : accesses) {
      if (!is_checked(access) || access.mask != nullptr || function_.hasOptNone()) continue;
      rooms_.plan(access);
      BasicBlock* block = access.instruction->getParent();
      bits_.plan(quiet_.outermost(block), evolution_);
      if (rooms_.compares(access)) gets_code(*quiet_.innermost(block));
    }
    if (function_.hasOptNone() || function_.hasMinSize()) return;
    Accesses alone;
    for (const MemoryAccess& access : accesses) {
      if (is_checked(access) && access.mask == nullptr && !is_atomic(access.kind) && !rooms_.has_any(access)) {
        alone.push_back(access);
      }
    }
    looks_.plan(alone);
  }

  void add_hoisted(const std::vector<HoistedAccess>& hoisted) {
    for (const HoistedAccess& what : hoisted) rooms_.plan_bounds(what.access);
    add_loop_records(join_copies(hoisted, quiet_, evolution_), function_, runtime_, sites_, rooms_, quiet_, evolution_);
  }

  void add_versions() {
    bits_.finish();
    add_window_versions(function_, marked_);
  }

  void add_fences() {
    SmallVector<Instruction*, 4> fences;
    for (Instruction& instruction : instructions(function_)) {
      if (is_fence(instruction)) fences.push_back(&instruction);
    }
    for (Instruction* found : fences) {
      const auto* fence = dyn_cast<FenceInst>(found);
      const AtomicOrdering order = fence != nullptr ? fence->getOrdering() : AtomicOrdering::SequentiallyConsistent;
      IRBuilder<> builder(found);
      builder.CreateCall(runtime_.fence, {builder.getInt32(static_cast<int>(toCABI(order)))});
    }
  }

  void add_unseen() {
    SmallVector<std::pair<Instruction*, Value*>, 4> unseen;
    for (Instruction& instruction : instructions(function_)) {
      for (Value* address : unseen_addresses(instruction)) unseen.push_back({&instruction, address});
    }
    for (const auto& [call, address] : unseen) {
      IRBuilder<> builder(call);
      builder.SetCurrentDebugLocation(location_of({call, address}));
      Table table;
      builder.SetInsertPoint(if_tracked(address, builder, table, {1, 1}));
      builder.CreateCall(runtime_.unseen, {address})->addFnAttr(Attribute::Cold);
    }
  }

  // The call that was left, if there is only one: the landing itself is at the end of its function.
  static Instruction* left_by(Instruction& landing) {
    BasicBlock* call = landing.getParent()->getSinglePredecessor();
    return isa<LandingPadInst>(landing) && call != nullptr ? call->getTerminator() : &landing;
  }

  void add_order_of_volatile_words() { add_volatile_order(function_, runtime_); }

  void add_landings() {
    SmallVector<Instruction*, 4> landings;
    for (Instruction& instruction : instructions(function_)) {
      if (is_landing(instruction)) landings.push_back(&instruction);
    }
    for (Instruction* landing : landings) {
      IRBuilder<> builder(landing->getNextNode());
      builder.SetCurrentDebugLocation(location_of({left_by(*landing)}));
      builder.CreateCall(runtime_.landed, {});
    }
  }

  void add_all(const Accesses& accesses) {
    is_large_ = accesses.size() > kMostWithBlocks;
    const bool has_few = accesses.size() <= contract::kFewAccesses;
    // As the code is now: what comes first in its block, or after a boundary, cannot use what was loaded before.
    MapVector<BasicBlock*, Accesses> by_block;
    DenseSet<const Instruction*> behind_boundary;
    DenseSet<const Instruction*> behind_calm;  // one after which the table is the same
    // A member of what a loop works on: a small window may be one, too.
    DenseSet<const Instruction*> stays_same;
    for (const MemoryAccess& access : accesses) {
      Accesses& list = by_block[access.instruction->getParent()];
      if (access.mask == nullptr && quiet_.stays_same(access)) stays_same.insert(access.instruction);
      if (!list.empty()) {
        bool calm = true;
        for (const Instruction* at = list.back().instruction; at != access.instruction; at = at->getNextNode()) {
          if (!is_boundary(*at)) continue;
          behind_boundary.insert(access.instruction);
          calm = calm && (looks_.is_calm() || quiet_.is_calm(*at));
        }
        if (calm) behind_calm.insert(access.instruction);
      }
      list.push_back(access);
    }
    prepare_loops(by_block);
    make_looks();
    for (auto& [block, list] : by_block) {
      Table table = loop_tables_.lookup(block);
      if (table.shadow == nullptr) table = function_table_;
      const bool asks_map = has_few || quiet_.outermost(block) != nullptr;
      std::vector<Group> groups;
      const auto add_groups = [&] {
        for (const Group& group : groups) {
          asks_map_ = asks_map || stays_same.contains(group.members[0].first.instruction);
          add(group, table);
        }
        groups.clear();
      };
      for (const MemoryAccess& access : list) {
        if (behind_boundary.contains(access.instruction)) {
          add_groups();
          if (!behind_calm.contains(access.instruction)) table = {};
        }
        join(groups, access);
      }
      add_groups();
    }
  }

 private:
  // Accesses at constant distances from each other, in one stretch of code: the byte of the first page is enough for
  // kWidestChecked bytes, and that of the last page with it for a page's size.
  struct Group {
    SmallVector<AtDistance, 4> members;  // and their distance from `base`
    Value* base = nullptr;               // null: one that stays alone
    Value* room = nullptr;  // not null: all lie in one small array, wherever, and that is looked at instead
    Value* look = nullptr;  // not null: what another place has seen
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::uint64_t width() const { return static_cast<std::uint64_t>(high - low); }
  };
  static constexpr std::int64_t kPage = std::int64_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT;

  // In a function without other boundaries than calm ones the table is loaded once, too, if a look is shared.
  void make_looks() {
    looks_.make([&](const SharedLooks::Look& look) {
      Table table = loop_tables_.lookup(look.at->getParent());
      if (table.shadow == nullptr) {
        if (function_table_.shadow == nullptr) {
          function_table_ = load_table(runtime_, &*function_.getEntryBlock().getFirstInsertionPt());
        }
        table = function_table_;
      }
      IRBuilder<> builder(look.at);
      builder.SetCurrentDebugLocation(DebugLoc());
      Value* address = builder.CreatePtrToInt(address_at(builder, look.base, look.low), runtime_.word);
      return builder.CreateIsNotNull(state_of(builder, runtime_, table, page_of(builder, address)));
    });
  }

  // In loops without boundaries, or with calm ones, the table is loaded once, before them.
  void prepare_loops(const MapVector<BasicBlock*, Accesses>& by_block) {
    DenseMap<const Loop*, Table> tables;
    for (const auto& [block, list] : by_block) {
      const SmallVector<Loop*, 4> loops = quiet_.calm_around(block);
      if (loops.empty()) continue;
      const Loop* loop = loops.front();
      if (!any_of(list, [](const MemoryAccess& access) { return is_checked(access); })) continue;
      auto [place, fresh] = tables.try_emplace(loop);
      if (fresh) place->second = load_table(runtime_, loop->getLoopPreheader()->getTerminator());
      loop_tables_[block] = place->second;
    }
  }

  static bool is_checked(const MemoryAccess& access) { return access.size != 0 && access.size <= kWidestChecked; }

  // Adds it to the group that it belongs to, or to a new one.
  void join(std::vector<Group>& groups, const MemoryAccess& access) {
    Group alone;
    alone.members.push_back({access, 0});
    if (is_checked(access) && access.mask == nullptr && !is_atomic(access.kind) && !function_.hasOptNone()) {
      const DataLayout& layout = function_.getDataLayout();
      APInt offset(layout.getIndexTypeSizeInBits(access.address->getType()), 0);
      alone.base = access.address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
      alone.low = alone.members[0].second = offset.getSExtValue();
      alone.high = alone.low + static_cast<std::int64_t>(access.size);
      alone.room = rooms_.room_of_array(access);
      alone.look = looks_.of(access);
      constexpr std::size_t kNear = 64;
      for (Group& group : drop_begin(groups, groups.size() < kNear ? 0 : groups.size() - kNear)) {
        const std::int64_t low = std::min(group.low, alone.low);
        const std::int64_t high = std::max(group.high, alone.high);
        if (group.room != nullptr && group.room == alone.room) {
          group.members.push_back(alone.members[0]);
          ++statistics_.together;
          return;
        }
        if (group.room != alone.room || group.look != alone.look || group.base != alone.base || high - low > kPage ||
            !share_room(access, low, high)) {
          continue;
        }
        group.members.push_back(alone.members[0]);
        group.low = low;
        group.high = high;
        ++statistics_.together;
        return;
      }
    }
    groups.push_back(std::move(alone));
  }

  // Whether what is known of the page at `low` from the loop's beginning is as good for all up to `high`: before the
  // base there may be no window.
  bool share_room(const MemoryAccess& access, std::int64_t low, std::int64_t high) {
    constexpr std::int64_t kFar = 512;
    return high - low <= std::int64_t{kWidestChecked} || !rooms_.knows(access) || (low >= 0 && high - low <= kFar);
  }

  void add(const Group& group, Table& table) {
    const MemoryAccess& first = group.members[0].first;
    if (group.room != nullptr) return add_of_array(group, table);
    if (group.look != nullptr) return add_seen(group, table);
    if (group.members.size() == 1) return add(first, table);
    statistics_.checked += group.members.size();
    Instruction* before = first.instruction;
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(location_of(first));
    Value* low = address_at(builder, group.base, group.low);
    if (Value* is_in = rooms_.is_in(builder, first, group.low, low, group.width())) {
      Instruction* at = if_not(is_in, before);
      auto* leaves_room = cast<BranchInst>(at->getParent()->getSinglePredecessor()->getTerminator());
      for (const Neighbours& row : neighbours_in(group.members)) {
        builder.SetInsertPoint(at);
        builder.SetCurrentDebugLocation(location_of(row.first));
        add_out_of_room(row, group.low, address_at(builder, group.base, row.distance), at, leaves_room, table);
      }
      return;
    }
    if (group.width() > kWidestChecked) return add_wide(group, builder, table);
    add_reports(group, if_tracked(low, builder, table, extent_of(group)));
  }

  void add_seen(const Group& group, const Table& table) {
    statistics_.checked += group.members.size();
    Instruction* before = group.members[0].first.instruction;
    Instruction* then = SplitBlockAndInsertIfThen(group.look, before->getIterator(), /*Unreachable=*/false,
                                                  MDBuilder(runtime_.context).createUnlikelyBranchWeights());
    IRBuilder<> builder(then);
    builder.SetCurrentDebugLocation(location_of(group.members[0].first));
    Table here = table;
    Value* low = address_at(builder, group.base, group.low);
    add_reports(group, if_tracked(low, builder, here, extent_of(group)));
  }

  void add_reports(const Group& group, Instruction* then) {
    for (const Neighbours& row : neighbours_in(group.members)) {
      IRBuilder<> builder(then);
      builder.SetCurrentDebugLocation(location_of(row.first));
      add_report(row, address_at(builder, group.base, row.distance),
                 builder.getInt32(size_and_kind(row.first.size, row.first.kind)), then);
    }
  }

  // The pages of the first and of the last byte, between which there is no other one.
  void add_wide(const Group& group, IRBuilder<>& builder, Table& table) {
    Instruction* before = &*builder.GetInsertPoint();
    if (table.shadow == nullptr) table = load_table(runtime_, before);
    const auto state_at = [&](std::int64_t distance) {
      Value* address = builder.CreatePtrToInt(address_at(builder, group.base, distance), runtime_.word);
      return state_of(builder, runtime_, table, page_of(builder, address));
    };
    Value* first = state_at(group.low);
    Value* any = builder.CreateOr(first, state_at(group.high - 1));
    Instruction* then = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(any), before->getIterator(), false,
                                                  MDBuilder(runtime_.context).createUnlikelyBranchWeights());
    for (const Group& part : parts_of(group)) {
      IRBuilder<> closer(then);
      closer.SetCurrentDebugLocation(location_of(part.members[0].first));
      Table here = table;
      add_reports(part, if_tracked(address_at(closer, part.base, part.low), closer, here, extent_of(part)));
    }
  }

  // Each of them within kWidestChecked bytes.
  static std::vector<Group> parts_of(const Group& group) {
    std::vector<Group> parts;
    SmallVector<AtDistance, 16> members(group.members.begin(), group.members.end());
    std::stable_sort(members.begin(), members.end(),
                     [](const AtDistance& a, const AtDistance& b) { return a.second < b.second; });
    for (const AtDistance& member : members) {
      const std::int64_t end = member.second + static_cast<std::int64_t>(member.first.size);
      if (parts.empty() || std::max(parts.back().high, end) - parts.back().low > std::int64_t{kWidestChecked}) {
        parts.push_back({{}, group.base, nullptr, nullptr, member.second, end});
      }
      parts.back().members.push_back(member);
      parts.back().high = std::max(parts.back().high, end);
    }
    return parts;
  }

  // At the last one: where all addresses are known.
  void add_of_array(const Group& group, Table& table) {
    Instruction* before = group.members.back().first.instruction;
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(location_of(group.members.back().first));
    Instruction* at = if_not(builder.CreateIsNotNull(group.room), before);
    auto* leaves_room = cast<BranchInst>(at->getParent()->getSinglePredecessor()->getTerminator());
    statistics_.checked += group.members.size();
    DenseSet<const Instruction*> done;
    for (const auto& [access, distance] : group.members) {
      if (done.contains(access.instruction)) continue;
      if (!add_bits(group, access, distance, at, done)) {
        add_out_of_room({access, distance}, distance, access.address, at, leaves_room, table);
        continue;
      }
      marked_.push_back({leaves_room, nullptr, rooms_.room_of_array(access), true, rooms_.marks_at(access)});
    }
  }

  // The bits of an access to a small array, and of those that are alike at constant distances from it: they are done.
  // False: it has none.
  bool add_bits(const Group& group, const MemoryAccess& access, std::int64_t distance, Instruction* at,
                DenseSet<const Instruction*>& done) {
    const ArrayBits::Array array = rooms_.array_of(access);
    if (function_.hasMinSize() || !is_aligned(access) || !bits_.can_hold(array, access.size)) return false;
    MemoryAccess lowest = access;
    std::int64_t low = distance;
    const Value* base = base_of(access);
    SmallVector<AtDistance, 8> alike;
    for (const AtDistance& other : group.members) {
      const bool is_alike = other.first.instruction == access.instruction ||
                            (is_aligned(other.first) && are_alike(other.first, access) && base_of(other.first) == base);
      if (!is_alike || rooms_.array_of(other.first).before != array.before) continue;
      alike.push_back(other);
      if (other.second >= low) continue;
      low = other.second;
      lowest = other.first;
    }
    std::uint64_t pattern = 0;
    for (const auto& [other, further] : alike) {
      pattern |= std::uint64_t{1} << (further - low) / static_cast<std::int64_t>(access.size);
      done.insert(other.instruction);
    }
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(access));
    bits_.add(builder, array, access, computed_again(lowest.address, builder, /*only_here=*/false), pattern);
    return true;
  }

  Value* base_of(const MemoryAccess& access) const {
    APInt ignored(function_.getDataLayout().getIndexTypeSizeInBits(access.address->getType()), 0);
    return access.address->stripAndAccumulateConstantOffsets(function_.getDataLayout(), ignored,
                                                             /*AllowNonInbounds=*/true);
  }

  void add(const MemoryAccess& access, Table& table) {
    if (access.mask != nullptr) return add_masked(access, table);
    IRBuilder<> builder(access.instruction);
    builder.SetCurrentDebugLocation(location_of(access));
    if (!is_checked(access)) {
      ++statistics_.ranges;
      Value* length = access.length != nullptr ? builder.CreateZExtOrTrunc(access.length, runtime_.word)
                                               : ConstantInt::get(runtime_.word, access.size);
      builder.CreateCall(runtime_.range, {access.address, length, builder.getInt32(size_and_kind(0, access.kind))});
      return;
    }
    Value* what = builder.getInt32(size_and_kind(access.size, access.kind));
    Value* changes = is_atomic(access.kind) ? seems_to_change(*access.instruction) : nullptr;
    if (isa<AtomicCmpXchgInst>(access.instruction)) {
      // One that fails is a load.
      what = builder.CreateSelect(changes, what, builder.getInt32(size_and_kind(access.size, Kind::kAtomicLoad)));
    }
    ++(is_atomic(access.kind) ? statistics_.atomics : statistics_.checked);
    // The access comes first: it is part of what a release passes on.
    add_check(access, access.address, what, access.instruction, table);
    if (is_atomic(access.kind)) add_order(access, changes);
  }

  void add_check(const MemoryAccess& access, Value* address, Value* what, Instruction* before, Table& table) {
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(location_of(access));
    if (address == access.address && access.mask == nullptr) {
      APInt distance(function_.getDataLayout().getIndexTypeSizeInBits(address->getType()), 0);
      address->stripAndAccumulateConstantOffsets(function_.getDataLayout(), distance, /*AllowNonInbounds=*/true);
      const std::int64_t way = distance.getSExtValue();
      if (Value* is_in = rooms_.is_in(builder, access, way, address, access.size)) {
        Instruction* at = if_not(is_in, before);
        auto* leaves_room = cast<BranchInst>(at->getParent()->getSinglePredecessor()->getTerminator());
        return add_out_of_room({access, way}, way, address, at, leaves_room, table, what);
      }
    }
    add_report({access}, address, what, if_tracked(address, builder, table, extent_of(access)));
  }

  // Accesses that are not in a stretch known to be of no interest: mostly because everything is of interest. `address`
  // is that of the first, `low` the distance that was asked for.
  void add_out_of_room(const Neighbours& row, std::int64_t low, Value* address, Instruction* at,
                       BranchInst* leaves_room, Table& table, Value* what = nullptr) {
    const MemoryAccess& access = row.first;
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(access));
    if (what == nullptr) what = builder.getInt32(size_and_kind(access.size, access.kind));
    address = computed_again(address, builder, /*only_here=*/rooms_.goes_through_array(access));
    if (can_find_block(access, what) && is_aligned(access) && rooms_.marks_at(access) != nullptr) {
      const Rooms::Marks marks = rooms_.marks(builder, access, low, row.distance - low, row.count, sites_.next());
      const auto add_mark = [&](Value* element, Value* end, Value* bytes, std::uint64_t size, std::uint64_t factor) {
        Instruction* has_mark = nullptr;
        Instruction* has_none = nullptr;
        SplitBlockAndInsertIfThenElse(builder.CreateICmpULT(element, end), at->getIterator(), &has_mark, &has_none);
        marked_.push_back({leaves_room,
                           cast<BranchInst>(has_mark->getParent()->getSinglePredecessor()->getTerminator()), marks.room,
                           marks.is_of_array, rooms_.marks_at(access)});
        builder.SetInsertPoint(has_mark);
        add_marks(builder, runtime_, bytes, element, size, factor, row.count);
        at = has_none;
        builder.SetInsertPoint(at);
      };
      if (marks.index != nullptr) add_mark(marks.index, marks.end, marks.first, 1, marks.factor);
      if (marks.index == nullptr || marks.may_be_negative) {
        Value* offset = builder.CreateSub(builder.CreatePtrToInt(address, runtime_.word), marks.low);
        add_mark(offset, marks.span, marks.bytes, access.size, 1);
      }
    }
    // The code for bits would take registers from the loop.
    for (unsigned i = 0; i < row.count; ++i) {
      builder.SetInsertPoint(at);
      builder.SetCurrentDebugLocation(location_of(access));
      Value* one = address_at(builder, address, static_cast<std::int64_t>(i * access.size));
      if (has_slow_path(access) && asks_map_) {
        look_and_tell(builder, runtime_, access, one, extent_of(access));
        continue;
      }
      Value* site = builder.getInt64(can_find_block(access, what) ? sites_.next() : 0);
      add_call(access, one, what, site, if_tracked(one, builder, table, extent_of(access)));
    }
  }

  // So that the access itself can have it as part of its instruction, which then needs no register for it.
  static Value* computed_again(Value* address, IRBuilder<>& builder, bool only_here = false) {
    auto* element = dyn_cast<GetElementPtrInst>(address);
    if (element == nullptr) return only_here ? kept_here(builder, address) : address;
    Instruction* again = element->clone();
    again->setOperand(0, computed_again(again->getOperand(0), builder, only_here));
    return builder.Insert(again);
  }

  static Extent extent_of(const MemoryAccess& access) {
    return {access.size, is_aligned(access) ? std::min<std::uint64_t>(access.size, 8) : 1};
  }
  // The alignment of a member says how its lowest byte is aligned.
  static Extent extent_of(const Group& group) {
    Extent extent{group.width(), 1};
    for (const auto& [access, distance] : group.members) {
      if (!is_aligned(access) || !isPowerOf2_64(access.size)) continue;
      extent.alignment = std::max(extent.alignment, contract::alignment_by(access.size, distance - group.low));
    }
    return extent;
  }

  // The end of a block that is entered if the page of `address` is tracked, and may be there.
  Instruction* if_tracked(Value* address, IRBuilder<>& builder, Table& table, Extent extent) {
    Instruction* before = &*builder.GetInsertPoint();
    if (table.shadow == nullptr) table = load_table(runtime_, before);
    Value* word = builder.CreatePtrToInt(address, runtime_.word);
    Value* state = state_of(builder, runtime_, table, page_of(builder, word));
    const auto unlikely = MDBuilder(runtime_.context).createUnlikelyBranchWeights();
    Instruction* then =
        SplitBlockAndInsertIfThen(builder.CreateIsNotNull(state), before->getIterator(), false, unlikely);
    if (!asks_map_ || extent.size == 0 || extent.size > kWidestChecked || function_.hasOptNone() ||
        function_.hasMinSize()) {
      return then;
    }
    IRBuilder<> closer(then);
    closer.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
    Value* may_be = is_mapped(closer, runtime_, table, word, state, extent);
    return SplitBlockAndInsertIfThen(may_be, then->getIterator(), false, unlikely);
  }

  // Before `at`.
  void add_report(const Neighbours& row, Value* address, Value* what, Instruction* at) {
    const MemoryAccess& access = row.first;
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(access));
    Value* site = builder.getInt64(0);
    if (can_find_block(access, what)) {
      const std::uint64_t number = sites_.next();
      site = builder.getInt64(number);
      if (!is_large_) {
        Value* found = add_to_block(builder, runtime_, address, access.size, row.count, number);
        at = SplitBlockAndInsertIfThen(builder.CreateNot(found), at->getIterator(), /*Unreachable=*/false,
                                       MDBuilder(runtime_.context).createUnlikelyBranchWeights());
      }
    }
    if (row.count == 1) return add_call(access, address, what, site, at);  // which looks for the block, too
    builder.SetInsertPoint(at);
    builder.SetCurrentDebugLocation(location_of(access));
    builder.CreateCall(runtime_.run, {address, what, builder.getInt64(row.count), site})->addFnAttr(Attribute::Cold);
  }

  void add_call(const MemoryAccess& access, Value* address, Value* what, Value* site, Instruction* at) {
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(access));
    CallInst* call = builder.CreateCall(runtime_.slow, {address, what, site});
    call->setCallingConv(CallingConv::PreserveMost);
    call->addFnAttr(Attribute::Cold);
  }

  // Without optimization the code stays small, and easy to step through.
  bool can_find_block(const MemoryAccess& access, const Value* what) const {
    return !function_.hasOptNone() && !function_.hasMinSize() && isPowerOf2_64(access.size) && isa<ConstantInt>(what);
  }

  void add_masked(const MemoryAccess& access, Table& table) {
    ++statistics_.checked;
    IRBuilder<> builder(access.instruction);
    builder.SetCurrentDebugLocation(location_of(access));
    Value* what = builder.getInt32(size_and_kind(access.size, access.kind));
    // One number for all lanes: they are one instruction's.
    Value* site = builder.getInt64(can_find_block(access, what) ? sites_.next() : 0);
    if (lie_together(access)) {
      const Extent extent{access.packed ? 0 : access.lanes * access.size, 1};
      builder.SetInsertPoint(if_tracked(access.address, builder, table, extent));
      Value* lanes = bits_of_lanes(builder, runtime_, access);
      if (access.packed) lanes = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, lanes);
      const FunctionCallee report = access.packed ? runtime_.run : runtime_.lanes;
      builder.CreateCall(report, {access.address, what, lanes, site})->addFnAttr(Attribute::Cold);
      return;
    }
    // Each lane separately.
    if (table.shadow == nullptr) table = load_table(runtime_, access.instruction);
    Value* booleans = booleans_of_lanes(builder, access);
    for (unsigned lane = 0; lane < access.lanes; ++lane) {
      builder.SetInsertPoint(access.instruction);
      Value* active = builder.CreateExtractElement(booleans, lane);
      if (auto* known = dyn_cast<ConstantInt>(active); known != nullptr && known->isZero()) continue;
      Value* address = address_of_lane(builder, runtime_, access, lane);
      Instruction* then = SplitBlockAndInsertIfThen(active, access.instruction->getIterator(), false);
      builder.SetInsertPoint(then);
      add_call(access, address, what, site, if_tracked(address, builder, table, {access.size, 1}));
    }
  }

  // The integer type of the same size.
  IntegerType* bits_of(Type* type) const {
    const auto size = function_.getDataLayout().getTypeStoreSizeInBits(type).getFixedValue();
    return IntegerType::get(runtime_.context, static_cast<unsigned>(size));
  }

  // Whether an update will leave another value than it finds, as far as a load before it can show; null: not an
  // update.
  Value* seems_to_change(Instruction& instruction) {
    IRBuilder<> builder(&instruction);
    const auto load = [&](Value* address, Type* type, Align align) {
      IntegerType* integer = bits_of(type);
      LoadInst* value = builder.CreateAlignedLoad(integer, address, align);
      value->setAtomic(AtomicOrdering::Monotonic);
      value->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(runtime_.context, {}));
      return value;
    };
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      Value* expected = exchange->getCompareOperand();
      if (bits_of(expected->getType())->getBitWidth() > 64) return builder.getTrue();
      Value* found = load(exchange->getPointerOperand(), expected->getType(), exchange->getAlign());
      return builder.CreateICmpEQ(found, builder.CreateBitOrPointerCast(expected, found->getType()));
    }
    if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      Value* operand = update->getValOperand();
      if (update->getOperation() != AtomicRMWInst::Xchg || bits_of(operand->getType())->getBitWidth() > 64) {
        return builder.getTrue();
      }
      Value* found = load(update->getPointerOperand(), operand->getType(), update->getAlign());
      return builder.CreateICmpNE(found, builder.CreateBitOrPointerCast(operand, found->getType()));
    }
    return nullptr;
  }

  // Whether an update did change it after all.
  Value* changed(IRBuilder<>& builder, Instruction& instruction) {
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) return builder.CreateExtractValue(exchange, 1);
    auto* update = cast<AtomicRMWInst>(&instruction);
    Value* operand = update->getValOperand();
    IntegerType* integer = bits_of(operand->getType());
    return builder.CreateICmpNE(builder.CreateBitOrPointerCast(update, integer),
                                builder.CreateBitOrPointerCast(operand, integer));
  }

  void add_order(const MemoryAccess& access, Value* changes) {
    Instruction* instruction = access.instruction;
    AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;  // a locked instruction in assembly
    if (const auto* load = dyn_cast<LoadInst>(instruction)) order = load->getOrdering();
    if (const auto* store = dyn_cast<StoreInst>(instruction)) order = store->getOrdering();
    if (const auto* update = dyn_cast<AtomicRMWInst>(instruction)) order = update->getOrdering();
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(instruction)) order = exchange->getMergedOrdering();
    Value* number = ConstantInt::get(runtime_.half, static_cast<int>(toCABI(order)));
    if (changes != nullptr) {
      IRBuilder<> before(instruction);
      before.SetCurrentDebugLocation(location_of(access));
      before.CreateCall(runtime_.update, {access.address, number, before.CreateZExt(changes, runtime_.half)});
      IRBuilder<> behind(instruction->getNextNode());
      behind.SetCurrentDebugLocation(location_of(access));
      Value* late = isa<ConstantInt>(changes)
                        ? behind.getInt32(0)
                        : behind.CreateZExt(behind.CreateAnd(behind.CreateNot(changes), changed(behind, *instruction)),
                                            runtime_.half);
      behind.CreateCall(runtime_.updated, {access.address, number, late});
      return;
    }
    if (access.kind != Kind::kAtomicLoad) {
      IRBuilder<> builder(access.instruction);
      builder.SetCurrentDebugLocation(location_of(access));
      builder.CreateCall(runtime_.release, {access.address, number});
    }
    if (access.kind != Kind::kAtomicStore) {
      // (After an `asm goto` there is no single place.)
      IRBuilder<> builder(instruction->isTerminator() ? instruction : instruction->getNextNode());
      builder.SetCurrentDebugLocation(location_of(access));
      builder.CreateCall(runtime_.acquire, {access.address, number});
    }
  }

  Function& function_;
  Runtime runtime_;
  Sites sites_;
  Rooms rooms_;
  ArrayBits bits_;
  SharedLooks looks_;
  const QuietLoops& quiet_;
  ScalarEvolution& evolution_;
  Statistics& statistics_;
  DenseMap<const BasicBlock*, Table> loop_tables_;
  Table function_table_;
  std::vector<MarkedAccess> marked_;
  // The registers that the code for bits needs make the compiler take more than linear time for large functions.
  static constexpr std::size_t kMostWithBlocks = 300;
  bool is_large_ = false;
  bool asks_map_ = false;  // itself, not in the function that is called
};

}  // namespace

void instrument(Function& function, const Accesses& accesses, const std::vector<HoistedAccess>& hoisted,
                const QuietLoops& quiet, ScalarEvolution& evolution, Statistics& statistics,
                function_ref<void(Loop&)> gets_code) {
  Instrumentation instrumentation(function, quiet, evolution, statistics);
  instrumentation.plan(accesses, gets_code);
  instrumentation.add_hoisted(hoisted);
  instrumentation.add_all(accesses);
  instrumentation.add_fences();
  instrumentation.add_unseen();
  instrumentation.add_landings();
  instrumentation.add_order_of_volatile_words();
  instrumentation.add_versions();
}

}  // namespace fencepost::pass
