// A loop of machine code, executed round after round in the abstract: which of its values stay the same, from what they
// were loaded, and what decides whether the loop is left.
//
// abstract_loop.cpp has the values and their places, abstract_instructions.cpp the effect of each instruction and call,
// waiting_loop.cpp the rounds and the conclusions.
#pragma once

#include <capstone.h>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <vector>

#include "symbolize/decoded_function.h"

namespace fencepost::symbolize::abstract {

inline std::uint64_t mixed(std::initializer_list<std::uint64_t> numbers) {
  std::uint64_t hash = 0;
  for (const std::uint64_t number : numbers) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

// What is known about a value within one loop.
struct Value {
  // kSteady: the same in each round as long as nobody else writes the memory from which it was loaded. kFrame: an
  // address in the stack frame. kKept: what a register or slot had when the round began, and values computed from it
  // and constants. kOwn: says nothing about the memory: the hooks' own records, the time, whether a call failed.
  enum Kind : std::uint8_t { kSteady, kFrame, kKept, kOwn, kOther };
  Kind kind = kOther;
  std::uint64_t id = 0;     // kSteady: 0 is a constant; kKept: what it was
  std::int64_t offset = 0;  // from it
  std::uint64_t loads = 0;  // a bit for each address from which it was loaded in this round
  friend bool operator==(const Value&, const Value&) = default;
};

inline Value constant(std::int64_t number) {
  return {Value::kSteady, 0, number};
}
// A constant in memory.
inline Value constant_at(std::uint64_t address) {
  return {Value::kSteady, mixed({address, 3})};
}
// (Wraps like the processor: a program may compute anything there.)
inline std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
inline Value plus(Value value, std::int64_t number) {
  value.offset = sum(value.offset, number);
  return value;
}

// A register, or bytes of the stack frame or at another steady address, or the condition for a point of the round.
using Room = std::uint64_t;
constexpr Room kSlot = Room{1} << 63;
constexpr Room kWay = Room{1} << 62;
enum FrameBase : std::uint64_t { kByStackPointer = 1, kByFramePointer = 2 };

inline Room slot(std::uint64_t base, std::int64_t offset, std::uint64_t size) {
  return kSlot | base << 60 | (static_cast<std::uint64_t>(offset) & 0xffffffff) << 16 | (size & 0xffff);
}
// Whether stores to this address are followed: it is the same in each round.
inline bool has_slot(const Value& address) {
  return address.kind == Value::kFrame || address.kind == Value::kSteady;
}
// The frame's bases are in the upper two of these bits, those of other addresses in the lower ones (Loop::bases_).
constexpr unsigned kBaseShift = 48;
constexpr std::size_t kMostBases = 1U << 12;
inline bool overlap(Room a, Room b) {
  if ((a & b & kSlot) == 0 || a >> kBaseShift != b >> kBaseShift) return false;
  const auto begin = [](Room room) { return static_cast<std::int32_t>(room >> 16 & 0xffffffff); };
  const auto end = [&](Room room) { return begin(room) + static_cast<std::int64_t>(room & 0xffff); };
  return begin(a) < end(b) && begin(b) < end(a);
}

constexpr std::int64_t kArgumentsOnTop = 6 * 8;  // bytes of the stack, of MPI_Get_accumulate

constexpr unsigned kGeneral[] = {X86_REG_RAX, X86_REG_RBX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI,
                                 X86_REG_RDI, X86_REG_RBP, X86_REG_R8,  X86_REG_R9,  X86_REG_R10,
                                 X86_REG_R11, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15};

using State = std::map<Room, Value>;  // the differences from the beginning of the round

// One loop, executed round after round in the abstract: if a register or slot has another value at the end of a round
// than at its beginning, it is not steady. Ends when nothing new is found.
class Loop {
 public:
  // `alone`: false if its jump back is not the only one to its head. Then it must be left in one way.
  Loop(const DecodedFunction& code, std::size_t head, const std::vector<std::size_t>& body, bool alone)
      : code_(code), head_(head), body_(body.begin(), body.end()), alone_(alone) {
    for (const unsigned room : kGeneral) {
      if (const auto address = code.frame_address(room, head))
        known_[room] = {Value::kFrame, address->by_frame_pointer ? kByFramePointer : kByStackPointer, address->offset};
      else if (const auto number = code.address_in(room, head))
        known_[room] = constant(static_cast<std::int64_t>(*number));
    }
    for (unsigned room = X86_REG_XMM0; room < X86_REG_XMM0 + 16; ++room)
      if (const auto address = code.constant_in(room, head))
        known_[room] = constant_at(*address);
      else if (code.is_zero_in(room, head))
        known_[room] = constant(0);
  }

  // The calls of hooks whose loads decide whether the loop is left; none: it does not (only) wait.
  std::set<std::size_t> waits_for(const std::vector<std::size_t>& looks);

 private:
  bool run();
  Room slot_at(const Value& address, std::uint64_t size);
  bool is_stored(const State& state, Room room) const;
  bool step(std::size_t at, State& state);
  void call(std::size_t at, State& state);
  bool searches(const Callee& callee, const State& state);
  void fetched(std::size_t at, const Value& to, State& state);
  bool generic(std::size_t at, State& state);
  bool conditional(std::size_t at, State& state);
  bool vector(std::size_t at, State& state);
  Value left_in(Room room);
  std::uint64_t leaving_loads();
  std::size_t where_jumps_lead(std::size_t at) const;

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
  bool locks_ = false;                   // it calls functions of that kind
  std::map<Room, Value::Kind> varying_;  // kKept; or kOwn if each round leaves such a value
  std::map<Room, Value> known_;          // addresses in the frame and constants in registers at the beginning
  std::map<std::size_t, State> in_, out_;
  std::map<std::size_t, std::uint64_t> loads_at_;  // an instruction's bit of loads_
  std::map<Room, std::uint64_t> compared_;         // a round's first values: compared with which of loads_
  std::vector<Value> loads_;
  std::vector<Value> looked_at_;       // addresses in the frame
  std::set<Room> fetched_;             // slots that MPI operations write, of any size
  std::vector<std::uint64_t> steady_;  // the origins of steady addresses of slots (Value::id)
  std::uint64_t bases_ = 0;            // of the frame
  bool stores_ = false;
};

}  // namespace fencepost::symbolize::abstract
