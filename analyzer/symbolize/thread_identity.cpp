#include "symbolize/thread_identity.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/decoded_function.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kMostFunctions = 100;
constexpr std::int64_t kStackProtector = 0x28;  // from the beginning of a thread's own data

bool asks_by_call(const std::string& function) {
  constexpr std::string_view kAsk[] = {"__tls_get_addr", "pthread_self", "thrd_current", "gettid", "syscall"};
  return std::ranges::find(kAsk, function) != std::end(kAsk);
}

bool reads_own_data(const cs_x86& instruction) {
  return std::any_of(instruction.operands, instruction.operands + instruction.op_count, [](const cs_x86_op& operand) {
    if (operand.type != X86_OP_MEM || operand.mem.segment != X86_REG_FS) return false;
    const bool of_program = operand.mem.base != X86_REG_INVALID || operand.mem.index != X86_REG_INVALID;
    return of_program || operand.mem.disp != kStackProtector;
  });
}

// What our pass for clang adds to the address of a thread's own records (compiler/pass/runtime.cpp: add_to_block).
constexpr std::int64_t kMaskOfBlocks = 0xfffc0;
bool is_of_our_pass(const DecodedFunction& code, std::size_t i) {
  if (code.instruction(i).id != X86_INS_ADD || i < 2) return false;
  if (code.instruction(i - 1).id != X86_INS_MOV || code.instruction(i - 2).id != X86_INS_AND) return false;
  const cs_x86_op &base = code.detail(i - 1).operands[0], &mask = code.detail(i - 2).operands[1];
  return base.type == X86_OP_REG && base.reg == code.detail(i).operands[1].mem.base && mask.type == X86_OP_IMM &&
         mask.imm == kMaskOfBlocks;
}
bool is_ours(const std::string& function) {
  return function.starts_with("fencepost") || function.starts_with("__tsan");
}

}  // namespace

bool asks_which_thread(const MachineCode& machine_code, std::uint64_t address) {
  std::set<std::uint64_t> seen;
  for (std::vector<std::uint64_t> todo{address}; !todo.empty() && seen.size() < kMostFunctions;) {
    const MachineCode::Function function = machine_code.function_at(todo.back());
    todo.pop_back();
    if (function.bytes.empty() || !seen.insert(function.begin).second) continue;
    const DecodedFunction code(machine_code, function);
    for (std::size_t i = 0; i < code.count(); ++i) {
      if (reads_own_data(code.detail(i)) && !is_of_our_pass(code, i)) return true;
      const bool calls = code.instruction(i).id == X86_INS_CALL || code.is_jump(i);
      if (!calls || code.detail(i).op_count != 1) continue;
      const std::string name = code.name_of_callee(i);
      if (asks_by_call(name)) return true;
      const cs_x86_op& target = code.detail(i).operands[0];
      if (target.type == X86_OP_IMM && !is_ours(name)) todo.push_back(static_cast<std::uint64_t>(target.imm));
    }
  }
  return false;
}

}  // namespace fencepost::symbolize
