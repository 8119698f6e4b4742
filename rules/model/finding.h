// A finding: one rule at one set of source locations, with everything a person needs to believe and fix it. Rules make
// findings and reports write them; JSON names are in reports/json. Processes are plain numbers, as reports have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ids/rank.h"
#include "model/fix.h"
#include "model/location.h"
#include "model/overview.h"

namespace fencepost {

enum class Severity { kError, kUndefined, kPortability, kPerformance, kNote };
enum class Family { kRace, kEpoch, kMatch, kRange, kType, kAssert, kInfo, kWindow, kUse };
const char* name_of(Severity severity);  // "error", "undefined", …
const char* name_of(Family family);      // "RACE", …

// The part of an access in its operation; kLocal: a load or store; kCall: part of another call.
enum class Role : std::uint8_t { kOrigin, kTarget, kLocal, kCall };
const char* name_of(Role role);  // "origin", "target", …

// What an access does; kCall: what another call does.
enum class AccessVerb : std::uint8_t {
  kPut,
  kGet,
  kAccumulate,
  kGetAccumulate,
  kFetchAndOp,
  kCompareAndSwap,
  kLoad,
  kStore,
  kCall,
};
const char* name_of(AccessVerb verb);  // "put", "fetch_and_op", …

// kNone: the operation is in no epoch for its target.
enum class EpochType : std::uint8_t { kNone, kFence, kAccess, kExclusiveLock, kSharedLock, kLockAll };
const char* name_of(EpochType type);  // "none", "PSCW access", "lock (exclusive)", …

// The epoch that an operation belongs to.
struct Epoch {
  EpochType kind = EpochType::kNone;
  std::string window;
  std::vector<Rank> targets;             // empty: all
  std::vector<int> target_processes;     // the same as ranks in MPI_COMM_WORLD
  SourceLocation opened;                 // where; line 0: not known
  SourceLocation closed;                 // where; line 0: still open at the end of the trace
  std::string opened_call, closed_call;  // "MPI_Win_fence"; "" if not
  std::string
      origin_completion;  // "complete at the origin by MPI_Win_flush at halo.c:33", or "never complete at the origin"
  std::string target_completion;
  std::string completion;  // both, in one sentence
  bool complete_at_origin = false, complete_at_target = false;
};

// The variable that contains the accessed bytes: its beginning and end, in the unit of the access's bytes. It may be
// larger than the memory that contains these.
struct VariableAround {
  std::string name;
  std::int64_t first = 0, end = 0;
};

struct Access {
  int rank = -1;  // process: rank in MPI_COMM_WORLD
  int thread = 0;
  Role role = Role::kCall;
  AccessVerb kind = AccessVerb::kCall;
  std::string call;                   // "MPI_Put", "" for loads and stores; what stands for one: "free", "end of scope"
  bool ends_scope = false;            // not a call, but the end of a block or function
  std::uint64_t number = 0;           // of the operation among those of its thread; 0: not known, or no operation
  SourceLocation location;            // the user's statement
  std::vector<SourceLocation> stack;  // innermost first; its first entry is `location`
  std::string window;                 // "halo (MPI_Win_create at main.c:12)"; "" if none
  Rank target;                        // in the group of the window
  int target_process = -1;            // the same as a rank in MPI_COMM_WORLD; -1: none
  std::uint64_t first_byte = 0;       // byte range in what `bytes_of` says, [first, end)
  std::uint64_t end_byte = 0;
  Rank bytes_part;       // whose part of the window the bytes are counted in; kNone: they are addresses
  std::string bytes_of;  // "window memory of rank 1" or "… of rank 1 (rank 0 of the window)", "origin buffer of rank 0"
  std::optional<VariableAround> variable;
  std::string description;  // "10 MPI_DOUBLE at displacement 4 (unit 8): column of 512 doubles, stride 514"
  std::optional<Epoch> epoch;
  std::vector<std::string> locks;  // held at the time: "exclusive lock of rank 1 on window halo"
  // For a call that its rank is blocked in: the processes that it waits for; if they are many, the first ones.
  std::vector<int> waits_for;
  std::uint64_t time = 0;  // when it began, in nanoseconds since the first event of the run; 0: not known
};

// One row of the space-time picture: an event of one process. `order` is a common axis: if a happened before b in the
// drawn part, order(a) < order(b).
struct TimelineEvent {
  int rank = -1;
  int thread = 0;
  std::uint64_t order = 0;
  std::string label;  // "MPI_Put → 1", "store", "MPI_Barrier"
  SourceLocation location;
  int access = -1;  // index into Finding::accesses if it begins here; a later event with the same index: it ends here
};
struct TimelineEdge {  // happens-before between two of the events (indices)
  std::size_t from = 0;
  std::size_t to = 0;
  std::string label;  // "message", "barrier", "post → start"
};
struct Timeline {
  std::vector<TimelineEvent> events;
  std::vector<TimelineEdge> edges;
};

// What to do: fixes, and the same in words; or words alone.
struct Remedy {
  std::string suggestion;
  Fixes fixes;
};

struct Finding {
  std::string rule;  // "FP-RACE-001"
  Family family = Family::kRace;
  Severity severity = Severity::kError;
  std::string title;             // the rule's short name: "Put and store to the same window memory"
  std::string message;           // one sentence about this case
  std::string section;           // "MPI-4.1, 12.7"
  std::string suggestion;        // what to do: `fixes` in words
  Fixes fixes;                   // the best first; empty if a rule has a sentence of its own
  std::vector<std::string> why;  // why nothing orders them, sentence by sentence
  std::uint64_t count = 1;       // occurrences
  std::vector<int> ranks;        // on which it occurred, sorted
  // If a command started several MPI jobs: the jobs in which it occurred; their numbers, from 1, sorted. Empty: there
  // was one job.
  std::vector<int> jobs;
  std::string fingerprint;  // stable: rule, normalized lines, access kinds; no rank, no address
  // The fingerprint of the finding that this one follows from: fixing that one also fixes this one. "": it is a
  // separate mistake. The cause may have been suppressed.
  std::string consequence_of;
  // The advice that it has if that one is suppressed, if it is different. Otherwise it has none of its own, or advice
  // about its cause.
  std::optional<Remedy> without_cause;
  // The library that makes the calls without any line of the user that could be fixed ("libcaf_mpich.so.3"). "": the
  // program's own mistake.
  std::string library;
  std::vector<Access> accesses;
  Timeline timeline;
};

// Something that the user wrote to hide findings: a line of a suppression file, a comment in the source, a baseline.
enum class SuppressionKind { kFile, kComment, kBaseline };
const char* name_of(SuppressionKind kind);  // "file", "comment", "baseline"
struct Suppression {
  SuppressionKind kind = SuppressionKind::kFile;
  std::string place;              // "fencepost.supp:3", "halo.c:31", "findings.json"
  std::string text;               // the line of the file; the reason in the comment; a note about the baseline
  std::string problem;            // a sentence if it could not be applied
  bool used = false;              // it fits a finding, even one that another suppression had hidden before
  std::uint64_t findings = 0;     // hidden by it
  std::uint64_t occurrences = 0;  // of these findings
};
struct SuppressedFinding {
  std::uint64_t by = 0;  // index into Findings::suppressions
  Finding finding;
};

enum class RunStatus { kClean, kFindings, kFailed };
const char* name_of(RunStatus status);  // "clean", "findings", "failed"

struct ProgramInfo {
  std::string command;
  std::string directory;
  std::string mpi_library;
  int ranks = 0;
  // For a check of source files (fencepost lint), which has no ranks: how many were read, and how many could not be.
  int files = 0;
  int files_not_read = 0;
  std::string schedule;
  std::string rma;                 // "fencepost" or "native"
  std::optional<int> exit_status;  // of the program, when run by `fencepost run`
  std::string started;             // ISO 8601, UTC
  std::uint64_t milliseconds = 0;  // from the first event to the last; 0: not known
};

// Everything a report shows.
struct Findings {
  RunStatus status = RunStatus::kClean;
  std::string failure;  // for a failed check: the reason, in a sentence
  // Reasons why there may be more findings than in this report, in a few words each ("interrupted by SIGTERM"). Empty:
  // the program and its check ended normally.
  std::vector<std::string> incomplete;
  ProgramInfo program;
  // If a command started several MPI jobs: each of them, in the order of their beginnings; `program` is then the
  // command, with the ranks of the biggest job. Empty: there was one, `program`.
  std::vector<ProgramInfo> jobs;
  std::vector<std::string> blind_spots;  // what could not be seen, as sentences
  // Sorted: severity, then rule, then location. But consequences come after their cause, which comes as early as its
  // first consequence would.
  std::vector<Finding> findings;
  std::vector<SuppressedFinding> suppressed;  // not among `findings`, and without influence on `status`
  std::vector<Suppression> suppressions;      // all, also those that hid nothing
  struct Statistics {
    std::uint64_t events = 0;
    std::uint64_t window_calls = 0;  // calls that create a window, of all processes
    std::uint64_t operations = 0;
    std::uint64_t memory_accesses = 0;
    std::uint64_t trace_bytes = 0;
  } statistics;
  // An overview of the run: of `program`, or of each of `jobs` if it is known. Empty: not known.
  std::vector<RunOverview> overviews;
};

}  // namespace fencepost
