#include "pass/hoist.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "pass/calm_calls.h"
#include "pass/filter.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

using Conditions = SmallVector<std::pair<Value*, bool>, 2>;

class Hoisting {
 public:
  Hoisting(LoopInfo& loops, ScalarEvolution& evolution, DominatorTree& dominators, const DataLayout& layout)
      : loops_(loops), evolution_(evolution), dominators_(dominators), expander_(evolution, layout, "fencepost") {}

  bool hoist(const MemoryAccess& access, const QuietLoops& quiet, HoistedAccess& result) {
    Loop* inner = loops_.getLoopFor(access.instruction->getParent());
    if (inner == nullptr || !quiet.is_quiet(inner)) return false;
    const SCEV* pointer = evolution_.getSCEV(access.address);
    Conditions conditions;
    const SCEV* count = executions(access.instruction->getParent(), inner, conditions);
    if (count == nullptr) return sink(access, inner, quiet, result);
    const SCEV* first = nullptr;
    const SCEV* stride = nullptr;
    if (!split(pointer, inner, first, stride)) return false;
    result = {access, inner->getLoopPreheader(), first, stride, count, nullptr, nullptr, conditions, {}};
    if (!can_be_computed(result)) return false;
    hoist_again(inner, quiet, result);
    return true;
  }

  // One step at a time, in each iteration and once more in the last, which is not known beforehand. (Not within other
  // loops: that would be a record for each time.)
  bool sink(const MemoryAccess& access, Loop* loop, const QuietLoops& quiet, HoistedAccess& result) {
    BasicBlock* block = access.instruction->getParent();
    if (quiet.outermost(block) != loop || loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr)
      return false;
    SmallVector<BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    if (exiting.empty() || !loop->hasDedicatedExits() || !dominators_.dominates(block, loop->getLoopLatch()))
      return false;
    if (!all_of(exiting, [&](const BasicBlock* exit) { return dominators_.dominates(block, exit); })) return false;
    result = {access, loop->getLoopPreheader(), nullptr, nullptr, nullptr, nullptr, nullptr, {}, {}};
    if (!split(evolution_.getSCEV(access.address), loop, result.first, result.stride)) return false;
    const auto* stride = dyn_cast<SCEVConstant>(result.stride);
    if (stride == nullptr || stride->getValue()->isZero()) return false;
    loop->getUniqueExitBlocks(result.exits);
    if (any_of(result.exits, [](const BasicBlock* exit) { return exit->isEHPad(); })) return false;
    return can_be_computed(result);
  }

 private:
  const Type* word() { return evolution_.getEffectiveSCEVType(PointerType::get(evolution_.getContext(), 0)); }
  const SCEV* as_word(const SCEV* value, bool is_signed) {
    Type* type = const_cast<Type*>(word());
    return is_signed ? evolution_.getNoopOrSignExtend(value, type) : evolution_.getNoopOrZeroExtend(value, type);
  }

  bool fits_word(const SCEV* value) {
    return evolution_.getTypeSizeInBits(value->getType()) <= evolution_.getTypeSizeInBits(const_cast<Type*>(word()));
  }

  // pointer = first + iteration * stride.
  bool split(const SCEV* pointer, const Loop* loop, const SCEV*& first, const SCEV*& stride) {
    if (evolution_.isLoopInvariant(pointer, loop)) {
      first = pointer;
      stride = evolution_.getZero(const_cast<Type*>(word()));
      return true;
    }
    const auto* affine = dyn_cast<SCEVAddRecExpr>(pointer);
    if (affine == nullptr || affine->getLoop() != loop || !affine->isAffine()) return false;
    if (!fits_word(affine->getStepRecurrence(evolution_))) return false;
    first = affine->getStart();
    stride = as_word(affine->getStepRecurrence(evolution_), /*is_signed=*/true);
    return evolution_.isLoopInvariant(first, loop) && evolution_.isLoopInvariant(stride, loop);
  }

  // How often `block` of `loop` is executed each time the loop is, if it is executed in every iteration, except for
  // conditions that do not change in the loop. Null: not known.
  const SCEV* executions(BasicBlock* block, Loop* loop, Conditions& conditions) {
    BasicBlock* latch = loop->getLoopLatch();
    if (loop->getLoopPreheader() == nullptr || latch == nullptr) return nullptr;
    const SCEV* taken = evolution_.getBackedgeTakenCount(loop);
    if (isa<SCEVCouldNotCompute>(taken) || !fits_word(taken)) return nullptr;
    // Upwards through branches that always go the same way, to a block of every iteration.
    while (!dominators_.dominates(block, latch)) {
      BasicBlock* before = block->getSinglePredecessor();
      if (before == nullptr || loops_.getLoopFor(before) != loop) return nullptr;
      auto* branch = dyn_cast<BranchInst>(before->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
        return nullptr;
      if (!loop->isLoopInvariant(branch->getCondition())) return nullptr;
      conditions.push_back({branch->getCondition(), branch->getSuccessor(0) == block});
      block = before;
    }
    SmallVector<BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    for (BasicBlock* exit : exiting) {
      // In the last iteration it must also be reached.
      if (exit != latch && !dominators_.dominates(block, exit)) return nullptr;
    }
    const SCEV* wide = as_word(taken, /*is_signed=*/false);
    return evolution_.getAddExpr(wide, evolution_.getOne(wide->getType()));
  }

  bool can_be_computed(const HoistedAccess& what) {
    const Instruction* at = what.preheader->getTerminator();
    for (const SCEV* value : {what.first, what.stride, what.count, what.row_stride, what.rows}) {
      if (value != nullptr && !expander_.isSafeToExpandAt(value, at)) return false;
    }
    return all_of(what.conditions, [&](const auto& condition) { return dominators_.dominates(condition.first, at); });
  }

  // Moves the record of the inner loop out of the loop around it.
  void hoist_again(Loop* inner, const QuietLoops& quiet, HoistedAccess& result) {
    Loop* outer = inner->getParentLoop();
    if (outer == nullptr || !quiet.is_quiet(outer)) return;
    for (const auto& condition : result.conditions) {
      if (!outer->isLoopInvariant(condition.first)) return;
    }
    if (!evolution_.isLoopInvariant(result.stride, outer) || !evolution_.isLoopInvariant(result.count, outer)) return;
    HoistedAccess further = result;
    further.rows = executions(result.preheader, outer, further.conditions);
    if (further.rows == nullptr) return;
    if (!split(result.first, outer, further.first, further.row_stride)) return;
    further.preheader = outer->getLoopPreheader();
    if (!can_be_computed(further)) return;
    result = further;
  }

  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  DominatorTree& dominators_;
  SCEVExpander expander_;
};

}  // namespace

QuietLoops::QuietLoops(LoopInfo& loops) : loops_(loops) {
  CalmCalls calls;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    bool quiet = true;
    bool calm = true;
    for (const BasicBlock* block : loop->blocks()) {
      for (const Instruction& instruction : *block) {
        if (!is_boundary(instruction)) continue;
        quiet = false;
        if (calls.is_calm(instruction)) {
          calm_boundaries_.insert(&instruction);
        } else {
          calm = false;
        }
      }
    }
    if (quiet) quiet_.insert(loop);
    if (calm) calm_.insert(loop);
  }
}

bool QuietLoops::stays_same(const MemoryAccess& access) const {
  const Loop* loop = loops_.getLoopFor(access.instruction->getParent());
  return loop != nullptr && loop->isLoopInvariant(access.address->stripInBoundsConstantOffsets());
}

Loop* QuietLoops::outermost(const BasicBlock* block) const {
  Loop* found = nullptr;
  for (Loop* loop = loops_.getLoopFor(block); loop != nullptr && is_quiet(loop); loop = loop->getParentLoop())
    found = loop;
  return found;
}

Loop* QuietLoops::outermost_calm(const BasicBlock* block) const {
  Loop* found = nullptr;
  for (Loop* loop = loops_.getLoopFor(block); loop != nullptr && calm_.contains(loop); loop = loop->getParentLoop())
    found = loop;
  return found;
}

SmallVector<Loop*, 4> QuietLoops::calm_around(const BasicBlock* block) const {
  SmallVector<Loop*, 4> found;
  Loop* innermost = outermost(block);
  if (innermost == nullptr) innermost = loops_.getLoopFor(block);
  for (Loop* loop = innermost; loop != nullptr && calm_.contains(loop); loop = loop->getParentLoop()) {
    if (loop->getLoopPreheader() != nullptr) found.insert(found.begin(), loop);
  }
  return found;
}

std::vector<HoistedAccess> hoist(Accesses& accesses, const QuietLoops& quiet, LoopInfo& loops,
                                 ScalarEvolution& evolution, DominatorTree& dominators, Statistics& statistics) {
  std::vector<HoistedAccess> hoisted;
  if (accesses.empty()) return hoisted;
  Hoisting hoisting(loops, evolution, dominators, accesses.front().instruction->getFunction()->getDataLayout());
  Accesses left;
  for (const MemoryAccess& access : accesses) {
    HoistedAccess result;
    if (!is_atomic(access.kind) && access.size != 0 && access.mask == nullptr && !access.instruction->isVolatile() &&
        hoisting.hoist(access, quiet, result)) {
      ++(result.count != nullptr ? statistics.hoisted : statistics.sunk);
      if (result.rows != nullptr) ++statistics.hoisted_rows;
      hoisted.push_back(result);
    } else {
      left.push_back(access);
    }
  }
  accesses = left;
  return hoisted;
}

}  // namespace fencepost::pass
