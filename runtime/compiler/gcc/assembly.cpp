#include "gcc/assembly.h"

#include "contract/assembly_text.h"
#include "gcc/collect.h"

namespace fencepost::gcc {
namespace {

using contract::Line;

std::vector<Line> lines_of(const gasm* assembly) {
  return contract::lines_of(gimple_asm_string(assembly));
}

// Memory operands, by their numbers in the text.
struct Operand {
  unsigned number;
  tree place;
  bool is_output;
};
std::vector<Operand> memory_operands(const gasm* assembly) {
  std::vector<Operand> operands;
  const unsigned outputs = gimple_asm_noutputs(assembly);
  const auto add = [&](unsigned number, tree operand, bool is_output) {
    tree place = TREE_VALUE(operand);
    if (!is_gimple_reg(place) && !is_gimple_min_invariant(place)) operands.push_back({number, place, is_output});
  };
  for (unsigned i = 0; i < outputs; ++i) add(i, gimple_asm_output_op(assembly, i), true);
  for (unsigned i = 0; i < gimple_asm_ninputs(assembly); ++i) add(outputs + i, gimple_asm_input_op(assembly, i), false);
  return operands;
}

bool is_address_of_variable(tree given) {
  if (TREE_CODE(given) != ADDR_EXPR) return false;
  tree object = get_base_address(TREE_OPERAND(given, 0));
  return object != NULL_TREE && VAR_P(object) && !TREE_READONLY(object);
}

}  // namespace

void collect_assembly(Accesses& found, gasm* assembly) {
  const std::vector<Line> lines = lines_of(assembly);
  if (lines.empty()) return;  // it only keeps the optimizer from something
  const bool locked = contract::is_locked(lines);
  const bool releases = contract::is_one_move(lines) && gimple_asm_clobbers_memory_p(assembly);
  const std::vector<Operand> operands = memory_operands(assembly);
  for (const Operand& operand : operands) {
    // An operand that is both ("+m") is in the text under the number of the output.
    const Operand* output = nullptr;
    for (const Operand& other : operands) {
      if (other.is_output && operand_equal_p(other.place, operand.place, 0)) output = &other;
    }
    const std::size_t before = found.size();
    add_reference(found, assembly, operand.place, operand.is_output ? Kind::kStore : Kind::kLoad);
    if (found.size() == before) continue;
    MemoryAccess& access = found.back();
    access.is_aligned = false;
    const bool is_update = (locked || (releases && operand.is_output)) && access.size != 0 && access.size <= 16;
    if (is_update && !operand.is_output && output != nullptr) {
      found.pop_back();
      continue;
    }
    const unsigned number = output != nullptr ? output->number : operand.number;
    bool is_mentioned = false, is_touched = false;
    for (const Line& line : lines) {
      if (!contract::has_operand(line, '%', number)) continue;
      is_mentioned = true;
      if (!contract::touches_nothing(line)) is_touched = true;
    }
    // Without any, it is declared for what the text does through registers.
    if (is_mentioned && !is_touched) {
      found.pop_back();
      continue;
    }
    // No single instruction reaches so far: the type keeps the optimizer from knowing how far it does.
    if (is_mentioned && (access.size == 0 || access.size > contract::kWidestChecked)) {
      access.size = 1;
      access.length = NULL_TREE;
    }
    if (is_update) access.kind = Kind::kAtomicUpdate;
  }
}

std::vector<tree> unseen_addresses_of_assembly(gasm* assembly) {
  std::vector<tree> addresses;
  if (!gimple_asm_clobbers_memory_p(assembly) || lines_of(assembly).empty()) return addresses;
  for (unsigned i = 0; i < gimple_asm_ninputs(assembly); ++i) {
    tree given = TREE_VALUE(gimple_asm_input_op(assembly, i));
    if (POINTER_TYPE_P(TREE_TYPE(given)) && (TREE_CODE(given) == SSA_NAME || is_address_of_variable(given)))
      addresses.push_back(given);
  }
  return addresses;
}

bool is_fence_of_assembly(const gasm* assembly) {
  if (!gimple_asm_clobbers_memory_p(assembly)) return false;
  const std::vector<Line> lines = lines_of(assembly);
  return contract::has_fence(lines) || (contract::is_locked(lines) && memory_operands(assembly).empty());
}

}  // namespace fencepost::gcc
