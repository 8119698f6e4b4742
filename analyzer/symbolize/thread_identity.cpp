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

// A variable of which each thread has its own: its distance from the thread's own data, or from a place there that the
// dynamic linker decides. `table`: the address of that decision, or 0.
struct OwnVariable {
  std::uint64_t table = 0;
  std::int64_t distance = 0;
  friend auto operator<=>(const OwnVariable&, const OwnVariable&) = default;
};

// Those that functions read and write.
class OwnVariables {
 public:
  void look_at(const DecodedFunction& code);
  // One is read and nowhere written. (Counters, pools and the like are written: they are for all threads.)
  bool name_a_thread() const {
    return std::ranges::any_of(read_, [&](const OwnVariable& variable) { return !written_.contains(variable); });
  }

 private:
  // A register, or (without optimization, compilers keep all in the frame) memory at a distance from rbp or rsp.
  struct Room {
    unsigned base = X86_REG_INVALID;
    std::optional<std::int64_t> at;
    friend auto operator<=>(const Room&, const Room&) = default;
  };
  static constexpr std::int64_t kStackProtector = 0x28;
  static constexpr std::uint64_t kOfFunction = 1;  // an unknown decision

  static Room room_of(const cs_x86_op& operand);
  std::optional<OwnVariable> variable_at(const cs_x86_op& operand) const;
  std::uint64_t table_in(unsigned one) const;
  std::optional<OwnVariable> pointer_in(const cs_x86_op& operand) const;
  void reads(const cs_x86_op& operand);
  void writes(const cs_x86_op& operand);
  void copies(const DecodedFunction& code, std::size_t i);
  void moves_pointer(const DecodedFunction& code, std::size_t i);
  void calls(const DecodedFunction& code, std::size_t i);
  void forgets(const Room& room) {
    pointers_.erase(room);
    tables_.erase(room);
  }

  std::map<Room, OwnVariable> pointers_;
  std::map<Room, std::uint64_t> tables_;  // rooms with what the dynamic linker has decided; or its address, for a call
  std::set<OwnVariable> read_, written_;
};

bool reads_own_data(const cs_x86_op& operand) {
  return operand.type == X86_OP_MEM && operand.mem.segment == X86_REG_FS;
}

// The address that an operand names relative to the instruction; 0: it does not.
std::uint64_t named_by(const DecodedFunction& code, std::size_t i, const cs_x86_op& operand) {
  if (operand.type != X86_OP_MEM || operand.mem.base != X86_REG_RIP) return 0;
  return code.end_of(i) + static_cast<std::uint64_t>(operand.mem.disp);
}

OwnVariables::Room OwnVariables::room_of(const cs_x86_op& operand) {
  if (operand.type == X86_OP_REG) return {whole_register(operand.reg), std::nullopt};
  const bool in_frame = operand.type == X86_OP_MEM && operand.mem.index == X86_REG_INVALID &&
                        operand.mem.segment == X86_REG_INVALID &&
                        (operand.mem.base == X86_REG_RBP || operand.mem.base == X86_REG_RSP);
  return in_frame ? Room{operand.mem.base, operand.mem.disp} : Room{};
}

std::uint64_t OwnVariables::table_in(unsigned one) const {
  const auto found = tables_.find({whole_register(one), std::nullopt});
  return found != tables_.end() ? found->second : kOfFunction;
}

std::optional<OwnVariable> OwnVariables::variable_at(const cs_x86_op& operand) const {
  if (operand.type != X86_OP_MEM) return std::nullopt;
  if (operand.mem.segment == X86_REG_FS) {
    if (operand.mem.base != X86_REG_INVALID) return OwnVariable{table_in(operand.mem.base), operand.mem.disp};
    const bool of_program = operand.mem.disp != 0 && operand.mem.disp != kStackProtector;
    return of_program ? std::optional(OwnVariable{0, operand.mem.disp}) : std::nullopt;
  }
  for (const x86_reg one : {operand.mem.base, operand.mem.index}) {
    const auto pointer = pointers_.find({whole_register(one), std::nullopt});
    if (one != X86_REG_INVALID && pointer != pointers_.end())
      return OwnVariable{pointer->second.table, pointer->second.distance + operand.mem.disp};
  }
  return std::nullopt;
}

std::optional<OwnVariable> OwnVariables::pointer_in(const cs_x86_op& operand) const {
  const auto pointer = pointers_.find(room_of(operand));
  return pointer != pointers_.end() ? std::optional(pointer->second) : std::nullopt;
}

void OwnVariables::reads(const cs_x86_op& operand) {
  if (const auto variable = variable_at(operand); variable && (operand.access & CS_AC_READ) != 0)
    read_.insert(*variable);
}
void OwnVariables::writes(const cs_x86_op& operand) {
  const auto variable = variable_at(operand);
  if (variable && (operand.access & CS_AC_WRITE) != 0 && variable->table != kOfFunction) written_.insert(*variable);
}

void OwnVariables::copies(const DecodedFunction& code, std::size_t i) {
  const cs_x86_op &first = code.detail(i).operands[0], &from = code.detail(i).operands[1];
  const Room to = room_of(first);
  const bool beginning = reads_own_data(from) && from.mem.base == X86_REG_INVALID && from.mem.disp == 0;
  const std::optional<OwnVariable> pointer = beginning ? OwnVariable{} : pointer_in(from);
  const auto table = tables_.find(room_of(from));
  const std::uint64_t decided = table != tables_.end() ? table->second : named_by(code, i, from);
  if (to.base == X86_REG_INVALID) return;
  forgets(to);
  if (pointer) pointers_[to] = *pointer;
  if (decided != 0) tables_[to] = decided;
}

// LEA and ADD.
void OwnVariables::moves_pointer(const DecodedFunction& code, std::size_t i) {
  const cs_x86_op &first = code.detail(i).operands[0], &by = code.detail(i).operands[1];
  const Room to = room_of(first);
  std::optional<OwnVariable> moved;
  std::uint64_t table = 0;
  if (code.instruction(i).id == X86_INS_LEA) {
    moved = variable_at(by);
    table = named_by(code, i, by);
  } else if (const auto pointer = pointer_in(first)) {
    const bool number = by.type == X86_OP_IMM;
    const std::uint64_t named = by.type == X86_OP_REG ? table_in(by.reg) : named_by(code, i, by);
    moved = number ? OwnVariable{pointer->table, pointer->distance + by.imm}
                   : OwnVariable{named != 0 ? named : kOfFunction, pointer->distance};
  } else if (const auto other = pointer_in(by)) {
    moved = OwnVariable{table_in(first.reg), other->distance};
  }
  forgets(to);
  if (moved) pointers_[to] = *moved;
  if (table != 0) tables_[to] = table;
}

// Whoever gets the address of a variable may read it.
void OwnVariables::calls(const DecodedFunction& code, std::size_t i) {
  constexpr unsigned kOfCallers[] = {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI,
                                     X86_REG_R8,  X86_REG_R9,  X86_REG_R10, X86_REG_R11};
  const std::string name = code.name_of_callee(i);
  const std::uint64_t table = table_in(X86_REG_RDI);
  const bool gives = name == "__tls_get_addr";
  if (!gives && !is_ours(name)) {
    for (const unsigned one : {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9})
      if (const auto pointer = pointers_.find({one, std::nullopt}); pointer != pointers_.end())
        read_.insert(pointer->second);
  }
  for (const unsigned one : kOfCallers) forgets({one, std::nullopt});
  const Room result{X86_REG_RAX, std::nullopt};
  if (gives) pointers_[result] = {table, 0};
  // (In C++, a function for each variable may give its address; in Fortran by LLVM, the runtime does.)
  if (name.starts_with("_ZTW") || name == "__kmpc_threadprivate_cached") pointers_[result] = {kOfFunction, 0};
}

void OwnVariables::look_at(const DecodedFunction& code) {
  pointers_.clear();
  tables_.clear();
  for (std::size_t i = 0; i < code.count(); ++i) {
    const cs_x86& detail = code.detail(i);
    const unsigned id = code.instruction(i).id;
    if (id == X86_INS_CALL) {
      calls(code, i);
      continue;
    }
    if (detail.op_count < 1 || adds_own_records(code, i)) continue;
    const bool moves = id == X86_INS_LEA || (id == X86_INS_ADD && detail.operands[0].type == X86_OP_REG);
    // (An address alone is no use of the variable, nor is the thread's own data's.)
    if (id != X86_INS_LEA && id != X86_INS_NOP)
      for (std::uint8_t one = 0; one < detail.op_count; ++one) reads(detail.operands[one]);
    writes(detail.operands[0]);
    if (moves && detail.op_count == 2) {
      moves_pointer(code, i);
    } else if (detail.op_count == 2 && (id == X86_INS_MOV || id == X86_INS_MOVSXD)) {
      copies(code, i);
    } else if (id != X86_INS_POP && (detail.operands[0].access & CS_AC_WRITE) != 0) {
      // (Instructions are read in the order of their addresses: after an early return, its registers are not restored.)
      forgets(room_of(detail.operands[0]));
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
