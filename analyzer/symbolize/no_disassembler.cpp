// Replaces what reads machine code if there is no disassembler: no loop is recognized by its code, only the number of
// looks decides whether a loop polls; no call is known to be made by the first thread alone, what becomes of
// numbers of threads is not known, no code is known to find out which thread runs it, and all may allocate memory.
#include "symbolize/first_thread.h"
#include "symbolize/number_flow.h"
#include "symbolize/thread_identity.h"
#include "symbolize/turns_in_code.h"
#include "symbolize/waiting_loop.h"

namespace fencepost::symbolize {

std::vector<Look> looks_in(const MachineCode& /*code*/, const MachineCode::Function& /*function*/) {
  return {};
}

std::optional<FirstThreadOnly> code_of_first_thread(const MachineCode& /*code*/,
                                                    const MachineCode::Function& /*function*/,
                                                    std::uint64_t /*asked_at*/,
                                                    const std::vector<std::uint64_t>& /*callers*/,
                                                    bool /*from_elsewhere*/) {
  return std::nullopt;
}

NumberUse use_of_number(const MachineCode& /*code*/, const MachineCode::Function& /*function*/,
                        std::uint64_t /*return_address*/) {
  return NumberUse::kUnknown;
}

bool asks_which_thread(const MachineCode& /*code*/, std::uint64_t /*address*/) {
  return false;
}

bool allocates_before_parts(const MachineCode& /*code*/, std::uint64_t /*address*/) {
  return true;
}

}  // namespace fencepost::symbolize
