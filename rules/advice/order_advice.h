// Fixes that order one access of a conflict after the other: of two processes, of two threads.
#pragma once

#include <optional>
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
  // Orders the other access after the one.
  Fixes ordered(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other);
  // The same if the intended order is not known: for the case that the other comes first; none: the order is known.
  Fixes other_way_round(const Conflict& conflict);

  // Moves an access to before the atomic operation by which its thread signals the other one; nothing: the access does
  // not come after such an operation.
  std::optional<Fix> before_it_is_told(const Conflict& conflict);

  // Whether that atomic operation also fetches a value that the program uses: a lock, a number.
  bool takes_something(const Place& told);

  // A message or barrier after `since`, when the one access is complete.
  Fix meeting(const ConflictAccess& one, const ConflictAccess& other, FixPlace since);

  // One exposure epoch of the target admits two origins: its wait returns after both.
  static bool in_one_exposure(const ConflictAccess& one, const ConflictAccess& other);
  // One statement that all ranks execute: in one round of a loop, no call comes between its executions.
  bool of_one_statement(const Conflict& conflict);
  // "MPI_Win_sync(halo)", for the window of the accessed memory.
  FixCall sync_call(const ConflictAccess& access);

 private:
  Fixes order_processes(const Conflict& conflict);
  std::optional<Fix> behind_instead(const Fix& before, const Conflict& conflict);
  std::optional<Fix> wait_instead(const Fix& moved, const Conflict& conflict);
  Fix order_strands(const Conflict& conflict);
  Fixes order_threads(std::string_view rule, const Conflict& conflict);
  Fix wait_for_thread(const Conflict& conflict, const Conflict::OtherThread& by);
  Fix synchronize_threads(std::string_view rule, const ConflictAccess& first, const ConflictAccess& second);
  FixPlace told_place(const Place& told, const Place& beside);
  bool takes_turns(const Conflict& conflict);
  bool in_rounds_of_a_fence(const ConflictAccess& one, const ConflictAccess& other);
  bool waits_for_second(const Conflict& conflict);
  bool ends_too_late(const Conflict& conflict, const ConflictAccess& one, const ConflictAccess& other);
};

}  // namespace fencepost
