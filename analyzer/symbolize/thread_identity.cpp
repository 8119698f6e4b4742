#include "symbolize/thread_identity.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/decoded_function.h"
#include "symbolize/parts_in_code.h"
#include "symbolize/turns_in_code.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kMostFunctions = 1000;

bool asks_by_call(const std::string& function) {
  constexpr std::string_view kAsk[] = {"pthread_self", "thrd_current",        "gettid", "syscall",
                                       "sched_getcpu", "pthread_getspecific", "tss_get"};
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

// Whether functions read variables of which each thread has its own. (A counter is not read where one instruction
// counts.)
class OwnVariables {
 public:
  void look_at(const DecodedFunction& code);
  bool are_read() const { return are_read_; }

 private:
  // A register, or (without optimization, compilers keep all in the frame) memory at a distance from rbp or rsp.
  struct Room {
    unsigned base = X86_REG_INVALID;
    std::optional<std::int64_t> at;
    friend auto operator<=>(const Room&, const Room&) = default;
  };
  static constexpr std::int64_t kStackProtector = 0x28;

  static Room room_of(const cs_x86_op& operand);
  bool has_pointer(unsigned one) const { return pointers_.contains({whole_register(one), std::nullopt}); }
  bool is_own(const cs_x86_op& operand) const;
  void calls(const std::string& name);
  void sets(const cs_x86_op& operand, bool points);
  void step(const DecodedFunction& code, std::size_t i);

  std::set<Room> pointers_;  // that point to the thread's own data
  bool are_read_ = false;
};

OwnVariables::Room OwnVariables::room_of(const cs_x86_op& operand) {
  if (operand.type == X86_OP_REG) return {whole_register(operand.reg), std::nullopt};
  const bool in_frame = operand.type == X86_OP_MEM && operand.mem.index == X86_REG_INVALID &&
                        operand.mem.segment == X86_REG_INVALID &&
                        (operand.mem.base == X86_REG_RBP || operand.mem.base == X86_REG_RSP);
  return in_frame ? Room{operand.mem.base, operand.mem.disp} : Room{};
}

bool OwnVariables::is_own(const cs_x86_op& operand) const {
  if (operand.type != X86_OP_MEM) return false;
  const x86_op_mem& memory = operand.mem;
  if (memory.segment != X86_REG_FS) return has_pointer(memory.base) || has_pointer(memory.index);
  return memory.base != X86_REG_INVALID || (memory.disp != 0 && memory.disp != kStackProtector);
}

void OwnVariables::sets(const cs_x86_op& operand, bool points) {
  const Room room = room_of(operand);
  if (room.base == X86_REG_INVALID) return;
  if (points) {
    pointers_.insert(room);
  } else {
    pointers_.erase(room);
  }
}

// Whoever gets the address of a variable may read it.
void OwnVariables::calls(const std::string& name) {
  constexpr unsigned kArguments[] = {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9};
  const bool gives = name == "__tls_get_addr";
  are_read_ |=
      !gives && !is_ours(name) && std::ranges::any_of(kArguments, [&](unsigned one) { return has_pointer(one); });
  for (const unsigned one : kArguments) pointers_.erase({one, std::nullopt});
  for (const unsigned one : {X86_REG_RAX, X86_REG_R10, X86_REG_R11}) pointers_.erase({one, std::nullopt});
  // (In C++, a function for each variable may give its address; in Fortran by LLVM, the runtime does.)
  if (gives || name.starts_with("_ZTW") || name == "__kmpc_threadprivate_cached")
    pointers_.insert({X86_REG_RAX, std::nullopt});
}

void OwnVariables::step(const DecodedFunction& code, std::size_t i) {
  const cs_x86& detail = code.detail(i);
  const unsigned id = code.instruction(i).id;
  const cs_x86_op &to = detail.operands[0], &from = detail.operands[1];
  const bool adds = id == X86_INS_ADD || id == X86_INS_SUB;
  const bool counts = (adds || id == X86_INS_INC || id == X86_INS_DEC) && to.type == X86_OP_MEM;
  // (An address alone is no use of the variable.)
  if (id != X86_INS_LEA && id != X86_INS_NOP && !counts)
    for (std::uint8_t one = 0; one < detail.op_count; ++one)
      are_read_ |= is_own(detail.operands[one]) && (one > 0 || (detail.operands[one].access & CS_AC_READ) != 0);
  if (detail.op_count == 2 && id == X86_INS_MOV) {
    const bool beginning = from.type == X86_OP_MEM && from.mem.segment == X86_REG_FS &&
                           from.mem.base == X86_REG_INVALID && from.mem.disp == 0;
    sets(to, beginning || pointers_.contains(room_of(from)));
  } else if (detail.op_count == 2 && id == X86_INS_LEA) {
    sets(to, is_own(from));
  } else if (detail.op_count == 2 && adds && to.type == X86_OP_REG) {
    sets(to, pointers_.contains(room_of(to)) || pointers_.contains(room_of(from)));
  } else if (id != X86_INS_POP && (to.access & CS_AC_WRITE) != 0) {
    // (Instructions are read in the order of their addresses: after an early return, its registers are not restored.)
    sets(to, false);
  }
}

void OwnVariables::look_at(const DecodedFunction& code) {
  pointers_.clear();
  for (std::size_t i = 0; i < code.count(); ++i) {
    if (code.instruction(i).id == X86_INS_CALL) {
      calls(code.name_of_callee(i));
    } else if (code.detail(i).op_count > 0 && !adds_own_records(code, i)) {
      step(code, i);
    }
  }
}

}  // namespace

bool asks_which_thread(const MachineCode& machine_code, std::uint64_t address) {
  OwnVariables variables;
  std::set<std::uint64_t> seen;
  for (std::vector<std::uint64_t> todo{address}; !todo.empty();) {
    if (seen.size() == kMostFunctions) return true;
    const MachineCode::Function function = machine_code.function_at(todo.back());
    todo.pop_back();
    if (function.bytes.empty() || !seen.insert(function.begin).second) continue;
    const DecodedFunction code(machine_code, function, DecodedFunction::Tables::kLeadOutside);
    if (seen.size() == 1 && code.count() == 0) return true;
    if (seen.size() == 1 && takes_turns_before_parts(machine_code, function, code)) return true;
    variables.look_at(code);
    for (std::size_t i = 0; i < code.count(); ++i) {
      const bool calls = code.instruction(i).id == X86_INS_CALL || code.is_jump(i);
      if (!calls || code.detail(i).op_count != 1) continue;
      const std::string name = code.name_of_callee(i);
      if (asks_by_call(name)) return true;
      const cs_x86_op& target = code.detail(i).operands[0];
      if (target.type == X86_OP_IMM && !is_ours(name) && !is_known_by_name(name))
        todo.push_back(static_cast<std::uint64_t>(target.imm));
    }
  }
  return variables.are_read();
}

}  // namespace fencepost::symbolize
