#include "symbolize/number_steps.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "symbolize/parts_in_code.h"
#include "symbolize/thread_identity.h"

namespace fencepost::symbolize {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
// What fencepost_passed_stacked pops (memory/hooks/slow.S).
constexpr std::int64_t kPushedForLook = 2 * 8 + 128;

NumberValue inverse(const NumberValue& value) {
  if (value.kind == NumberValue::kFirst) return {NumberValue::kNotFirst};
  return value.kind == NumberValue::kNotFirst ? NumberValue{NumberValue::kFirst} : value;
}

// The flags after a value is compared with 0.
NumberValue compared_with_0(const NumberValue& value) {
  switch (value.kind) {
    case NumberValue::kNumber:
    case NumberValue::kNotFirst:
      return {NumberValue::kFirst};
    case NumberValue::kFirst:
      return {NumberValue::kNotFirst};
    case NumberValue::kTells:
      return value;
    default:
      return {};
  }
}

bool is_register(const cs_x86_op& operand, const cs_x86_op& other) {
  return operand.type == X86_OP_REG && other.type == X86_OP_REG && operand.reg == other.reg;
}

}  // namespace

bool NumberSteps::is_asking(const std::string& function) {
  return function == "omp_get_thread_num" || function == "omp_get_thread_num_";
}

NumberSteps::Address NumberSteps::address_of(const cs_x86_op& operand, const NumberState& state) const {
  const x86_op_mem& memory = operand.mem;
  const NumberValue base = state.in(whole_register(memory.base)), index = state.in(whole_register(memory.index));
  Address address;
  address.tells = base.tells() || index.tells();
  address.by_stack_pointer = memory.base == X86_REG_RSP;
  if (memory.segment == X86_REG_FS || memory.segment == X86_REG_GS) return address;
  if (base.kind == NumberValue::kFrame && memory.index == X86_REG_INVALID) {
    address.where = Address::kAt;
    address.at = base.at + memory.disp;
  } else if (base.is_frame() || index.is_frame() || memory.base == X86_REG_RSP) {
    address.where = Address::kInFrame;
  }
  return address;
}

NumberValue NumberSteps::read(const cs_x86_op& operand, const NumberState& state, NumberEffects& effects) const {
  NumberValue value;
  if (operand.type == X86_OP_REG) {
    value = state.in(whole_register(operand.reg));
    if (value.is_frame() && operand.size < 8) value = {};
  } else if (operand.type == X86_OP_MEM) {
    const Address address = address_of(operand, state);
    if (address.where == Address::kAt) {
      effects.loaded.push_back({address.at, address.at + operand.size});
      value = state.load(effects.loaded.back());
    } else if (address.where == Address::kInFrame) {
      effects.somewhere_in_frame = true;
      value = state.load_somewhere();
    }
    if (address.tells) value = {NumberValue::kTells};
  }
  effects.reads |= value.tells();
  return value;
}

void NumberSteps::show(const NumberValue& address, std::uint64_t size, NumberEffects& effects) const {
  if (!address.is_frame() || size == 0) return;
  effects.somewhere_in_frame |= address.kind == NumberValue::kSomeFrame;
  const bool known = address.kind == NumberValue::kFrame && size < static_cast<std::uint64_t>(kFarthest);
  effects.shown.push_back({address.at, known ? address.at + static_cast<std::int64_t>(size) : kFarthest});
}

// To a function that uses some bytes there. It may follow addresses that it finds in them.
void NumberSteps::give(const NumberValue& address, std::uint64_t size, const NumberState& state,
                       NumberEffects& effects) const {
  show(address, size, effects);
  if (address.kind != NumberValue::kFrame || size == 0 || size >= static_cast<std::uint64_t>(kFarthest)) return;
  const FrameSlot given{address.at, address.at + static_cast<std::int64_t>(size)};
  for (const auto& [slot, kept] : state.slots())
    if (slot.overlaps(given)) show(kept.value, std::numeric_limits<std::uint64_t>::max(), effects);
}

std::uint64_t NumberSteps::bytes_used_by(std::size_t call, const std::string& name, unsigned argument) const {
  const std::uint64_t known = bytes_used(name, argument);
  const cs_x86_op& target = code_.detail(call).operands[0];
  const bool of_program = target.type == X86_OP_IMM && !is_known_by_name(name);
  if (known != std::numeric_limits<std::uint64_t>::max() || !of_program) return known;
  const auto function = static_cast<std::uint64_t>(target.imm);
  const auto [used, added] = used_.try_emplace({function, argument}, known);
  if (added) used->second = bytes_of_argument_(code_.machine_code(), function, argument, depth_);
  return used->second;
}

void NumberSteps::write(const cs_x86_op& operand, const NumberValue& value, NumberState& state,
                        NumberEffects& effects) const {
  if (operand.type == X86_OP_REG) {
    const unsigned room = whole_register(operand.reg);
    effects.registers.push_back(room);
    if (room == X86_REG_INVALID) {
      effects.lets_out |= value.tells();
      return;
    }
    // (What is left of the register's other part is the old value's.)
    const bool keeps_part = operand.size < 4 && value.kind == NumberValue::kOther && state.in(room).tells();
    state.set(room, keeps_part ? NumberValue{NumberValue::kTells} : value);
    return;
  }
  if (operand.type != X86_OP_MEM) return;
  const Address address = address_of(operand, state);
  effects.reads |= address.tells;
  if (address.where == Address::kAt && !address.tells) {
    const FrameSlot slot{address.at, address.at + operand.size};
    effects.slots.push_back(slot);
    if (value.tells()) effects.told.push_back(slot);
    state.store(slot, {value, address.by_stack_pointer});
    return;
  }
  effects.lets_out |= value.tells() || address.tells;
  effects.somewhere_in_frame |= address.where == Address::kInFrame;
  effects.writes_elsewhere = true;
  show(value, std::numeric_limits<std::uint64_t>::max(), effects);
}

void NumberSteps::push(const NumberValue& value, NumberState& state, NumberEffects& effects) const {
  const NumberValue top = state.in(X86_REG_RSP);
  effects.reads |= value.tells();
  if (top.kind != NumberValue::kFrame) {
    effects.lets_out |= value.tells();
    return show(value, std::numeric_limits<std::uint64_t>::max(), effects);
  }
  const FrameSlot slot{top.at - 8, top.at};
  effects.slots.push_back(slot);
  if (value.tells()) effects.told.push_back(slot);
  state.store(slot, {value, true});
  state.set(X86_REG_RSP, {NumberValue::kFrame, top.at - 8});
}

NumberValue NumberSteps::pop(NumberState& state, NumberEffects& effects) const {
  const NumberValue top = state.in(X86_REG_RSP);
  const bool known = top.kind == NumberValue::kFrame;
  const NumberValue value = known ? state.load({top.at, top.at + 8}) : state.load_somewhere();
  effects.reads |= value.tells();
  if (known) state.set(X86_REG_RSP, {NumberValue::kFrame, top.at + 8});
  return value;
}

void NumberSteps::call(std::size_t i, NumberState& state, NumberEffects& effects) const {
  const std::string name = code_.name_of_callee(i);
  const Callee callee = code_.callee(i);
  const NumberValue top = state.in(X86_REG_RSP);
  if (callee.kind == Callee::kNeverReturns) return;
  if (callee.kind == Callee::kPushedLook) {
    if (top.kind == NumberValue::kFrame) state.set(X86_REG_RSP, {NumberValue::kFrame, top.at + kPushedForLook});
    return;
  }
  const std::int64_t on_stack = bytes_on_stack(name);
  for (unsigned argument = 0; argument < std::size(kArgumentRegisters); ++argument) {
    const NumberValue value = state.in(kArgumentRegisters[argument]);
    effects.lets_out |= value.tells();
    effects.reads |= value.tells();
    if (value.is_frame()) give(value, bytes_used_by(i, name, argument), state, effects);
  }
  for (unsigned room = X86_REG_XMM0; room < X86_REG_XMM0 + 8; ++room) effects.lets_out |= state.in(room).tells();
  for (const auto& [slot, kept] : state.slots()) {
    const bool on_top = top.kind != NumberValue::kFrame || (slot.end > top.at && slot.begin < top.at + on_stack);
    if (!kept.by_stack_pointer || !on_top) continue;
    effects.lets_out |= kept.value.tells();
    give(kept.value, bytes_used(name, std::size(kArgumentRegisters)), state, effects);
  }
  if (callee.kind == Callee::kPassedLook) return;
  state.arguments_are_used();
  const cs_x86_op& target = code_.detail(i).operands[0];
  const bool elsewhere = target.type != X86_OP_IMM || is_asking(name) || name.starts_with("MPI_") ||
                         name.starts_with("mpi_") || name.starts_with("GOMP_") || name.starts_with("__kmpc_");
  // (A compiler may know that a function of the same file leaves a register alone.)
  if (elsewhere) {
    for (const unsigned lost :
         {X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_R8, X86_REG_R9, X86_REG_R10, X86_REG_R11})
      state.set(lost, {});
    for (unsigned i_of_xmm = 0; i_of_xmm < 16; ++i_of_xmm) state.set(X86_REG_XMM0 + i_of_xmm, {});
  }
  state.set(X86_REG_EFLAGS, {});
  state.set(X86_REG_RAX, is_asking(name) ? NumberValue{NumberValue::kNumber} : NumberValue{});
  effects.registers.push_back(X86_REG_RAX);
}

// Instructions that leave a value as it is, or turn it around.
bool NumberSteps::moves(std::size_t i, NumberState& state, NumberEffects& effects) const {
  const cs_x86& detail = code_.detail(i);
  const cs_x86_op &to = detail.operands[0], &from = detail.operands[1];
  switch (code_.instruction(i).id) {
    case X86_INS_MOV:
    case X86_INS_MOVABS:
    case X86_INS_MOVZX:
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD: {
      // (A copy alone is no use of it.)
      NumberEffects copies;
      const NumberValue value = read(from, state, copies);
      effects.loaded = copies.loaded;
      effects.somewhere_in_frame = copies.somewhere_in_frame;
      if (from.type == X86_OP_MEM) effects.reads |= address_of(from, state).tells;
      write(to, value, state, effects);
      return true;
    }
    case X86_INS_CDQE:
    case X86_INS_CWDE:
    case X86_INS_NOP:
    case X86_INS_ENDBR64:
      return true;
    case X86_INS_LEA: {
      const Address address = address_of(from, state);
      effects.reads |= address.tells;
      NumberValue value;
      if (address.tells)
        value = {NumberValue::kTells};
      else if (address.where == Address::kAt)
        value = {NumberValue::kFrame, address.at};
      else if (address.where == Address::kInFrame)
        value = NumberValue::anywhere_in_frame();
      write(to, to.size == 8 || value.tells() ? value : NumberValue{}, state, effects);
      return true;
    }
    case X86_INS_SETE:
    case X86_INS_SETLE:
    case X86_INS_SETBE:
    case X86_INS_SETNE:
    case X86_INS_SETG:
    case X86_INS_SETA: {
      const NumberValue flags = state.in(X86_REG_EFLAGS);
      const unsigned id = code_.instruction(i).id;
      effects.reads |= flags.tells();
      const bool equal = id == X86_INS_SETE || id == X86_INS_SETLE || id == X86_INS_SETBE;
      const bool less = flags.kind == NumberValue::kLess;
      write(to, less ? NumberValue{NumberValue::kTells} : equal ? flags : inverse(flags), state, effects);
      return true;
    }
    default:
      return false;
  }
}

bool NumberSteps::compares(std::size_t i, NumberState& state, NumberEffects& effects) const {
  const cs_x86& detail = code_.detail(i);
  const unsigned id = code_.instruction(i).id;
  const cs_x86_op &one = detail.operands[0], &other = detail.operands[1];
  const bool tests = id == X86_INS_TEST, masks = id == X86_INS_AND;
  if (detail.op_count != 2 || (!tests && !masks && id != X86_INS_CMP && id != X86_INS_XOR)) return false;
  if (id == X86_INS_XOR && is_register(one, other)) {
    write(one, {}, state, effects);
    state.set(X86_REG_EFLAGS, {});
    return true;
  }
  const NumberValue value = read(one, state, effects), with = read(other, state, effects);
  const bool is_answer = value.kind == NumberValue::kFirst || value.kind == NumberValue::kNotFirst;
  const std::int64_t constant = other.type == X86_OP_IMM ? other.imm : -2;
  const bool of_itself = is_register(one, other);
  NumberValue result = value.tells() || with.tells() ? NumberValue{NumberValue::kTells} : NumberValue{};
  if (value.is_frame() && masks) result = NumberValue::anywhere_in_frame();
  NumberValue flags = result.tells() ? result : NumberValue{};
  const bool keeps_bit = is_answer && (constant == 1 || constant == 0xff);
  if (tests && (of_itself || keeps_bit)) flags = compared_with_0(value);
  if (id == X86_INS_CMP && constant == 0 && !with.tells()) flags = compared_with_0(value);
  if (id == X86_INS_CMP && constant == 1 && value.kind == NumberValue::kNumber) flags = {NumberValue::kLess};
  if (id == X86_INS_CMP && constant == 1 && is_answer) flags = inverse(compared_with_0(value));
  if (masks && keeps_bit) flags = compared_with_0(result = value);
  if (masks && of_itself) flags = compared_with_0(result = value);
  if (id == X86_INS_XOR && is_answer && (constant == 1 || constant == -1 || constant == 0xff)) {
    result = inverse(value);
    flags = constant == 1 ? compared_with_0(result) : NumberValue{NumberValue::kTells};
  }
  if (masks || id == X86_INS_XOR) write(one, result, state, effects);
  state.set(X86_REG_EFLAGS, flags);
  return true;
}

bool NumberSteps::moves_stack(std::size_t i, NumberState& state, NumberEffects& effects) const {
  const cs_x86& detail = code_.detail(i);
  const cs_x86_op &one = detail.operands[0], &other = detail.operands[1];
  switch (code_.instruction(i).id) {
    case X86_INS_PUSH:
      push(read(one, state, effects), state, effects);
      return true;
    case X86_INS_POP:
      write(one, pop(state, effects), state, effects);
      return true;
    case X86_INS_LEAVE:
      state.set(X86_REG_RSP, state.in(X86_REG_RBP));
      state.set(X86_REG_RBP, pop(state, effects));
      return true;
    case X86_INS_SUB:
    case X86_INS_ADD: {
      if (one.type != X86_OP_REG || other.type != X86_OP_IMM) return false;
      const unsigned room = whole_register(one.reg);
      const NumberValue value = state.in(room);
      if (value.kind != NumberValue::kFrame) return false;
      const std::int64_t by = code_.instruction(i).id == X86_INS_ADD ? other.imm : -other.imm;
      effects.registers.push_back(room);
      state.set(room, {NumberValue::kFrame, value.at + by});
      state.set(X86_REG_EFLAGS, {});
      return true;
    }
    default:
      return false;
  }
}

void NumberSteps::other(std::size_t i, NumberState& state, NumberEffects& effects) const {
  const cs_x86& detail = code_.detail(i);
  bool tells = false, some_frame = false;
  const auto uses = [&](const NumberValue& value) {
    tells |= value.tells();
    some_frame |= value.is_frame();
  };
  for (unsigned k = 0; k < detail.op_count; ++k) uses(read(detail.operands[k], state, effects));
  std::vector<unsigned> written;
  const auto names_memory = [&](unsigned room) {
    for (unsigned k = 0; k < detail.op_count; ++k) {
      const cs_x86_op& operand = detail.operands[k];
      if (operand.type != X86_OP_MEM) continue;
      if (whole_register(operand.mem.base) == room || whole_register(operand.mem.index) == room) return true;
    }
    return false;
  };
  for (const auto& [room, is_read, is_written] : code_.registers_of(i)) {
    const NumberValue value = state.in(room);
    if (is_read && (value.tells() || !names_memory(room))) uses(value);
    if (is_written) written.push_back(room);
  }
  effects.reads |= tells;
  // (A part of an address, as in the place of its page's shadow, is none.)
  constexpr unsigned kOfParts[] = {X86_INS_SHR, X86_INS_SAR,  X86_INS_SHL, X86_INS_ROR,
                                   X86_INS_ROL, X86_INS_IMUL, X86_INS_BT,  X86_INS_BTS};
  const bool is_address = some_frame && std::ranges::find(kOfParts, code_.instruction(i).id) == std::end(kOfParts);
  const NumberValue value = tells        ? NumberValue{NumberValue::kTells}
                            : is_address ? NumberValue::anywhere_in_frame()
                                         : NumberValue{};
  for (unsigned k = 0; k < detail.op_count; ++k)
    if (detail.operands[k].type == X86_OP_MEM && (detail.operands[k].access & CS_AC_WRITE) != 0)
      write(detail.operands[k], tells ? value : NumberValue{}, state, effects);
  for (const unsigned room : written) {
    effects.lets_out |= room == X86_REG_INVALID && tells;
    if (room == X86_REG_INVALID) continue;
    effects.registers.push_back(room);
    state.set(room, room == X86_REG_EFLAGS && !tells ? NumberValue{} : value);
  }
}

// What our pass for clang inserts writes the thread's own records.
bool NumberSteps::writes_own_records(std::size_t i) const {
  const cs_x86_op& to = code_.detail(i).operands[0];
  if (code_.instruction(i).id != X86_INS_MOV || to.type != X86_OP_MEM) return false;
  const std::vector<std::size_t> writers = code_.writers_of(whole_register(to.mem.base), i);
  return !writers.empty() &&
         std::ranges::all_of(writers, [&](std::size_t writer) { return adds_own_records(code_, writer); });
}

NumberEffects NumberSteps::step(std::size_t i, NumberState& state) const {
  NumberEffects effects;
  if (is_call_or_last_jump(code_, i)) {
    call(i, state, effects);
  } else if (code_.is_jump(i)) {
    effects.reads = code_.instruction(i).id != X86_INS_JMP && state.in(X86_REG_EFLAGS).tells();
  } else if (!moves(i, state, effects) && !compares(i, state, effects) && !moves_stack(i, state, effects)) {
    other(i, state, effects);
  }
  if (effects.writes_elsewhere && writes_own_records(i)) effects.writes_elsewhere = false;
  return effects;
}

}  // namespace fencepost::symbolize
