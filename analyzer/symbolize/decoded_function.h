// The machine code of one function, decoded: its instructions, the paths between them, the targets of its calls, and
// its loops.
#pragma once

#include <capstone.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "symbolize/callee.h"
#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// The whole general or vector register from any of its parts' names; X86_REG_INVALID: a register that is not followed.
unsigned whole_register(unsigned part);

class DecodedFunction {
 public:
  // Jumps through tables, as compilers make of a switch: the function is empty, or they lead outside.
  enum class Tables { kNotDecoded, kLeadOutside };
  // Empty for a function that cannot be decoded. It keeps a reference to `code`.
  DecodedFunction(const MachineCode& code, const MachineCode::Function& function, Tables tables = Tables::kNotDecoded);
  ~DecodedFunction();
  DecodedFunction(const DecodedFunction&) = delete;
  DecodedFunction& operator=(const DecodedFunction&) = delete;

  const MachineCode& machine_code() const { return code_; }
  std::size_t count() const { return callees_.size(); }  // of instructions
  const cs_insn& instruction(std::size_t i) const { return instructions_[i]; }
  const cs_x86& detail(std::size_t i) const { return instructions_[i].detail->x86; }
  std::uint64_t end_of(std::size_t i) const { return instructions_[i].address + instructions_[i].size; }
  bool is_jump(std::size_t i) const { return cs_insn_group(handle_, &instructions_[i], CS_GRP_JUMP); }
  Callee callee(std::size_t call) const { return callees_[call]; }
  // The function that a call reaches; "": not known.
  std::string name_of_callee(std::size_t call) const;
  // The instruction at an address; none: there is none.
  std::optional<std::size_t> at(std::uint64_t address) const;
  // The instructions after and before each one that can be reached; count() means everything outside.
  const std::vector<std::size_t>& next(std::size_t i) const { return next_[i]; }
  const std::vector<std::size_t>& before(std::size_t i) const { return before_[i]; }
  bool is_reached(std::size_t i) const { return i == 0 || !before_[i].empty(); }
  // Whether rbp points into the stack frame.
  bool has_frame_pointer() const { return frame_pointer_; }
  // What a register points to in the stack frame, if all paths to an instruction agree.
  struct FrameAddress {
    bool by_frame_pointer = false;  // and not by rsp
    std::int64_t offset = 0;
    friend bool operator==(const FrameAddress&, const FrameAddress&) = default;
  };
  std::optional<FrameAddress> frame_address(unsigned room, std::size_t before) const;
  // The address of the constant that a memory operand of an instruction names; none: the memory is of another kind.
  std::optional<std::uint64_t> constant_of(std::size_t i, const cs_x86_op& operand) const;
  // The same for the constant that a vector register has before an instruction, if all paths to it agree.
  std::optional<std::uint64_t> constant_in(unsigned room, std::size_t before) const;
  // The number in a general register: an address of a variable outside the frame, or another constant.
  std::optional<std::uint64_t> address_in(unsigned room, std::size_t before) const;
  // Whether it has been set to 0 on all paths to it.
  bool is_zero_in(unsigned room, std::size_t before) const;
  // The registers that an instruction uses (X86_REG_INVALID: one that is not followed); empty: it is not known.
  struct UsedRegister {
    unsigned room = 0;
    bool read = false, written = false;
  };
  std::vector<UsedRegister> registers_of(std::size_t i) const;
  // The instructions that may have written a register before an instruction; none: it is not known.
  std::vector<std::size_t> writers_of(unsigned room, std::size_t before) const;

  struct Loop {
    std::size_t head = 0;
    std::vector<std::size_t> jumps_back;  // their positions
  };
  std::vector<Loop> loops() const;
  // All instructions of a loop, or of the part of it with only some of its jumps; none: it is too large.
  std::vector<std::size_t> body_of(const Loop& loop) const;

 private:
  bool read(const MachineCode::Function& function);
  bool add_ways(std::size_t i, const MachineCode::Function& function);
  void find_ways_back();
  std::string called_by(std::size_t call) const;
  std::string directly_called_by(std::size_t call) const;
  bool copies_stack_pointer(std::size_t i) const;
  unsigned copied_from(std::size_t i) const;  // X86_REG_INVALID: it is no such instruction
  std::optional<FrameAddress> frame_address_by(std::size_t i) const;
  bool leaves_alone(std::size_t call, unsigned room) const;
  bool follows_push_of_rbp(std::size_t i) const;
  std::optional<bool> writes(std::size_t i, unsigned room) const;  // nothing: it is not known

  const MachineCode& code_;
  csh handle_ = 0;
  cs_insn* instructions_ = nullptr;
  std::size_t decoded_ = 0;
  std::vector<std::vector<std::size_t>> next_, before_;
  std::vector<Callee> callees_;
  const Tables tables_;
  bool frame_pointer_ = false;
};

}  // namespace fencepost::symbolize
