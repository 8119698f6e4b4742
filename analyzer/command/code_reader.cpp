#include "command/code_reader.h"

#include <cstdint>
#include <vector>

namespace fencepost::command {

void answer_from_code(check::AnalysisOptions& options, symbolize::AddressBook& addresses) {
  options.waits = [&addresses](const Module& module, std::uint64_t address) {
    return addresses.waits(module.path, module.build_id, address);
  };
  options.code_of_strands = [&addresses](const Module& module, std::uint64_t address) {
    return addresses.code_of_strands(module.path, module.build_id, address);
  };
  options.use_of_number = [&addresses](const Module& module, std::uint64_t return_address) {
    return addresses.use_of_number(module.path, module.build_id, return_address);
  };
  options.only_first_thread = [&addresses](const Module& module, std::uint64_t asked_at,
                                           const std::vector<std::uint64_t>& callers, bool from_elsewhere) {
    return addresses.only_first_thread(module.path, module.build_id, asked_at, callers, from_elsewhere);
  };
}

}  // namespace fencepost::command
