// What a person needs to believe a conflict: both accesses, calls that nearly order them, a fix, and a picture.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "index/activity.h"
#include "job/conflict.h"
#include "job/job.h"
#include "schedule/directory.h"
#include "services/clocks.h"
#include "services/code_places.h"
#include "services/in_flight.h"
#include "services/language_atomics.h"
#include "services/locks_held.h"

namespace fencepost::check {

using index::Activity;

class Explainer {
 public:
  Explainer(const Job& job, const Clocks& clocks, const schedule::Directory& threads, const LocksHeld& locks_held,
            InFlight& in_flight, LanguageAtomics& language_atomics, CodePlaces& code, bool draws)
      : job_(job),
        clocks_(clocks),
        threads_(threads),
        locks_held_(locks_held),
        in_flight_(in_flight),
        language_atomics_(language_atomics),
        code_(code),
        draws_(draws) {}

  // One access of a conflict: its `piece`, which meets the other one in `common`.
  ConflictAccess describe(const Activity& activity, const Memory& memory, const Strided& piece, ByteRange common) const;
  // When the two have met: the synchronization around them, and what would have ordered them.
  void explain(Conflict& conflict, const Activity& earlier, const Activity& later);
  // At the end of the run: the calls that nearly ordered them.
  void explain_late(Conflict& conflict);

 private:
  // What each of the two threads knew of the other when the accesses began, in ticks.
  struct KnownOfEachOther {
    Tick first_reached = 0;  // of the first's thread, by the second
    Tick second_seen = 0;    // of the second's thread, by the first
  };
  void locate(ConflictAccess& access, const Activity& activity, const Memory& memory, ByteRange common) const;
  void describe_locks(ConflictAccess& access, const Activity& activity) const;
  std::pair<Tick, Tick> find_common(Conflict& conflict, const Activity& earlier, const Activity& later, Tick first,
                                    Tick second) const;
  void find_remedy(Conflict& conflict, const Activity& earlier, const Activity& later, const KnownOfEachOther& known);
  bool is_one_of_several(const Activity& activity);
  // What the first's thread signalled directly before it, as far as the other thread had learned of it.
  std::optional<PlaceInRun> told_before(const Activity& access, const Activity& other) const;
  std::optional<Conflict::RelaxedFlag> relaxed_flag(const ConflictAccess& first, const ConflictAccess& second) const;
  std::optional<Conflict::OtherThread> other_thread(const Conflict& conflict) const;
  bool is_in_part(const ConflictAccess& access) const;
  std::optional<Conflict::OtherThread> leading_thread(const ConflictAccess& access, const ConflictAccess& other) const;
  std::optional<Conflict::OtherThread> following_thread(const ConflictAccess& access,
                                                        const ConflictAccess& other) const;
  std::vector<StreamNumber> threads_beside(const ConflictAccess& access) const;
  void find_what_comes_near(Conflict& conflict) const;

  const Job& job_;
  const Clocks& clocks_;
  const schedule::Directory& threads_;
  const LocksHeld& locks_held_;
  InFlight& in_flight_;
  LanguageAtomics& language_atomics_;
  CodePlaces& code_;
  const bool draws_;  // AnalysisOptions::draws
};

// Whether the thread of `other` knew that the access had begun.
bool knows_begun(const Activity& access, const Activity& other);

}  // namespace fencepost::check
