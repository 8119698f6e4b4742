#include "symbolize/abstract_loop.h"

#include <algorithm>
#include <utility>

namespace fencepost::symbolize::abstract {
namespace {

constexpr std::uint64_t kIndexed = ~std::uint64_t{0};  // instead of an instruction: an address with an index

}  // namespace

Value Loop::initial(Room room) const {
  if (const auto varies = varying_.find(room); varies != varying_.end()) return {varies->second, room};
  if (room == X86_REG_RSP) return {Value::kFrame, kByStackPointer};
  if (room == X86_REG_RBP && code_.has_frame_pointer()) return {Value::kFrame, kByFramePointer};
  const auto known = known_.find(room);
  return known != known_.end() ? known->second : Value{Value::kSteady, mixed({room})};
}

// The bytes at an address in the frame, or at one that is the same in each round. (Different addresses do not overlap:
// we ignore programs that store through one pointer what they load through another between two looks.)
Room Loop::slot_at(const Value& address, std::uint64_t size) {
  if (address.kind == Value::kFrame) return slot(address.id, address.offset, size);
  auto found = std::ranges::find(steady_, address.id);
  if (found == steady_.end()) found = steady_.insert(found, address.id);
  const auto base = static_cast<std::size_t>(found - steady_.begin());
  constexpr std::int64_t kMost = 0x7fffffff;
  if (base >= kMostBases || address.offset > kMost || address.offset < -kMost) failed_ = true;
  return slot(0, address.offset, size) | Room{base} << kBaseShift;
}

// Whether this loop writes any of these bytes.
bool Loop::is_stored(const State& state, Room room) const {
  const auto any = [&](const auto& rooms) {
    return std::ranges::any_of(rooms, [&](const auto& one) { return overlap(one.first, room); });
  };
  return any(state) || any(varying_);
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

// The value where two paths meet: steady if both are and only loaded values decide between the paths (leaving_loads).
Value Loop::met(std::size_t at, Room room, const Value& a, const Value& b, std::uint64_t deciding) {
  if (a == b) return a;
  // A value that is set when something has been seen.
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
  bool alone = true;  // what is kept is not combined with anything else kept or loaded
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
      // A window's memory may be there as well: this loop has not written it, but a hook reports a load from it.
      if (std::ranges::find(looked_at_, from) != looked_at_.end() && value.kind == Value::kSteady &&
          value == initial(room))
        value.loads |= loads_at_[at] = bit_of(from);
      return value;
    }
    case Value::kSteady:
      if (const Room room = slot_at(from, size); is_stored(state, room)) return get(state, room);
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
  if (const auto constant = code_.constant_of(at, operand)) return constant_at(*constant);
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
    // Arguments, if everything else in the frame is addressed by the other pointer.
    const Value top = get(state, X86_REG_RSP);
    const bool argument = code_.has_frame_pointer() && to.id == top.id && to.offset >= top.offset &&
                          to.offset < top.offset + kArgumentsOnTop;
    if (argument && (value.kind == Value::kSteady || value.kind == Value::kFrame)) return;
    stores_ = true;
    set(state, slot(to.id, to.offset, operand.size), value);
    return;
  }
  // Marks of our compiler pass: a byte for an element, at an address computed from the element's.
  const bool mark = code_.instruction(at).id == X86_INS_MOV && operand.size == 1 && value == constant(1) &&
                    operand.mem.index != X86_REG_INVALID && to.kind == Value::kSteady && to.loads == 0;
  if (to.kind == Value::kOwn || mark) return;
  // A variable outside the frame that keeps what was seen, or counts.
  if (to.kind == Value::kSteady && value.kind != Value::kFrame && value.kind != Value::kOther)
    set(state, slot_at(to, operand.size), value);
  else
    failed_ = true;
}

}  // namespace fencepost::symbolize::abstract
