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
  // As fixes name them: a call, an access ("the load of rank 1 at relax.c:29"), a place without its rank.
  FixPlace call_place(const Place& place);
  FixPlace access_place(const ConflictAccess& access);
  // What is moved to beside `place`: the access; or, where it lies in a function that is called there, the call of
  // that.
  FixPlace moved_place(const ConflictAccess& access, const Place& place);
  // Whether it may be moved to after a call, as far as the source shows: nothing up to there is given what it computes.
  bool may_follow(const FixPlace& moved, const FixPlace& call);

  // "MPI_Win_flush(1, win)"; `all`: operations on other targets as well.
  FixCall completing_call(MpiCall call, const ConflictAccess& access, bool all = false);
  // "Call MPI_Win_flush_all(win) instead of MPI_Win_flush_local_all(win) at halo.c:33"; nothing: there is no such call.
  std::optional<Fix> instead_of_local(const Conflict& conflict);
  // The call in front of the second access that completes one or some of several requests, and the first one's only
  // when it is called again; null: it is not so.
  const Place* tells_of_some(const Conflict& conflict);
  // Only the target's wait completes there, and it is another process's call.
  Fix after_wait_of_target(const Conflict& conflict);
  Fix behind_wait(const ConflictAccess& one, const ConflictAccess& other);
  // There is one MPI_Win_complete for each start: another one would be wrong.
  Fix behind_complete(const ConflictAccess& first, const ConflictAccess& second);
  // A call that completes the first access in time. Its arguments are at hand right behind that one; further on only if
  // they are numbers and it is the same function.
  Fix complete_first(const Conflict& conflict);
  static bool is_receive(MpiCall call) { return call == MpiCall::kIrecv || call == MpiCall::kImrecv; }
  // What ends an ordinary call that has its buffer for longer than it lasts; kNone: it does not, or is another access.
  static MpiCall end_of(const ConflictAccess& access);

 private:
  SourceLines sources_;

  // Of what MPI_Startall has started.
  FixCall wait_for_all(const Place& started);
  // "the load at relax.c:29", "MPI_Send at halo.c:33"
  FixPlace at(const Place& place, const Conflict& conflict);
  // Are the arguments of the completing call the same everywhere in the function?
  bool has_plain_arguments(const Conflict& conflict);
  // Where the program has the completing call, but behind the second access.
  std::optional<Fix> in_time(const Conflict& conflict, const FixPlace& next);
  // Of a receive that the program cancels. `wait`: the call that completes it.
  std::optional<Fix> behind_cancel(const Fix& wait, const Conflict& conflict, const FixPlace& next);
  // Nothing but accesses lies between the second one and the call that completes the first.
  static bool ends_at_once(const Conflict& conflict);
};

}  // namespace fencepost
