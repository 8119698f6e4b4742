#include "pass/rooms.h"

#include <algorithm>
#include <cstddef>

#include "hook_table/table.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// A pointer that starts somewhere and goes up by constant steps. It returns to where it began only after all
// memory.
bool goes_up(const PHINode* pointer, const Loop* loop, const DataLayout& layout) {
  if (pointer->getParent() != loop->getHeader() || pointer->getNumIncomingValues() != 2) return false;
  const BasicBlock* latch = loop->getLoopLatch();
  if (latch == nullptr) return false;
  const Value* next = pointer->getIncomingValueForBlock(latch);
  APInt step(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  return next->stripAndAccumulateConstantOffsets(layout, step, /*AllowNonInbounds=*/true) == pointer &&
         step.isStrictlyPositive() && step.ult(kWidestChecked * 64);
}

}  // namespace

// The places that `pointer` may be derived from and that are known before the loop.
bool Rooms::find_beginnings(PHINode* pointer, const Loop* loop, std::uint64_t size, Origin& origin) const {
  constexpr std::size_t kMost = 32;
  SmallSetVector<Value*, 16> reached;
  SmallSetVector<Value*, 4> beginnings;
  bool only_down = true;
  reached.insert(pointer);
  for (std::size_t i = 0; i < reached.size() && i < kMost; ++i) {
    Value* value = reached[i];
    if (loop->isLoopInvariant(value)) {
      if (!isa<ConstantPointerNull>(value) && !isa<UndefValue>(value)) beginnings.insert(value);
    } else if (auto* phi = dyn_cast<PHINode>(value)) {
      for (Value* from : phi->incoming_values()) reached.insert(from);
    } else if (auto* choice = dyn_cast<SelectInst>(value)) {
      reached.insert(choice->getTrueValue());
      reached.insert(choice->getFalseValue());
    } else if (auto* element = dyn_cast<GEPOperator>(value)) {
      APInt way(layout_.getIndexTypeSizeInBits(element->getType()), 0);
      only_down = only_down && element->accumulateConstantOffset(layout_, way) && !way.isStrictlyPositive();
      reached.insert(element->getPointerOperand());
    } else {
      return false;  // from memory: chains and paths through trees are mostly too short for a check before them
    }
  }
  if (beginnings.empty()) return false;
  origin = {};
  origin.beginnings.assign(beginnings.begin(), beginnings.end());
  // Pointers that go down begin after the last element.
  if (only_down && beginnings.size() == 1) origin.distance = -static_cast<std::int64_t>(size);
  origin.wanders = true;
  return true;
}

bool Rooms::find_origin(Value* address, std::uint64_t size, const Loop* loop, Origin& origin) const {
  const unsigned bits = layout_.getIndexTypeSizeInBits(address->getType());
  APInt distance(bits, 0);
  while (!loop->isLoopInvariant(address)) {
    if (auto* phi = dyn_cast<PHINode>(address);
        phi != nullptr && origin.index == nullptr && origin.parts.empty() && goes_up(phi, loop, layout_)) {
      origin.base = phi->getIncomingValueForBlock(loop->getLoopPreheader());
      origin.distance = distance.getSExtValue();
      return true;
    }
    if (auto* phi = dyn_cast<PHINode>(address)) return find_beginnings(phi, loop, size, origin);
    auto* element = dyn_cast<GEPOperator>(address);
    if (element == nullptr) return false;
    MapVector<Value*, APInt> variable;
    if (!element->collectOffset(layout_, bits, variable, distance)) return false;
    for (const auto& [value, factor] : variable) {
      if (value->getType()->getIntegerBitWidth() != bits) return false;
      if (loop->isLoopInvariant(value)) {
        origin.parts.emplace_back(value, factor.getSExtValue());
        continue;
      }
      // One index that changes, with elements above the base.
      if (origin.index != nullptr || !factor.isStrictlyPositive()) return false;
      origin.index = value;
      origin.scale = factor.getZExtValue();
    }
    address = element->getPointerOperand();
  }
  // (x - 1 of x(i) in Fortran is known before the loop, too.)
  origin.base = address->stripAndAccumulateConstantOffsets(layout_, distance, /*AllowNonInbounds=*/true);
  origin.distance = distance.getSExtValue();
  if (origin.index == nullptr) origin.index = ConstantInt::get(runtime_.word, 0);
  return true;
}

Value* Rooms::stripped(const MemoryAccess& access) const {
  APInt ignored(layout_.getIndexTypeSizeInBits(access.address->getType()), 0);
  return access.address->stripAndAccumulateConstantOffsets(layout_, ignored, /*AllowNonInbounds=*/true);
}

Instruction* Rooms::before_quiet(const MemoryAccess& access) const {
  const Loop* loop = quiet_.outermost(access.instruction->getParent());
  return loop != nullptr && loop->getLoopPreheader() != nullptr ? loop->getLoopPreheader()->getTerminator() : nullptr;
}

void Rooms::plan_bounds(const MemoryAccess& access) {
  if (access.address->getType()->isVectorTy()) return;
  const SmallVector<Loop*, 4> loops = quiet_.calm_around(access.instruction->getParent());
  if (loops.empty()) return;
  const SCEV* address = evolution_.getSCEV(access.address);
  const auto* base = dyn_cast<SCEVUnknown>(evolution_.getPointerBase(address));
  if (base == nullptr) return;
  const auto knows_base = find_if(loops, [&](const Loop* one) { return one->isLoopInvariant(base->getValue()); });
  if (knows_base == loops.end()) return;
  const Loop* loop = *knows_base;
  const ConstantRange range = evolution_.getSignedRange(evolution_.removePointerBase(address));
  constexpr std::int64_t kMost = std::int64_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT;  // then they are in two pages
  if (range.getSignedMin().slt(-kMost) || range.getSignedMax().sgt(kMost)) return;
  const std::int64_t low = range.getSignedMin().getSExtValue();
  const std::int64_t high = range.getSignedMax().getSExtValue() + static_cast<std::int64_t>(access.size);
  if (high - low > kMost) return;
  const Array array{loop->getLoopPreheader()->getTerminator(), base->getValue()};
  const auto [found, is_new] = bounds_.try_emplace(array, Bounds{low, high});
  Bounds& bounds = found->second;
  if (std::max(bounds.high, high) - std::min(bounds.low, low) > kMost) return;
  bounds.low = std::min(bounds.low, low);
  bounds.high = std::max(bounds.high, high);
  // Known bounds may be too far: below, there may be no window.
  arrays_[{access.instruction, access.address}] = {array, before_quiet(access), low <= 0 && high > 0 ? 0 : low};
}

const Rooms::Within* Rooms::within(const MemoryAccess& access) const {
  const auto found = arrays_.find({access.instruction, access.address});
  return found == arrays_.end() ? nullptr : &found->second;
}

Instruction* Rooms::room_of_array(const MemoryAccess& access) {
  const Within* known = within(access);
  if (known == nullptr) return nullptr;
  const auto& [at, base] = known->array;
  Bounds& bounds = bounds_.find(known->array)->second;
  if (bounds.room == nullptr) {
    Table& table = tables_[at];
    if (table.shadow == nullptr) table = load_table(runtime_, at);
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(DebugLoc());
    const auto state_at = [&](std::int64_t distance) {
      Value* address = builder.CreatePtrToInt(address_at(builder, base, distance), runtime_.word);
      return state_of(builder, runtime_, table, page_of(builder, address));
    };
    Value* first = state_at(bounds.low);
    Value* last = state_at(bounds.high - 1);
    bounds.room = room_by_pages(first, last, bounds, base, at);
  }
  return bounds.room;
}

// By what is tracked of the pages of the first and the last byte: of one of them all, or else the bytes themselves
// decide.
Instruction* Rooms::room_by_pages(Value* first, Value* last, const Bounds& bounds, Value* base, Instruction* at) {
  IRBuilder<> builder(at);
  builder.SetCurrentDebugLocation(DebugLoc());
  const auto unlikely = MDBuilder(runtime_.context).createUnlikelyBranchWeights();
  Value* any = builder.CreateIsNotNull(builder.CreateOr(first, last));
  Instruction* some = SplitBlockAndInsertIfThen(any, at->getIterator(), /*Unreachable=*/false, unlikely);
  builder.SetInsertPoint(some);
  const auto is_whole = [&](Value* state) {
    return builder.CreateICmpEQ(state, builder.getInt8(FENCEPOST_PAGE_WHOLLY));
  };
  Value* whole = builder.CreateOr(is_whole(first), is_whole(last));
  Instruction* part = SplitBlockAndInsertIfThen(builder.CreateNot(whole), some->getIterator(), /*Unreachable=*/false);
  builder.SetInsertPoint(part);
  const auto size = static_cast<std::uint64_t>(bounds.high - bounds.low);
  Value* asked =
      builder.CreateCall(runtime_.untracked, {address_at(builder, base, bounds.low), builder.getInt64(size)});
  builder.SetInsertPoint(some);
  const auto either = [&](Value* from_there, const Instruction* there, std::uint64_t otherwise) {
    BasicBlock* block = builder.GetInsertBlock();
    PHINode* node = PHINode::Create(runtime_.word, 2, "", block->begin());
    for (BasicBlock* from : predecessors(block)) {
      node->addIncoming(from == there->getParent() ? from_there : builder.getInt64(otherwise), from);
    }
    return node;
  };
  Value* by_bytes = either(asked, part, 0);
  builder.SetInsertPoint(at);
  return either(by_bytes, some, 1);
}

ArrayBits::Array Rooms::array_of(const MemoryAccess& access) const {
  const Within* known = within(access);
  if (known == nullptr || known->marks_at == nullptr) return {};
  const Bounds& bounds = bounds_.find(known->array)->second;
  return {known->marks_at, known->array.second, bounds.low, bounds.high};
}

bool Rooms::goes_through_array(const MemoryAccess& access) const {
  const Within* known = within(access);
  return known != nullptr && known->array.second != stripped(access);
}

void Rooms::plan(const MemoryAccess& access) {
  plan_bounds(access);
  if (access.address->getType()->isVectorTy()) return;
  Value* from = stripped(access);
  for (const Loop* loop : quiet_.calm_around(access.instruction->getParent())) {
    Origin origin;
    if (!find_origin(from, access.size, loop, origin) || (origin.wanders && !quiet_.is_quiet(loop))) continue;
    origin.at = loop->getLoopPreheader()->getTerminator();
    origin.marks_at = before_quiet(access);
    for (Value* beginning : origin.beginnings) ++frequency_[{origin.at, beginning}];
    origins_[{access.instruction, from}] = origin;
    return;
  }
}

Instruction* Rooms::marks_at(const MemoryAccess& access) {
  if (const Within* known = within(access)) return known->marks_at;
  const Origin* origin = origin_of(access);
  return origin != nullptr ? origin->marks_at : nullptr;
}

Value* Rooms::room_behind(Value* base, Instruction* at) {
  Value*& room = known_[{at, base, {}, 0}].second;
  if (room == nullptr) {
    IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(DebugLoc());
    room = builder.CreateCall(runtime_.room, {base});
  }
  return room;
}

bool Rooms::has_index(const Origin& origin) {
  return !origin.wanders && origin.index != nullptr && !isa<Constant>(origin.index);
}

// Where an index of 0 leads.
Value* Rooms::begin_of(const Origin& origin, std::int64_t distance) {
  Value*& begin = known_[{origin.at, origin.base, origin.parts, origin.distance + distance}].first;
  if (begin != nullptr) return begin;
  IRBuilder<> before(origin.at);
  before.SetCurrentDebugLocation(DebugLoc());
  const auto word = [&](std::int64_t value) { return before.getInt64(static_cast<std::uint64_t>(value)); };
  begin = origin.base;
  for (const auto& [value, factor] : origin.parts) {
    begin = before.CreateGEP(runtime_.byte, begin, before.CreateMul(value, word(factor)));
  }
  return begin = address_at(before, begin, origin.distance + distance);
}

const std::pair<Value*, Value*>& Rooms::room_of(const Origin& origin, std::int64_t distance) {
  begin_of(origin, distance);
  auto& known = known_[{origin.at, origin.base, origin.parts, origin.distance + distance}];
  auto& [begin, room] = known;
  if (room != nullptr) return known;
  IRBuilder<> before(origin.at);
  before.SetCurrentDebugLocation(DebugLoc());
  room = before.CreateCall(runtime_.room, {begin});
  // x(i) of Fortran: what is before the first element may be of no interest, but nothing is known from that.
  if (const std::int64_t offset = origin.distance + distance; offset < 0 && has_index(origin)) {
    Value* reaches = before.CreateICmpUGT(room, before.getInt64(static_cast<std::uint64_t>(-offset)));
    room = before.CreateSelect(reaches, room, before.getInt64(0));
  }
  return known;
}

// One beginning is enough, because the others are mostly near: the parts of a shared window, nodes of the same heap. We
// take the one that most accesses may come from, so that they share a room.
const Rooms::Origin* Rooms::origin_of(const MemoryAccess& access) {
  const auto found = origins_.find({access.instruction, stripped(access)});
  if (found == origins_.end()) return nullptr;
  Origin& origin = found->second;
  unsigned most = 0;
  for (Value* beginning : origin.beginnings) {
    const unsigned count = frequency_.lookup({origin.at, beginning});
    if (count > most) origin.base = beginning;
    most = std::max(most, count);
  }
  return &origin;
}

Value* Rooms::is_in(IRBuilder<>& builder, const MemoryAccess& access, std::int64_t distance, Value* address,
                    std::uint64_t width) {
  // The page of the first byte tells of so many.
  const std::uint64_t reach = width > kWidestChecked ? width - kWidestChecked : 0;
  if (Value* room = room_of_array(access)) return builder.CreateIsNotNull(room);
  const Origin* known = origin_of(access);
  if (known == nullptr) return nullptr;
  const Origin& origin = *known;
  if (origin.wanders) {
    const auto& [base, room] = room_of(origin, 0);
    auto& [low, span] = around_[room];
    if (low == nullptr) {
      IRBuilder<> before(origin.at);
      before.SetCurrentDebugLocation(DebugLoc());
      Value* below = before.CreateCall(runtime_.room_below, {base});
      low = before.CreateSub(before.CreatePtrToInt(base, runtime_.word), below);
      span = before.CreateAdd(below, room);
    }
    return builder.CreateICmpULT(builder.CreateSub(builder.CreatePtrToInt(address, runtime_.word), low),
                                 without_last(span, reach, origin.at));
  }
  const auto& [base, room] = room_of(origin, distance);
  Value*& limit = limits_[{room, origin.index != nullptr ? origin.scale : 0, reach}];
  if (limit == nullptr) {
    Value* free = without_last(room, reach, origin.at);
    IRBuilder<> before(origin.at);
    limit = origin.index == nullptr ? before.CreateGEP(runtime_.byte, base, free)
                                    : before.CreateUDiv(free, before.getInt64(origin.scale));
  }
  return builder.CreateICmpULT(origin.index != nullptr ? origin.index : address, limit);
}

// The same number in front of the loop, less `last`, and not below 0.
Value* Rooms::without_last(Value* number, std::uint64_t last, Instruction* at) {
  if (last == 0) return number;
  Value*& less = without_last_[{number, last}];
  if (less == nullptr) {
    IRBuilder<> before(at);
    before.SetCurrentDebugLocation(DebugLoc());
    less = before.CreateBinaryIntrinsic(Intrinsic::usub_sat, number, before.getInt64(last));
  }
  return less;
}

namespace {
// Of x(i) in Fortran, number 0 would be before `base`: how many steps of the index to leave out.
std::int64_t steps_to(std::int64_t distance, std::uint64_t scale) {
  const auto step = static_cast<std::int64_t>(scale);
  return distance < 0 ? (step - 1 - distance) / step : 0;
}
}  // namespace

// What an index has to do with the marks does not change in the loop: then few instructions set one, and few registers
// are needed for it. A comparison with one number does not tell elements before the base from those behind the last.
void Rooms::count_by_index(IRBuilder<>& builder, const Origin& origin, Value* begin, std::int64_t left_out,
                           std::uint64_t size, unsigned count, Marks& marks) {
  marks.factor = origin.scale / size;
  auto& [first, end] = by_index_[{marks.bytes, begin, origin.scale, count}];
  if (first == nullptr) {
    IRBuilder<> before(origin.marks_at);
    before.SetCurrentDebugLocation(DebugLoc());
    Value* way = before.CreateSub(before.CreatePtrToInt(begin, runtime_.word), marks.low);
    Value* behind = before.CreateBinaryIntrinsic(Intrinsic::usub_sat, marks.span, way);
    Value* reached = without_last(behind, (count - 1) * size, origin.marks_at);
    Value* rounded = before.CreateAdd(reached, before.getInt64(origin.scale - 1));
    end = before.CreateUDiv(rounded, before.getInt64(origin.scale));
    first = before.CreateGEP(runtime_.byte, marks.bytes, before.CreateAShr(way, Log2_64(size)));
  }
  marks.first = first;
  marks.end = end;
  marks.index = origin.index;
  if (left_out != 0)
    marks.index = builder.CreateSub(marks.index, builder.getInt64(static_cast<std::uint64_t>(left_out)));
  marks.may_be_negative = !isKnownNonNegative(origin.index, SimplifyQuery(layout_));
}

Rooms::Marks Rooms::marks(IRBuilder<>& builder, const MemoryAccess& access, std::int64_t distance, std::int64_t further,
                          unsigned count, std::uint64_t site) {
  const std::uint32_t what = size_and_kind(access.size, access.kind);
  const DebugLoc location = location_of(access);
  const std::uint64_t others = count - 1;
  const auto key_at = [&](Instruction* at, Value* base) {
    return MarksKey{at, base, what, location->getScope(), location->getLine(), location->getInlinedAt()};
  };
  // (Without a line nobody knows which are alike.)
  Marks marks;
  if (Instruction* room = room_of_array(access)) {
    const auto& [array, at, distance_in_it] = *within(access);
    Value* const base = array.second;
    Marks& known = location ? marks_[key_at(at, base)] : marks;
    if (known.bytes == nullptr) known = ask_for_marks(base, distance_in_it, room, at, what, site, location);
    marks = known;
    marks.room = room;
    marks.is_of_array = true;
    marks.span = without_last(marks.span, others * access.size, at);
    return marks;
  }
  const Origin& origin = *origin_of(access);
  Instruction* const at = origin.marks_at;
  const auto& [base, room] = room_of(origin, origin.wanders ? 0 : distance);
  const bool by_index = has_index(origin) && origin.scale % access.size == 0;
  const std::int64_t left_out = by_index ? steps_to(origin.distance + distance + further, origin.scale) : 0;
  if (by_index) further += left_out * static_cast<std::int64_t>(origin.scale);
  Marks& known = location ? marks_[key_at(at, origin.base)] : marks;
  if (known.bytes == nullptr) known = ask_for_marks(base, by_index ? further : 0, room, at, what, site, location);
  marks = known;
  marks.room = cast<Instruction>(room);
  if (by_index) {
    count_by_index(builder, origin, begin_of(origin, distance + further), left_out, access.size, count, marks);
  }
  marks.span = without_last(marks.span, others * access.size, at);
  return marks;
}

Rooms::Marks Rooms::ask_for_marks(Value* base, std::int64_t distance, Value* room, Instruction* at, std::uint32_t what,
                                  std::uint64_t site, const DebugLoc& location) {
  Instruction*& then = tracked_[{room, at}];
  if (then == nullptr) {
    IRBuilder<> before(at);
    then = SplitBlockAndInsertIfThen(before.CreateICmpEQ(room, before.getInt64(0)), at->getIterator(),
                                     /*Unreachable=*/false);
  }
  IRBuilder<> builder(then);
  builder.SetCurrentDebugLocation(location);
  base = address_at(builder, base, distance);
  Value* given = builder.CreateCall(runtime_.marks, {base, builder.getInt32(what), builder.getInt64(site)});
  BasicBlock* behind = then->getSuccessor(0);
  IRBuilder<> join(behind, behind->begin());
  const auto field = [&](Type* type, std::size_t offset) {
    LoadInst* value =
        builder.CreateAlignedLoad(type, builder.CreateConstGEP1_64(runtime_.byte, given, offset), Align(8));
    value->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(runtime_.context, {}));
    PHINode* either = join.CreatePHI(type, 2);
    for (BasicBlock* from : predecessors(behind)) {
      either->addIncoming(from == then->getParent() ? static_cast<Value*>(value) : Constant::getNullValue(type), from);
    }
    return either;
  };
  Marks marks;
  marks.low = field(runtime_.word, offsetof(fencepost_marks, low));
  marks.span = field(runtime_.word, offsetof(fencepost_marks, span));
  marks.bytes = field(runtime_.pointer, offsetof(fencepost_marks, marks));
  return marks;
}

}  // namespace fencepost::pass
