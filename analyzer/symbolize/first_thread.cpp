#include "symbolize/first_thread.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "symbolize/decoded_function.h"
#include "symbolize/number_flow.h"
#include "symbolize/number_steps.h"
#include "symbolize/parts_in_code.h"

namespace fencepost::symbolize {
namespace {

// What a call that asks gives the first thread.
std::optional<std::int64_t> given_to_first(const std::string& function) {
  if (function == "omp_get_thread_num" || function == "omp_get_thread_num_") return 0;
  if (function == "__kmpc_master" || function == "__kmpc_masked") return 1;
  return std::nullopt;
}

// Where the first thread and where the others go on after the call.
struct Branch {
  std::size_t call;
  std::size_t first, others;
};

// The next instruction but copies, which change no flags, to other places than the call's result.
std::size_t next_but_copies(const DecodedFunction& code, std::size_t i) {
  const auto is_copy = [&](std::size_t at) {
    const unsigned id = code.instruction(at).id;
    if (id != X86_INS_MOV && id != X86_INS_LEA) return false;
    const cs_x86_op& to = code.detail(at).operands[0];
    return to.type != X86_OP_REG || whole_register(to.reg) != X86_REG_RAX;
  };
  for (++i; i < code.count() && is_copy(i); ++i) {
  }
  return i;
}

std::optional<Branch> branch_after(const DecodedFunction& code, std::size_t call) {
  const std::size_t test = next_but_copies(code, call);
  const std::size_t jump = test < code.count() ? next_but_copies(code, test) : test;
  if (jump >= code.count()) return std::nullopt;
  const std::optional<std::int64_t> given = given_to_first(code.name_of_callee(call));
  const cs_x86 &tested = code.detail(test), &jumped = code.detail(jump);
  if (!given || tested.op_count != 2 || jumped.op_count != 1) return std::nullopt;
  const cs_x86_op &one = tested.operands[0], &other = tested.operands[1];
  if (one.type != X86_OP_REG || one.reg != X86_REG_EAX) return std::nullopt;
  bool equal = false;
  if (code.instruction(test).id == X86_INS_TEST && other.type == X86_OP_REG && other.reg == X86_REG_EAX) {
    equal = *given == 0;
  } else if (code.instruction(test).id == X86_INS_CMP && other.type == X86_OP_IMM) {
    equal = *given == other.imm;
  } else {
    return std::nullopt;
  }
  const unsigned id = code.instruction(jump).id;
  if ((id != X86_INS_JE && id != X86_INS_JNE) || code.next(jump).size() != 2) return std::nullopt;
  const std::size_t target = code.next(jump)[0], after = code.next(jump)[1];
  const bool jumps = equal == (id == X86_INS_JE);
  return Branch{call, jumps ? target : after, jumps ? after : target};
}

// The instructions that are reached from one, until it is asked again; the last one stands for everything outside.
std::vector<bool> reached_from(const DecodedFunction& code, std::size_t begin, std::size_t call) {
  std::vector<bool> reached(code.count() + 1);
  for (std::vector<std::size_t> todo{begin}; !todo.empty();) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (reached[i] || i == call) continue;
    reached[i] = true;
    if (i < code.count()) todo.insert(todo.end(), code.next(i).begin(), code.next(i).end());
  }
  return reached;
}

std::optional<std::size_t> call_before(const DecodedFunction& code, std::uint64_t return_address) {
  for (std::size_t i = 0; i < code.count(); ++i)
    if (code.end_of(i) == return_address)
      return code.instruction(i).id == X86_INS_CALL ? std::optional(i) : std::nullopt;
  return std::nullopt;
}

bool is_jump_out(const DecodedFunction& code, std::size_t i) {
  return code.is_jump(i) && std::ranges::find(code.next(i), code.count()) != code.next(i).end();
}

// The jump by which these instructions leave the function, if there is one.
std::optional<std::size_t> only_jump_out(const DecodedFunction& code, const std::vector<bool>& among) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < code.count(); ++i) {
    if (!among[i] || !is_jump_out(code, i)) continue;
    if (only) return std::nullopt;
    only = i;
  }
  return only;
}

// Calls by which the other threads may complete what they have issued, as the first one does at another place.
// `strict`: functions of the program may do so.
bool may_complete(const std::string& function, bool strict) {
  const bool of_mpi = function.starts_with("MPI_") || function.starts_with("PMPI_") || function.starts_with("mpi_") ||
                      function.starts_with("pmpi_");
  if (!of_mpi) return strict && !begins_nothing(function);
  constexpr std::string_view kCompleting[] = {"flush", "unlock", "wait", "test", "complete", "fence", "free"};
  std::string name = function;
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return std::ranges::any_of(kCompleting, [&](std::string_view one) { return name.find(one) != name.npos; });
}

struct Call {
  const std::vector<std::uint64_t>& callers;
  bool from_elsewhere;
  bool by_kept_number = false;
};

// Whether the call is made only on the first thread's way after a branch.
std::optional<FirstThreadOnly> only_after(const DecodedFunction& code, const MachineCode& machine_code,
                                          const MachineCode::Function& function, const Branch& branch,
                                          const Call& made) {
  const std::vector<bool> by_first = reached_from(code, branch.first, branch.call);
  const std::vector<bool> by_others = reached_from(code, branch.others, branch.call);
  const auto only_by_first = [&](std::size_t i) { return by_first[i] && !by_others[i]; };
  const auto is_inside = [&](std::uint64_t address) {
    return address > function.begin && address <= function.begin + function.bytes.size();
  };
  const auto here = std::ranges::find_if(made.callers, is_inside);
  const std::optional<std::size_t> call = here != made.callers.end() ? call_before(code, *here) : std::nullopt;
  if (here != made.callers.end() && (!call || !only_by_first(*call))) return std::nullopt;
  const std::optional<std::size_t> jump =
      !call && made.from_elsewhere && is_outlined(machine_code.called(function.begin)) ? only_jump_out(code, by_first)
                                                                                       : std::nullopt;
  if (!call && (!jump || !only_by_first(*jump))) return std::nullopt;
  const std::string name = code.name_of_callee(call ? *call : *jump);
  for (std::size_t i = 0; i < code.count(); ++i) {
    if (!by_others[i] || by_first[i] || !is_call_or_last_jump(code, i)) continue;
    if (may_complete(code.name_of_callee(i), made.by_kept_number)) return std::nullopt;
  }
  FirstThreadOnly found{call ? *here : 0, {}};
  for (std::size_t i = 0; i < code.count(); ++i) {
    if (!by_others[i]) continue;
    const bool leaves = is_jump_out(code, i);
    if (jump && leaves) return std::nullopt;
    if (code.instruction(i).id != X86_INS_CALL && !leaves) continue;
    if (const std::string other = code.name_of_callee(i); !other.empty() && !name.empty() && other != name) continue;
    if (jump || leaves) return std::nullopt;
    found.like_it.push_back(code.end_of(i));
  }
  return found;
}

}  // namespace

std::optional<FirstThreadOnly> code_of_first_thread(const MachineCode& machine_code,
                                                    const MachineCode::Function& function, std::uint64_t asked_at,
                                                    const std::vector<std::uint64_t>& callers, bool from_elsewhere) {
  const DecodedFunction code(machine_code, function);
  const std::optional<std::size_t> asks = call_before(code, asked_at);
  if (!asks) return std::nullopt;
  Call made{callers, from_elsewhere};
  if (const std::optional<Branch> branch = branch_after(code, *asks))
    if (auto found = only_after(code, machine_code, function, *branch, made)) return found;
  if (!NumberSteps::is_asking(code.name_of_callee(*asks))) return std::nullopt;
  // The number may be kept. Nobody comes by without a test.
  made.by_kept_number = true;
  for (const NumberTest& test : tests_of_number(code)) {
    const std::vector<bool> untested = reached_from(code, 0, test.jump);
    auto found = only_after(code, machine_code, function, {test.jump, test.first, test.others}, made);
    if (found && found->return_address != 0) {
      const std::optional<std::size_t> call = call_before(code, found->return_address);
      if (call && !untested[*call]) return found;
    }
  }
  return std::nullopt;
}

}  // namespace fencepost::symbolize
