#include "command/live.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/progress.h"
#include "record/reading_along.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

// Between two looks at the traces: when something came, and at most when nothing does. A look takes some microseconds
// for each thread of the job; it never takes more than a tenth of the time.
constexpr auto kPause = 20ms;
constexpr auto kLongestPause = 100ms;
// The job comes first: with this a thread gets a tenth of a processor that somebody else wants as well.
constexpr int kNiceness = 10;

void give_way_to_others() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

// The folders stay: they are what the jobs that come next do not take.
void delete_traces(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator rank(folder, error), end; !error && rank != end; rank.increment(error)) {
    if (!rank->path().filename().string().starts_with("rank-")) continue;
    for (const auto& file : std::filesystem::directory_iterator(rank->path(), error)) {
      std::error_code kept;
      std::filesystem::remove(file.path(), kept);
    }
  }
}

std::string describe(const Access& access) {
  const std::string what = access.call.empty() ? access.kind : access.call;
  return fmt::format("{} of rank {} at {}", what, access.rank, reports::place_of(access.location, "an unknown place"));
}

}  // namespace

ReaderFile::ReaderFile(const std::filesystem::path& trace)
    : path_(trace / format::kReaderFile), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ >= 0) flock(file_, LOCK_EX | LOCK_NB);
}

ReaderFile::~ReaderFile() {
  if (file_ >= 0) ::close(file_);
  ::unlink(path_.c_str());
}

void ReaderFile::beat(std::uint64_t progress) {
  // Nothing depends on one beat.
  if (file_ >= 0 && pwrite(file_, &progress, sizeof progress, 0) < 0) return;
}

LiveAnalysis::LiveAnalysis(std::filesystem::path trace, RuleOptions rules, const suppress::Suppressor& suppressor,
                           EngineSettings engine, LiveOptions options, std::atomic<bool>& said)
    : trace_(std::move(trace)),
      rules_(std::move(rules)),
      suppressor_(suppressor),
      engine_(std::move(engine)),
      options_(options),
      said_(said),
      quiet_(options.quiet) {
  thread_ = std::thread([this] { work(); });
}

LiveAnalysis::~LiveAnalysis() {
  stop();
}

void LiveAnalysis::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = quiet_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t LiveAnalysis::events() {
  const std::scoped_lock lock(mutex_);
  if (session_) return session_->events();
  return analysis_ && analysis_->findings ? analysis_->findings->statistics.events : 0;
}

void LiveAnalysis::work() {
  give_way_to_others();
  auto pause = kPause;
  std::unique_lock lock(mutex_);
  while (!stopped_ && !never_ && !is_over_) {
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    bool any = false;
    if (session_) {
      const bool is_over = session_->is_over();  // asked before: then nothing more comes
      any = session_->go_on();
      caught_up_ = !any;
      if (is_over && !any) end_of_job();
    } else {
      begin();
    }
    const auto taken = std::chrono::steady_clock::now() - begun;
    pause = any ? kPause : std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    lock.lock();
    const auto rest = any && taken > kPause ? 0ms : std::max<std::chrono::nanoseconds>(pause, taken * 9);
    if (rest > 0ms && !is_over_) wake_.wait_for(lock, rest, [this] { return stopped_; });
  }
}

void LiveAnalysis::begin() {
  std::string problem;
  auto session = Session::open(trace_, rules_, engine_, problem);
  if (!session) return;
  session->when_found([this](const Finding& finding) { return tell(finding); });
  const Session::Follow follow = session->follow(options_.frees);
  const std::scoped_lock lock(mutex_);
  if (follow == Session::Follow::kYes) session_ = std::move(session);
  if (follow == Session::Follow::kNever) never_ = true;
}

// The command may go on with other jobs: what this one has taken is given back.
void LiveAnalysis::end_of_job() {
  {
    const std::scoped_lock lock(mutex_);
    quiet_ = true;  // what only the end shows comes with the report
  }
  Analysis analysis = session_->end();
  if (options_.frees) delete_traces(trace_);
  const std::scoped_lock lock(mutex_);
  analysis_ = std::move(analysis);
  session_.reset();
  is_over_ = true;
}

// True: that was the first.
bool LiveAnalysis::tell(const Finding& finding) {
  Findings alone;
  alone.findings.push_back(finding);
  suppressor_.apply(alone);
  if (alone.findings.empty()) return false;
  if (found_.exchange(true)) return true;
  {
    const std::scoped_lock lock(mutex_);
    if (quiet_ || said_.exchange(true)) return true;
  }
  std::string text = fmt::format("fencepost: found while the job runs: {}: {}\n", finding.rule, finding.title);
  if (!finding.accesses.empty()) text += "fencepost:  ";
  for (std::size_t i = 0; i < finding.accesses.size() && i < 2; ++i)
    text += fmt::format("{} {}", i == 0 ? "" : " and", describe(finding.accesses[i]));
  if (!finding.accesses.empty()) text += finding.accesses.size() > 2 ? " and others\n" : "\n";
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  return true;
}

Analysis LiveAnalysis::end() {
  if (analysis_) return *std::move(analysis_);
  if (!session_) return analyze(trace_, rules_, engine_);
  const Progress progress(
      [this] { return fmt::format("fencepost: checking, {} events", reports::grouped(session_->events())); });
  return session_->end();
}

}  // namespace fencepost::command
