#include "symbolize/parts_in_code.h"

#include <algorithm>
#include <capstone.h>
#include <iterator>
#include <limits>

#include "symbolize/callee.h"

namespace fencepost::symbolize {
namespace {

bool any_is(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// A part is there when it returns: if its result is not 0, or always.
bool gives_part(std::string_view name) {
  if (name.starts_with("GOMP_loop")) return name.ends_with("_start") || name.ends_with("_next");
  return any_begins(name,
                    {"GOMP_sections_start", "GOMP_sections2_start", "GOMP_sections_next", "GOMP_single_start",
                     "GOMP_single_copy_start", "__kmpc_dispatch_next", "__kmpc_single", "__kmpc_for_static_init"});
}
bool result_says_so(std::string_view name) {
  return !any_begins(name, {"GOMP_single_copy_start", "__kmpc_for_static_init"});
}
bool ends_part(std::string_view name) {
  return any_begins(name, {"GOMP_loop_end", "GOMP_sections_end", "GOMP_barrier", "__kmpc_barrier", "__kmpc_end_single",
                           "GOMP_single_copy_end", "__kmpc_for_static_fini", "__kmpc_dispatch_deinit"});
}

std::size_t next_in_line(const DecodedFunction& code, std::size_t i) {
  const auto passes = [&](std::size_t at) {
    const unsigned id = code.instruction(at).id;
    const cs_x86& detail = code.detail(at);
    const bool moves = id == X86_INS_MOV || id == X86_INS_LEA;
    return moves && (detail.operands[0].type != X86_OP_REG || whole_register(detail.operands[0].reg) != X86_REG_RAX);
  };
  for (++i; i < code.count() && passes(i); ++i) {
  }
  return i;
}

// Where the code goes on after a call if its result is not 0; count(): the code does not show it.
std::size_t if_not_zero(const DecodedFunction& code, std::size_t call) {
  const std::size_t test = next_in_line(code, call);
  const std::size_t jump = test < code.count() ? next_in_line(code, test) : test;
  if (jump >= code.count()) return code.count();
  const cs_x86& tested = code.detail(test);
  const unsigned id = code.instruction(test).id;
  if (tested.op_count != 2 || tested.operands[0].type != X86_OP_REG) return code.count();
  if (whole_register(tested.operands[0].reg) != X86_REG_RAX) return code.count();
  const cs_x86_op& with = tested.operands[1];
  const bool itself = id == X86_INS_TEST && with.type == X86_OP_REG && with.reg == tested.operands[0].reg;
  const bool with_bit = id == X86_INS_TEST && with.type == X86_OP_IMM && (with.imm == 1 || with.imm == 0xff);
  if (!itself && !with_bit && !(id == X86_INS_CMP && with.type == X86_OP_IMM && with.imm == 0)) return code.count();
  const unsigned how = code.instruction(jump).id;
  if ((how != X86_INS_JE && how != X86_INS_JNE) || code.next(jump).size() != 2) return code.count();
  return code.next(jump)[how == X86_INS_JNE ? 0 : 1];
}

bool is_padding(const DecodedFunction& code, std::size_t i) {
  const unsigned id = code.instruction(i).id;
  return id == X86_INS_NOP || id == X86_INS_INT3 || id == X86_INS_UD2 || id == X86_INS_HLT;
}

}  // namespace

bool any_begins(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return name.starts_with(one); });
}

bool is_hook(std::string_view name) {
  return any_begins(name, {"fencepost", "__tsan_"});
}

bool is_outlined(std::string_view function) {
  constexpr std::string_view kMarks[] = {"._omp_fn.", "omp_outlined", "..omp_par"};  // of gcc, clang and flang
  return std::ranges::any_of(kMarks, [&](std::string_view one) { return function.find(one) != function.npos; });
}

bool is_call_or_last_jump(const DecodedFunction& code, std::size_t i) {
  if (code.instruction(i).id == X86_INS_CALL) return true;
  return code.instruction(i).id == X86_INS_JMP && std::ranges::find(code.next(i), code.count()) != code.next(i).end();
}

bool is_known_by_name(std::string_view name) {
  return is_hook(name) || any_begins(name, {"__wrap_", "_FortranA", "_gfortran_"});
}

std::string_view without_wrapper(std::string_view name) {
  constexpr std::string_view kWrapped = "__wrap_";
  if (name.starts_with(kWrapped)) name.remove_prefix(kWrapped.size());
  return name;
}

bool begins_nothing(std::string_view name) {
  name = without_wrapper(name);
  if (any_begins(name, {"GOMP_", "__kmpc_"}))
    return ends_part(name) || any_begins(name, {"GOMP_critical", "GOMP_atomic", "GOMP_ordered", "GOMP_taskwait",
                                                "GOMP_taskgroup", "__kmpc_critical", "__kmpc_end_", "__kmpc_master",
                                                "__kmpc_masked", "__kmpc_global_thread_num", "__kmpc_dispatch_init",
                                                "__kmpc_ordered", "__kmpc_flush", "__kmpc_threadprivate_cached"});
  return only_tells(name) ||
         any_begins(name, {"MPI_",    "PMPI_",      "mpi_", "pmpi_", "omp_",   "_gfortran_", "_FortranA",
                           "__tsan_", "fencepost_", "_ZSt", "_ZNSt", "_ZNKSt", "_ZNSo",      "__cxa_",
                           "_Zn",     "_Zd",        "mem",  "str",   "__mem",  "__str"}) ||
         any_is(name, {"malloc",        "calloc",
                       "realloc",       "free",
                       "aligned_alloc", "posix_memalign",
                       "rand",          "rand_r",
                       "srand",         "abort",
                       "exit",          "atoi",
                       "getenv",        "__stack_chk_fail",
                       "__assert_fail", "sqrt",
                       "sin",           "cos",
                       "exp",           "log",
                       "pow",           "fabs",
                       "floor",         "ceil",
                       "time",          "clock_gettime",
                       "gettimeofday"});
}

bool only_tells(std::string_view name) {
  name = without_wrapper(name);
  if (any_begins(mpi_name(name), {"MPI_Win_flush", "MPI_Win_lock", "MPI_Win_unlock"})) return true;
  if (any_is(mpi_name(name), {"MPI_Win_fence", "MPI_Win_sync", "MPI_Win_complete", "MPI_Win_wait", "MPI_Barrier",
                              "MPI_Send", "MPI_Ssend", "MPI_Put", "MPI_Accumulate"}))
    return true;
  return any_begins(name, {"fencepost_", "__tsan_", "_gfortran_st_write", "_FortranAioOutput",
                           "_FortranAioBeginExternalListOutput", "_FortranAioBeginExternalFormattedOutput",
                           "_FortranAioEndIoStatement", "_ZStls", "_ZNSols", "_ZNSo"}) ||
         any_is(name, {"printf", "__printf_chk", "fprintf", "__fprintf_chk", "puts", "putchar", "fputs", "fputc",
                       "fwrite", "fflush", "usleep", "sched_yield", "_gfortran_transfer_character_write",
                       "_gfortran_transfer_integer_write", "_gfortran_transfer_real_write"});
}

std::uint64_t bytes_used(std::string_view name, unsigned argument) {
  if (any_begins(name, {"fencepost_", "__tsan_"})) return 0;
  if (gives_part(name)) return name.ends_with("_4") || name.ends_with("_4u") ? 4 : 8;
  // In Fortran, every argument is a pointer: to a buffer, an address, or a number or handle of four bytes.
  const std::string of_mpi = name.starts_with("mpi_") || name.starts_with("pmpi_") ? mpi_name(name) : "";
  if (any_begins(of_mpi, {"MPI_Win_flush", "MPI_Win_lock", "MPI_Win_unlock", "MPI_Win_sync", "MPI_Win_fence",
                          "MPI_Win_complete", "MPI_Win_wait", "MPI_Barrier"}))
    return 4;
  const bool has_buffer = any_is(of_mpi, {"MPI_Put", "MPI_Get", "MPI_Accumulate", "MPI_Send", "MPI_Ssend"});
  return has_buffer && argument > 0 ? 8 : std::numeric_limits<std::uint64_t>::max();
}

std::int64_t bytes_on_stack(std::string_view name) {
  if (name.starts_with("__kmpc_for_static_init")) return 24;
  if (name.starts_with("__kmpc_dispatch_init") || name.starts_with("GOMP_loop_ull")) return 16;
  if (gives_part(name) || ends_part(name) || is_hook(name) ||
      any_begins(name, {"omp_", "MPI_Win_flush", "MPI_Win_lock"}))
    return 0;
  return name.starts_with("MPI_") ? 64 : 128;
}

PartsInCode::PartsInCode(const MachineCode& machine_code, const MachineCode::Function& function,
                         const DecodedFunction& code)
    : machine_code_(machine_code),
      code_(code),
      in_part_(code.count() + 1),
      begins_(code.count() + 1),
      may_follow_(code.count() + 1) {
  // What the callers do after a function is not known; after an outlined one, the region ends.
  const bool ends_region = is_outlined(machine_code.called(function.begin));
  for (std::size_t i = 0; i < code.count(); ++i) {
    if (is_call_or_last_jump(code, i)) begins_[i] = callee_may_begin(i);
    const bool leaves = code.next(i).empty() && code.instruction(i).id != X86_INS_CALL;
    if (!ends_region && (leaves || (is_call_or_last_jump(code, i) && code.instruction(i).id != X86_INS_CALL)))
      begins_[i] = true;
  }
  find_parts();
  find_what_follows();
  look_for_unseen_ways();
}

bool PartsInCode::callee_may_begin(std::size_t call) {
  const cs_x86_op& target = code_.detail(call).operands[0];
  const std::string name = code_.name_of_callee(call);
  if (gives_part(name)) return true;
  if (target.type == X86_OP_IMM) {
    const auto address = static_cast<std::uint64_t>(target.imm);
    const bool here = !machine_code_.function_at(address).bytes.empty();
    if (here && !is_known_by_name(name)) return function_may_begin(address, 0);
  }
  return name.empty() || !begins_nothing(name);
}

bool PartsInCode::function_may_begin(std::uint64_t address, unsigned depth) {
  constexpr unsigned kDeepest = 8;
  const MachineCode::Function function = machine_code_.function_at(address);
  const auto [known, added] = known_.try_emplace(function.begin, false);
  if (!added) return known->second;
  bool may = true;
  if (const DecodedFunction code(machine_code_, function); code.count() > 0 && depth < kDeepest) {
    may = false;
    for (std::size_t i = 0; i < code.count() && !may; ++i) {
      if (!is_call_or_last_jump(code, i)) continue;
      const cs_x86_op& target = code.detail(i).operands[0];
      const std::string name = code.name_of_callee(i);
      const auto to = target.type == X86_OP_IMM ? static_cast<std::uint64_t>(target.imm) : 0;
      const bool here = to != 0 && !machine_code_.function_at(to).bytes.empty();
      may = here && !is_known_by_name(name) ? function_may_begin(to, depth + 1) : name.empty() || !begins_nothing(name);
    }
  }
  known_[function.begin] = may;
  return may;
}

void PartsInCode::find_parts() {
  std::vector<std::size_t> todo;
  for (std::size_t i = 0; i < code_.count(); ++i) {
    if (code_.instruction(i).id != X86_INS_CALL) continue;
    const std::string name = code_.name_of_callee(i);
    if (!gives_part(name)) continue;
    const std::size_t given = result_says_so(name) ? if_not_zero(code_, i) : code_.count();
    if (given < code_.count()) {
      todo.push_back(given);
    } else {
      todo.insert(todo.end(), code_.next(i).begin(), code_.next(i).end());
    }
  }
  while (!todo.empty()) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (i >= code_.count() || in_part_[i]) continue;
    in_part_[i] = true;
    const std::string name = code_.instruction(i).id == X86_INS_CALL ? code_.name_of_callee(i) : "";
    if (!gives_part(name) && !ends_part(name)) todo.insert(todo.end(), code_.next(i).begin(), code_.next(i).end());
  }
}

void PartsInCode::find_what_follows() {
  std::vector<std::size_t> todo;
  for (std::size_t i = 0; i < code_.count(); ++i)
    if (begins_[i]) todo.insert(todo.end(), code_.before(i).begin(), code_.before(i).end());
  while (!todo.empty()) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (may_follow_[i]) continue;
    may_follow_[i] = true;
    todo.insert(todo.end(), code_.before(i).begin(), code_.before(i).end());
  }
}

void PartsInCode::look_for_unseen_ways() {
  std::vector<bool> seen(code_.count() + 1);
  for (std::size_t i = 0; i < code_.count(); ++i) {
    if (code_.is_reached(i)) {
      const bool jumps_out = code_.is_jump(i) && std::ranges::find(code_.next(i), code_.count()) != code_.next(i).end();
      const std::string name = jumps_out ? code_.name_of_callee(i) : "";
      unseen_ways_ |= jumps_out && (code_.next(i).size() > 1 || name.empty() || name.find(".cold") != name.npos);
      continue;
    }
    if (is_padding(code_, i)) continue;
    for (std::vector<std::size_t> todo{i}; !todo.empty();) {
      const std::size_t at = todo.back();
      todo.pop_back();
      if (at >= code_.count() || seen[at]) continue;
      seen[at] = true;
      unseen_ways_ |= code_.is_reached(at);
      todo.insert(todo.end(), code_.next(at).begin(), code_.next(at).end());
    }
  }
}

}  // namespace fencepost::symbolize
