#include "symbolize/job_symbolizer.h"

#include <utility>

namespace fencepost::symbolize {

SourceLocation JobSymbolizer::locate(ProcessId process, std::uint64_t pc) {
  return addresses_.statement(process, pc, StackId()).front();
}

std::vector<SourceLocation> JobSymbolizer::stack(ProcessId process, StackId stack) {
  return addresses_.stack(process, stack);
}

std::string JobSymbolizer::variable(ProcessId process, std::uint64_t begin, std::uint64_t end) {
  return addresses_.variable(process, begin, end);
}

std::optional<Symbolizer::Variable> JobSymbolizer::variable_around(ProcessId process, std::uint64_t address) {
  auto found = addresses_.variable_around(process, address);
  if (!found) return std::nullopt;
  return Variable{found->begin, found->end, std::move(found->symbol)};
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> JobSymbolizer::files_in_memory(ProcessId process) {
  return addresses_.files_in_memory(process);
}

std::optional<Symbolizer::Variable> JobSymbolizer::local_around(const Place& call, std::uint64_t address) {
  auto found = addresses_.local_around(call.process, call.stack, address);
  if (!found) return std::nullopt;
  return Variable{found->begin, found->end, std::move(found->symbol)};
}

bool JobSymbolizer::is_left(const Place& call, std::uint64_t address, const Place& later) {
  return call.process == later.process && call.thread == later.thread &&
         addresses_.is_left(call.process, call.stack, address, later.stack);
}

std::optional<Symbolizer::LeftBlock> JobSymbolizer::left_block(const Place& call, std::uint64_t address,
                                                               const Place& later) {
  if (call.process != later.process || call.thread != later.thread) return std::nullopt;
  auto found = addresses_.left_block(call.process, call.stack, address, later.stack);
  if (!found) return std::nullopt;
  return LeftBlock{std::move(found->variable), std::move(found->used), std::move(found->later)};
}

bool JobSymbolizer::in_compiler_copy(const Place& call, std::uint64_t address, std::string_view copied) {
  return addresses_.in_compiler_copy(call.process, call.stack, address, copied);
}

Symbolizer::Argument JobSymbolizer::argument(const Place& call, int index, bool out, std::uint64_t begin,
                                             std::uint64_t end) {
  ArgumentName found = addresses_.argument(call.process, call.stack, name_of(call.call), index, out, begin, end);
  return {std::move(found.name), found.pointed};
}

std::optional<std::string> JobSymbolizer::argument_text(const Place& call, int index) {
  return addresses_.argument_text(call.process, call.stack, name_of(call.call), index);
}

std::vector<SourceLocation> JobSymbolizer::frames(const Place& place) {
  return place.pc != 0 ? addresses_.statement(place.process, place.pc, place.stack)
                       : addresses_.stack(place.process, place.stack);
}

}  // namespace fencepost::symbolize
