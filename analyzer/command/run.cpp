#include "command/run.h"

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/analysis.h"
#include "command/child.h"
#include "command/exit_status.h"
#include "command/hang_watch.h"
#include "command/installation.h"
#include "command/job_processes.h"
#include "command/outputs.h"
#include "command/program.h"
#include "command/running_jobs.h"
#include "command/several_jobs.h"
#include "command/suppressions.h"
#include "parts/launch.h"
#include "read/job_folders.h"
#include "record/reading_along.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultPage = "fencepost-report.html";

int fail(const std::string& sentence) {
  fmt::print(stderr, "fencepost run: {}\n", sentence);
  return kStatusFailed;
}

bool has_traces(const fs::path& folder) {
  return !read::job_folders(folder).empty();
}

// The directory of the trace, removed at the end unless it is to be kept.
class TraceFolder {
 public:
  ~TraceFolder() {
    std::error_code error;
    if (!keep_ && !path_.empty()) fs::remove_all(path_, error);
  }
  TraceFolder() = default;
  TraceFolder(const TraceFolder&) = delete;
  TraceFolder& operator=(const TraceFolder&) = delete;

  // "" or a sentence on what is wrong.
  std::string use(const std::string& path) {
    keep_ = true;
    std::error_code error;
    fs::create_directories(path, error);
    path_ = fs::absolute(path);
    if (error) return fmt::format("the trace directory {} cannot be made: {}", path, error.message());
    if (access(path.c_str(), W_OK | X_OK) != 0)
      return fmt::format("the trace directory {} cannot be written: {}", path, std::strerror(errno));
    if (has_traces(path_))
      return fmt::format("{} holds the trace of another run: remove it or name another directory", path);
    return "";
  }
  std::string make_temporary(const fs::path& parent, bool keep) {
    keep_ = keep;
    std::string pattern = (parent / "fencepost-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      return fmt::format("no trace directory can be made in {}: {} (--trace-dir names another place)", parent.string(),
                         std::strerror(errno));
    }
    path_ = pattern;
    return "";
  }
  const fs::path& path() const { return path_; }
  bool kept() const { return keep_; }

 private:
  fs::path path_;
  bool keep_ = false;
};

std::string open_folder(TraceFolder& folder, const Arguments& arguments) {
  if (auto wanted = arguments.value("--trace-dir")) return folder.use(*wanted);
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  // Ranks on other machines do not see this one's temporary directory.
  if (error || names_hosts(arguments.rest)) parent = fs::current_path(error);
  return folder.make_temporary(parent, arguments.has("--keep"));
}

// Whether the analysis is to read along. What the MPI library itself executed is put in order by times: that takes all
// that was done before.
bool is_live(const Arguments& arguments) {
  return !arguments.has("--no-live") && arguments.value("--rma") != "native" && !names_hosts(arguments.rest);
}

// Whether the trace may be deleted while the program runs: nobody asked for it.
bool frees_trace(const Arguments& arguments, const TraceFolder& folder) {
  return !folder.kept() && is_live(arguments);
}

// Of the trace on the disk, in MiB, while it is read and deleted along with the program.
constexpr const char* kTraceLimit = "1024";

std::map<std::string, std::string> settings_of(const Arguments& arguments, const TraceFolder& folder) {
  std::map<std::string, std::string> settings;
  for (const Option& option : options_of(Command::kRun)) {
    if (option.environment.empty() || !arguments.has(option.name)) continue;
    settings[option.environment] = option.value.empty() ? option.sets : arguments.value(option.name).value_or("");
  }
  settings["FENCEPOST_TRACE_DIR"] = folder.path().string();
  if (frees_trace(arguments, folder) && std::getenv("FENCEPOST_TRACE_LIMIT") == nullptr)
    settings.try_emplace("FENCEPOST_TRACE_LIMIT", kTraceLimit);
  const char* others = std::getenv("LD_PRELOAD");
  settings["LD_PRELOAD"] =
      preload_library().string() + (others != nullptr && *others != '\0' ? fmt::format(":{}", others) : "");
  // AddressSanitizer's library wants to be the first of all, and ends the program otherwise. It works behind ours.
  const char* of_sanitizer = std::getenv("ASAN_OPTIONS");
  settings["ASAN_OPTIONS"] = "verify_asan_link_order=0" +
                             (of_sanitizer != nullptr && *of_sanitizer != '\0' ? fmt::format(":{}", of_sanitizer) : "");
  return settings;
}

std::optional<std::chrono::milliseconds> hang_timeout(const Arguments& arguments) {
  std::string word = arguments.value("--hang-timeout").value_or("20");
  double seconds = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seconds);
  if (error != std::errc{} || end != word.data() + word.size() || !(seconds >= 0 && seconds < 1e6)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

std::string full_sentence(const fs::path& folder) {
  return fmt::format("no trace could be written: the file system of {} is full (--trace-dir names another place)",
                     folder.string());
}

bool is_full(const fs::path& folder) {
  struct statvfs status{};
  if (statvfs(folder.c_str(), &status) != 0) return false;
  const std::uint64_t reserve = format::reserve_of_disk(std::uint64_t{status.f_blocks} * status.f_frsize);
  return std::uint64_t{status.f_bavail} * status.f_frsize < reserve + (1 << 20);
}

enum class EndedBy : std::uint8_t { kItself, kHang, kFinding };

struct Ended {
  ChildResult child;
  EndedBy ended_by = EndedBy::kItself;
};

// A job that hangs among others, or from a script that may start others, is ended alone.
void end_one(const fs::path& folder, std::chrono::milliseconds timeout) {
  note_hang(folder, timeout);
  end_processes_of(folder);
  fmt::print(stderr, "fencepost: no rank of job {} got on for {} s and all wait or poll in MPI calls: it was ended.\n",
             read::job_number(folder), std::chrono::duration<double>(timeout).count());
}

// Runs the command to its end, or to where it hangs or (if that is wanted) something was found.
Ended run_command(const Arguments& arguments, const TraceFolder& folder, std::chrono::milliseconds timeout,
                  RunningJobs& jobs) {
  const std::map<std::string, std::string> settings = settings_of(arguments, folder);
  std::vector<std::string> variables;
  variables.reserve(settings.size());
  for (const auto& [name, value] : settings) variables.push_back(name);
  const bool halt = arguments.has("--halt-on-error");
  Ended command;
  const auto give_up = [&] {
    jobs.look();
    if (halt && jobs.has_found()) {
      command.ended_by = EndedBy::kFinding;
    } else if (const auto hung = jobs.hung_now()) {
      if (is_one_job(arguments.rest)) {
        command.ended_by = EndedBy::kHang;
        note_hang(*hung, timeout);
      } else {
        end_one(*hung, timeout);
      }
    }
    return command.ended_by != EndedBy::kItself;
  };
  command.child = run_child(with_exports(arguments.rest, variables), settings, give_up);
  if (command.child.interrupted_by != 0) end_processes(folder.path());  // whom the interruption did not reach
  if (command.ended_by == EndedBy::kItself) return command;
  end_processes(folder.path());
  if (command.ended_by == EndedBy::kHang) {
    fmt::print(stderr, "fencepost: no rank got on for {} s and all wait or poll in MPI calls: the job was ended.\n",
               std::chrono::duration<double>(timeout).count());
  } else {
    fmt::print(stderr, "fencepost: the job was ended at the first finding (--halt-on-error).\n");
  }
  return command;
}

}  // namespace

int run(const Arguments& arguments, const RuleOptions& rules, const suppress::Suppressor& suppressor) {
  std::error_code error;
  if (!fs::exists(preload_library(), error)) {
    return fail(fmt::format("{} is missing: the installation is not complete (fencepost doctor says more)",
                            preload_library().string()));
  }
  auto timeout = hang_timeout(arguments);
  if (!timeout) return fail("--hang-timeout needs a number of seconds, 0 for never");
  TraceFolder folder;
  if (std::string problem = open_folder(folder, arguments); !problem.empty()) return fail(problem);

  std::optional<LiveOptions> live;
  if (is_live(arguments)) {
    live = {.frees = frees_trace(arguments, folder), .quiet = arguments.has("--quiet")};
  } else if (arguments.has("--halt-on-error")) {
    return fail("--halt-on-error works where all processes are on this machine");
  }
  EngineSettings engine = engine_settings(arguments);
  engine.mpi = "none";  // behind a launcher (mpiexec fencepost run), its connection is the program's
  RunningJobs jobs(folder.path(), *timeout, rules, suppressor, engine, live);
  Ended command = run_command(arguments, folder, *timeout, jobs);
  ChildResult& child = command.child;
  if (!child.started) return fail(child.problem);
  if (!has_traces(folder.path())) {
    if (is_full(folder.path())) return fail(full_sentence(folder.path()));
    // mpiexec fencepost run: what the whole job did is where rank 0's program wrote it, and is reported there.
    if (const auto launch = parts::launch_of([](const char* name) { return std::getenv(name); });
        launch && launch->rank != 0)
      return child.status;
    return fail(why_no_trace(arguments.rest, child.status) + ".");
  }

  Analysis analysis = put_together(jobs.end(), fmt::format("{}", fmt::join(arguments.rest, " ")));
  if (!analysis.findings) {
    fail(is_full(folder.path()) ? full_sentence(folder.path()) : analysis.problem);
    if (folder.kept()) fmt::print(stderr, "The trace is in {}\n", folder.path().string());
    return kStatusFailed;
  }
  // MPICH's launcher may end with 0 when it is interrupted while its ranks die of the signal.
  if (child.status == 0 && child.interrupted_by != 0 && analysis.unfinished) child.status = 128 + child.interrupted_by;
  Findings& findings = *analysis.findings;
  findings.program.exit_status = child.status;
  judge(findings, suppressor, rules);
  fail_on_blind_spots(findings, arguments);
  if (!arguments.has("--quiet")) show(findings, arguments, rules, STDERR_FILENO);
  bool written = write_files(findings, arguments, rules);
  bool unasked = !findings.findings.empty() && !asks_for("html", arguments) && !arguments.has("--no-html");
  if (unasked && write_html(findings, arguments, rules, kDefaultPage) && !arguments.has("--quiet"))
    fmt::print(stderr, "Report: {}\n", kDefaultPage);
  if (folder.kept() && !arguments.has("--quiet")) fmt::print(stderr, "Trace: {}\n", folder.path().string());

  if (findings.status == RunStatus::kFindings) return kStatusFindings;
  if (analysis.hung && findings.suppressed.empty()) {
    return fail(
        analysis.all_in_finalize
            ? "all ranks had called MPI_Finalize, which the MPI library did not come out of: nothing was found in "
              "what the program did before"
            : "the trace does not show why the job hangs");
  }
  if (!written || findings.status == RunStatus::kFailed) return kStatusFailed;
  if (child.status != 0) {
    std::string how = child.signal != 0 ? fmt::format("died of signal {} ({})", child.signal, strsignal(child.signal))
                                        : fmt::format("ended with status {}", child.status);
    fmt::print(stderr, "fencepost: the command {}{}\n", how, child.interrupted_by != 0 ? ", interrupted" : "");
  }
  if (analysis.incomplete) {
    const int status = fail(kNotAllChecked);
    if (child.status == 0) return status;
  }
  return child.status;
}

}  // namespace fencepost::command
