// The symbolizer for rules, on top of the address book of the job.
#pragma once

#include "job/symbolizer.h"
#include "symbolize/address_book.h"

namespace fencepost::symbolize {

class JobSymbolizer : public Symbolizer {
 public:
  explicit JobSymbolizer(AddressBook& addresses) : addresses_(addresses) {}

  SourceLocation locate(ProcessId process, std::uint64_t pc) override;
  std::vector<SourceLocation> stack(ProcessId process, StackId stack) override;
  std::vector<SourceLocation> frames(const Place& place) override;
  std::string variable(ProcessId process, std::uint64_t begin, std::uint64_t end) override;
  std::optional<Variable> variable_around(ProcessId process, std::uint64_t address) override;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> files_in_memory(ProcessId process) override;
  std::optional<Variable> local_around(const Place& call, std::uint64_t address) override;
  bool is_left(const Place& call, std::uint64_t address, const Place& later) override;
  std::optional<LeftBlock> left_block(const Place& call, std::uint64_t address, const Place& later) override;
  bool in_compiler_copy(const Place& call, std::uint64_t address, std::string_view copied) override;
  Argument argument(const Place& call, int index, bool out, std::uint64_t begin, std::uint64_t end) override;
  std::optional<std::string> argument_text(const Place& call, int index) override;

 private:
  AddressBook& addresses_;
};

}  // namespace fencepost::symbolize
