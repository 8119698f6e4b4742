#include "command/last_report.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/exit_status.h"
#include "command/interruption.h"
#include "command/job_processes.h"
#include "command/outputs.h"
#include "command/say.h"
#include "command/suppressions.h"

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

// No thread waits longer than this.
constexpr auto kPatience = 500ms;

}  // namespace

LastReport::LastReport(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor,
                       const TraceFolder& folder)
    : arguments_(arguments),
      rules_(rules),
      suppressor_(suppressor),
      folder_(folder),
      found_(suppressor, arguments.has("--quiet")),
      guardian_([this](bool reported) { after_death(reported); }) {}

void LastReport::note_reported(int status) {
  status_ = status;
  guardian_.note_reported();
}

int LastReport::write(Findings findings) const {
  findings.program.command = fmt::format("{}", fmt::join(arguments_.rest, " "));
  std::error_code error;
  findings.program.directory = std::filesystem::current_path(error).string();
  judge(findings, suppressor_, rules_);
  const bool written = write_reports(findings, arguments_, rules_, STDERR_FILENO);
  return !written ? kStatusFailed : findings.status == RunStatus::kFindings ? kStatusFindings : 0;
}

void LastReport::leave() {
  end_processes(folder_.path(), kPatience);
  int status = 128 + Interruption::signal();
  std::vector<Finding> found = found_.so_far();
  if (!found.empty()) status = kStatusFindings;
  // A thread that is just writing may still finish.
  Turn turn(busy_, kPatience);
  if (turn && !status_) {
    Findings findings;
    findings.findings = std::move(found);
    findings.incomplete = {fmt::format("interrupted by {}", Interruption::name()), "the analysis was given up"};
    findings.blind_spots = {
        "The analysis had no time to finish: these are the first findings, without the details that a complete "
        "analysis adds."};
    if (const int written = write(std::move(findings)); written != 0) status = written;
    status_ = status;
  }
  folder_.remove();
  guardian_.dismiss();
  if (turn || turn.try_lock()) {
    status = status_.value_or(status);
  } else {
    say("fencepost run: there was no time to finish the reports\n");
  }
  std::fflush(nullptr);
  _exit(status);
}

void LastReport::after_death(bool reported) const {
  constexpr const char* kSentence =
      "fencepost run was killed (kill -9, out of memory, or a limit of its stack or files) before it could report: the "
      "job "
      "was ended";
  end_processes(folder_.path(), 2s);
  folder_.remove();
  if (!reported) report_failure("run", kSentence, arguments_, rules_);
  std::fflush(nullptr);
}

}  // namespace fencepost::command
