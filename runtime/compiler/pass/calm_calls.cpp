#include "pass/calm_calls.h"

#include <cstddef>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "pass/filter.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Functions of the C and C++ libraries that call nothing of the program, except for its allocator and what an exception
// needs.
bool is_of_library(StringRef name) {
  constexpr StringRef kNames[] = {"malloc",          "calloc",
                                  "realloc",         "free",
                                  "aligned_alloc",   "posix_memalign",
                                  "__cxa_rethrow",   "__cxa_begin_catch",
                                  "__cxa_end_catch", "__clang_call_terminate"};
  // new and delete, the sizes of hash tables, lists, strings
  constexpr StringRef kBeginnings[] = {"_Znw",
                                       "_Zna",
                                       "_Zdl",
                                       "_Zda",
                                       "_ZNKSt8__detail20_Prime_rehash_policy",
                                       "_ZNSt8__detail15_List_node_base",
                                       "_ZNSt7__cxx1112basic_stringIc",
                                       "_ZNKSt7__cxx1112basic_stringIc"};
  if (is_contained(kNames, name)) return true;
  if (any_of(kBeginnings, [&](StringRef beginning) { return name.starts_with(beginning); })) return true;
  return name.starts_with("_ZSt") && (name.contains("_Rb_tree_") || name.contains("__throw_"));
}

}  // namespace

bool CalmCalls::is_calm(const Instruction& boundary) {
  const auto* call = dyn_cast<CallBase>(&boundary);
  const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr) return false;
  const auto [known, is_new] = known_.try_emplace(callee, false);
  if (!is_new) return known->second;
  const bool calm = has_only_calm(*callee);
  known_[callee] = calm;
  return calm;
}

// With all that it calls.
bool CalmCalls::has_only_calm(const Function& function) {
  constexpr std::size_t kMostFunctions = 16;
  constexpr std::size_t kMostInstructions = 2000;
  SmallSetVector<const Function*, 8> reached;
  reached.insert(&function);
  std::size_t instructions_seen = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Function& one = *reached[i];
    if (is_of_library(one.getName())) continue;
    // Another definition may take its place, but not of an inline function.
    if (one.isDeclaration() || one.isInterposable() || i == kMostFunctions) return false;
    for (const Instruction& instruction : instructions(one)) {
      if (++instructions_seen > kMostInstructions) return false;
      if (!is_boundary(instruction)) continue;
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr) return false;
      reached.insert(callee);
    }
  }
  return true;
}

}  // namespace fencepost::pass
