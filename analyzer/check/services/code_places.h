// Places of the program as code: the same instruction in all processes, and loops that only wait.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "index/activity.h"
#include "job/job.h"
#include "services/definitions.h"
#include "services/found_conflict.h"
#include "services/options.h"

namespace fencepost::check {

class CodePlaces {
 public:
  CodePlaces(const Job& job, Definitions& definitions, const AnalysisOptions& options)
      : job_(job), definitions_(definitions), options_(options) {}

  CodePosition position(const Place& place);
  // A load that waits for another value: its code shows it, however often it has looked; or it has looked often.
  bool polls(const index::Activity& activity);
  // The same, from its code alone, if somebody reads code.
  bool polls_by_its_code(const index::Activity& activity);
  // The same for an operation that fetches.
  bool fetches_to_wait(const index::Activity& activity);
  // Whether only the first thread of a team comes to a call: it stands in code that is reached only after one of the
  // calls at `asked_at` (return addresses) has said that the thread is the first one.
  bool only_first_thread_comes_to(const Place& call, const std::vector<std::uint64_t>& asked_at);
  // What becomes of the number of a thread that the call before an address of a process has given.
  NumberUse use_of_number(ProcessId process, std::uint64_t return_address);
  // What the code at an address of a process shows about the strands that run it.
  StrandCode code_of_strands(ProcessId process, std::uint64_t address);

 private:
  struct Address {
    ProcessId process;
    std::uint64_t pc = 0;
    friend auto operator<=>(const Address&, const Address&) = default;
  };
  const std::vector<std::uint64_t>* stack_of(const Place& place);
  bool stands_in_waiting_loop(const Address& return_address);

  const Job& job_;
  Definitions& definitions_;
  const AnalysisOptions& options_;
  std::map<Address, CodePosition> positions_;
  std::map<Address, bool> waiting_;  // whether it is in a loop that only waits
  std::map<Address, StrandCode> codes_of_strands_;
  std::map<Address, NumberUse> uses_of_numbers_;
  std::map<std::pair<Address, StackId>, bool> only_first_thread_;
};

}  // namespace fencepost::check
