// How findings name places, ranks, bytes, windows, operations and epochs. Plain English, the standard's names, numbers
// with their unit. Nothing here decides anything.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "ids/format.h"
#include "job/common_time.h"
#include "job/job.h"
#include "job/symbolizer.h"
#include "model/finding.h"

namespace fencepost {

// "1", "1 and 2", "0, 1 and 5", "0 to 7"; "none".
std::string list_of(std::span<const ProcessId> processes);
// "rank 1", "ranks 0 to 3".
std::string ranks_of(std::span<const ProcessId> processes);
// count(1, "byte") = "1 byte", count(4096, "byte") = "4,096 bytes".
std::string count_of(std::uint64_t number, std::string_view unit);
std::string number_of(std::int64_t number);  // with thousands separators
// A rank as the program passed it: "MPI_ANY_SOURCE", "17"; "all ranks".
std::string rank_text(Rank rank);

std::string upper_first(std::string text);
std::string lower_first(std::string text);

// "halo.c:33", "function relax in libhalo.so", "an unknown place".
std::string position_of(const SourceLocation& location);

// Words that need the job and its source positions.
class Words {
 public:
  explicit Words(Symbolizer& symbolizer) : symbolizer_(symbolizer) {}
  // To be called before anything else; the job belongs to the engine.
  void attach(const Job& job) { job_ = &job; }
  // Keeps the name of a window that is named later, when the window may be gone.
  void hold(WindowKey key) { job_->name_window(held_, key); }

  std::string position(const Place& place) const;  // "halo.c:33"
  std::string call_at(const Place& place) const;   // "MPI_Win_lock at halo.c:33"
  // A call whose arguments are wrong. If the statement does not make the call itself: "MPI_Win_lock at halo.f90:33, in
  // a call of _gfortran_caf_send".
  std::string call_to_change(const Place& place) const;
  std::string window(WindowKey key) const;        // "halo (MPI_Win_create at main.c:12)"
  std::string window_short(WindowKey key) const;  // "window halo", "the window of MPI_Win_create at main.c:12"
  // "communicator rows", "the communicator of MPI_Comm_split at main.c:9", "MPI_COMM_WORLD".
  std::string communicator(CommunicatorKey key) const;
  std::string elements(ProcessId process, std::int64_t count, std::uint64_t datatype) const;  // "10 MPI_DOUBLE"
  std::string elements(std::int64_t count, const Datatype* type) const;                       // null: not known
  // "10 MPI_DOUBLE at displacement 4 (unit 8)", with the operation's name if it has one.
  std::string arguments(const Operation& operation) const;
  // "lock (shared) epoch on rank 1 (opened by MPI_Win_lock at halo.c:33)"
  std::string epoch(const AccessEpoch& epoch) const;
  std::string exposure(const ExposureEpoch& epoch) const;
  // All epochs open in a state, as one clause: "MPI_Win_lock_all of halo.c:14 is open"; "no epoch is open".
  std::string open_epochs(const WindowState& state) const;

  // A place in the form that fixes use. `name`: used instead of call_at().
  FixPlace fix_place(const Place& place, std::string name = "") const;

  // The time of an access in nanoseconds since 1970, comparable between processes; 0: not known.
  std::uint64_t time(const Moment& moment) { return time_.of(*job_, moment.process, moment.time); }
  Access call(const Place& place) const;         // role call: rank, thread, call, location, stack
  Access operation(const Operation& operation);  // role call, with arguments, window, target, bytes and epoch

  // Most rules describe an operation when it is issued. Later it becomes known how its epoch closed and what completed
  // it: completed() gets this while awaits_completions() is true, and finish() completes an access at the end.
  bool awaits_completions() const { return !unfinished_.empty(); }
  void completed(const Operation& operation);
  void finish(Access& access) const;

  ProcessId world_rank(WindowKey window, Rank rank) const;  // none: there is no such rank
  std::vector<ProcessId> world_ranks(WindowKey window, std::span<const Rank> ranks) const;
  // A target as calls name it: "rank 2", or "rank 2 of the
  // window (rank 5)" if its rank in MPI_COMM_WORLD is different.
  std::string target(WindowKey window, Rank rank) const;
  // Several targets: "ranks 0 and 1", or "ranks 0 and 1 of the window (ranks 4 and 5)".
  std::string targets(WindowKey window, std::span<const Rank> ranks) const;
  // What the byte numbers of an access count in: "window memory of rank 1", from its beginning; in dynamic windows
  // "attached memory of rank 1", where they are addresses.
  void name_memory(Access& access, WindowKey window, Rank rank) const;
  // The owner of memory: "rank 5", or "rank 5 (rank 2 of the window)".
  std::string owner(WindowKey window, Rank rank) const;

  const Job& job() const { return *job_; }
  Symbolizer& symbolizer() const { return symbolizer_; }

 private:
  using OperationNumber = std::pair<ThreadName, std::uint64_t>;  // among those of its thread
  struct Course {                                                // of an operation, as far as it is known
    std::shared_ptr<const AccessEpoch> epoch;
    std::uint64_t outcome = 0;
    std::shared_ptr<const Operation::Completion> local, remote;
  };
  Epoch epoch_model(const Operation& operation) const;
  void add_course(Epoch& model, const Course& course) const;

  const Job* job_ = nullptr;
  CommonTime time_;
  Named held_;
  Symbolizer& symbolizer_;
  std::map<OperationNumber, Course> unfinished_;  // their course when they were described
};

const char* name_of(EpochKind kind);  // "fence", "PSCW access", "lock", "lock_all"
EpochType type_of(const AccessEpoch& epoch);
AccessVerb verb_of(OperationKind kind);

}  // namespace fencepost
