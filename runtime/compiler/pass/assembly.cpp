#include "pass/assembly.h"

#include <vector>

#include "contract/assembly_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

using contract::Line;

std::vector<Line> lines_of(const InlineAsm& assembly) {
  return contract::lines_of(assembly.getAsmString());
}

bool clobbers_memory(const InlineAsm& assembly) {
  return any_of(assembly.ParseConstraints(), [](const InlineAsm::ConstraintInfo& constraint) {
    return constraint.Type == InlineAsm::isClobber && is_contained(constraint.Codes, "{memory}");
  });
}

// Memory operands, in the order of the constraints.
struct Operand {
  unsigned number;  // in the text
  unsigned argument;
  bool is_output;
};
SmallVector<Operand, 4> memory_operands(const InlineAsm& assembly) {
  SmallVector<Operand, 4> operands;
  unsigned number = 0;
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.isIndirect && constraint.hasArg()) {
      operands.push_back({number, argument, constraint.Type == InlineAsm::isOutput});
    }
    if (constraint.hasArg()) ++argument;
    ++number;
  }
  return operands;
}

const InlineAsm& assembly_of(const CallBase& call) {
  return *cast<InlineAsm>(call.getCalledOperand());
}

// Not a variable, nor a part of one.
bool is_fixed(const Value* given) {
  if (!isa<Constant>(given)) return false;
  const auto* variable = dyn_cast<GlobalVariable>(getUnderlyingObject(given));
  return variable == nullptr || variable->isConstant();
}

}  // namespace

void collect_assembly(Accesses& found, CallBase& call) {
  const InlineAsm& assembly = assembly_of(call);
  const std::vector<Line> lines = lines_of(assembly);
  if (lines.empty()) return;  // it only keeps the optimizer from something
  const bool locked = contract::is_locked(lines);
  const bool releases = contract::is_one_move(lines) && clobbers_memory(assembly);
  const DataLayout& layout = call.getDataLayout();
  const SmallVector<Operand, 4> operands = memory_operands(assembly);
  for (const Operand& operand : operands) {
    Value* address = call.getArgOperand(operand.argument);
    Type* type = call.getParamElementType(operand.argument);
    if (type == nullptr || !type->isSized()) continue;
    std::uint64_t size = layout.getTypeStoreSize(type).getKnownMinValue();
    if (size == 0) continue;
    // An operand that is both ("+m") is in the text under the number of the output.
    const Operand* output = find_if(operands, [&](const Operand& other) {
      return other.is_output && call.getArgOperand(other.argument) == address;
    });
    const bool is_update = (locked || (releases && operand.is_output)) && size <= 16;
    if (is_update && !operand.is_output && output != operands.end()) continue;
    const unsigned number = output != operands.end() ? output->number : operand.number;
    SmallVector<Line, 4> with;
    copy_if(lines, std::back_inserter(with),
            [&](const Line& line) { return contract::has_operand(line, '$', number); });
    // Without any, it is declared for what the text does through registers.
    if (!with.empty() && all_of(with, contract::touches_nothing)) continue;
    // No single instruction reaches so far: the type keeps the optimizer from knowing how far it does.
    if (!with.empty() && size > kWidestChecked) size = 1;
    Kind kind = operand.is_output ? Kind::kStore : Kind::kLoad;
    if (is_update) kind = Kind::kAtomicUpdate;
    found.push_back({&call, address, size, nullptr, nullptr, kind});
  }
}

SmallVector<Value*, 4> unseen_addresses(const Instruction& instruction) {
  SmallVector<Value*, 4> addresses;
  const auto* found = dyn_cast<CallBase>(&instruction);
  if (found == nullptr || !found->isInlineAsm()) return addresses;
  const CallBase& call = *found;
  const InlineAsm& assembly = assembly_of(call);
  if (!clobbers_memory(assembly) || lines_of(assembly).empty()) return addresses;
  const SmallVector<Operand, 4> memory = memory_operands(assembly);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const bool is_memory = any_of(memory, [i](const Operand& operand) { return operand.argument == i; });
    Value* given = call.getArgOperand(i);
    if (!is_memory && given->getType()->isPointerTy() && !is_fixed(given)) addresses.push_back(given);
  }
  return addresses;
}

bool is_fence_of_assembly(const CallBase& call) {
  const InlineAsm& assembly = assembly_of(call);
  if (!clobbers_memory(assembly)) return false;
  const std::vector<Line> lines = lines_of(assembly);
  return contract::has_fence(lines) || (contract::is_locked(lines) && memory_operands(assembly).empty());
}

}  // namespace fencepost::pass
