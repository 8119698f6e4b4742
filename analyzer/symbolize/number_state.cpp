#include "symbolize/number_state.h"

#include <algorithm>
#include <set>

namespace fencepost::symbolize {

NumberValue joined(const NumberValue& one, const NumberValue& other) {
  if (one == other) return one;
  if (one.tells() || other.tells()) return {NumberValue::kTells};
  if (!one.is_frame()) return {NumberValue::kSomeFrame, other.at};
  return {NumberValue::kSomeFrame, other.is_frame() ? std::min(one.at, other.at) : one.at};
}

NumberValue NumberState::in(unsigned room) const {
  const auto found = registers_.find(room);
  return found != registers_.end() ? found->second : NumberValue{};
}

void NumberState::set(unsigned room, const NumberValue& value) {
  if (value.kind == NumberValue::kOther) {
    registers_.erase(room);
  } else {
    registers_[room] = value;
  }
}

NumberValue NumberState::load(const FrameSlot& slot) const {
  NumberValue result;
  for (const auto& [known, kept] : slots_) {
    if (!known.overlaps(slot)) continue;
    const bool same = known.begin == slot.begin && slot.end <= known.end;
    if (same && (known.end == slot.end || kept.value.tells())) return kept.value;
    if (kept.value.tells()) result = {NumberValue::kTells};
  }
  return result;
}

NumberValue NumberState::load_somewhere() const {
  NumberValue result;
  for (const auto& [slot, kept] : slots_) result = joined(result, kept.value);
  return result;
}

void NumberState::store(const FrameSlot& slot, const Kept& kept) {
  for (auto known = slots_.begin(); known != slots_.end();) {
    if (!known->first.overlaps(slot)) {
      ++known;
    } else if (known->second.value.tells() && (known->first.begin < slot.begin || slot.end < known->first.end)) {
      known++->second.value = {NumberValue::kTells};
    } else {
      known = slots_.erase(known);
    }
  }
  if (kept.value.kind != NumberValue::kOther) slots_[slot] = kept;
}

void NumberState::arguments_are_used() {
  for (auto& [slot, kept] : slots_) kept.by_stack_pointer = false;
}

bool NumberState::join(const NumberState& other) {
  const NumberState before = *this;
  std::set<unsigned> rooms;
  for (const NumberState* const state : {&before, &other})
    for (const auto& [room, value] : state->registers_) rooms.insert(room);
  for (const unsigned room : rooms) set(room, joined(in(room), other.in(room)));
  std::set<FrameSlot> slots;
  for (const NumberState* const state : {&before, &other})
    for (const auto& [slot, kept] : state->slots_) slots.insert(slot);
  for (const FrameSlot& slot : slots) {
    const auto here = before.slots_.find(slot), there = other.slots_.find(slot);
    const Kept one = here != before.slots_.end() ? here->second : Kept{};
    const Kept two = there != other.slots_.end() ? there->second : Kept{};
    slots_[slot] = {joined(one.value, two.value), one.by_stack_pointer || two.by_stack_pointer};
  }
  return registers_ != before.registers_ || slots_ != before.slots_;
}

}  // namespace fencepost::symbolize
