#include "symbolize/thread_identity.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/decoded_function.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kMostFunctions = 100;

bool asks_by_call(const std::string& function) {
  constexpr std::string_view kAsk[] = {"pthread_self", "thrd_current", "gettid", "syscall"};
  return std::ranges::find(kAsk, function) != std::end(kAsk);
}

bool is_ours(const std::string& function) {
  return function.starts_with("fencepost") || function.starts_with("__tsan");
}

// What our pass for clang adds to the address of a thread's own records (compiler/pass/runtime.cpp: add_to_block).
constexpr std::int64_t kMaskOfBlocks = 0xfffc0;
}  // namespace

bool adds_own_records(const DecodedFunction& code, std::size_t i) {
  if (code.instruction(i).id != X86_INS_ADD || i < 2) return false;
  if (code.instruction(i - 1).id != X86_INS_MOV || code.instruction(i - 2).id != X86_INS_AND) return false;
  const cs_x86_op &base = code.detail(i - 1).operands[0], &mask = code.detail(i - 2).operands[1];
  return base.type == X86_OP_REG && base.reg == code.detail(i).operands[1].mem.base && mask.type == X86_OP_IMM &&
         mask.imm == kMaskOfBlocks;
}

namespace {

// The variables of threads that functions compare and write. Each is named by its distance from the thread's own data.
class OwnVariables {
 public:
  void look_at(const DecodedFunction& code);
  // One is compared and nowhere written. (Counters, pools and the like are written: they are for all threads.)
  bool name_a_thread() const {
    return std::ranges::any_of(compared_, [&](std::int64_t variable) { return !written_.contains(variable); });
  }

 private:
  using Known = std::map<unsigned, std::int64_t>;  // by register
  static constexpr std::int64_t kStackProtector = 0x28;
  // Distances that the dynamic linker decides: of variables in tables, and of those that a function gives.
  static constexpr std::int64_t kOfTable = std::int64_t{1} << 40, kOfFunction = std::int64_t{1} << 41;

  std::optional<std::int64_t> variable_at(const cs_x86_op& operand) const;
  std::optional<std::int64_t> compared_in(const cs_x86_op& operand) const;
  void loads(unsigned to, const cs_x86_op& from);
  void moves_pointer(const cs_x86& instruction, unsigned id);
  void forgets(unsigned one) {
    pointers_.erase(one);
    values_.erase(one);
  }

  Known pointers_, values_;
  std::set<std::int64_t> compared_, written_;
};

bool reads_own_data(const cs_x86_op& operand) {
  return operand.type == X86_OP_MEM && operand.mem.segment == X86_REG_FS;
}

std::optional<std::int64_t> OwnVariables::variable_at(const cs_x86_op& operand) const {
  if (operand.type != X86_OP_MEM) return std::nullopt;
  if (operand.mem.segment == X86_REG_FS) {
    if (operand.mem.base != X86_REG_INVALID) return kOfTable + operand.mem.disp;
    const bool of_program = operand.mem.disp != 0 && operand.mem.disp != kStackProtector;
    return of_program ? std::optional(operand.mem.disp) : std::nullopt;
  }
  const auto pointer = pointers_.find(whole_register(operand.mem.base));
  return pointer != pointers_.end() ? std::optional(pointer->second + operand.mem.disp) : std::nullopt;
}

std::optional<std::int64_t> OwnVariables::compared_in(const cs_x86_op& operand) const {
  if (operand.type != X86_OP_REG) return variable_at(operand);
  const auto value = values_.find(whole_register(operand.reg));
  return value != values_.end() ? std::optional(value->second) : std::nullopt;
}

void OwnVariables::loads(unsigned to, const cs_x86_op& from) {
  const auto variable = variable_at(from);
  const bool beginning = reads_own_data(from) && from.mem.base == X86_REG_INVALID && from.mem.disp == 0;
  const unsigned source = from.type == X86_OP_REG ? whole_register(from.reg) : unsigned{X86_REG_INVALID};
  const auto pointer = pointers_.find(source), value = values_.find(source);
  const auto copied_pointer = pointer != pointers_.end() ? std::optional(pointer->second) : std::nullopt;
  const auto copied_value = value != values_.end() ? std::optional(value->second) : variable;
  forgets(to);
  if (beginning) pointers_[to] = 0;
  if (copied_pointer) pointers_[to] = *copied_pointer;
  if (copied_value) values_[to] = *copied_value;
}

// LEA and ADD.
void OwnVariables::moves_pointer(const cs_x86& instruction, unsigned id) {
  const unsigned to = whole_register(instruction.operands[0].reg);
  const cs_x86_op& by = instruction.operands[1];
  std::optional<std::int64_t> moved;
  if (id == X86_INS_LEA) {
    moved = variable_at(by);
  } else if (const auto pointer = pointers_.find(to); pointer != pointers_.end()) {
    moved = by.type == X86_OP_IMM ? pointer->second + by.imm : kOfTable;
  }
  forgets(to);
  if (moved) pointers_[to] = *moved;
}

void OwnVariables::look_at(const DecodedFunction& code) {
  constexpr unsigned kOfCallers[] = {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI,
                                     X86_REG_R8,  X86_REG_R9,  X86_REG_R10, X86_REG_R11};
  pointers_.clear();
  values_.clear();
  for (std::size_t i = 0; i < code.count(); ++i) {
    const cs_x86& detail = code.detail(i);
    const unsigned id = code.instruction(i).id;
    if (id == X86_INS_CALL) {
      for (const unsigned one : kOfCallers) forgets(one);
      if (code.name_of_callee(i) == "__tls_get_addr") pointers_[X86_REG_RAX] = kOfFunction;
      continue;
    }
    if (detail.op_count < 1 || adds_own_records(code, i)) continue;
    const cs_x86_op &first = detail.operands[0], &second = detail.operands[1];
    if ((id == X86_INS_CMP || id == X86_INS_TEST) && detail.op_count == 2) {
      for (const cs_x86_op* const operand : {&first, &second})
        if (const auto variable = compared_in(*operand)) compared_.insert(*variable);
    } else if (first.type == X86_OP_MEM) {
      const auto variable = variable_at(first);
      if (variable && (first.access & CS_AC_WRITE) != 0) written_.insert(*variable);
    } else if (first.type == X86_OP_REG && detail.op_count == 2) {
      const bool loads_it = id == X86_INS_MOV || id == X86_INS_MOVZX || id == X86_INS_MOVSX || id == X86_INS_MOVSXD;
      if (loads_it) {
        loads(whole_register(first.reg), second);
      } else if (id == X86_INS_LEA || id == X86_INS_ADD) {
        moves_pointer(detail, id);
      } else if ((first.access & CS_AC_WRITE) != 0) {
        forgets(whole_register(first.reg));
      }
    }
  }
}

}  // namespace

bool asks_which_thread(const MachineCode& machine_code, std::uint64_t address) {
  OwnVariables variables;
  std::set<std::uint64_t> seen;
  for (std::vector<std::uint64_t> todo{address}; !todo.empty() && seen.size() < kMostFunctions;) {
    const MachineCode::Function function = machine_code.function_at(todo.back());
    todo.pop_back();
    if (function.bytes.empty() || !seen.insert(function.begin).second) continue;
    const DecodedFunction code(machine_code, function);
    variables.look_at(code);
    for (std::size_t i = 0; i < code.count(); ++i) {
      const bool calls = code.instruction(i).id == X86_INS_CALL || code.is_jump(i);
      if (!calls || code.detail(i).op_count != 1) continue;
      const std::string name = code.name_of_callee(i);
      if (asks_by_call(name)) return true;
      const cs_x86_op& target = code.detail(i).operands[0];
      if (target.type == X86_OP_IMM && !is_ours(name)) todo.push_back(static_cast<std::uint64_t>(target.imm));
    }
  }
  return variables.name_a_thread();
}

}  // namespace fencepost::symbolize
