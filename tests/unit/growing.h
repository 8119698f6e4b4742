// A trace that is still being written: shows a part of another source that grows at random, thread by thread, whatever
// happened before what. The engine's result must not depend on how it grew. It can rely only on what DirectorySource
// guarantees (command/trace_source.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "check/event_place.h"
#include "job/source.h"
#include "schedule/cursor.h"

namespace fencepost::test {

class GrowingSource : public TraceSource {
 public:
  // Takes everything of `whole`.
  explicit GrowingSource(TraceSource& whole) : processes_(whole.processes()) {
    whole.list_threads([&](const ListedThread& thread) {
      const ThreadName& name = thread.name;
      Stream& stream = streams_[name];
      stream.take(whole.events(name));
      const TimedEvent* first = stream.events.empty() ? nullptr : &stream.events.front()->get();
      const auto* begin = first != nullptr ? std::get_if<event::ThreadBegin>(&first->event) : nullptr;
      stream.creator = begin != nullptr ? ThreadId(begin->creator) : name.thread;
    });
    for (const ProcessId process : processes_) {
      definitions_[process].take(whole.definitions(process));
      definitions_[process].shown = definitions_[process].events.size();
      definitions_[process].closed = true;
    }
  }

  // Threads tell what others of their process have to wait for, and all are there from the beginning.
  void tell_times() {
    for (auto& [name, stream] : streams_) stream.tells_times = true;
  }

  // From the beginning, growing in a different way.
  void begin_again(unsigned seed) {
    random_.seed(seed);
    for (auto& [name, stream] : streams_) stream.begin_again();
    for (auto& [process, stream] : definitions_) stream.at = 0;
    // The first thread of each process is always there.
    for (auto& [name, stream] : streams_) stream.listed = name.thread == kMainThread || stream.tells_times;
    open_.clear();
    most_open_ = 0;
  }

  // `over`: and the processes have ended.
  void show_all(bool over = true) {
    for (auto& [name, stream] : streams_) {
      stream.listed = true;
      stream.closed = over || name.thread != kMainThread;
      stream.shown = stream.events.size();
    }
  }

  // Threads whose events were asked for and that were not done, at the most.
  std::size_t most_open() const { return most_open_; }

  // False: everything has been shown, and all threads have ended.
  bool grow() {
    bool any = false;
    // Threads that one look missed are there at the next.
    for (auto& [name, stream] : streams_) {
      const auto creator = streams_.find({name.process, stream.creator});
      if (stream.listed && creator != streams_.end()) creator->second.listed = true;
    }
    // What the thread that was joined has written was there before the join.
    for (auto& [name, stream] : streams_) {
      for (; stream.followed_up < stream.shown; ++stream.followed_up) {
        const auto* join = std::get_if<event::ThreadJoin>(&stream.events[stream.followed_up]->get().event);
        if (join == nullptr) continue;
        const auto child = streams_.find({name.process, ThreadId(join->child)});
        if (child != streams_.end()) child->second.listed = true;
      }
    }
    const std::size_t most = std::size_t{1} << random_() % 6;
    for (auto& [name, stream] : streams_) {
      if (stream.closed) continue;
      any = true;
      if (random_() % 2 == 0) continue;
      stream.listed = true;
      // The trace of the first thread is open as long as the process runs.
      const bool may_close = name.thread != kMainThread || std::ranges::all_of(streams_, [&](const auto& other) {
                               return other.first.process != name.process || other.second.listed;
                             });
      if (stream.shown == stream.events.size()) stream.closed = may_close;
      stream.shown = std::min(stream.events.size(), stream.shown + 1 + random_() % most);
    }
    return any;
  }

  Processes processes() const override { return processes_; }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override {
    for (const auto& [name, stream] : streams_) {
      if (stream.listed) tell({name, stream.creator != name.thread});
    }
  }
  EventStream& events(ThreadName name) override {
    open_.insert(name);
    most_open_ = std::max(most_open_, open_.size());
    return streams_.at(name);
  }
  void thread_done(ThreadName name) override { open_.erase(name); }
  EventStream& definitions(ProcessId process) override { return definitions_.at(process); }
  std::vector<std::string> blind_spots() const override { return {}; }

 private:
  struct Stream : EventStream {
    std::vector<std::unique_ptr<schedule::OwnedEvent>> events;
    ThreadId creator = kMainThread;
    bool listed = false, closed = false, tells_times = false;
    std::size_t shown = 0, at = 0, followed_up = 0;
    std::unique_ptr<schedule::OwnedEvent> current;

    void take(EventStream& from) {
      while (const TimedEvent* event = from.next()) {
        events.push_back(std::make_unique<schedule::OwnedEvent>());
        events.back()->assign(*event);
      }
    }
    void begin_again() { listed = closed = false, shown = at = followed_up = 0; }
    const TimedEvent* next() override {
      if (at == shown) return nullptr;
      const TimedEvent& event = events[at]->get();
      const bool answered = closed || at + 1 < shown;
      if (!answered && std::visit([](const auto& one) { return check::can_be_refused(one); }, event.event)) {
        return nullptr;
      }
      ++at;
      current = std::make_unique<schedule::OwnedEvent>();  // what was handed out before is gone
      current->assign(event);
      return &current->get();
    }
    std::uint64_t awaited_until() const override {
      return tells_times && at < events.size() ? events[at]->get().time : EventStream::awaited_until();
    }
    // As with files: that it is at its end is known when its end was read.
    StreamState state() const override {
      return closed && at == events.size() ? StreamState::kClosed : StreamState::kMore;
    }
  };

  Processes processes_;
  std::map<ThreadName, Stream> streams_;
  std::map<ProcessId, Stream> definitions_;
  std::set<ThreadName> open_;
  std::size_t most_open_ = 0;
  std::mt19937 random_;
};

}  // namespace fencepost::test
