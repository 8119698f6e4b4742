// Checking a recorded trace: reading, replaying, the rules, and the findings as reports want them. All at once
// afterwards (analyze), or step by step while the program runs (Session; live.h makes the steps).
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/options.h"
#include "command/progress.h"
#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::parts {
class Ranks;
}
namespace fencepost::suppress {
class Suppressor;
}

namespace fencepost::command {

class ByTime;
class PeriodsFound;

struct Analysis {
  std::optional<Findings> findings;
  std::string problem;      // one sentence if there are no findings
  bool unfinished = false;  // a rank ended without MPI_Finalize
  bool incomplete = false;  // events were not recorded or not checked: there may be more to find
  // One-sided communication that nothing checked (on windows with other jobs' processes), or that was not executed.
  bool unchecked = false;
  bool all_in_finalize = false;  // every rank had called MPI_Finalize
  bool hung = false;             // Fencepost ended it because it hung
  bool elsewhere = false;        // this was a part of an MPI job: rank 0 has the findings
};

// The sentence about an incomplete analysis that found nothing.
inline constexpr const char* kNotAllChecked =
    "not all that the program did could be checked, and nothing was found in what was";

// The same where the run had what belongs to no analysis, however complete it is.
inline constexpr const char* kRmaUnchecked =
    "one-sided communication could not be executed, or is on windows with processes of other jobs (MPI_Comm_spawn, "
    "MPI_Comm_connect) and was not checked; nothing was found in the rest";

// The same for a trace with no other fault.
inline constexpr const char* kNotAtItsEnd = "the program did not finish, and nothing was found in what it did before";

struct EngineSettings {
  std::size_t jobs = 0;       // threads; 0: as many as are useful
  std::string mpi;            // that of the launcher: "mpich", "openmpi", "none"; "" or "auto": see parts/launch.h
  std::uint64_t history = 0;  // events within which accesses are compared; 0: all
  bool overview = true;       // reports will show an overview of the run
  // If a trace is deleted while it is read, this many bytes are kept for trials of advice.
  std::uint64_t kept_for_trials = 0;
  // What the reports will hide gives no advice, and no other finding is told as its consequence. Null: nothing is
  // hidden.
  const suppress::Suppressor* suppressor = nullptr;
  // When it becomes true, the analysis ends with what it has read; null: it never does.
  const std::atomic<bool>* cut = nullptr;
  // Told of findings while analyze() is not yet done with a run, until it returns true; null: nobody is.
  std::function<bool(const Finding&)> when_found = {};
};

EngineSettings engine_settings(const Arguments& arguments);
// Whether this process is a rank of an MPI job that analyzes together.
bool is_part_of_a_job(const EngineSettings& settings);

class Session {
 public:
  // Null, with a sentence in `problem`: there is no readable trace.
  static std::unique_ptr<Session> open(const std::filesystem::path& directory, const RuleOptions& options,
                                       const EngineSettings& settings, std::string& problem);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The ranks that analyze their parts of it; call before it begins.
  void take_help_of(std::unique_ptr<parts::Ranks> ranks);
  // This session is the first worker of an analysis that is divided by time: end() then ends all of it if the analysis
  // is clean. `divided` outlives it.
  void be_part_of(ByTime& divided);
  const PeriodsFound* periods_found() const;  // what it has found as such; null: it has failed
  // It replays what `divided` knows to be needed for its findings (ByTime::Result::kInPart).
  void tell_of(const ByTime& divided);

  // Called with each finding that fails the run as soon as it is found, until it returns true. The finding does not yet
  // contain what is known only later (how an operation was completed).
  void when_found(std::function<bool(const Finding&)> listener);

  // For a program that still runs. One thread whatever the settings, because others could not read what was deleted.
  // `frees`: what was read is deleted. kNotYet: try again with another Session; kNever: the program cannot be followed
  // (it has processes on other machines).
  enum class Follow { kYes, kNotYet, kNever };
  Follow follow(bool frees);
  // Checks what has been recorded up to now. True: there was something to check.
  bool go_on();
  // Whether all processes had ended their traces normally at the last look.
  bool is_over() const;

  // Checks nothing more until end(). Any thread.
  void pause();

  std::uint64_t events() const;  // checked so far; any thread
  Share share() const;           // the same with the rest; any thread

  // The run is over: checks the rest.
  Analysis end();

 private:
  struct Parts;
  explicit Session(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Together with the other ranks if an MPI launcher has started several
// of this process. Shows a line of progress at a terminal if it takes
// long. Does not set the run's status: judge() of suppressions.h does.
Analysis analyze(const std::filesystem::path& directory, const RuleOptions& options,
                 const EngineSettings& settings = {});
// The same by this process alone, without that line.
Analysis analyze_quietly(const std::filesystem::path& directory, const RuleOptions& options,
                         const EngineSettings& settings);

}  // namespace fencepost::command
