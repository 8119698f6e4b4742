// The plugin that clang 19 and flang 19 load (-fpass-plugin): where the pass stands in the pipeline.
//
// With optimization it runs just before the vectorizer: the code is simplified, so there are few accesses left, and a
// loop stays as vectorizable as it was when something is hoisted out of it. Without (-O0), and before link-time
// optimization, it runs last.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "pass/assembly.h"
#include "pass/collect.h"
#include "pass/equal_values.h"
#include "pass/filter.h"
#include "pass/hoist.h"
#include "pass/instrument.h"
#include "pass/invariant_choices.h"
#include "pass/invariant_loads.h"
#include "pass/print.h"
#include "pass/restraints.h"
#include "pass/sections.h"
#include "pass/statistics.h"
#include "pass/unrolling.h"
#include "pass/volatile_words.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

constexpr const char* kDone = "fencepost-instrumented";

bool is_for_us(const Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) && !function.hasFnAttribute(kDone) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
         !function.hasFnAttribute(Attribute::SanitizeThread) && !function.hasAvailableExternallyLinkage() &&
         !function.getName().starts_with("fencepost_") && !function.getName().starts_with("__tsan_");
}

// What the tool learns besides accesses.
bool is_told(const Instruction& instruction) {
  return is_fence(instruction) || is_landing(instruction) || is_volatile_word(instruction) ||
         !unseen_addresses(instruction).empty();
}

// Where a pointer is loaded from may itself be chosen, and a choice may be between loaded pointers.
bool take_out_invariant_values(Function& function, const QuietLoops& quiet, LoopInfo& loops, AAResults& aliases,
                               DominatorTree& dominators) {
  bool changed = take_out_invariant_loads(function, quiet, loops, aliases, dominators);
  if (!take_out_invariant_choices(function, quiet, loops, dominators)) return changed;
  take_out_invariant_loads(function, quiet, loops, aliases, dominators);
  take_out_invariant_choices(function, quiet, loops, dominators);
  return true;
}

// Loads whose values are taken from before their loop. The vectorizer would keep those under a condition.
void remove_unused_loads(Function& function) {
  SmallVector<WeakTrackingVH, 16> unused;
  for (Instruction& instruction : instructions(function)) {
    if (isa<LoadInst>(instruction) && isInstructionTriviallyDead(&instruction)) unused.emplace_back(&instruction);
  }
  RecursivelyDeleteTriviallyDeadInstructions(unused);
}

class FencepostPass : public PassInfoMixin<FencepostPass> {
 public:
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    release(function);
    if (!is_for_us(function)) return PreservedAnalyses::all();
    function.addFnAttr(kDone);
    // The tool finds the callers of an access along the frame pointers.
    function.addFnAttr("frame-pointer", "all");
    Statistics& statistics = statistics_;
    auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    const bool joined = !function.hasOptNone() && join_equal_values(function, dominators);
    if (joined) evolution.forgetAllLoops();
    Accesses accesses = filter(collect(function, statistics), statistics);
    if (accesses.empty() && none_of(instructions(function), is_told)) {
      return joined ? PreservedAnalyses::none() : PreservedAnalyses::all();
    }
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    const QuietLoops quiet(loops);
    const bool took_out =
        !function.hasOptNone() &&
        take_out_invariant_values(function, quiet, loops, analyses.getResult<AAManager>(function), dominators);
    if (took_out) evolution.forgetAllLoops();
    const std::vector<HoistedAccess> hoisted = function.hasOptNone()
                                                   ? std::vector<HoistedAccess>{}
                                                   : hoist(accesses, quiet, loops, evolution, dominators, statistics);
    const auto& target = analyses.getResult<TargetIRAnalysis>(function);
    auto& remarks = analyses.getResult<OptimizationRemarkEmitterAnalysis>(function);
    instrument(function, accesses, hoisted, quiet, evolution, statistics,
               [&](Loop& loop) { keep_unrolled(loop, evolution, target, remarks); });
    if (took_out) remove_unused_loads(function);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

  static void print(const Module& module) {
    if (std::getenv("FENCEPOST_PASS_STATS") == nullptr) return;
    // flang gives all modules one name.
    const auto units = module.debug_compile_units();
    const StringRef source = units.empty() ? StringRef(module.getSourceFileName()) : units.begin()->getFilename();
    std::string line = "fencepost: " + source.str();
    const char* separator = ": ";
#define STATISTIC(name, text)                                  \
  line += separator + std::to_string(statistics_.name) + text; \
  separator = ", ";
    PASS_STATISTICS(STATISTIC)
#undef STATISTIC
    std::fprintf(stderr, "%s\n", line.c_str());
  }

 private:
  static Statistics statistics_;  // a compiler compiles one file
};
Statistics FencepostPass::statistics_;

// So that a link can see which objects we have seen (wrapper/unseen_objects.h). Linkers leave the section out.
struct MarkObject : PassInfoMixin<MarkObject> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    constexpr StringRef kMarker = ".fencepost.seen";
    const bool marked =
        any_of(module.globals(), [&](const GlobalVariable& one) { return one.getSection() == kMarker; });
    if (!marked) embedBufferInModule(module, MemoryBufferRef("", "seen"), kMarker);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct PrintStatistics : PassInfoMixin<PrintStatistics> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    FencepostPass::print(module);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

void add_to_pipeline(PassBuilder& builder) {
  InitializeNativeTargetAsmParser();  // our code contains assembly, which flang does not know otherwise
  if (PassInstrumentationCallbacks* passes = builder.getPassInstrumentationCallbacks()) restrain(*passes);
  builder.registerPipelineStartEPCallback([](ModulePassManager& manager, OptimizationLevel) {
    manager.addPass(MarkSections());
    manager.addPass(createModuleToFunctionPassAdaptor(RestrainOptimizer()));
  });
  builder.registerVectorizerStartEPCallback([](FunctionPassManager& manager, OptimizationLevel) {
    manager.addPass(LoopSimplifyPass());
    manager.addPass(FencepostPass());
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager& manager, OptimizationLevel) {
    manager.addPass(MarkObject());
    manager.addPass(createModuleToFunctionPassAdaptor(FencepostPass()));
    manager.addPass(PrintStatistics());
  });
  // By name, for tests: opt -passes=fencepost.
  builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager& manager, ArrayRef<PassBuilder::PipelineElement>) {
        constexpr std::pair<const char*, Step> kSteps[] = {{"print<fencepost-collect>", Step::kCollect},
                                                           {"print<fencepost-filter>", Step::kFilter},
                                                           {"print<fencepost-hoist>", Step::kHoist}};
        for (const auto& [step_name, step] : kSteps) {
          if (name != step_name) continue;
          manager.addPass(PrintStep(step));
          return true;
        }
        if (name != "fencepost") return false;
        manager.addPass(LoopSimplifyPass());
        manager.addPass(FencepostPass());
        return true;
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager& manager, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "fencepost-sections") {
          manager.addPass(MarkSections());
          return true;
        }
        if (name != "fencepost-stats") return false;
        manager.addPass(PrintStatistics());
        return true;
      });
}

}  // namespace
}  // namespace fencepost::pass

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "fencepost", "1", fencepost::pass::add_to_pipeline};
}
