#include "command/trace_source.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <utility>

#if defined(__x86_64__)
#endif

#include <fmt/format.h>

#include "check/event_place.h"
#include "command/clocks.h"
#include "command/hang_watch.h"
#include "command/pollers.h"
#include "ids/format.h"
#include "periods/placed_stream.h"
#include "read/looks.h"
#include "read/touched_runs.h"

namespace fencepost::command {

namespace {

bool can_be_refused(const AnyEvent& any) {
  return std::visit([](const auto& event) { return check::can_be_refused(event); }, any);
}

}  // namespace

// One file; without a file (it is missing, or cannot be read), a stream that was lost as a whole.
class DirectorySource::Stream : public EventStream, public periods::PlacedStream {
 public:
  using Opener = std::function<std::optional<read::EventStream>(read::Problem&)>;
  // `horizon` null: everything is always shown (definitions).
  Stream(DirectorySource& source, Opener opener, ProcessId process, Horizon* horizon, Noted& noted)
      : source_(source),
        opener_(std::move(opener)),
        stream_(opener_(problem_)),
        process_(process),
        horizon_(horizon),
        addresses_(source.addresses_),
        counts_(source.counts_),
        noted_(noted) {}

  const TimedEvent* next() override {
    if (horizon_ != nullptr) {
      // (Not between a call and the event that tells whether it was refused: the call would count as done.)
      if (following_ && answer_next_) return next_of_growing();
      if (source_.pace_.is_cut()) return following_ ? nullptr : cut();
      if (following_ && source_.pace_.paused) return nullptr;
    }
    if (following_) return next_of_growing();
    if (!held_.empty()) return give_held();
    return read();
  }

  void follow(bool following, const std::shared_ptr<read::SpareFiles>& spares) {
    following_ = following;
    if (!stream_) stream_ = opener_(problem_);
    if (!stream_) return;
    stream_->set_growing(following);
    if (spares != nullptr && following) stream_->free_what_is_read(spares);
    stream_->poll();
  }
  void free_what_is_read() {
    if (stream_ && horizon_ != nullptr) stream_->free_what_is_read(horizon_->spares);
  }
  void look_again() {
    if (!stream_) return follow(true, horizon_ != nullptr ? horizon_->spares : nullptr);
    stream_->poll();
  }

  StreamState state() const override {
    if (cut_) return StreamState::kTruncated;
    if (!held_.empty()) return StreamState::kMore;
    if (stream_ && stream_->is_finished()) return StreamState::kClosed;
    return following_ ? StreamState::kMore : StreamState::kTruncated;
  }

  std::uint64_t complete_until() const override {
    if (source_.pace_.paused || source_.pace_.is_cut()) return 0;
    return !held_.empty() ? held_.front().event.time : horizon_ != nullptr ? horizon_->events : 0;
  }

  std::uint64_t awaited_until() const override {
    if (horizon_ == nullptr || source_.pace_.is_cut()) return ~std::uint64_t{0};
    if (source_.pace_.paused) return 0;
    if (held_.empty()) return horizon_->events;
    // A call that may still turn out to be refused.
    const std::uint64_t since = held_.front().event.time;
    return since >= horizon_->silent ? since : horizon_->events;
  }

  periods::StreamPlace place() const override {
    if (!stream_) return {};
    const read::EventStream::Place place = stream_->place();
    return {.event = 0,
            .block = place.block,
            .at = place.position.at,
            .ticks = place.position.ticks,
            .address = place.position.address};
  }
  void go_to(const periods::StreamPlace& place) override {
    touched_ = {};
    if (!stream_) return;
    if (!stream_->go_to({place.block, {.at = place.at, .ticks = place.ticks, .address = place.address}})) {
      stream_.reset();  // the file has changed: that is a loss
    }
  }

  std::uint64_t bytes_read() const { return stream_ ? stream_->counts().bytes : 0; }

 private:
  struct Held {
    TimedEvent event;
    std::shared_ptr<const void> memory;  // of its text and lists
  };

  const TimedEvent* read() {
    if (event::Access access; touched_.next(access)) {
      note(access);
      current_.event = access;
      return &current_;
    }
    if (!stream_) return all_lost();
    read::EventStream& stream = *stream_;
    while (const read::RecordedEvent* event = stream.next()) {
      if (horizon_ != nullptr && stream.bytes_read() != bytes_seen_) {
        counts_.bytes += stream.bytes_read() - std::exchange(bytes_seen_, stream.bytes_read());
        horizon_->definitions_due = following_;
      }
      current_.time = event->ticks();
      if (const auto* touched = event->get_if<event::TouchedElements>()) {
        touched_ = read::TouchedRuns(*touched);
        return read();
      }
      bool known = read::visit(*event, [&](const auto& value) {
        current_.event = value;
        note(value);
      });
      if (known) return &current_;
    }
    return nullptr;
  }

  const TimedEvent* all_lost() {
    if (following_ || noted_.lost) return nullptr;
    const event::Lost lost{.events = 0, .reason = read::without_full_stop(problem_.sentence)};
    note(lost);
    current_ = {.time = 0, .event = lost};
    return &current_;
  }

  // For the engine, the rest seems never recorded. A stream that was read to its end is not cut.
  const TimedEvent* cut() {
    if (cut_ || (held_.empty() && stream_ && stream_->is_finished())) return nullptr;
    cut_ = noted_.cut = source_.was_cut_ = true;
    current_ = {.time = 0, .event = event::Lost{.events = 0, .reason = "the analysis was cut short"}};
    return &current_;
  }

  void hold(const TimedEvent& event) { held_.push_back({event, stream_ ? stream_->pin() : nullptr}); }
  const TimedEvent* give_held() {
    given_ = std::move(held_.front());
    held_.pop_front();
    return &given_.event;
  }
  // Makes held_ at least this long if there are events.
  bool hold_at_least(std::size_t count) {
    while (held_.size() < count) {
      const TimedEvent* event = read();
      if (event == nullptr) return false;
      hold(*event);
    }
    return true;
  }

  const TimedEvent* next_of_growing() {
    const TimedEvent* event = held_.empty() ? read() : &held_.front().event;
    if (event == nullptr || horizon_ == nullptr) return event;
    const bool answer = std::exchange(answer_next_, false);  // it tells what the call before it was
    const bool shown = event->time <= horizon_->events || (answer && event->time <= horizon_->calls);
    const bool call = shown && can_be_refused(event->event);
    if (shown && !call) return held_.empty() ? event : give_held();
    if (held_.empty()) hold(*event);
    if (call && hold_at_least(2) && held_[1].event.time <= horizon_->calls) {
      answer_next_ = true;
      return give_held();
    }
    answer_next_ = answer;
    return nullptr;
  }

  template <class Event>
  void note(const Event&) {
    if (Event::kKind >= EventKind::kThreadBegin) ++counts_.events;
  }
  void note(const event::Module& module) { addresses_.define(process_, module); }
  void note(const event::Stack& stack) { addresses_.define(process_, stack); }
  void note(const event::StackLayout& layout) { addresses_.define(process_, layout); }
  void note(const event::InterpretedPlace& place) { addresses_.define(process_, place); }
  void note(const event::Signal& signal) {
    ++counts_.events;
    // A launcher ends all remaining processes. That includes a process that exits, which ended by itself.
    if (asks_to_end(signal) && (noted_.left_at || noted_.aborted)) return;
    noted_.ended_at = current_.time;
    if (signal.number == 0) {
      noted_.left_at = StackId(signal.stack);
      noted_.left_at_once = signal.sender != 0;
    } else {
      noted_.died_of = signal;
    }
  }
  void note(const event::Abort& abort) {
    ++counts_.events;
    noted_.ended_at = current_.time;
    noted_.aborted = abort;
  }
  void note(const event::Lost&) { noted_.lost = true; }
  void note(const event::FinalizeBegin&) {
    ++counts_.events;
    noted_.finalized = true;
  }
  void note(const event::Access& access) {
    ++counts_.events;
    counts_.memory_accesses += access.count;
  }
  void note(const event::WindowCreateBegin&) { ++counts_.events, ++counts_.window_calls; }
  void note(const event::Transfer&) { ++counts_.events, ++counts_.operations; }
  void note(const event::AtomicOperation&) { ++counts_.events, ++counts_.operations; }

  DirectorySource& source_;
  Opener opener_;
  read::Problem problem_;  // why there is no stream
  std::optional<read::EventStream> stream_;
  ProcessId process_;
  Horizon* horizon_;
  bool following_ = false;
  std::uint64_t bytes_seen_ = 0;
  bool answer_next_ = false;
  bool cut_ = false;
  std::deque<Held> held_;
  Held given_;
  symbolize::AddressBook& addresses_;
  Counts& counts_;
  Noted& noted_;
  TimedEvent current_;
  read::TouchedRuns touched_;  // the rest of the event whose shortened form is in the trace
};

DirectorySource::DirectorySource(read::TraceDirectory& directory, symbolize::AddressBook& addresses, Counts& counts,
                                 const Pace& pace)
    : directory_(directory), addresses_(addresses), counts_(counts), pace_(pace) {}
DirectorySource::~DirectorySource() = default;

Processes DirectorySource::processes() const {
  return Processes(directory_.size());
}

void DirectorySource::list_threads(const std::function<void(const ListedThread&)>& tell) {
  for (const std::uint64_t rank : directory_.ranks()) {
    const ProcessId process(rank);
    const bool following = horizons_[process].following;
    read::ThreadNumbers& told = told_of_[process];
    // More may still come.
    const read::ThreadNumbers further = directory_.threads_but(told, rank, !following);
    for (const std::uint64_t thread : further.list()) {
      const ThreadName name{process, ThreadId(thread)};
      const Beginning beginning = beginning_of(name);
      if (beginning == Beginning::kNone || (following && beginning == Beginning::kUnread)) continue;
      told.add(thread);
      tell({name, beginning == Beginning::kCreated});
    }
  }
}

DirectorySource::Beginning DirectorySource::beginning_of(ThreadName thread) const {
  read::Problem problem;
  auto stream = directory_.events(thread.process.index(), static_cast<std::uint64_t>(thread.thread.number()), problem);
  if (!stream) {
    // The note that there is a trace comes after its beginning: a process killed before that has lost nothing.
    const read::ThreadNumbers& told = directory_.definitions(thread.process.index()).threads();
    const bool said = told.contains(static_cast<std::uint64_t>(thread.thread.number()));
    const bool unbegun = problem.kind == read::ProblemKind::kTruncated && thread.thread != kMainThread && !said;
    return unbegun ? Beginning::kNone : Beginning::kUnread;
  }
  stream->set_growing(true);  // only the beginning is examined
  const read::RecordedEvent* const first = stream->next();
  if (first == nullptr) return Beginning::kUnread;
  const auto* const begin = first->get_if<event::ThreadBegin>();
  const bool created = begin != nullptr && ThreadId(begin->creator) != thread.thread;
  return created ? Beginning::kCreated : Beginning::kOfItself;
}

EventStream& DirectorySource::events(ThreadName thread) {
  auto& [stream, noted] = threads_[thread];
  if (stream == nullptr) {
    Horizon& horizon = horizons_[thread.process];
    const auto open = [this, thread](read::Problem& problem) {
      return directory_.events(thread.process.index(), static_cast<std::uint64_t>(thread.thread.number()), problem);
    };
    stream = std::make_unique<Stream>(*this, open, thread.process, &horizon, noted);
    if (horizon.following) stream->follow(true, horizon.spares);
  }
  return *stream;
}

void DirectorySource::thread_done(ThreadName thread) {
  const auto at = threads_.find(thread);
  if (at == threads_.end()) return;
  const auto& [stream, noted] = at->second;
  if (horizons_[thread.process].following) stream->look_again();  // frees what was read last
  bytes_of_those_done_ += stream->bytes_read();
  of_those_done_[thread.process].add(noted);
  threads_.erase(at);
}

void DirectorySource::Noted::add(const Noted& other) {
  if (ended_at == 0) ended_at = other.ended_at;
  if (!died_of) died_of = other.died_of;
  if (!left_at) {
    left_at = other.left_at;
    left_at_once = other.left_at_once;
  }
  if (!aborted) aborted = other.aborted;
  finalized |= other.finalized;
  lost |= other.lost;
  cut |= other.cut;
}

DirectorySource::Noted DirectorySource::noted_of(ProcessId process) const {
  Noted all;
  if (const auto done = of_those_done_.find(process); done != of_those_done_.end()) all.add(done->second);
  for (auto at = threads_.lower_bound({process, kMainThread}); at != threads_.end() && at->first.process == process;
       ++at)
    all.add(at->second.noted);
  return all;
}

EventStream& DirectorySource::definitions(ProcessId process) {
  auto& [stream, noted] = definitions_[process];
  if (stream == nullptr) {
    const auto open = [path = directory_.path() / fmt::format("rank-{}", process) / "definitions.fpt"](
                          read::Problem& problem) { return read::EventStream::open(path, problem); };
    stream = std::make_unique<Stream>(*this, open, process, nullptr, noted);
    if (horizons_[process].following) stream->follow(true, nullptr);
  } else if (std::exchange(horizons_[process].definitions_due, false)) {
    stream->look_again();
  }
  return *stream;
}

bool DirectorySource::definitions_due(ProcessId process) {
  return horizons_[process].definitions_due;
}

bool DirectorySource::has_separate_window() const {
  return std::ranges::any_of(directory_.ranks(),
                             [&](std::uint64_t rank) { return directory_.definitions(rank).has_separate_window(); });
}

// ---- following a running program

namespace {

constexpr double kShortCall = 0.01;     // seconds; see trace_source.h
constexpr double kSilence = 2;          // the same
constexpr double kClockTolerance = 60;  // wall clocks may be set while the program runs

std::uint64_t counter() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return 0;
#endif
}

}  // namespace

bool DirectorySource::follow(bool frees, std::uint64_t kept) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  for (const std::uint64_t rank : directory_.ranks()) {
    const event::Process* process = directory_.definitions(rank).process();
    if (process == nullptr || process->host != host || process->ticks_per_second == 0) return false;
    // The recorder uses one of two clocks (runtime/recorder/clock.h). The time since the program's start shows which.
    const double age =
        (static_cast<double>(nanoseconds_of(CLOCK_REALTIME)) - static_cast<double>(process->start_unix_nanoseconds)) /
        1e9;
    const auto fits = [&](std::uint64_t now) {
      const double seconds = static_cast<double>(static_cast<std::int64_t>(now - process->start_ticks)) /
                             static_cast<double>(process->ticks_per_second);
      return seconds > -1 && std::abs(seconds - age) < kClockTolerance;
    };
    const ProcessId name(rank);
    const bool monotonic = process->ticks_per_second == 1'000'000'000;
    if (!fits(monotonic ? nanoseconds_of(CLOCK_MONOTONIC) : counter())) return false;
    clocks_[name] = monotonic ? Clock::kMonotonic : Clock::kCounter;
    horizons_[name].following = true;
  }
  frees_ = frees;
  kept_ = kept;
  directory_.set_growing(true);
  look_again();
  return true;
}

template <class Visit>
void DirectorySource::each_stream(Visit&& visit) {
  for (const auto& [process, source] : definitions_)
    if (source.stream != nullptr) visit(*source.stream);
  for (const auto& [name, source] : threads_)
    if (source.stream != nullptr) visit(*source.stream);
}

void DirectorySource::begin_to_free() {
  freeing_ = true;
  for (auto& [process, horizon] : horizons_) horizon.spares = std::make_shared<read::SpareFiles>();
  each_stream([](Stream& stream) { stream.free_what_is_read(); });
}

void DirectorySource::look_again() {
  for (const auto& [process, clock] : clocks_) {
    Horizon& horizon = horizons_[process];
    const auto speed = static_cast<double>(directory_.definitions(process.index()).process()->ticks_per_second);
    horizon.calls = clock == Clock::kCounter ? counter() : nanoseconds_of(CLOCK_MONOTONIC);
    horizon.events = horizon.calls - static_cast<std::uint64_t>(speed * kShortCall);
    horizon.silent = horizon.calls - std::min(horizon.calls, static_cast<std::uint64_t>(speed * kSilence));
  }
  if (frees_ && !freeing_ && bytes_read() >= kept_) begin_to_free();
  // In this order: when the first thread of a process has ended, all of its others are listed. (If two threads come
  // meanwhile, the creator may be missed. The next look finds it.)
  each_stream([](Stream& stream) { stream.look_again(); });
  directory_.poll();
}

void DirectorySource::stop_following() {
  directory_.set_growing(false);
  directory_.poll();
  for (auto& [process, horizon] : horizons_) horizon = {};
  each_stream([](Stream& stream) { stream.follow(false, nullptr); });
}

std::uint64_t DirectorySource::bytes_read() const {
  std::uint64_t bytes = bytes_of_those_done_;
  for (const auto& [name, source] : threads_)
    if (source.stream != nullptr) bytes += source.stream->bytes_read();
  return bytes;
}

std::vector<std::string> DirectorySource::blind_spots() const {
  std::vector<std::string> sentences;
  for (const read::Problem& problem : directory_.problems()) sentences.push_back(problem.sentence);
  return sentences;
}

bool DirectorySource::incomplete() const {
  if (directory_.ranks().size() != directory_.size()) return true;
  for (const std::uint64_t rank : directory_.ranks()) {
    if (directory_.threads(rank).empty()) return true;
  }
  return std::ranges::any_of(definitions_, [](const auto& entry) { return entry.second.noted.lost; }) ||
         std::ranges::any_of(directory_.ranks(), [&](auto rank) { return noted_of(ProcessId(rank)).lost; });
}

bool DirectorySource::hung() const {
  return noted_hang(directory_.path()).has_value();
}

std::vector<Looking> DirectorySource::looking(ProcessId process) const {
  std::vector<Looking> all;
  for (read::Looks& looks : read::looks_in(directory_.path() / fmt::format("rank-{}", process)))
    all.push_back({.thread = ThreadId(looks.thread),
                   .looks = looks.looks,
                   .ticks = looks.until - looks.since,
                   .computes = !Pollers::is_idle(looks),
                   .places = std::move(looks.places)});
  return all;
}

bool DirectorySource::all_in_finalize() const {
  const auto ranks = directory_.ranks();
  return ranks.size() == directory_.size() &&
         std::ranges::all_of(ranks, [&](auto rank) { return noted_of(ProcessId(rank)).finalized; });
}

std::vector<Ending> DirectorySource::endings() const {
  std::vector<Ending> endings;
  for (const std::uint64_t rank : directory_.ranks()) {
    const ProcessId process(rank);
    const Noted noted = noted_of(process);
    endings.push_back({.process = process,
                       .signal = noted.died_of,
                       .aborted = noted.aborted,
                       .left_at = noted.left_at,
                       .at_once = noted.left_at_once,
                       .time = noted.ended_at,
                       .finalized = noted.finalized,
                       .lost = noted.lost || noted.cut});
  }
  return endings;
}

}  // namespace fencepost::command
