#include "command/run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/analysis.h"
#include "command/beside_jobs.h"
#include "command/child.h"
#include "command/exit_status.h"
#include "command/found_meanwhile.h"
#include "command/guardian.h"
#include "command/hang_watch.h"
#include "command/installation.h"
#include "command/interruption.h"
#include "command/job_processes.h"
#include "command/lack_of_memory.h"
#include "command/last_report.h"
#include "command/outputs.h"
#include "command/program.h"
#include "command/run_settings.h"
#include "command/running_jobs.h"
#include "command/say.h"
#include "command/several_jobs.h"
#include "command/suppressions.h"
#include "command/trace_folder.h"
#include "parts/launch.h"
#include "read/job_folders.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kDefaultPage = "fencepost-report.html";
// The time for processes to end if somebody waits for the reports.
constexpr auto kShortPatience = 700ms;

std::string full_sentence(const fs::path& folder) {
  return fmt::format("could not write a trace: the file system of {} is full (choose another place with --trace-dir)",
                     folder.string());
}

enum class EndedBy : std::uint8_t { kItself, kHang, kFinding };

struct Ended {
  ChildResult child;
  EndedBy ended_by = EndedBy::kItself;
};

// One run, from the program's start to its reports.
class Run {
 public:
  Run(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor,
      const Interruption& interruption, const TraceFolder& folder, LastReport& last)
      : arguments_(arguments),
        rules_(rules),
        suppressor_(suppressor),
        interruption_(interruption),
        folder_(folder),
        last_(last) {}

  int perform(std::chrono::milliseconds hang_timeout);

 private:
  Ended run_command(std::chrono::milliseconds hang_timeout, RunningJobs& jobs);
  int nothing_recorded(const ChildResult& child);
  int report(Analysis analysis, const ChildResult& child);
  int status_of(const Analysis& analysis, const ChildResult& child, bool written);
  // The reports of a run without a result.
  int fail(const std::string& sentence, int status = kStatusFailed);
  void say_if_not_confirmed(const Findings& findings) const;

  const Arguments& arguments_;
  const RuleOptions& rules_;
  const suppress::Suppressor& suppressor_;
  const Interruption& interruption_;
  const TraceFolder& folder_;
  LastReport& last_;
};

int Run::fail(const std::string& sentence, int status) {
  const LastReport::Turn turn = last_.take_turn();
  report_failure("run", sentence, arguments_, rules_);
  last_.note_reported(status);
  return status;
}

// If other jobs run, or a script may start others, only the job that hangs is ended.
void end_one(const fs::path& folder, std::chrono::milliseconds timeout) {
  note_hang(folder, timeout);
  end_processes_of(folder);
  say("fencepost: ended job {}: no rank made progress for {} s, and all wait or poll.\n", read::job_number(folder),
      std::chrono::duration<double>(timeout).count());
}

// Whether something is missing because somebody did not want to wait.
bool was_interrupted(const Analysis& analysis) {
  return Interruption::signal() != 0 && (analysis.unfinished || analysis.incomplete);
}

// Runs the command to its end, or until it hangs or (if requested) something was found.
Ended Run::run_command(std::chrono::milliseconds timeout, RunningJobs& jobs) {
  const std::map<std::string, std::string> settings = settings_of(arguments_, folder_);
  std::vector<std::string> variables;
  variables.reserve(settings.size());
  for (const auto& [name, value] : settings) variables.push_back(name);
  const bool halt = arguments_.has("--halt-on-error");
  Ended command;
  const auto give_up = [&] {
    jobs.look();
    if (halt && last_.found().any()) {
      command.ended_by = EndedBy::kFinding;
    } else if (const auto hung = jobs.hung_now()) {
      if (is_one_job(arguments_.rest)) {
        command.ended_by = EndedBy::kHang;
        note_hang(*hung, timeout);
      } else {
        end_one(*hung, timeout);
      }
    }
    return command.ended_by != EndedBy::kItself;
  };
  command.child = run_child(with_exports(arguments_.rest, variables), settings, interruption_, give_up);
  if (command.child.interrupted_by != 0) end_processes(folder_.path(), kShortPatience);  // those that the signal missed
  if (command.ended_by == EndedBy::kItself) {
    if (command.child.signal != 0) end_processes(folder_.path());  // processes that a killed launcher has left
    return command;
  }
  end_processes(folder_.path());
  if (command.ended_by == EndedBy::kHang) {
    say("fencepost: ended the job: no rank made progress for {} s, and all wait or poll.\n",
        std::chrono::duration<double>(timeout).count());
  } else {
    say("fencepost: ended the job at the first finding (--halt-on-error).\n");
  }
  return command;
}

int Run::nothing_recorded(const ChildResult& child) {
  if (child.interrupted_by != 0)
    return fail(fmt::format("interrupted by {} before a rank had recorded anything", Interruption::name()),
                128 + child.interrupted_by);
  if (is_full(folder_.path())) return fail(full_sentence(folder_.path()));
  // mpiexec fencepost run: the trace of the whole job is where rank 0's program wrote it, and rank 0 reports it.
  if (const auto launch = parts::launch_of([](const char* name) { return std::getenv(name); });
      launch && launch->rank != 0)
    return child.status;
  return fail(why_no_trace(arguments_.rest, child.status) + ".");
}

int Run::perform(std::chrono::milliseconds hang_timeout) {
  std::optional<LiveOptions> live;
  if (is_live(arguments_)) {
    live = {.frees = frees_trace(arguments_, folder_)};
  } else if (arguments_.has("--halt-on-error")) {
    return fail("--halt-on-error works only if all processes are on this machine");
  }
  EngineSettings engine = engine_settings(arguments_);
  engine.mpi = "none";  // after a launcher (mpiexec fencepost run), its connection belongs to the program
  engine.cut = &interruption_.analysis_is_over();
  engine.suppressor = &suppressor_;
  engine.when_found = [this](const Finding& finding) { return last_.found().add(finding, true); };
  const LackOfMemory memory;
  RunningJobs jobs(folder_.path(), hang_timeout, rules_, engine, live, last_.found());
  if (const int number = Interruption::signal(); number != 0)
    return fail(fmt::format("interrupted by {} before the program was started", Interruption::name()), 128 + number);
  const Ended command = run_command(hang_timeout, jobs);
  if (!command.child.started) return fail(command.child.problem);
  const bool recorded = has_traces(folder_.path());
  Analysis analysis;
  if (recorded) analysis = put_together(jobs.end(), fmt::format("{}", fmt::join(arguments_.rest, " ")));
  add_beside_jobs(analysis, folder_.path(), rules_, engine);
  if (!recorded && !analysis.findings) return nothing_recorded(command.child);
  if (!analysis.findings) {
    const int status = fail(is_full(folder_.path()) ? full_sentence(folder_.path()) : analysis.problem);
    if (folder_.kept()) say("The trace is in {}\n", folder_.path().string());
    return status;
  }
  if (analysis.incomplete && is_full(folder_.path())) {
    analysis.findings->incomplete.emplace_back("the disk is full");
    analysis.findings->blind_spots.push_back(
        fmt::format("The file system of {} became full: later events were not recorded.", folder_.path().string()));
  }
  if (const std::string sentence = memory.what_was_killed(); !sentence.empty() && analysis.unfinished)
    analysis.findings->blind_spots.push_back(sentence);
  return report(std::move(analysis), command.child);
}

// What was printed while the job ran was the knowledge of that time.
void Run::say_if_not_confirmed(const Findings& findings) const {
  const auto said = last_.found().said();
  if (!said) return;
  const auto is_it = [&](const Finding& finding) { return finding.fingerprint == said->fingerprint; };
  if (std::ranges::any_of(findings.findings, is_it)) return;
  if (std::ranges::any_of(findings.suppressed, [&](const SuppressedFinding& hidden) { return is_it(hidden.finding); }))
    return;
  say("fencepost: a finding printed while the job ran ({}: {}) has changed or was not confirmed.\n", said->rule,
      said->title);
}

// The reason why a run without findings is not clean: a sentence, or "".
std::string failure_of(const Analysis& analysis, const ChildResult& child) {
  if (analysis.hung && analysis.findings->suppressed.empty()) {
    return analysis.all_in_finalize ? "all ranks had called MPI_Finalize, from which the MPI library did not return; "
                                      "nothing was found in what the program did before"
                                    : "the trace does not show why the job hangs";
  }
  if (analysis.incomplete) return kNotAllChecked;
  if (analysis.unchecked) return kRmaUnchecked;
  // If a rank died, the command's own status shows it. Not always: MPICH 4.2's mpiexec now and then, and scripts.
  return analysis.unfinished && child.status == 0 && !was_interrupted(analysis)
             ? "the program did not finish, although the command ended with status 0"
             : "";
}

int Run::report(Analysis analysis, const ChildResult& child) {
  Findings& findings = *analysis.findings;
  if (was_interrupted(analysis))
    findings.incomplete.insert(findings.incomplete.begin(), fmt::format("interrupted by {}", Interruption::name()));
  findings.program.exit_status = child.status;
  judge(findings, suppressor_, rules_);
  fail_on_blind_spots(findings, arguments_);
  if (findings.status == RunStatus::kClean) {
    findings.failure = failure_of(analysis, child);
    if (!findings.failure.empty()) findings.status = RunStatus::kFailed;
  }

  const LastReport::Turn turn = last_.take_turn();
  const bool written = write_reports(findings, arguments_, rules_, STDERR_FILENO);
  const bool quiet = arguments_.has("--quiet");
  const bool unasked = !findings.findings.empty() && !asks_for("html", arguments_) && !arguments_.has("--no-html");
  if (unasked && write_html(findings, arguments_, rules_, kDefaultPage) && !quiet) say("Report: {}\n", kDefaultPage);
  if (folder_.kept() && !quiet) say("Trace: {}\n", folder_.path().string());
  if (!quiet) say_if_not_confirmed(findings);
  const int status = status_of(analysis, child, written);
  last_.note_reported(status);
  return status;
}

int Run::status_of(const Analysis& analysis, const ChildResult& child, bool written) {
  const auto give_up = [](std::string_view sentence) {
    say("fencepost run: {}\n", sentence);
    return kStatusFailed;
  };
  const Findings& findings = *analysis.findings;
  if (!written) return give_up("not all requested reports were written");
  if (findings.status == RunStatus::kFindings) return kStatusFindings;
  const bool failed = findings.status == RunStatus::kFailed;
  if (failed) give_up(findings.failure);
  if (child.status != 0) {
    std::string how = child.signal != 0 ? fmt::format("died of signal {} ({})", child.signal, strsignal(child.signal))
                                        : fmt::format("ended with status {}", child.status);
    say("fencepost: the command {}{}\n", how, Interruption::signal() != 0 ? ", interrupted" : "");
  }
  // Whatever the launcher reports: MPICH's ends with 0, or with 2 for SIGINT.
  if (was_interrupted(analysis)) return 128 + Interruption::signal();
  // Then the program's own status shows it.
  const bool in_part = (analysis.incomplete || analysis.unchecked) && !analysis.hung && child.status != 0;
  return failed && !in_part ? kStatusFailed : child.status;
}

}  // namespace

int run(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  const auto fail = [&](const std::string& sentence) { return report_failure("run", sentence, arguments, rules); };
  const auto timeout = seconds_of(arguments, "--hang-timeout", "20");
  if (!timeout) return fail("--hang-timeout needs a number of seconds, 0 for never");
  const auto grace = seconds_of(arguments, "--grace", "8");
  if (!grace || *grace < 1s) return fail("--grace needs a number of seconds, 1 at least");
  Interruption interruption(*grace);
  std::error_code error;
  if (!fs::exists(preload_library(), error)) {
    return fail(fmt::format("{} is missing: the installation is not complete (see fencepost doctor)",
                            preload_library().string()));
  }
  TraceFolder folder;
  if (std::string problem = folder.open(arguments); !problem.empty()) return fail(problem);
  LastReport last(arguments, rules, suppressor, folder);
  interruption.set_last_resort([&last] { last.leave(); });
  int status = kStatusFailed;
  try {
    status = Run(arguments, rules, suppressor, interruption, folder, last).perform(*timeout);
  } catch (const std::exception& caught) {
    fail(fmt::format("failed: {}", caught.what()));
  }
  interruption.set_last_resort(nullptr);
  return status;
}

}  // namespace fencepost::command
