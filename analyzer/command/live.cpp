#include "command/live.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "record/reading_along.h"

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

// The time between two looks at the traces: after something came, and at most if nothing comes. A look takes some
// microseconds for each thread of the job; looking never takes more than a tenth of the time.
constexpr auto kPause = 20ms;
constexpr auto kLongestPause = 100ms;
// The job comes first: with this value a thread gets a tenth of a processor that another process also wants.
constexpr int kNiceness = 10;

void give_way_to_others() {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

// The folders stay, so that later jobs do not take their names.
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
  // A single beat does not matter.
  if (file_ >= 0 && pwrite(file_, &progress, sizeof progress, 0) < 0) return;
}

LiveAnalysis::LiveAnalysis(std::filesystem::path trace, RuleOptions rules, EngineSettings engine, LiveOptions options,
                           FoundMeanwhile& found)
    : trace_(std::move(trace)), rules_(std::move(rules)), engine_(std::move(engine)), options_(options), found_(found) {
  thread_ = std::thread([this] { work(); });
}

LiveAnalysis::~LiveAnalysis() {
  stop();
}

void LiveAnalysis::stop() {
  {
    const Guard guard(mutex_);
    stopped_ = true;
    quiet_ = true;
    if (session_) session_->pause();  // the calling thread does the rest, at full priority
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t LiveAnalysis::events() {
  const Guard guard(mutex_);
  if (session_) return session_->events();
  return analysis_ && analysis_->findings ? analysis_->findings->statistics.events : 0;
}

Share LiveAnalysis::share() {
  const Guard guard(mutex_);
  return session_ ? session_->share() : Share{};
}

void LiveAnalysis::work() {
  give_way_to_others();
  auto pause = kPause;
  mutex_.lock();
  while (!stopped_ && !never_ && !is_over_) {
    mutex_.unlock();
    const auto begun = std::chrono::steady_clock::now();
    bool any = false;
    if (session_) {
      const bool is_over = session_->is_over();  // asked before: then nothing more comes
      any = session_->go_on();
      caught_up_ = !any;
      if (is_over && !any && !quiet_) end_of_job();
    } else {
      begin();
    }
    const auto taken = std::chrono::steady_clock::now() - begun;
    pause = any ? kPause : std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    mutex_.lock();
    const auto rest = any && taken > kPause ? 0ms : std::max<std::chrono::nanoseconds>(pause, taken * 9);
    const auto end = std::chrono::steady_clock::now() + rest;
    while (rest > 0ms && !is_over_ && !stopped_ && wake_.wait_until(mutex_, end) == std::cv_status::no_timeout) {
    }
  }
  mutex_.unlock();
}

void LiveAnalysis::begin() {
  std::string problem;
  auto session = Session::open(trace_, rules_, engine_, problem);
  if (!session) return;
  session->when_found([this](const Finding& finding) { return found_.add(finding, quiet_); });
  const Session::Follow follow = session->follow(options_.frees);
  const Guard guard(mutex_);
  if (follow == Session::Follow::kYes) session_ = std::move(session);
  if (follow == Session::Follow::kNever) never_ = true;
}

// The command may continue with other jobs: frees what this one used.
void LiveAnalysis::end_of_job() {
  quiet_ = true;  // findings of the end come with the report
  Analysis analysis = session_->end();
  if (options_.frees) delete_traces(trace_);
  const Guard guard(mutex_);
  analysis_ = std::move(analysis);
  session_.reset();
  is_over_ = true;
}

Analysis LiveAnalysis::end() {
  const Guard guard(mutex_);  // (no other thread is left)
  if (analysis_) return *std::move(analysis_);
  return session_ ? session_->end() : analyze_quietly(trace_, rules_, engine_);
}

}  // namespace fencepost::command
