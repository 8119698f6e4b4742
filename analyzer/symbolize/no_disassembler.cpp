// Replaces waiting_loop.cpp and first_thread.cpp if there is no disassembler: no loop is recognized by its machine
// code, only the number of looks decides whether a loop polls; and no call is known to be made by the first thread
// alone.
#include "symbolize/first_thread.h"
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

}  // namespace fencepost::symbolize
