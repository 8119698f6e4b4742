// The steps of number_flow.h: what one instruction does to a state.
#pragma once

#include <capstone.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "symbolize/decoded_function.h"
#include "symbolize/number_state.h"

namespace fencepost::symbolize {

// What an instruction does beside the change of the state.
struct NumberEffects {
  bool reads = false;               // something that tells of the number
  bool lets_out = false;            // it goes where it is not followed
  bool writes_elsewhere = false;    // memory that is not in the frame
  std::vector<FrameSlot> told;      // slots that now tell of the number
  std::vector<FrameSlot> shown;     // memory in the frame whose address goes elsewhere
  std::vector<unsigned> registers;  // that are written
  std::vector<FrameSlot> slots;     // the same
};

class NumberSteps {
 public:
  explicit NumberSteps(const DecodedFunction& code) : code_(code) {}
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
  void push(const NumberValue& value, NumberState& state, NumberEffects& effects) const;
  NumberValue pop(NumberState& state, NumberEffects& effects) const;
  bool moves(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool compares(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool moves_stack(std::size_t i, NumberState& state, NumberEffects& effects) const;
  bool writes_own_records(std::size_t i) const;
  void other(std::size_t i, NumberState& state, NumberEffects& effects) const;

  const DecodedFunction& code_;
};

}  // namespace fencepost::symbolize
