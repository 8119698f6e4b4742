#include "pass/print.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"
#include "pass/collect.h"
#include "pass/filter.h"
#include "pass/hoist.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kLoad:
      return "load";
    case Kind::kStore:
      return "store";
    case Kind::kAtomicLoad:
      return "atomic load";
    case Kind::kAtomicStore:
      return "atomic store";
    case Kind::kAtomicUpdate:
      return "atomic update";
  }
  return "?";
}

// "store 8 %p", "load %n of %p", "store 4 x 8 masked %p", "load 4 x 8 masked %p by %index times 8".
void print(raw_ostream& out, const MemoryAccess& access) {
  out << name_of(access.kind) << ' ';
  if (access.length != nullptr) {
    access.length->printAsOperand(out, /*PrintType=*/false);
    out << " of ";
  } else {
    if (access.mask != nullptr) out << access.lanes << " x ";
    out << access.size << (access.mask == nullptr ? " " : access.packed ? " packed " : " masked ");
  }
  access.address->printAsOperand(out, /*PrintType=*/false);
  if (access.index != nullptr) {
    out << " by ";
    access.index->printAsOperand(out, /*PrintType=*/false);
    out << " times " << access.scale;
  }
}

void print(raw_ostream& out, const HoistedAccess& hoisted) {
  print(out, hoisted.access);
  out << (hoisted.count != nullptr ? " in front of " : " behind ");
  hoisted.preheader->getSingleSuccessor()->printAsOperand(out, /*PrintType=*/false);
  out << ": ";
  if (hoisted.count != nullptr) out << *hoisted.count << " times, ";
  out << *hoisted.stride << " apart, from " << *hoisted.first;
  if (hoisted.rows != nullptr) out << "; " << *hoisted.rows << " rows, " << *hoisted.row_stride << " apart";
  for (const auto& [condition, holds] : hoisted.conditions) {
    out << (holds ? " if " : " unless ");
    condition->printAsOperand(out, /*PrintType=*/false);
  }
}

}  // namespace

PreservedAnalyses PrintStep::run(Function& function, FunctionAnalysisManager& analyses) {
  raw_ostream& out = errs();
  out << function.getName() << ":\n";
  Statistics statistics;
  Accesses accesses = collect(function, statistics);
  if (step_ != Step::kCollect) accesses = filter(accesses, statistics);
  if (step_ == Step::kHoist) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    const QuietLoops quiet(loops);
    for (const HoistedAccess& hoisted :
         hoist(accesses, quiet, loops, analyses.getResult<ScalarEvolutionAnalysis>(function),
               analyses.getResult<DominatorTreeAnalysis>(function), statistics)) {
      out << "  hoisted ";
      print(out, hoisted);
      out << '\n';
    }
  }
  for (const MemoryAccess& access : accesses) {
    out << "  ";
    print(out, access);
    out << '\n';
  }
  out << "  end\n";
  return PreservedAnalyses::all();
}

}  // namespace fencepost::pass
