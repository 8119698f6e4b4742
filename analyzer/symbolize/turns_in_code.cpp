#include "symbolize/turns_in_code.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/parts_in_code.h"

namespace fencepost::symbolize {
namespace {

constexpr unsigned kDeepest = 8;

// Functions that give each caller something else, or let each in at another time.
bool is_turn(std::string_view name) {
  if (any_begins(name, {"__tsan_atomic", "fencepost_passed_atomic"}))
    return !name.ends_with("_load") && !name.ends_with("_store") && !name.ends_with("_fence");
  if (any_begins(name, {"MPI_", "PMPI_", "mpi_", "pmpi_"})) {
    std::string small(name);
    std::ranges::transform(small, small.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return std::ranges::any_of(std::initializer_list<std::string_view>{"fetch", "swap", "get_acc", "recv", "probe"},
                               [&](std::string_view one) { return small.find(one) != small.npos; });
  }
  return any_begins(
      name, {"pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "sem_", "mtx_", "omp_set_", "omp_test_",
             "omp_get_place", "GOMP_critical", "GOMP_atomic", "GOMP_ordered", "__kmpc_critical", "__kmpc_atomic",
             "__kmpc_ordered", "rand", "drand48", "lrand48", "mrand48"});
}

// An atomic operation whose result the code gets.
bool fetches(const DecodedFunction& code, std::size_t i) {
  const cs_x86& detail = code.detail(i);
  const unsigned id = code.instruction(i).id;
  if (id == X86_INS_XCHG)
    return detail.op_count == 2 && (detail.operands[0].type == X86_OP_MEM || detail.operands[1].type == X86_OP_MEM);
  if (detail.prefix[0] != X86_PREFIX_LOCK) return false;
  if (id == X86_INS_XADD || id == X86_INS_CMPXCHG || id == X86_INS_CMPXCHG8B || id == X86_INS_CMPXCHG16B) return true;
  // (The flags say whether it was the last one.)
  const auto reads_flags = [&](std::size_t next) {
    if (next >= code.count()) return false;
    const std::vector<DecodedFunction::UsedRegister> used = code.registers_of(next);
    const bool branches = code.is_jump(next) && code.instruction(next).id != X86_INS_JMP;
    return branches || std::ranges::any_of(used, [](const DecodedFunction::UsedRegister& one) {
             return one.room == X86_REG_EFLAGS && one.read;
           });
  };
  return std::ranges::any_of(code.next(i), reads_flags);
}

class Turns {
 public:
  explicit Turns(const MachineCode& machine_code) : machine_code_(machine_code) {}

  bool at(const DecodedFunction& code, std::size_t i, unsigned depth) {
    if (!is_call_or_last_jump(code, i)) return fetches(code, i);
    const cs_x86_op& target = code.detail(i).operands[0];
    const std::string name = code.name_of_callee(i);
    if (is_turn(name)) return true;
    if (is_hook(name)) return false;
    const auto address = target.type == X86_OP_IMM ? static_cast<std::uint64_t>(target.imm) : 0;
    if (address != 0 && !machine_code_.function_at(address).bytes.empty()) return in_function(address, depth + 1);
    // Of the runtime's functions, those that get here are parts and the like.
    return !any_begins(name, {"GOMP_", "__kmpc_"}) && !begins_nothing(name);
  }

 private:
  bool in_function(std::uint64_t address, unsigned depth) {
    const MachineCode::Function function = machine_code_.function_at(address);
    const auto [known, added] = known_.try_emplace(function.begin, false);
    if (!added) return known->second;
    const DecodedFunction code(machine_code_, function, DecodedFunction::Tables::kLeadOutside);
    bool found = code.count() == 0 || depth > kDeepest;
    for (std::size_t i = 0; i < code.count() && !found; ++i) found = at(code, i, depth);
    known_[function.begin] = found;
    return found;
  }

  const MachineCode& machine_code_;
  std::map<std::uint64_t, bool> known_;
};

// Whether a function uses one of the registers in which arguments come, as far as its code up to its first call shows.
bool has_arguments(const DecodedFunction& code) {
  constexpr unsigned kArguments[] = {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9};
  std::set<unsigned> written;
  for (std::size_t i = 0; i < code.count() && code.instruction(i).id != X86_INS_CALL; ++i) {
    const cs_x86& detail = code.detail(i);
    const bool sets_to_0 = code.instruction(i).id == X86_INS_XOR && detail.op_count == 2 &&
                           detail.operands[0].type == X86_OP_REG && detail.operands[1].type == X86_OP_REG &&
                           detail.operands[0].reg == detail.operands[1].reg;
    for (const auto& [room, read, is_written] : code.registers_of(i)) {
      const bool argument = std::ranges::find(kArguments, room) != std::end(kArguments);
      if (argument && read && !sets_to_0 && !written.contains(room)) return true;
      if (is_written) written.insert(room);
    }
  }
  return false;
}

}  // namespace

bool takes_turns_before_parts(const MachineCode& machine_code, const MachineCode::Function& function,
                              const DecodedFunction& code) {
  const PartsInCode parts(machine_code, function, code);
  bool any_part = false;
  for (std::size_t i = 0; i < code.count() && !any_part; ++i) any_part = parts.in_part(i);
  if (!any_part) return false;
  if (!is_outlined(machine_code.called(function.begin)) && has_arguments(code)) return true;
  // What only a table of jumps leads to is mostly the switch of sections: code of parts.
  Turns turns(machine_code);
  for (std::size_t i = 0; i < code.count(); ++i)
    if (!parts.in_part(i) && code.is_reached(i) && (parts.has_unseen_ways() || parts.may_follow(i)) &&
        turns.at(code, i, 0))
      return true;
  return false;
}

}  // namespace fencepost::symbolize
