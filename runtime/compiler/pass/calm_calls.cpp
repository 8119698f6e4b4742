#include "pass/calm_calls.h"

#include <cstddef>

#include "contract/calm_functions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "pass/filter.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

bool is_of_library(StringRef name) {
  return contract::is_calm_function({name.data(), name.size()});
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
