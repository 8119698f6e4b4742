// The call that would complete the first access of a conflict before the second, and where it belongs.
#pragma once

#include <optional>
#include <string>

#include "job/conflict.h"
#include "job/symbolizer.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "record/vocabulary.h"
#include "words/conflict_words.h"

namespace fencepost {

class CompletionAdvice : protected ConflictWords {
 public:
  using ConflictWords::ConflictWords;

 protected:
  Symbolizer& source() { return words().symbolizer(); }
  // Places as fixes name them: a call, an access ("the load of rank 1 at relax.c:29"), a place without its rank.
  FixPlace call_place(const Place& place);
  FixPlace access_place(const ConflictAccess& access);
  // The call of the function that an access is in, if that function is called next to `place`.
  std::optional<FixPlace> leading_place(const ConflictAccess& access, const Place& place);
  // What a fix moves next to `place`: that call, or else the access.
  FixPlace moved_place(const ConflictAccess& access, const Place& place);
  // Whether it may move to after a call, as far as the source shows: no statement in between uses what it computes.
  bool may_follow(const FixPlace& moved, const FixPlace& call);
  // Whether what stands behind a call needs what that gives: it cannot come before it.
  bool needs(const FixPlace& behind, const FixPlace& call);

  // "MPI_Win_flush(1, win)"; `all`: operations on other targets as well.
  FixCall completing_call(MpiCall call, const ConflictAccess& access, bool all = false);
  // "Call MPI_Win_flush_all(win) instead of MPI_Win_flush_local_all(win) at halo.c:33"; nothing: no such call exists.
  std::optional<Fix> instead_of_local(const Conflict& conflict);
  // The call before the second access that completes only one or some of several requests, and the first access's
  // request only when it is called again; null: there is no such call.
  const Place* tells_of_some(const Conflict& conflict);
  // Only the target's wait completes the operation there, and another process makes that call.
  Fix after_wait_of_target(const Conflict& conflict);
  Fix behind_wait(const ConflictAccess& one, const ConflictAccess& other);
  static bool of_epoch_before(const ConflictAccess& access, const Operation::Completion& wait);
  // Each start has exactly one MPI_Win_complete: adding another one would be wrong.
  Fix behind_complete(const ConflictAccess& first, const ConflictAccess& second);
  // A call that completes the first access in time. Its arguments are known right after that access. Further away they
  // are known only if they are numbers and the function is the same.
  Fix complete_first(const Conflict& conflict);
  // For a program that has the completing call there, but leaves it out on the path that it took. `completes`: a fix
  // that adds the call.
  std::optional<Fix> where_left_out(const Fix& completes, const Conflict& conflict);
  static bool is_receive(MpiCall call) { return call == MpiCall::kIrecv || call == MpiCall::kImrecv; }
  // The call that ends an ordinary call whose buffer stays in use after it returns; kNone: not so, or another access.
  static MpiCall end_of(const ConflictAccess& access);

  SourceLines sources_;

 private:
  // For the requests that MPI_Startall has started.
  FixCall wait_for_all(const Place& started);
  // "the load at relax.c:29", "MPI_Send at halo.c:33"
  FixPlace at(const Place& place, const Conflict& conflict);
  // Whether the arguments of the completing call are the same everywhere in the function.
  bool has_plain_arguments(const Conflict& conflict);
  // Does a flush that each round of a loop needs name the same behind the loop, in front of this call?
  bool means_the_same(const Fix& flush, const FixPlace& there);
  // For a program that has the completing call, but after the second access.
  std::optional<Fix> in_time(const Conflict& conflict, const FixPlace& next);
  // For a receive that the program cancels. `wait`: the call that completes it.
  std::optional<Fix> behind_cancel(const Fix& wait, const Conflict& conflict, const FixPlace& next);
  // Whether only accesses come between the second access and the call that completes the first.
  static bool ends_at_once(const Conflict& conflict);
};

}  // namespace fencepost
