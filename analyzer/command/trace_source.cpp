#include "command/trace_source.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "command/hang_watch.h"
#include "read/touched_runs.h"
#include "reports/text.h"

namespace fencepost::command {

// One file; without a file (it cannot be read) an empty stream that was cut off.
class DirectorySource::Stream : public EventStream {
 public:
  Stream(std::optional<read::EventStream> stream, int process, symbolize::AddressBook& addresses, Counts& counts)
      : stream_(std::move(stream)), process_(process), addresses_(addresses), counts_(counts) {}

  const TimedEvent* next() override {
    if (event::Access access; touched_.next(access)) {
      note(access);
      current_.event = access;
      return &current_;
    }
    while (const read::RecordedEvent* event = stream_ ? stream_->next() : nullptr) {
      current_.time = event->ticks();
      if (const auto* touched = event->get_if<event::TouchedElements>()) {
        touched_ = read::TouchedRuns(*touched);
        return next();
      }
      bool known = read::visit(*event, [&](const auto& value) {
        current_.event = value;
        note(value);
      });
      if (known) return &current_;
    }
    return nullptr;
  }

  StreamState state() const override {
    return stream_ && stream_->is_finished() ? StreamState::kClosed : StreamState::kTruncated;
  }

  // The event that ended the process, if it was recorded.
  const std::optional<event::Signal>& died_of() const { return signal_; }
  const std::optional<event::Abort>& aborted() const { return abort_; }
  bool finalized() const { return finalized_; }

  void add_problems(std::vector<std::string>& sentences) const {
    if (!stream_) return;
    for (const read::Problem& problem : stream_->problems()) sentences.push_back(problem.sentence);
  }

 private:
  template <class Event>
  void note(const Event&) {
    if (Event::kKind >= EventKind::kThreadBegin) ++counts_.events;
  }
  void note(const event::Module& module) { addresses_.define(process_, module); }
  void note(const event::Stack& stack) { addresses_.define(process_, stack); }
  void note(const event::Signal& signal) {
    ++counts_.events;
    signal_ = signal;
  }
  void note(const event::Abort& abort) {
    ++counts_.events;
    abort_ = abort;
  }
  void note(const event::FinalizeBegin&) {
    ++counts_.events;
    finalized_ = true;
  }
  void note(const event::Access& access) {
    ++counts_.events;
    counts_.memory_accesses += access.count;
  }
  void note(const event::Transfer&) { ++counts_.events, ++counts_.operations; }
  void note(const event::AtomicOperation&) { ++counts_.events, ++counts_.operations; }

  std::optional<read::EventStream> stream_;
  int process_;
  symbolize::AddressBook& addresses_;
  Counts& counts_;
  TimedEvent current_;
  read::TouchedRuns touched_;  // what is left of the event that the trace has instead
  std::optional<event::Signal> signal_;
  std::optional<event::Abort> abort_;
  bool finalized_ = false;
};

DirectorySource::DirectorySource(read::TraceDirectory& directory, symbolize::AddressBook& addresses, Counts& counts)
    : directory_(directory), addresses_(addresses), counts_(counts) {}
DirectorySource::~DirectorySource() = default;

int DirectorySource::processes() const {
  return static_cast<int>(directory_.size());
}

std::vector<ThreadName> DirectorySource::threads() {
  std::vector<ThreadName> names;
  for (std::uint64_t rank : directory_.ranks()) {
    for (std::uint64_t thread : directory_.threads(rank))
      names.push_back({static_cast<int>(rank), static_cast<int>(thread)});
  }
  return names;
}

EventStream& DirectorySource::events(ThreadName thread) {
  auto& stream = threads_[{thread.process, thread.thread}];
  if (stream == nullptr) {
    read::Problem problem;
    auto opened = directory_.events(static_cast<std::uint64_t>(thread.process),
                                    static_cast<std::uint64_t>(thread.thread), problem);
    stream = std::make_unique<Stream>(std::move(opened), thread.process, addresses_, counts_);
  }
  return *stream;
}

EventStream& DirectorySource::definitions(int process) {
  auto& stream = definitions_[process];
  if (stream == nullptr) {
    read::Problem problem;
    auto path = directory_.path() / ("rank-" + std::to_string(process)) / "definitions.fpt";
    stream = std::make_unique<Stream>(read::EventStream::open(path, problem), process, addresses_, counts_);
  }
  return *stream;
}

std::vector<std::string> DirectorySource::blind_spots() const {
  std::vector<std::string> sentences;
  for (const read::Problem& problem : directory_.problems()) sentences.push_back(problem.sentence);
  for (const auto& [name, stream] : threads_) stream->add_problems(sentences);
  return sentences;
}

bool DirectorySource::hung() const {
  return noted_hang(directory_.path()).has_value();
}

std::vector<std::string> DirectorySource::endings() {
  const auto hung = noted_hang(directory_.path());
  auto place = [&](int process, std::uint64_t stack) {
    std::vector<SourceLocation> frames = addresses_.stack(process, stack);
    return frames.empty() ? "" : " at " + reports::place_of(frames.front(), "");
  };
  std::map<std::string, std::vector<int>> ranks;  // by how they ended
  for (std::uint64_t rank : directory_.ranks()) {
    int process = static_cast<int>(rank);
    std::string how;
    bool finalized = false;
    for (const auto& [name, stream] : threads_) {
      if (name.first != process) continue;
      finalized = finalized || stream->finalized();
      if (const auto& signal = stream->died_of()) {
        auto number = static_cast<int>(signal->number);
        bool from_outside = number == SIGTERM || number == SIGINT || number == SIGHUP;
        how = from_outside && hung ? ""
              : from_outside
                  ? fmt::format("ended by signal {} ({}) from outside", number, strsignal(number))
                  : fmt::format("died of signal {} ({}){}", number, strsignal(number), place(process, signal->stack));
      } else if (const auto& abort = stream->aborted()) {
        how = fmt::format("called MPI_Abort with {}{}", abort->code, place(process, abort->stack));
      }
    }
    if (hung && how.empty())
      how = fmt::format("had to be ended, because no rank got on for {} s", *hung);
    else if (how.empty() && !finalized)
      how = "ended without MPI_Finalize (killed, or it called exit)";
    if (!how.empty()) ranks[how].push_back(process);
  }
  std::vector<std::string> sentences;
  for (const auto& [how, who] : ranks) {
    std::string subject = reports::rank_list(who);
    subject.front() = 'R';
    sentences.push_back(fmt::format("{} {}; what was done before that was checked.", subject, how));
  }
  return sentences;
}

}  // namespace fencepost::command
