#include "command/live.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

std::string describe(const Access& access) {
  const std::string what = access.call.empty() ? access.kind : access.call;
  return fmt::format("{} of rank {} at {}", what, access.rank, reports::place_of(access.location, "an unknown place"));
}

// The second run in one directory adds to what the first one gave.
void add(Findings& to, const Findings& from) {
  for (const Finding& finding : from.findings) {
    const auto known = std::ranges::find_if(to.findings, [&](const Finding& one) {
      return one.rule == finding.rule && one.fingerprint == finding.fingerprint;
    });
    if (known != to.findings.end()) {
      known->count += finding.count;
    } else {
      to.findings.push_back(finding);
    }
  }
  for (const std::string& sentence : from.blind_spots) add_once(to.blind_spots, sentence);
  to.statistics.events += from.statistics.events;
  to.statistics.operations += from.statistics.operations;
  to.statistics.memory_accesses += from.statistics.memory_accesses;
  to.statistics.trace_bytes += from.statistics.trace_bytes;
}

}  // namespace

// Tells the recorders that somebody reads along: see record/reading_along.h.
class LiveAnalysis::ReaderFile {
 public:
  explicit ReaderFile(const std::filesystem::path& trace)
      : path_(trace / format::kReaderFile), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (file_ >= 0) flock(file_, LOCK_EX | LOCK_NB);
  }
  ~ReaderFile() {
    if (file_ >= 0) ::close(file_);
    ::unlink(path_.c_str());
  }
  ReaderFile(const ReaderFile&) = delete;
  ReaderFile& operator=(const ReaderFile&) = delete;

  void beat(std::uint64_t progress) {
    // Nothing depends on one beat.
    if (file_ >= 0 && pwrite(file_, &progress, sizeof progress, 0) < 0) return;
  }

 private:
  std::filesystem::path path_;
  int file_;
};

LiveAnalysis::LiveAnalysis(std::filesystem::path trace, RuleOptions rules, const suppress::Suppressor& suppressor,
                           LiveOptions options)
    : trace_(std::move(trace)), rules_(std::move(rules)), suppressor_(suppressor), options_(std::move(options)) {
  if (options_.frees) reader_ = std::make_unique<ReaderFile>(trace_);
  thread_ = std::thread([this] { work(); });
}

LiveAnalysis::~LiveAnalysis() {
  stop();
}

void LiveAnalysis::stop() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  reader_.reset();
}

void LiveAnalysis::beat() {
  const std::scoped_lock lock(mutex_);
  if (reader_ && session_) reader_->beat(session_->events());
}

void LiveAnalysis::work() {
  give_way_to_others();
  auto pause = kPause;
  std::unique_lock lock(mutex_);
  while (!over_ && !never_) {
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    bool any = false;
    if (session_) {
      any = session_->go_on();
      caught_up_ = !any;
      if (session_->replaced()) finish_session();
    } else {
      begin();
    }
    const auto taken = std::chrono::steady_clock::now() - begun;
    pause = any ? kPause : std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    lock.lock();
    const auto rest = any && taken > kPause ? 0ms : std::max<std::chrono::nanoseconds>(pause, taken * 9);
    if (rest > 0ms) wake_.wait_for(lock, rest, [this] { return over_; });
  }
}

void LiveAnalysis::begin() {
  std::string problem;
  auto session = Session::open(trace_, rules_, options_.engine, problem);
  if (!session) return;
  session->when_found([this](const Finding& finding) { return tell(finding); });
  const Session::Follow follow = session->follow(options_.frees);
  const std::scoped_lock lock(mutex_);
  if (follow == Session::Follow::kYes) session_ = std::move(session);
  if (follow == Session::Follow::kNever) {
    never_ = true;
    reader_.reset();
  }
}

void LiveAnalysis::finish_session() {
  Analysis analysis = session_->end();
  if (analysis.findings) earlier_.push_back(*std::move(analysis.findings));
  incomplete_ |= analysis.incomplete;
  unfinished_ |= analysis.unfinished;
  const std::scoped_lock lock(mutex_);
  session_.reset();
}

// True: that was the first.
bool LiveAnalysis::tell(const Finding& finding) {
  Findings alone;
  alone.findings.push_back(finding);
  suppressor_.apply(alone);
  if (alone.findings.empty()) return false;
  if (found_.exchange(true)) return true;  // of an earlier run
  {
    const std::scoped_lock lock(mutex_);
    if (over_ || options_.quiet) return true;  // the report comes at once
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
  stop();
  if (session_ && session_->replaced()) finish_session();
  Analysis analysis;
  if (session_) {
    const Progress progress(
        [this] { return fmt::format("fencepost: checking, {} events", reports::grouped(session_->events())); });
    analysis = session_->end();
  } else {
    analysis = analyze(trace_, rules_, options_.engine);
  }
  if (!analysis.findings && !earlier_.empty()) {
    analysis.findings = std::move(earlier_.back());
    earlier_.pop_back();
  }
  if (analysis.findings) {
    for (const Findings& earlier : earlier_) add(*analysis.findings, earlier);
  }
  analysis.incomplete |= incomplete_;
  analysis.unfinished |= unfinished_;
  return analysis;
}

}  // namespace fencepost::command
