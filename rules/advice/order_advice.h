// What would bring one access of a conflict after the other one: of two processes, of two threads.
#pragma once

#include <string_view>

#include "advice/completion_advice.h"
#include "job/conflict.h"
#include "model/fix.h"

namespace fencepost {

class OrderAdvice : protected CompletionAdvice {
 public:
  using CompletionAdvice::CompletionAdvice;

 protected:
  Fixes order(std::string_view rule, const Conflict& conflict);
  // Brings the other one after the one.
  Fixes ordered(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other);
  // The same, where it is not known which of them is meant to come first: if it is the other one; none: that is known.
  Fixes other_way_round(const Conflict& conflict);

  // One statement, which all ranks execute: no call comes between it and itself.
  bool of_one_statement(const Conflict& conflict);
  // "MPI_Win_sync(halo)", of the memory that is accessed.
  FixCall sync_call(const ConflictAccess& access);

 private:
  Fixes order_processes(const Conflict& conflict);
  Fixes order_threads(std::string_view rule, const Conflict& conflict);
  Fix wait_for_thread(const Conflict& conflict, const Conflict::OtherThread& by);
  Fix synchronize_threads(std::string_view rule, const ConflictAccess& first, const ConflictAccess& second);
  Fix meeting(const ConflictAccess& one, const ConflictAccess& other, FixPlace since);
  bool takes_turns(const Conflict& conflict);
  bool in_rounds_of_a_fence(const ConflictAccess& one, const ConflictAccess& other);
  bool waits_for_second(const Conflict& conflict);
};

}  // namespace fencepost
