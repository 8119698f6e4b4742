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

#include "symbolize/callee.h"
#include "symbolize/parts_in_code.h"

namespace fencepost::symbolize {
namespace {

constexpr unsigned kDeepestTurn = 8;

// Functions that give each caller something else, or let each in at another time.
bool is_turn(std::string_view name) {
  name = without_wrapper(name);
  if (any_begins(name, {"__tsan_atomic", "fencepost_passed_atomic"}))
    return !name.ends_with("_load") && !name.ends_with("_store") && !name.ends_with("_fence");
  if (any_begins(name, {"MPI_", "PMPI_", "mpi_", "pmpi_"})) {
    std::string small(name);
    std::ranges::transform(small, small.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return std::ranges::any_of(std::initializer_list<std::string_view>{"fetch", "swap", "get_acc", "recv", "probe"},
                               [&](std::string_view one) { return small.find(one) != small.npos; });
  }
  return any_begins(name, {"pthread_mutex_",
                           "pthread_rwlock_",
                           "pthread_spin_",
                           "sem_",
                           "mtx_",
                           "omp_set_",
                           "omp_test_",
                           "omp_get_place",
                           "GOMP_critical",
                           "GOMP_atomic",
                           "GOMP_ordered",
                           "__kmpc_critical",
                           "__kmpc_atomic",
                           "__kmpc_ordered",
                           "rand",
                           "drand48",
                           "lrand48",
                           "mrand48",
                           "_gfortran_rand",
                           "_gfortran_irand",
                           "_gfortran_arandom",
                           "_gfortran_st_read",
                           "_FortranARandom",
                           "_FortranAioBeginExternalListInput",
                           "_FortranAioBeginExternalFormattedInput",
                           "_FortranAioBeginUnformattedInput"});
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

bool fetches_nothing(const DecodedFunction& /*code*/, std::size_t /*i*/) {
  return false;
}

// Functions that may give each caller memory of its own.
bool allocates(std::string_view name) {
  name = without_wrapper(name);
  return any_begins(name, {"malloc",
                           "calloc",
                           "realloc",
                           "aligned_alloc",
                           "posix_memalign",
                           "memalign",
                           "valloc",
                           "strdup",
                           "strndup",
                           "_Znw",
                           "_Zna",
                           "_ZNSt",
                           "GOMP_alloc",
                           "omp_alloc",
                           "omp_aligned_alloc",
                           "omp_calloc",
                           "omp_aligned_calloc",
                           "omp_realloc",
                           "__kmpc_alloc",
                           "__kmpc_aligned_alloc",
                           "_FortranAAllocatable",
                           "_FortranAPointer",
                           "_FortranAAssign",
                           "_gfortran_internal_pack"}) ||
         mpi_name(name) == "MPI_Alloc_mem";
}

// What a function does, or one that it calls: one by its name, one instruction by itself. Of functions that are not
// known, everything is possible.
struct Deed {
  bool (*by_name)(std::string_view function);
  bool (*by_instruction)(const DecodedFunction& code, std::size_t i);
};
constexpr Deed kTakesTurns{is_turn, fetches}, kAllocates{allocates, fetches_nothing};

class Search {
 public:
  Search(const MachineCode& machine_code, const Deed& deed) : machine_code_(machine_code), deed_(deed) {}

  bool at(const DecodedFunction& code, std::size_t i, unsigned depth) {
    if (!is_call_or_last_jump(code, i)) return deed_.by_instruction(code, i);
    const cs_x86_op& target = code.detail(i).operands[0];
    const std::string name = code.name_of_callee(i);
    if (deed_.by_name(name)) return true;
    if (is_hook(name)) return false;
    if (is_known_by_name(name)) return !begins_nothing(name);
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
    bool found = code.count() == 0 || depth > kDeepestTurn;
    for (std::size_t i = 0; i < code.count() && !found; ++i) found = at(code, i, depth);
    known_[function.begin] = found;
    return found;
  }

  const MachineCode& machine_code_;
  const Deed& deed_;
  std::map<std::uint64_t, bool> known_;
};

bool runs_parts(const PartsInCode& parts, const DecodedFunction& code) {
  for (std::size_t i = 0; i < code.count(); ++i)
    if (parts.in_part(i)) return true;
  return false;
}

// What only a table of jumps leads to is mostly the switch of sections: code of parts.
bool is_done_before_parts(const Deed& deed, const MachineCode& machine_code, const PartsInCode& parts,
                          const DecodedFunction& code) {
  Search search(machine_code, deed);
  for (std::size_t i = 0; i < code.count(); ++i)
    if (!parts.in_part(i) && code.is_reached(i) && (parts.has_unseen_ways() || parts.may_follow(i)) &&
        search.at(code, i, 0))
      return true;
  return false;
}

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
  if (!runs_parts(parts, code)) return false;
  if (!is_outlined(machine_code.called(function.begin)) && has_arguments(code)) return true;
  return is_done_before_parts(kTakesTurns, machine_code, parts, code);
}

bool allocates_before_parts(const MachineCode& machine_code, std::uint64_t address) {
  const MachineCode::Function function = machine_code.function_at(address);
  const DecodedFunction code(machine_code, function, DecodedFunction::Tables::kLeadOutside);
  if (code.count() == 0) return true;
  const PartsInCode parts(machine_code, function, code);
  return runs_parts(parts, code) && is_done_before_parts(kAllocates, machine_code, parts, code);
}

}  // namespace fencepost::symbolize
