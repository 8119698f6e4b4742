#include "symbolize/first_thread.h"

#include <algorithm>
#include <capstone.h>
#include <cstddef>
#include <optional>
#include <string>

#include "symbolize/decoded_function.h"

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

// A function that compilers make of a construct: a runtime calls it for each thread.
bool is_outlined(const std::string& function) {
  return function.find("._omp_fn.") != std::string::npos || function.find("omp_outlined") != std::string::npos;
}

}  // namespace

std::optional<FirstThreadOnly> code_of_first_thread(const MachineCode& machine_code,
                                                    const MachineCode::Function& function, std::uint64_t asked_at,
                                                    const std::vector<std::uint64_t>& callers, bool from_elsewhere) {
  const DecodedFunction code(machine_code, function);
  const std::optional<std::size_t> asks = call_before(code, asked_at);
  const std::optional<Branch> branch = asks ? branch_after(code, *asks) : std::nullopt;
  if (!branch) return std::nullopt;
  const std::vector<bool> by_first = reached_from(code, branch->first, branch->call);
  const std::vector<bool> by_others = reached_from(code, branch->others, branch->call);
  const auto only_by_first = [&](std::size_t i) { return by_first[i] && !by_others[i]; };
  const auto is_inside = [&](std::uint64_t address) {
    return address > function.begin && address <= function.begin + function.bytes.size();
  };
  const auto here = std::ranges::find_if(callers, is_inside);
  const std::optional<std::size_t> call = here != callers.end() ? call_before(code, *here) : std::nullopt;
  if (here != callers.end() && (!call || !only_by_first(*call))) return std::nullopt;
  const std::optional<std::size_t> jump = !call && from_elsewhere && is_outlined(machine_code.called(function.begin))
                                              ? only_jump_out(code, by_first)
                                              : std::nullopt;
  if (!call && (!jump || !only_by_first(*jump))) return std::nullopt;
  const std::string name = code.name_of_callee(call ? *call : *jump);
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

}  // namespace fencepost::symbolize
