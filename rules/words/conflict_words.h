// A conflict in words: what the two accesses are, what happened, and why nothing orders them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "job/conflict.h"
#include "words/picture.h"
#include "words/words.h"

namespace fencepost {

class ConflictWords {
 public:
  explicit ConflictWords(Words& words) : words_(words) {}

  std::string message(const Conflict& conflict);
  // Places that the sentences name, beyond those in every picture of a conflict, are added to `named`.
  std::vector<std::string> why(const Conflict& conflict, std::vector<NamedPlace>& named);

  // "MPI_Put of rank 0 at halo.c:18", "the store of rank 1 at relax.c:29"
  std::string subject(const ConflictAccess& access);
  // "the exclusive lock of rank 1 on window halo"
  std::string lock_text(const HeldLock& lock);

 protected:
  Words& words() { return words_; }
  const Job& job() const { return words_.job(); }

  static bool of_two_threads(const Conflict& conflict);
  // "the atomic store at ring.c:12": the event that told others to continue. It need not be a call.
  std::string told_at(const Place& place);
  // The synchronization that would order the two accesses if the late access (Conflict::too_late) came after it in the
  // same function; null: there is none.
  const PassedSync* just_too_late(const Conflict& conflict);
  // Both accesses are atomic, but on different windows.
  static bool of_two_windows(const Conflict& conflict);
  // The access in whose process another thread made the synchronization, and the other access.
  static std::pair<const ConflictAccess&, const ConflictAccess&> beside(const Conflict& conflict,
                                                                        const Conflict::OtherThread& by);

 private:
  std::string other_than(const Conflict& conflict);
  std::string doing(const ConflictAccess& access);
  std::string where(const ConflictAccess& access);
  std::string bytes(const ConflictAccess& access);
  std::string completion(const ConflictAccess& access);
  std::string end_text(const ConflictAccess& access);
  std::string type_of(const ConflictAccess& access);
  // Sentences of why(); "" if the sentence does not apply.
  std::string last_common(const Conflict& conflict);
  std::string completed_at_origin_only(const ConflictAccess& access);
  std::string nothing_between(const Conflict& conflict);
  // "rank 1", "MPI_Recv at halo.c:33 of rank 1": where the synchronization was acquired.
  std::string taken_text(const PassedSync& sync);
  void tell_what_comes_near(const Conflict& conflict, std::vector<std::string>& why, std::vector<NamedPlace>& named);
  std::string other_thread_text(const Conflict& conflict, const Conflict::OtherThread& by);
  void tell_locks(const ConflictAccess& first, const ConflictAccess& second, std::vector<std::string>& why);

  Words& words_;
};

}  // namespace fencepost
