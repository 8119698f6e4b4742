#include "pass/invariant_loads.h"

#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

class InvariantLoads {
 public:
  InvariantLoads(const QuietLoops& quiet, LoopInfo& loops, AAResults& aliases, DominatorTree& dominators)
      : quiet_(quiet), loops_(loops), aliases_(aliases), dominators_(dominators) {}

  bool take_out(LoadInst* load) {
    Loop* from = nullptr;
    for (Loop* loop = loops_.getLoopFor(load->getParent()); loop != nullptr; loop = loop->getParentLoop()) {
      if (!is_invariant(*load, *loop)) break;
      from = loop;
    }
    if (from == nullptr) return false;
    Instruction*& copy = copies_[{from, {load->getPointerOperand(), load->getType()}}];
    if (copy == nullptr) {
      copy = load->clone();
      copy->insertBefore(from->getLoopPreheader()->getTerminator());
      copy->dropUBImplyingAttrsAndMetadata();
      copy->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(load->getContext(), {}));
    }
    load->replaceAllUsesWith(copy);
    return true;
  }

 private:
  static constexpr std::size_t kMostWrites = 64;

  bool is_invariant(const LoadInst& load, const Loop& loop) {
    const BasicBlock* before = loop.getLoopPreheader();
    if (before == nullptr || !quiet_.is_calm(&loop) || !loop.isLoopInvariant(load.getPointerOperand())) return false;
    if (!isSafeToSpeculativelyExecute(&load, before->getTerminator(), nullptr, &dominators_)) return false;
    const std::vector<Instruction*>& writes = writes_in(loop);
    if (writes.size() > kMostWrites) return false;
    const MemoryLocation place = MemoryLocation::get(&load);
    return none_of(writes, [&](const Instruction* write) { return isModSet(aliases_.getModRefInfo(write, place)); });
  }

  const std::vector<Instruction*>& writes_in(const Loop& loop) {
    const auto [place, fresh] = writes_.try_emplace(&loop);
    if (fresh) {
      for (BasicBlock* block : loop.blocks()) {
        for (Instruction& instruction : *block) {
          if (instruction.mayWriteToMemory()) place->second.push_back(&instruction);
        }
      }
    }
    return place->second;
  }

  const QuietLoops& quiet_;
  LoopInfo& loops_;
  AAResults& aliases_;
  DominatorTree& dominators_;
  DenseMap<const Loop*, std::vector<Instruction*>> writes_;
  DenseMap<std::pair<const Loop*, std::pair<Value*, Type*>>, Instruction*> copies_;
};

}  // namespace

bool take_out_invariant_loads(Function& function, const QuietLoops& quiet, LoopInfo& loops, AAResults& aliases,
                              DominatorTree& dominators) {
  std::vector<LoadInst*> loads;
  for (Instruction& instruction : instructions(function)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && load->isSimple() && !load->use_empty()) loads.push_back(load);
  }
  InvariantLoads invariant(quiet, loops, aliases, dominators);
  bool changed = false;
  for (LoadInst* load : loads) changed |= invariant.take_out(load);
  return changed;
}

}  // namespace fencepost::pass
