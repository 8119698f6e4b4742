#include "symbolize/waiting_loop.h"

#include <algorithm>
#include <capstone.h>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "symbolize/decoded_function.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kMostSteps = 10000;  // of one round

std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t hash = 0;
  for (const std::uint64_t number : numbers) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

// What is known of a value within one loop.
struct Value {
  // kSteady: the same in each round as long as nobody else writes what it was loaded from. kFrame: an address in the
  // stack frame. kKept: what a register or slot had when the round began, and what came of it and of constants. kOwn:
  // tells nothing of the memory: the hooks' own records, the time, whether a call failed.
  enum Kind : std::uint8_t { kSteady, kFrame, kKept, kOwn, kOther };
  Kind kind = kOther;
  std::uint64_t id = 0;     // kSteady: 0 is a constant; kKept: of what
  std::int64_t offset = 0;  // from it
  std::uint64_t loads = 0;  // a bit for each address that it was loaded from in this round
  friend bool operator==(const Value&, const Value&) = default;
};

Value constant(std::int64_t number) {
  return {Value::kSteady, 0, number};
}
// (As the processor adds: what a program computes there may be anything.)
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
Value plus(Value value, std::int64_t number) {
  value.offset = sum(value.offset, number);
  return value;
}

// A register, or bytes of the stack frame, or what decided where a round has come to.
using Room = std::uint64_t;
constexpr Room kSlot = Room{1} << 63;
constexpr Room kWay = Room{1} << 62;
enum FrameBase : std::uint64_t { kByStackPointer = 1, kByFramePointer = 2 };

Room slot(std::uint64_t base, std::int64_t offset, std::uint64_t size) {
  return kSlot | base << 60 | (static_cast<std::uint64_t>(offset) & 0xffffffff) << 16 | (size & 0xffff);
}
bool overlap(Room a, Room b) {
  if ((a & b & kSlot) == 0 || a >> 60 != b >> 60) return false;
  const auto begin = [](Room room) { return static_cast<std::int32_t>(room >> 16 & 0xffffffff); };
  const auto end = [&](Room room) { return begin(room) + static_cast<std::int64_t>(room & 0xffff); };
  return begin(a) < end(b) && begin(b) < end(a);
}

constexpr unsigned kArguments[] = {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX, X86_REG_RCX, X86_REG_R8, X86_REG_R9};

constexpr std::int64_t kArgumentsOnTop = 6 * 8;  // bytes of the stack, of MPI_Get_accumulate

constexpr std::uint64_t kIndexed = ~std::uint64_t{0};  // how an address comes about, instead of an instruction

using State = std::map<Room, Value>;  // what differs from the beginning of the round

// One loop, round after round in the abstract: what a register or slot has at the end of a round and had not at its
// beginning is not steady, until nothing new is found.
class Loop {
 public:
  // `alone`: the jump back that it has is not the only one to its head. Then it must be left in one way.
  Loop(const DecodedFunction& code, std::size_t head, const std::vector<std::size_t>& body, bool alone)
      : code_(code), head_(head), body_(body.begin(), body.end()), alone_(alone) {
    for (const unsigned room : {X86_REG_RBX, X86_REG_RBP, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15}) {
      if (const auto address = code.frame_address(room, head))
        frame_addresses_[room] = {Value::kFrame, address->by_frame_pointer ? kByFramePointer : kByStackPointer,
                                  address->offset};
    }
  }

  // Those calls of hooks whose loads decide whether it is left; none: it does not (only) wait.
  std::set<std::size_t> waits_for(const std::vector<std::size_t>& looks);

 private:
  bool run();
  bool step(std::size_t at, State& state);
  void call(std::size_t at, State& state);
  bool searches(const Callee& callee, const State& state);
  void fetched(std::size_t at, const Value& to, State& state);
  bool generic(std::size_t at, State& state);
  bool vector(std::size_t at, State& state);
  Value left_in(Room room);
  std::uint64_t leaving_loads();

  Room canonical(Room room) const;
  Value get(const State& state, Room room);
  Value of_register(const State& state, unsigned name);
  void set(State& state, Room room, const Value& value);
  Value initial(Room room) const;
  Value address(const State& state, std::size_t at, const cs_x86_op& operand);
  Value read(const State& state, std::size_t at, const cs_x86_op& operand);
  Value loaded(std::size_t at, const Value& from, std::uint64_t size, const State& state);
  std::uint64_t loads_behind(std::size_t call) const;
  std::uint64_t loads_for_first_round(std::size_t at) const;
  void write(State& state, std::size_t at, const cs_x86_op& operand, const Value& value);
  Value combined(std::uint64_t by, std::initializer_list<Value> values);
  Value compared(const Value& a, const Value& b);
  Value met(std::size_t at, Room room, const Value& a, const Value& b, std::uint64_t deciding);
  std::uint64_t bit_of(const Value& address);
  Value other(std::size_t at, Room room) const { return {Value::kOther, mixed({at, room})}; }

  const DecodedFunction& code_;
  std::size_t head_;
  std::set<std::size_t> body_;
  bool alone_;
  bool failed_ = false;
  std::map<Room, Value::Kind> varying_;    // kKept, or kOwn if each round leaves that
  std::map<Room, Value> frame_addresses_;  // that were in registers before
  std::map<std::size_t, State> in_, out_;
  std::map<std::size_t, std::uint64_t> loads_at_;  // an instruction's bit of loads_
  std::map<Room, std::uint64_t> compared_;         // what a round begins with, to which of loads_
  std::vector<Value> loads_;
  std::vector<Value> looked_at_;  // addresses in the frame
  std::set<Room> fetched_;        // slots that operations of MPI write, of whatever size
  std::uint64_t bases_ = 0;
  bool stores_ = false;
};

Value Loop::initial(Room room) const {
  if (const auto varies = varying_.find(room); varies != varying_.end()) return {varies->second, room};
  if (room == X86_REG_RSP) return {Value::kFrame, kByStackPointer};
  if (room == X86_REG_RBP && code_.has_frame_pointer()) return {Value::kFrame, kByFramePointer};
  const auto known = frame_addresses_.find(room);
  return known != frame_addresses_.end() ? known->second : Value{Value::kSteady, mixed({room})};
}

Room Loop::canonical(Room room) const {
  constexpr Room kSize = 0xffff;
  const Room first_byte = (room & ~kSize) | 1;
  return (room & kSlot) != 0 && (room & kSize) <= 8 && fetched_.contains(first_byte) ? first_byte : room;
}

Value Loop::get(const State& state, Room room) {
  room = canonical(room);
  if ((room & kSlot) != 0) {
    bases_ |= room >> 60 & 3;
    const auto in_part = [&](Room one) { return one != room && overlap(one, room); };
    const auto any_in_part = [&](const auto& rooms) {
      return std::ranges::any_of(rooms, [&](const auto& one) { return in_part(one.first); });
    };
    if (any_in_part(varying_) || (!state.contains(room) && any_in_part(state))) return other(0, room);
  }
  const auto found = state.find(room);
  return found != state.end() ? found->second : initial(room);
}

void Loop::set(State& state, Room room, const Value& value) {
  room = canonical(room);
  const bool of_stack = value.kind == Value::kFrame && value.id == kByStackPointer;
  if (room == X86_REG_INVALID || (room == X86_REG_RSP && !of_stack) ||
      (room == X86_REG_RBP && code_.has_frame_pointer()))
    failed_ = true;
  if ((room & kSlot) != 0) {
    bases_ |= room >> 60 & 3;
    for (auto& [one, has] : state)
      if (one != room && overlap(one, room)) has = other(0, one);
  }
  state[room] = value;
}

// Of two ways: steady if both are, since nothing else decides between them (leaving_loads), but by what was loaded.
Value Loop::met(std::size_t at, Room room, const Value& a, const Value& b, std::uint64_t deciding) {
  if (a == b) return a;
  // What is set when something has been seen.
  const bool same = a.kind == Value::kKept && b.kind == Value::kKept && a.id == b.id && a.offset == b.offset;
  if (same || (a.kind == Value::kKept && b.kind == Value::kSteady))
    return {a.kind, a.id, a.offset, a.loads | b.loads | deciding};
  if (b.kind == Value::kKept && a.kind == Value::kSteady) return met(at, room, b, a, deciding);
  const auto steady = [](const Value& one) { return one.kind == Value::kSteady || one.kind == Value::kOwn; };
  const Value::Kind kind = steady(a) && steady(b) ? std::max(a.kind, b.kind) : Value::kOther;
  return {kind, mixed({at, room, 2}), 0, a.loads | b.loads | deciding};
}

std::uint64_t Loop::bit_of(const Value& address) {
  auto found = std::ranges::find(loads_, address);
  if (found == loads_.end()) found = loads_.insert(found, address);
  if (loads_.size() > 64) failed_ = true;
  return std::uint64_t{1} << (static_cast<std::size_t>(found - loads_.begin()) % 64);
}

Value Loop::combined(std::uint64_t by, std::initializer_list<Value> values) {
  Value result{Value::kSteady, mixed({by, 1})};
  const Value* kept = nullptr;
  bool alone = true;  // what is kept, with nothing else that is kept or loaded
  for (const Value& one : values) {
    result.id = mixed({result.id, one.id, static_cast<std::uint64_t>(one.offset)});
    result.loads |= one.loads;
    // (An element of an array in the frame may be any slot.)
    const bool number = one.kind == Value::kFrame && by != kIndexed;
    result.kind = std::max(result.kind, number ? Value::kSteady : one.kind == Value::kFrame ? Value::kOther : one.kind);
    if (one.kind != Value::kKept) {
      alone &= one.kind != Value::kFrame && one.kind != Value::kOther && one.loads == 0;
      continue;
    }
    alone &= kept == nullptr || (kept->id == one.id && kept->loads == one.loads);
    kept = &one;
  }
  if (kept == nullptr) return result;
  if (!alone) failed_ = true;  // a sum, the greatest so far, the same as last time
  return result.kind == Value::kKept ? *kept : result;
}

Value Loop::compared(const Value& a, const Value& b) {
  for (const auto& [kept, loaded] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (kept->kind != Value::kKept || kept->loads != 0 || loaded->kind != Value::kSteady || loaded->loads == 0)
      continue;
    compared_[kept->id] |= loaded->loads;
    return {kept->kind, kept->id, kept->offset, loaded->loads};
  }
  return combined(X86_INS_CMP, {a, b});
}

Value Loop::of_register(const State& state, unsigned name) {
  const unsigned room = whole_register(name);
  if (room == X86_REG_INVALID) failed_ = true;
  return get(state, room);
}

Value Loop::address(const State& state, std::size_t at, const cs_x86_op& operand) {
  const x86_op_mem& memory = operand.mem;
  if (memory.segment == X86_REG_FS) return {Value::kOwn};
  if (memory.segment != X86_REG_INVALID) failed_ = true;
  if (memory.base == X86_REG_RIP) return constant(sum(static_cast<std::int64_t>(code_.end_of(at)), memory.disp));
  Value value = constant(0);
  if (memory.base != X86_REG_INVALID) value = of_register(state, memory.base);
  if (memory.index != X86_REG_INVALID)
    value = combined(kIndexed, {value, of_register(state, memory.index), constant(memory.scale)});
  return plus(value, memory.disp);
}

Value Loop::loaded(std::size_t at, const Value& from, std::uint64_t size, const State& state) {
  switch (from.kind) {
    case Value::kFrame: {
      const Room room = slot(from.id, from.offset, size);
      Value value = get(state, room);
      // Memory of a window may be there as well: nobody has written it in this loop, but a hook tells of it.
      if (std::ranges::find(looked_at_, from) != looked_at_.end() && value.kind == Value::kSteady &&
          value == initial(room))
        value.loads |= loads_at_[at] = bit_of(from);
      return value;
    }
    case Value::kSteady:
      loads_at_[at] = bit_of(from);
      return {Value::kSteady, mixed({from.id, static_cast<std::uint64_t>(from.offset), size}), 0,
              from.loads | bit_of(from)};
    case Value::kKept:
      failed_ = true;  // a search
      return {};
    default:
      return {from.kind, from.id, 0, from.loads};
  }
}

Value Loop::read(const State& state, std::size_t at, const cs_x86_op& operand) {
  if (operand.type == X86_OP_IMM) return constant(operand.imm);
  if (operand.type == X86_OP_MEM) return loaded(at, address(state, at, operand), operand.size, state);
  return of_register(state, operand.type == X86_OP_REG ? operand.reg : X86_REG_INVALID);
}

void Loop::write(State& state, std::size_t at, const cs_x86_op& operand, const Value& value) {
  if (operand.type == X86_OP_REG) {
    set(state, whole_register(operand.reg), value);
    return;
  }
  const Value to = address(state, at, operand);
  if (to.kind == Value::kFrame) {
    // Arguments, where all else in the frame is found by its other pointer.
    const Value top = get(state, X86_REG_RSP);
    const bool argument = code_.has_frame_pointer() && to.id == top.id && to.offset >= top.offset &&
                          to.offset < top.offset + kArgumentsOnTop;
    if (argument && (value.kind == Value::kSteady || value.kind == Value::kFrame)) return;
    stores_ = true;
    set(state, slot(to.id, to.offset, operand.size), value);
    return;
  }
  // Marks of our compiler pass: a byte for an element, at an address that the element has given.
  const bool mark = code_.instruction(at).id == X86_INS_MOV && operand.size == 1 && value == constant(1) &&
                    operand.mem.index != X86_REG_INVALID && to.kind == Value::kSteady && to.loads == 0;
  if (to.kind != Value::kOwn && !mark) failed_ = true;
}

// Whether an operation is at another place, or of other data, each round: by an argument (Fortran: what it points to)
// that the rounds before have left. (Others are pushed, or stand on top of the stack.)
bool Loop::searches(const Callee& callee, const State& state) {
  const auto kept = [&](const Value& value) { return value.kind == Value::kKept; };
  for (unsigned i = 0; i < std::size(kArguments); ++i) {
    const Value argument = get(state, kArguments[i]);
    if (kept(argument)) return true;
    if (argument.kind != Value::kFrame || i == callee.result) continue;
    for (const std::uint64_t size : {4, 8})
      if (kept(get(state, slot(argument.id, argument.offset, size)))) return true;
  }
  const Value top = get(state, X86_REG_RSP);
  const Room on_top = slot(top.id, top.offset, kArgumentsOnTop);
  return std::ranges::any_of(state, [&](const auto& has) {
    return overlap(has.first, on_top) && kept(has.second) && (has.first & 0xffff) != 1;
  });
}

void Loop::call(std::size_t at, State& state) {
  const Callee callee = code_.callee(at);
  const Value looked_at = get(state, X86_REG_RDI);
  const bool in_frame = callee.tells_of_load() && looked_at.kind == Value::kFrame;
  if (in_frame && std::ranges::find(looked_at_, looked_at) == looked_at_.end()) looked_at_.push_back(looked_at);
  if (callee.kind == Callee::kUnknown || (callee.kind == Callee::kStore && looked_at.kind != Value::kFrame)) {
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
  if (callee.kind == Callee::kWaits || callee.kind == Callee::kFetch) {
    for (const unsigned result : {X86_REG_RAX, X86_REG_XMM0}) set(state, result, {Value::kOwn});
  }
}

// (What has come is there at the next flush: that it is used no sooner is another rule's business.)
void Loop::fetched(std::size_t at, const Value& to, State& state) {
  if (to.kind != Value::kFrame && to.kind != Value::kSteady) {
    failed_ = true;
    return;
  }
  loads_at_[at] = bit_of(to);
  if (to.kind == Value::kSteady) return;  // loads from there say so
  const Room room = slot(to.id, to.offset, 1);
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
  const std::string_view name = code_.instruction(at).mnemonic;
  if (name.starts_with("set")) {
    write(state, at, to, combined(id, {get(state, X86_REG_EFLAGS)}));
  } else if (name.starts_with("cmov")) {
    const Value a = read(state, at, to), b = read(state, at, detail.operands[1]), flags = get(state, X86_REG_EFLAGS);
    const bool by_loads = flags.kind == Value::kSteady || flags.kind == Value::kOwn;
    write(state, at, to, by_loads ? met(at, whole_register(to.reg), a, b, flags.loads) : combined(id, {a, b, flags}));
  } else {
    return vector(at, state);
  }
  return true;
}

// Floating point numbers in vector registers, in the old encoding or a new one (v…), and what leaves the flags alone.
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
    // Arguments on the stack: they lie below all that the function has there.
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
    case X86_INS_XCHG:  // with itself: fills
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

// One round, by all ways.
bool Loop::run() {
  in_.clear();
  out_.clear();
  compared_.clear();
  looked_at_.clear();
  in_[head_];
  std::set<std::size_t> todo{head_};
  for (std::size_t steps = 0; !todo.empty(); ++steps) {
    if (steps > kMostSteps) return false;
    const std::size_t at = *todo.begin();
    todo.erase(todo.begin());
    State state = in_[at];
    if (!step(at, state)) return false;
    if (code_.next(at).size() > 1) {
      Value way = get(state, kWay);
      way.loads |= get(state, X86_REG_EFLAGS).loads;
      state[kWay] = way;
    }
    for (const std::size_t next : code_.next(at)) {
      if (next == head_ || !body_.contains(next)) continue;
      const auto [known, first] = in_.try_emplace(next, state);
      bool changed = first;
      if (!first) {
        State joined;
        const std::uint64_t deciding = get(known->second, kWay).loads | get(state, kWay).loads;
        for (const State* side : {&known->second, &state}) {
          for (const auto& [room, value] : *side) {
            const Value a = get(known->second, room), b = get(state, room);
            joined[room] = met(next, room, a, b, deciding);
          }
        }
        changed = joined != known->second;
        known->second = std::move(joined);
      }
      if (changed) todo.insert(next);
    }
    out_[at] = std::move(state);
  }
  return true;
}

// What a round leaves in a register or slot, by whatever jump back.
Value Loop::left_in(Room room) {
  std::optional<Value> left;
  std::uint64_t deciding = 0;
  for (const std::size_t last : code_.before(head_)) {
    if (!body_.contains(last)) continue;
    const State& end = out_[last];
    deciding |= get(end, kWay).loads;
    left = left ? met(head_, room, *left, get(end, room), deciding) : get(end, room);
  }
  return left.value_or(initial(room));
}

// What decides whether the loop is left; 0: other things as well, or nothing that is loaded.
std::uint64_t Loop::leaving_loads() {
  std::uint64_t loads = 0;
  // What is compared to a load was loaded at the end of the round before, and not from that same place.
  for (const auto& [room, to] : compared_) {
    const Value left = left_in(room);
    if (left.kind != Value::kSteady || left.loads == 0 || (left.loads & to) != 0) return 0;
  }
  std::set<std::size_t> exits;
  for (const auto& [at, state] : out_) {
    const auto& ways = code_.next(at);
    std::ranges::copy_if(ways, std::inserter(exits, exits.end()),
                         [&](std::size_t way) { return !body_.contains(way); });
    if (ways.size() == 1 && body_.contains(ways.front())) continue;
    const Value flags = get(state, X86_REG_EFLAGS);
    std::uint64_t decisive = flags.loads;
    if (flags.kind == Value::kKept && !alone_) {  // a counter, or what was seen in an earlier round
      const Value left = left_in(flags.id);
      if (left.kind != Value::kSteady && (left.kind != Value::kKept || left.id != flags.id)) return 0;
      decisive |= left.loads;
    } else if (flags.kind != Value::kSteady && flags.kind != Value::kOwn) {
      return 0;
    }
    if (!std::ranges::all_of(ways, [&](std::size_t way) { return body_.contains(way); })) loads |= decisive;
  }
  return alone_ && exits.size() != 1 ? 0 : loads;
}

// What is loaded first behind a hook's call is what that told of. (The first look may be told of in front of the loop.)
std::uint64_t Loop::loads_behind(std::size_t call) const {
  if (code_.callee(call).kind == Callee::kAtomicLoad || code_.callee(call).kind == Callee::kFetch) {
    const auto own = loads_at_.find(call);
    return own != loads_at_.end() ? own->second : 0;
  }
  for (std::size_t at = call, steps = 0; steps < kMostSteps && code_.next(at).size() == 1; ++steps) {
    at = code_.next(at).front();
    if (const auto load = loads_at_.find(at); load != loads_at_.end()) return load->second;
    if (const std::uint64_t loads = loads_for_first_round(at); loads != 0) return loads;
    const unsigned id = at < code_.count() ? code_.instruction(at).id : unsigned{X86_INS_CALL};
    const bool elsewhere = !body_.contains(at) && id != X86_INS_JMP && id != X86_INS_NOP;
    if (id == X86_INS_CALL || elsewhere) break;
  }
  return 0;
}

// In front of the loop stands once more what loads at the end of a round for the next one.
std::uint64_t Loop::loads_for_first_round(std::size_t at) const {
  if (compared_.empty() || at >= code_.count() || body_.contains(at)) return 0;
  const auto text = [&](std::size_t i) {
    return std::string(code_.instruction(i).mnemonic) + " " + code_.instruction(i).op_str;
  };
  const cs_x86_op& to = code_.detail(at).operands[0];
  if (to.type != X86_OP_REG || !compared_.contains(whole_register(to.reg))) return 0;
  const std::vector<std::size_t> writers = code_.writers_of(whole_register(to.reg), head_);
  if (std::ranges::find(writers, at) == writers.end()) return 0;
  for (const std::size_t again : writers) {
    if (const auto load = loads_at_.find(again); load != loads_at_.end() && text(again) == text(at))
      return load->second;
  }
  return 0;
}

std::set<std::size_t> Loop::waits_for(const std::vector<std::size_t>& looks) {
  for (bool changed = true; changed;) {
    const std::size_t known = fetched_.size();
    if (!run()) return {};
    changed = fetched_.size() > known;
    for (const std::size_t last : code_.before(head_)) {
      const auto end = out_.find(last);
      if (end == out_.end()) continue;
      for (const auto& [room, value] : end->second) {
        if (room == kWay || value == initial(room)) continue;
        const bool own = value.kind == Value::kOwn && value.loads == 0;
        const Value::Kind kind = own ? Value::kOwn : Value::kKept;
        const auto [varies, first] = varying_.try_emplace(room, kind);
        changed |= first || kind < varies->second;
        varies->second = std::min(varies->second, kind);
      }
    }
  }
  if (stores_ && bases_ == (kByStackPointer | kByFramePointer)) return {};
  const std::uint64_t decisive = leaving_loads();
  std::set<std::size_t> calls;
  for (const std::size_t look : looks)
    if ((loads_behind(look) & decisive) != 0) calls.insert(look);
  return calls;
}

}  // namespace

std::vector<Look> looks_in(const MachineCode& machine_code, const MachineCode::Function& function) {
  const DecodedFunction code(machine_code, function);
  std::vector<Look> looks;
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < code.count(); ++i)
    if (code.callee(i).tells_of_load() || code.callee(i).kind == Callee::kFetch) calls.push_back(i);
  if (calls.empty()) return {};
  std::set<std::size_t> waiting;
  const auto look_at = [&](const DecodedFunction::Loop& loop, bool alone) {
    const std::vector<std::size_t> body = code.body_of(loop);
    if (!body.empty()) waiting.merge(Loop(code, loop.head, body, alone).waits_for(calls));
  };
  for (const DecodedFunction::Loop& loop : code.loops()) {
    look_at(loop, false);
    // A loop in another one may have its head in common with it.
    for (std::size_t i = 0; loop.jumps_back.size() > 1 && i < loop.jumps_back.size(); ++i)
      look_at({loop.head, {loop.jumps_back[i]}}, true);
  }
  for (const std::size_t call : calls) looks.push_back({code.end_of(call), waiting.contains(call)});
  return looks;
}

}  // namespace fencepost::symbolize
