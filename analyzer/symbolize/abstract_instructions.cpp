#include <algorithm>
#include <capstone.h>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "symbolize/abstract_loop.h"

namespace fencepost::symbolize::abstract {
namespace {

// What fencepost_passed_stacked (memory/hooks/slow.S) pops from the stack: its arguments, and reserved space.
constexpr std::int64_t kPushedForLook = 2 * 8 + 128;
// How many instructions before the call the address is pushed (gcc/slow_path.cpp).
constexpr std::size_t kPushedAddress = 2;

constexpr unsigned kArguments[] = {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9};

}  // namespace

// Whether an operation uses another place, or other data, in each round: through an argument (in Fortran: what it
// points to) that earlier rounds have left. (Other arguments are pushed, or are on top of the stack.)
bool Loop::searches(const Callee& callee, const State& state) {
  const auto kept = [&](const Value& value) { return value.kind == Value::kKept; };
  for (unsigned i = 0; i < std::size(kArguments); ++i) {
    const Value argument = get(state, kArguments[i]);
    if (kept(argument)) return true;
    if (!has_slot(argument) || i == callee.result) continue;
    for (const std::uint64_t size : {4, 8})
      if (kept(get(state, slot_at(argument, size)))) return true;
  }
  const Value top = get(state, X86_REG_RSP);
  const Room on_top = slot(top.id, top.offset, kArgumentsOnTop);
  return std::ranges::any_of(state, [&](const auto& has) {
    return overlap(has.first, on_top) && kept(has.second) && (has.first & 0xffff) != 1;
  });
}

void Loop::call(std::size_t at, State& state) {
  const Callee callee = code_.callee(at);
  const auto look_at = [&](const Value& address) {
    if (address.kind != Value::kFrame || std::ranges::find(looked_at_, address) != looked_at_.end()) return;
    looked_at_.push_back(address);
  };
  if (callee.kind == Callee::kPushedLook) {
    if (at >= kPushedAddress) look_at(read(state, at - kPushedAddress, code_.detail(at - kPushedAddress).operands[0]));
    set(state, X86_REG_RSP, plus(get(state, X86_REG_RSP), kPushedForLook));
    set(state, X86_REG_EFLAGS, other(at, X86_REG_EFLAGS));
    return;
  }
  const Value looked_at = get(state, X86_REG_RDI);
  if (callee.tells_of_load()) look_at(looked_at);
  if (callee.kind == Callee::kUnknown || (callee.kind == Callee::kStore && !has_slot(looked_at))) {
    failed_ = true;
    return;
  }
  if (callee.kind == Callee::kFetch && searches(callee, state)) failed_ = true;
  const Value fetched_to = get(state, kArguments[callee.result]);
  for (const unsigned argument : kArguments) {
    const Value result = get(state, argument);
    if (result.kind != Value::kFrame) continue;
    for (unsigned filled = 0; filled < callee.fills; filled += 8)
      set(state, slot(result.id, sum(result.offset, filled), std::min(callee.fills - filled, 8U)), {Value::kOwn});
  }
  set(state, X86_REG_EFLAGS, other(at, X86_REG_EFLAGS));
  set(state, X86_REG_R11, other(at, X86_REG_R11));
  for (unsigned i = 0; i < 16; ++i) set(state, X86_REG_XMM0 + i, other(at, X86_REG_XMM0 + i));
  if (callee.kind != Callee::kPassedLook) {
    for (const unsigned one :
         {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_R8, X86_REG_R9, X86_REG_R10})
      set(state, one, other(at, one));
  }
  if (callee.kind == Callee::kAtomicLoad) set(state, X86_REG_RAX, loaded(at, looked_at, 8, state));
  if (callee.kind == Callee::kFetch) fetched(at, fetched_to, state);
  locks_ |= callee.kind == Callee::kLocks;
  if (callee.kind == Callee::kWaits || callee.kind == Callee::kLocks || callee.kind == Callee::kFetch) {
    for (const unsigned result : {X86_REG_RAX, X86_REG_XMM0}) set(state, result, {Value::kOwn});
  }
}

// (The result is there at the next flush: another rule reports it if it is used sooner.)
void Loop::fetched(std::size_t at, const Value& to, State& state) {
  if (!has_slot(to)) {
    failed_ = true;
    return;
  }
  loads_at_[at] = bit_of(to);
  const Room room = slot_at(to, 1);
  fetched_.insert(room);
  set(state, room, {Value::kSteady, mixed({at, room}), 0, bit_of(to)});
}

bool Loop::generic(std::size_t at, State& state) {
  const cs_x86& detail = code_.detail(at);
  const cs_x86_op& to = detail.operands[0];
  const unsigned id = code_.instruction(at).id;
  const auto write_result = [&](const Value& value) {
    write(state, at, to, value);
    set(state, X86_REG_EFLAGS, value);
  };
  const auto set_both_halves = [&](const Value& upper) {
    const Value value = combined(id, {get(state, X86_REG_RAX), upper, read(state, at, to)});
    for (const unsigned room : {X86_REG_RAX, X86_REG_RDX, X86_REG_EFLAGS}) set(state, room, value);
  };
  switch (id) {
    case X86_INS_CWDE:
    case X86_INS_CDQE:
      set(state, X86_REG_RAX, combined(id, {get(state, X86_REG_RAX)}));
      return true;
    case X86_INS_CDQ:
    case X86_INS_CQO:
      set(state, X86_REG_RDX, combined(id, {get(state, X86_REG_RAX)}));
      return true;
    case X86_INS_NOT:
      write(state, at, to, combined(id, {read(state, at, to)}));
      return true;
    case X86_INS_ANDN:
      write_result(combined(id, {read(state, at, detail.operands[1]), read(state, at, detail.operands[2])}));
      return true;
    case X86_INS_NEG:
      write_result(combined(id, {read(state, at, to)}));
      return true;
    case X86_INS_SUB:
    case X86_INS_XOR:
      if (to.type == X86_OP_REG && detail.operands[1].type == X86_OP_REG && to.reg == detail.operands[1].reg) {
        write_result(constant(0));
        return true;
      }
      [[fallthrough]];
    case X86_INS_ADD:
    case X86_INS_AND:
    case X86_INS_OR:
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SAR:
    case X86_INS_ROL:
    case X86_INS_ROR:
    case X86_INS_BTS:
    case X86_INS_BTR:
      if (detail.op_count == 1) {  // by one
        write_result(combined(id, {read(state, at, to)}));
      } else {
        write_result(combined(id, {read(state, at, to), read(state, at, detail.operands[1])}));
      }
      return true;
    case X86_INS_DIV:
    case X86_INS_IDIV:
      set_both_halves(get(state, X86_REG_RDX));
      return true;
    case X86_INS_MUL:
      set_both_halves(constant(0));
      return true;
    case X86_INS_IMUL:
      if (detail.op_count == 1) {
        set_both_halves(constant(0));
        return true;
      }
      write_result(combined(id, {read(state, at, detail.operands[detail.op_count - 2]),
                                 read(state, at, detail.operands[detail.op_count - 1])}));
      return true;
    default:
      break;
  }
  return conditional(at, state) || vector(at, state);
}

// The condition that the flags give.
bool Loop::conditional(std::size_t at, State& state) {
  const cs_x86& detail = code_.detail(at);
  const cs_x86_op& to = detail.operands[0];
  const unsigned id = code_.instruction(at).id;
  const std::string_view name = code_.instruction(at).mnemonic;
  if (name.starts_with("set")) {
    write(state, at, to, combined(id, {get(state, X86_REG_EFLAGS)}));
    return true;
  }
  if (!name.starts_with("cmov")) return false;
  const Value a = read(state, at, to), b = read(state, at, detail.operands[1]), flags = get(state, X86_REG_EFLAGS);
  const bool by_loads = flags.kind == Value::kSteady || flags.kind == Value::kOwn;
  write(state, at, to, by_loads ? met(at, whole_register(to.reg), a, b, flags.loads) : combined(id, {a, b, flags}));
  return true;
}

// Floating point numbers in vector registers, old or new encoding (v…), and instructions that keep the flags.
bool Loop::vector(std::size_t at, State& state) {
  const cs_x86& detail = code_.detail(at);
  std::string_view name = code_.instruction(at).mnemonic;
  if (name.starts_with('v')) name.remove_prefix(1);
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (detail.op_count < 2 || detail.op_count > 3) return false;
  const cs_x86_op *const to = &detail.operands[0], *const last = &detail.operands[detail.op_count - 1];
  const cs_x86_op* const other_source = detail.op_count == 3 ? &detail.operands[1] : to;
  const auto are_same = [&] {
    return other_source->type == X86_OP_REG && last->type == X86_OP_REG && other_source->reg == last->reg;
  };
  if (to->type == X86_OP_MEM && last->type == X86_OP_MEM) return false;  // movsd: of strings
  if (is_one_of({"ucomiss", "ucomisd", "comiss", "comisd"})) {
    set(state, X86_REG_EFLAGS, combined(X86_INS_CMP, {read(state, at, *to), read(state, at, *last)}));
  } else if ((detail.op_count == 2 && is_one_of({"movss", "movsd", "movaps", "movapd", "movups", "movupd", "movd",
                                                 "movq", "movdqa", "movdqu"}))) {
    write(state, at, *to, read(state, at, *last));
  } else if (is_one_of({"pxor", "xorps", "xorpd"}) && are_same()) {
    write(state, at, *to, constant(0));
  } else if (name.starts_with("cvt") || is_one_of({"sqrtss", "sqrtsd"})) {
    write(state, at, *to, combined(code_.instruction(at).id, {read(state, at, *last)}));
  } else if (is_one_of({"addss",  "addsd", "subss", "subsd", "mulss", "mulsd", "divss", "divsd", "minss", "minsd",
                        "maxss",  "maxsd", "pxor",  "xorps", "xorpd", "pand",  "andps", "andpd", "pandn", "andnps",
                        "andnpd", "por",   "orps",  "orpd",  "shlx",  "shrx",  "sarx",  "rorx"})) {
    write(state, at, *to, combined(code_.instruction(at).id, {read(state, at, *other_source), read(state, at, *last)}));
  } else {
    return false;
  }
  return true;
}

bool Loop::step(std::size_t at, State& state) {
  const cs_x86& detail = code_.detail(at);
  const cs_x86_op *const to = &detail.operands[0], *const from = &detail.operands[1];
  const unsigned id = code_.instruction(at).id;
  if (detail.prefix[0] == X86_PREFIX_LOCK) return false;
  const auto counted = [&](std::int64_t number) {
    const Value value = plus(read(state, at, *to), number);
    write(state, at, *to, value);
    set(state, X86_REG_EFLAGS, value);
  };
  switch (id) {
    case X86_INS_NOP:
    case X86_INS_ENDBR64:
    case X86_INS_PAUSE:
    case X86_INS_MFENCE:
    case X86_INS_LFENCE:
    case X86_INS_SFENCE:
      break;
    case X86_INS_CALL:
      call(at, state);
      break;
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
      write(state, at, *to, read(state, at, *from));
      break;
    case X86_INS_LEA:
      write(state, at, *to, address(state, at, *from));
      break;
    // Arguments on the stack: they are below everything that the function has there.
    case X86_INS_PUSH:
      if (read(state, at, *to).kind == Value::kKept) failed_ = true;
      set(state, X86_REG_RSP, plus(get(state, X86_REG_RSP), -8));
      break;
    case X86_INS_POP:
      write(state, at, *to, other(at, 0));
      set(state, X86_REG_RSP, plus(get(state, X86_REG_RSP), 8));
      break;
    case X86_INS_INC:
      counted(1);
      break;
    case X86_INS_DEC:
      counted(-1);
      break;
    case X86_INS_CMP:
    case X86_INS_TEST:
    case X86_INS_BT:
      set(state, X86_REG_EFLAGS, compared(read(state, at, *to), read(state, at, *from)));
      break;
    case X86_INS_XCHG:  // with itself: padding
      if (to->type != X86_OP_REG || from->type != X86_OP_REG || to->reg != from->reg) return false;
      break;
    case X86_INS_LOOP:
    case X86_INS_LOOPE:
    case X86_INS_LOOPNE:
    case X86_INS_JCXZ:
    case X86_INS_JECXZ:
    case X86_INS_JRCXZ:
      return false;
    default:
      if ((id == X86_INS_ADD || id == X86_INS_SUB) && from->type == X86_OP_IMM) {
        counted(id == X86_INS_ADD ? from->imm : sum(~from->imm, 1));
      } else if (!code_.is_jump(at) && !generic(at, state)) {
        return false;
      }
  }
  return !failed_;
}

}  // namespace fencepost::symbolize::abstract
