#include "pass/loop_records.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hook_table/table.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "pass/checks.h"
#include "pass/running_rows.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

class LoopRecords {
 public:
  LoopRecords(Function& function, const Runtime& runtime, Sites& sites, Rooms& rooms, const QuietLoops& quiet,
              ScalarEvolution& evolution)
      : function_(function),
        runtime_(runtime),
        sites_(sites),
        rooms_(rooms),
        quiet_(quiet),
        evolution_(evolution),
        running_(function, runtime) {}

  // Everything is computed before any code is changed: scalar evolution and loops describe the code as it was.
  void add(const std::vector<HoistedAccess>& hoisted) {
    SCEVExpander expander(evolution_, function_.getDataLayout(), "fencepost");
    std::vector<Computed> all;
    for (const HoistedAccess& what : hoisted) all.push_back(compute(what, expander));
    std::vector<Near> small;
    for (std::size_t i = 0; i < hoisted.size(); ++i) {
      if (!hoisted[i].exits.empty() || all[i].is_quiet_around) continue;
      Near near;
      all[i].is_done = find_extent(hoisted[i], near);
      near.members.push_back(i);
      if (all[i].is_done) join(small, near);
    }
    DenseMap<const Loop*, Table> tables;
    DenseMap<std::pair<const BasicBlock*, const Value*>, Instruction*> of_arrays;
    for (std::size_t i = 0; i < hoisted.size(); ++i) {
      if (!hoisted[i].exits.empty()) {
        report_behind(hoisted[i], all[i]);
        continue;
      }
      if (all[i].is_done) continue;
      // Once, it may cost a call if it is of many elements; in a loop around it, what is known before or a look at the
      // shadow decides first.
      const Loop* around = all[i].around;
      if (around == nullptr) {
        report(hoisted[i], all[i], all[i].at);
        continue;
      }
      Instruction* before = all[i].before;
      Table& table = tables[around];
      if (table.shadow == nullptr) table = load_table(runtime_, before);
      if (Instruction* room = rooms_.room_of_array(hoisted[i].access)) {
        Instruction*& at = of_arrays[{hoisted[i].preheader, room}];
        if (at == nullptr) at = if_not(IRBuilder<>(all[i].at).CreateIsNotNull(room), all[i].at);
        all[i].is_done = true;
        Computed known = all[i];
        known.base = nullptr;
        IRBuilder<> builder(at);
        known.first = kept_here(builder, known.first);
        report_if_tracked(hoisted[i], known, table, before, at);
        continue;
      }
      if (all[i].are_alike) {
        put_off_apart(hoisted[i], all[i], table);
        continue;
      }
      if (all[i].index == nullptr) {
        report_if_tracked(hoisted[i], all[i], table, before, all[i].at);
        continue;
      }
      // Rows of several arrays with the same length and beginning, such as those of a sparse matrix.
      SmallVector<std::size_t, 4> together;
      for (std::size_t j = i; j < hoisted.size(); ++j) {
        if (hoisted[j].preheader != hoisted[i].preheader || all[j].index != all[i].index ||
            hoisted[j].count != hoisted[i].count) {
          continue;
        }
        together.push_back(j);
        all[j].is_done = true;
      }
      Instruction* at = if_rows_leave_room(hoisted, all, together, before);
      SmallVector<std::size_t, 4> waiting;
      for (const std::size_t j : together) {
        if (hoisted[j].conditions.empty() && all[j].can_wait) {
          waiting.push_back(j);
        } else {
          report_if_tracked(hoisted[j], all[j], table, before, at);
        }
      }
      if (!waiting.empty()) put_off(hoisted, all, waiting, around, at);
    }
    running_.finish();
    for (const Near& near : small) report_if_tracked(hoisted, all, near);
  }

 private:
  struct Computed {
    // The end of the preheader, whatever happens to that block: it may be another loop's exit, with code of ours.
    Instruction* at = nullptr;
    const Loop* around = nullptr;   // the outermost without boundaries, or else with calm ones, if it has a preheader
    Instruction* before = nullptr;  // its end
    bool is_quiet_around = false;
    bool can_wait = false;
    bool are_alike = false;  // the rows that loops around it make of it, and may wait; then known before them, too
    Value* base = nullptr;   // what the pointer is an offset from, before all outer loops; null: not known
    std::int64_t offset = 0;
    const SCEV* index = nullptr;  // first = base + offset + index * stride; null: that is not so
    Value* index_value = nullptr;
    bool is_done = false;
    Value* first = nullptr;
    Value* stride = nullptr;
    Value* count = nullptr;
    Value* row_stride = nullptr;
    Value* rows = nullptr;
  };

  Computed compute(const HoistedAccess& what, SCEVExpander& expander) {
    Instruction* at = what.preheader->getTerminator();
    const auto word_or = [&](const SCEV* scev, std::uint64_t otherwise) -> Value* {
      return scev != nullptr ? expander.expandCodeFor(scev, runtime_.word, at)
                             : ConstantInt::get(runtime_.word, otherwise);
    };
    Computed values;
    values.at = at;
    Loop* around = quiet_.outermost(what.preheader);
    values.is_quiet_around = around != nullptr && around->getLoopPreheader() != nullptr;
    if (around == nullptr) around = quiet_.outermost_calm(what.preheader);
    if (around != nullptr && around->getLoopPreheader() != nullptr) {
      values.around = around;
      values.before = around->getLoopPreheader()->getTerminator();
      values.can_wait = values.is_quiet_around && running_.plan(around);
      if (const auto* base = dyn_cast<SCEVUnknown>(evolution_.getPointerBase(what.first));
          base != nullptr && around->isLoopInvariant(base->getValue())) {
        values.base = base->getValue();
        if (what.rows == nullptr) find_index(what, values);
      }
    }
    values.are_alike = values.can_wait && values.index == nullptr && are_alike(what, *around, expander);
    if (values.index != nullptr) values.index_value = expander.expandCodeFor(values.index, runtime_.word, at);
    values.first = expander.expandCodeFor(what.first, runtime_.pointer, at);
    if (values.are_alike) at = values.before;
    values.stride = word_or(what.stride, 0);
    values.count = word_or(what.count, 1);
    values.row_stride = word_or(what.row_stride, 0);
    values.rows = word_or(what.rows, 1);
    return values;
  }

  // Whether its rows are of the same length, and how many bytes apart their elements are.
  bool are_alike(const HoistedAccess& what, const Loop& around, const SCEVExpander& expander) {
    constexpr std::uint64_t kShort = 64;
    const auto* count = dyn_cast_or_null<SCEVConstant>(what.count);
    if (what.count == nullptr || what.rows != nullptr || !what.conditions.empty() ||
        (count != nullptr && count->getAPInt().ule(kShort))) {
      return false;
    }
    return all_of(std::array{what.stride, what.count}, [&](const SCEV* value) {
      return evolution_.isLoopInvariant(value, &around) &&
             expander.isSafeToExpandAt(value, around.getLoopPreheader()->getTerminator());
    });
  }

  // Bytes of a known number around `start`, which records in front of one loop tell of: few enough to lie in two pages.
  struct Near {
    const BasicBlock* preheader = nullptr;
    const SCEV* start = nullptr;
    std::int64_t first = 0;  // of the first member, from `start`
    std::int64_t low = 0;
    std::int64_t high = 0;
    SmallVector<std::size_t, 4> members;
  };
  static constexpr std::int64_t kPage = std::int64_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT;

  // False: how many it has is not known, or too many.
  bool find_extent(const HoistedAccess& what, Near& near) {
    const auto is_number = [](const SCEV* value, std::int64_t& number) {
      const auto* constant = dyn_cast_or_null<SCEVConstant>(value);
      if (constant == nullptr || constant->getAPInt().getSignificantBits() > 63) return value == nullptr;
      number = constant->getAPInt().getSExtValue();
      return number >= -kPage && number <= kPage;
    };
    if (function_.hasMinSize()) return false;
    std::int64_t count = 1, stride = 0, rows = 1, row_stride = 0;
    if (!is_number(what.count, count) || !is_number(what.stride, stride) || !is_number(what.rows, rows) ||
        !is_number(what.row_stride, row_stride) || count <= 0 || rows <= 0) {
      return false;
    }
    near.preheader = what.preheader;
    near.start = what.first;
    if (const auto* sum = dyn_cast<SCEVAddExpr>(what.first)) {
      const auto* constant = dyn_cast<SCEVConstant>(sum->getOperand(0));
      if (constant != nullptr && constant->getAPInt().getSignificantBits() <= 32) {
        near.first = constant->getAPInt().getSExtValue();
        near.start = evolution_.getAddExpr(what.first, evolution_.getNegativeSCEV(constant));
      }
    }
    for (const std::int64_t way : {(count - 1) * stride, (rows - 1) * row_stride}) {
      (way < 0 ? near.low : near.high) += way;
    }
    near.low += near.first;
    near.high += near.first + static_cast<std::int64_t>(what.access.size);
    return near.high - near.low <= kPage;
  }

  static void join(std::vector<Near>& all, const Near& one) {
    for (Near& near : all) {
      const std::int64_t low = std::min(near.low, one.low), high = std::max(near.high, one.high);
      if (near.preheader != one.preheader || near.start != one.start || high - low > kPage) continue;
      near.low = low;
      near.high = high;
      near.members.push_back(one.members[0]);
      return;
    }
    all.push_back(one);
  }

  // A look at both pages instead of a call.
  void report_if_tracked(const std::vector<HoistedAccess>& hoisted, const std::vector<Computed>& all,
                         const Near& near) {
    const Computed& values = all[near.members[0]];
    Instruction* at = values.at;
    // Other accesses of a loop may need the same look.
    Instruction* room = rooms_.room_of_array(hoisted[near.members[0]].access);
    if (room != nullptr &&
        all_of(near.members, [&](std::size_t i) { return rooms_.room_of_array(hoisted[i].access) == room; })) {
      Instruction* then = if_not(IRBuilder<>(at).CreateIsNotNull(room), at);
      for (const std::size_t i : near.members) report_again(hoisted[i], all[i], then);
      return;
    }
    const Table table = load_table(runtime_, at);
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(hoisted[near.members[0]].access));
    const auto state_at = [&](std::int64_t distance) {
      Value* address = address_at(builder, values.first, distance - near.first);
      return state_of(builder, runtime_, table, page_of(builder, builder.CreatePtrToInt(address, runtime_.word)));
    };
    Value* look = builder.CreateIsNotNull(builder.CreateOr(state_at(near.low), state_at(near.high - 1)));
    Instruction* then = SplitBlockAndInsertIfThen(look, at->getIterator(), /*Unreachable=*/false,
                                                  MDBuilder(runtime_.context).createUnlikelyBranchWeights());
    for (const std::size_t i : near.members) report_again(hoisted[i], all[i], then);
  }

  void find_index(const HoistedAccess& what, Computed& values) {
    const auto* stride = dyn_cast_or_null<SCEVConstant>(what.stride);
    if (stride == nullptr || !stride->getAPInt().isStrictlyPositive()) return;
    const SCEV* offset = evolution_.removePointerBase(what.first);
    if (const auto* sum = dyn_cast<SCEVAddExpr>(offset)) {
      if (const auto* constant = dyn_cast<SCEVConstant>(sum->getOperand(0))) {
        values.offset = constant->getAPInt().getSExtValue();
        offset = evolution_.getMinusSCEV(offset, constant);
      }
    }
    const auto* product = dyn_cast<SCEVMulExpr>(offset);
    if (product != nullptr && product->getNumOperands() == 2 && product->getOperand(0) == stride) {
      values.index = product->getOperand(1);
    } else if (stride->getAPInt().isOne()) {
      values.index = offset;
    }
  }

  // The end of a block that is entered unless none of these rows reaches memory of interest.
  Instruction* if_rows_leave_room(const std::vector<HoistedAccess>& hoisted, const std::vector<Computed>& all,
                                  ArrayRef<std::size_t> together, Instruction* before) {
    IRBuilder<> builder(before);
    Value* limit = nullptr;
    for (const std::size_t i : together) {
      Value* begin = address_at(builder, all[i].base, all[i].offset);
      Value* own = builder.CreateUDiv(rooms_.room_behind(begin, before), all[i].stride);
      limit = limit == nullptr ? own : builder.CreateBinaryIntrinsic(Intrinsic::umin, limit, own);
    }
    Instruction* at = all[together[0]].at;
    builder.SetInsertPoint(at);
    builder.SetCurrentDebugLocation(location_of(hoisted[together[0]].access));
    const Computed& values = all[together[0]];
    Value* from = values.index_value;
    Value* last = builder.CreateSub(builder.CreateAdd(from, values.count), ConstantInt::get(runtime_.word, 1));
    return if_not(builder.CreateAnd(builder.CreateICmpULT(from, limit), builder.CreateICmpULT(last, limit)), at);
  }

  void report(const HoistedAccess& what, const Computed& values, Instruction* at) {
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(what.access));
    Value* rows = values.rows;
    for (const auto& [condition, holds] : what.conditions) {
      Value* zero = ConstantInt::get(runtime_.word, 0);
      rows = holds ? builder.CreateSelect(condition, rows, zero) : builder.CreateSelect(condition, zero, rows);
    }
    pass::report(builder, runtime_.grid,
                 {values.first, builder.getInt32(size_and_kind(what.access.size, what.access.kind)), values.stride,
                  values.count, values.row_stride, rows});
  }

  // Before the places where its loop is left.
  void report_behind(const HoistedAccess& what, const Computed& values) {
    for (BasicBlock* exit : what.exits) {
      IRBuilder<> builder(exit, exit->getFirstInsertionPt());
      builder.SetCurrentDebugLocation(location_of(what.access));
      Value* way = builder.CreateSub(builder.CreatePtrToInt(what.access.address, runtime_.word),
                                     builder.CreatePtrToInt(values.first, runtime_.word));
      Value* count = builder.CreateAdd(builder.CreateExactSDiv(way, values.stride), ConstantInt::get(runtime_.word, 1));
      pass::report(builder, runtime_.grid,
                   {values.first, builder.getInt32(size_and_kind(what.access.size, what.access.kind)), values.stride,
                    count, values.row_stride, values.rows});
    }
  }

  // In a loop around it. It is made for short rows one after the other.
  void report_again(const HoistedAccess& what, const Computed& values, Instruction* at) {
    const auto* stride = dyn_cast<ConstantInt>(values.stride);
    if (what.rows != nullptr || !what.conditions.empty() || stride == nullptr || !isPowerOf2_64(what.access.size) ||
        stride->getZExtValue() != what.access.size) {
      return report(what, values, at);
    }
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(what.access));
    pass::report(builder, runtime_.run,
                 {values.first, builder.getInt32(size_and_kind(what.access.size, what.access.kind)), values.count,
                  builder.getInt64(sites_.next())});
  }

  // Rows of the same elements of several arrays, until others follow that do not continue them.
  void put_off(const std::vector<HoistedAccess>& hoisted, const std::vector<Computed>& all,
               ArrayRef<std::size_t> together, const Loop* around, Instruction* at) {
    const Computed& rows = all[together[0]];
    running_.add(around, rows.index_value, rows.count, at, [&](Value* from, Value* count, Instruction* then) {
      for (const std::size_t i : together) {
        IRBuilder<> builder(then);
        builder.SetCurrentDebugLocation(location_of(hoisted[i].access));
        Computed known = all[i];
        Value* begin = address_at(builder, known.base, known.offset);
        known.first = builder.CreateGEP(runtime_.byte, begin, builder.CreateMul(from, known.stride));
        known.count = count;
        report_again(hoisted[i], known, then);
      }
    });
  }

  // The rows of one access, until one follows that is not as far from the last one as that from the one before.
  void put_off_apart(const HoistedAccess& what, const Computed& values, const Table& table) {
    // Short ones have bits of their own (report_again).
    constexpr std::uint64_t kShort = 64;
    Value* are_long = IRBuilder<>(values.before).CreateICmpUGT(values.count, ConstantInt::get(runtime_.word, kShort));
    running_.add_apart(values.around, values.first, are_long, values.at,
                       [&](const RunningRows::Apart& rows, Instruction* then) {
                         Instruction* one = nullptr;
                         Instruction* several = nullptr;
                         SplitBlockAndInsertIfThenElse(IRBuilder<>(then).CreateIsNull(rows.distance),
                                                       then->getIterator(), &one, &several);
                         Computed known = values;
                         known.first = rows.first;
                         report_if_tracked(what, known, table, values.before, one);
                         HoistedAccess joined = what;
                         joined.row_stride = joined.rows = evolution_.getOne(runtime_.word);  // (any)
                         known.row_stride = rows.distance;
                         known.rows = rows.rows;
                         report_if_tracked(joined, known, table, values.before, several);
                       });
  }

  // All elements lie between the first and the last of the first and of the last row.
  Value* is_in_room(IRBuilder<>& builder, const HoistedAccess& what, const Computed& values, Value* room) {
    Value* one = ConstantInt::get(runtime_.word, 1);
    Value* along = builder.CreateMul(builder.CreateSub(values.count, one), values.stride);
    Value* first = builder.CreateSub(builder.CreatePtrToInt(values.first, runtime_.word),
                                     builder.CreatePtrToInt(values.base, runtime_.word));
    const auto is_in = [&](Value* from) {
      return builder.CreateAnd(builder.CreateICmpULT(from, room),
                               builder.CreateICmpULT(builder.CreateAdd(from, along), room));
    };
    Value* all = is_in(first);
    if (what.row_stride != nullptr) {
      Value* across = builder.CreateMul(builder.CreateSub(values.rows, one), values.row_stride);
      all = builder.CreateAnd(all, is_in(builder.CreateAdd(first, across)));
    }
    return all;
  }

  // If there are no pages between, those of the first and the last element decide.
  void report_if_tracked(const HoistedAccess& what, const Computed& values, const Table& table, Instruction* before,
                         Instruction* at) {
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(location_of(what.access));
    if (values.base != nullptr && values.index == nullptr) {
      at = if_not(is_in_room(builder, what, values, rooms_.room_behind(values.base, before)), at);
      builder.SetInsertPoint(at);
      builder.SetCurrentDebugLocation(location_of(what.access));
    }
    Value* one = ConstantInt::get(runtime_.word, 1);
    Value* first = builder.CreatePtrToInt(values.first, runtime_.word);
    Value* last = builder.CreateAdd(first, builder.CreateMul(builder.CreateSub(values.count, one), values.stride));
    if (what.row_stride != nullptr) {
      last = builder.CreateAdd(last, builder.CreateMul(builder.CreateSub(values.rows, one), values.row_stride));
    }
    Value* first_page = page_of(builder, first);
    Value* last_page = page_of(builder, last);
    // -1, 0 or 1; if rows and columns go in opposite directions these are not the outermost: then all is looked at.
    Value* distance = builder.CreateSub(last_page, first_page);
    Value* far = builder.CreateICmpUGT(builder.CreateAdd(distance, one), ConstantInt::get(runtime_.word, 2));
    Value* tracked = builder.CreateIsNotNull(builder.CreateOr(state_of(builder, runtime_, table, first_page),
                                                              state_of(builder, runtime_, table, last_page)));
    Value* look = builder.CreateOr(far, tracked);
    if (what.row_stride != nullptr) {
      Value* opposite = builder.CreateICmpSLT(builder.CreateXor(values.stride, values.row_stride),
                                              ConstantInt::get(runtime_.word, 0));
      look = builder.CreateOr(look, opposite);
    }
    Instruction* then = SplitBlockAndInsertIfThen(look, at->getIterator(), /*Unreachable=*/false,
                                                  MDBuilder(runtime_.context).createUnlikelyBranchWeights());
    report_again(what, values, then);
  }

  Function& function_;
  const Runtime& runtime_;
  Sites& sites_;
  Rooms& rooms_;
  const QuietLoops& quiet_;
  ScalarEvolution& evolution_;
  RunningRows running_;
};

}  // namespace

void add_loop_records(const std::vector<HoistedAccess>& hoisted, Function& function, const Runtime& runtime,
                      Sites& sites, Rooms& rooms, const QuietLoops& quiet, ScalarEvolution& evolution) {
  LoopRecords records(function, runtime, sites, rooms, quiet, evolution);
  records.add(hoisted);
}

}  // namespace fencepost::pass
