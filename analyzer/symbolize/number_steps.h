// The steps of number_flow.h: what one instruction does to a state.
#pragma once

#include <capstone.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "symbolize/decoded_function.h"
#include "symbolize/number_state.h"

namespace fencepost::symbolize {

// How far behind the pointer that a function of the program gets as an argument it reads and writes
// (bytes_of_argument.h). `depth`: of functions around it that are looked at for their sake.
using BytesOfArgument = std::uint64_t (*)(const MachineCode& code, std::uint64_t function, unsigned argument,
                                          unsigned depth);

// In which the first arguments of calls are.
inline constexpr unsigned kArgumentRegisters[] = {X86_REG_RDI, X86_REG_RSI, X86_REG_RDX,
                                                  X86_REG_RCX, X86_REG_R8,  X86_REG_R9};

// What an instruction does beside the change of the state.
struct NumberEffects {
  bool reads = false;               // something that tells of the number
  bool lets_out = false;            // it goes where it is not followed
  bool writes_elsewhere = false;    // memory that is not in the frame
  std::vector<FrameSlot> told;      // slots that now tell of the number
  std::vector<FrameSlot> shown;     // memory in the frame whose address goes elsewhere
  std::vector<unsigned> registers;  // that are written
  std::vector<FrameSlot> slots;     // the same
  std::vector<FrameSlot> loaded;    // that are read
  bool somewhere_in_frame = false;  // one is read, written or shown, but it is not known which
};

class NumberSteps {
 public:
  explicit NumberSteps(const DecodedFunction& code, BytesOfArgument bytes_of_argument, unsigned depth = 0)
      : code_(code), bytes_of_argument_(bytes_of_argument), depth_(depth) {}
  NumberEffects step(std::size_t i, NumberState& state) const;
  static bool is_asking(const std::string& function);

 private:
  struct Address {
    enum Where { kAt, kInFrame, kElsewhere } where = kElsewhere;
    std::int64_t at = 0;
    bool tells = false;
    bool by_stack_pointer = false;
  };
  Address address_of(const cs_x86_op& operand, const NumberState& state) const;
  NumberValue read(const cs_x86_op& operand, const NumberState& state, NumberEffects& effects) const;
  void write(const cs_x86_op& operand, const NumberValue& value, NumberState& state, NumberEffects& effects) const;
  void call(std::size_t i, NumberState& state, NumberEffects& effects) const;
  void show(const NumberValue& address, std::uint64_t size, NumberEffects& effects) const;
  void give(const NumberValue& address, std::uint64_t size, const NumberState& state, NumberEffects& effects) const;
  std::uint64_t bytes_used_by(std::size_t call, const std::string& name, unsigned argument) const;
  void push(const NumberValue& value, NumberState& state, NumberEffects& effects) const;
  NumberValue pop(NumberState& state, NumberEffects& effects) const;
  bool moves(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool compares(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool moves_stack(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool writes_own_records(std::size_t i) const;
  void other(std::size_t i, NumberState& state, NumberEffects& effects) const;

  const DecodedFunction& code_;
  const BytesOfArgument bytes_of_argument_;
  const unsigned depth_;
  mutable std::map<std::pair<std::uint64_t, unsigned>, std::uint64_t> used_;  // by function and argument
};

}  // namespace fencepost::symbolize
