// Where events come from: the traces of a job as streams, one per thread of each process. analyzer/read implements it
// for trace directories; tests implement it for vectors.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "ids/ids.h"
#include "record/event.h"
#include "record/looks_page.h"

namespace fencepost {

// Any event or definition of events.def. monostate: none.
using AnyEvent = std::variant<std::monostate
#define EVENT_BEGIN(name, number, ...) , event::name
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
                              >;

// The properties of a kind of event in events.def; nothing for monostate.
template <class Event>
inline constexpr EventFacts kFactsOf = [] {
  if constexpr (requires { Event::kFacts; }) {
    return Event::kFacts;
  } else {
    return EventFacts{};
  }
}();

namespace detail {
template <class... Events>
constexpr std::array<EventFacts, sizeof...(Events)> facts_of_all(const std::variant<Events...>*) {
  return {kFactsOf<Events>...};
}
inline constexpr auto kFacts = facts_of_all(static_cast<const AnyEvent*>(nullptr));
}  // namespace detail

inline const EventFacts& facts_of(const AnyEvent& event) {
  return detail::kFacts[event.index()];
}

struct TimedEvent {
  std::uint64_t time = 0;  // ticks of the process's clock
  AnyEvent event;
};

// The state of a stream after next() returned nothing.
enum class StreamState {
  kMore,       // events may follow (a live trace): ask again
  kClosed,     // the writer ended normally
  kTruncated,  // the writer was killed, or the rest is damaged
};

class EventStream {
 public:
  virtual ~EventStream() = default;
  // The next event, or null. Its text and lists stay valid until the next call of next() on this stream.
  virtual const TimedEvent* next() = 0;
  virtual StreamState state() const = 0;
  // If more may follow and there is none to return: no later event has a time before this.
  virtual std::uint64_t complete_until() const { return 0; }
  // The same for threads of its process that are replayed by time: they need not wait for this thread with earlier
  // events. It may promise more than complete_until(): a thread that has been silent for long is not waited for.
  virtual std::uint64_t awaited_until() const { return ~std::uint64_t{0}; }
};

struct ListedThread {
  ThreadName name;
  bool is_created = false;  // the ThreadCreate of another thread of its process comes before all its events
};

// What a thread polled without getting a new answer, when the trace ended.
struct Looking {
  ThreadId thread = kMainThread;
  std::uint64_t looks = 0;
  std::uint64_t ticks = 0;  // for how long
  bool computes = false;    // between its looks it does more than look or sleep, as far as is known
  std::vector<format::LookPlace> places;
};

class TraceSource {
 public:
  virtual ~TraceSource() = default;
  virtual Processes processes() const = 0;  // size of MPI_COMM_WORLD, including missing ranks
  // A live trace may have more each time; some may be listed again.
  virtual void list_threads(const std::function<void(const ListedThread&)>& tell) = 0;
  virtual EventStream& events(ThreadName thread) = 0;       // the stream of one of them
  virtual void thread_done(ThreadName) {}                   // it has ended and is not asked any more
  virtual EventStream& definitions(ProcessId process) = 0;  // definitions of a process, in order
  // For a live trace: events of the process were returned since its definitions were last read, and may need more
  // definitions. What an event needs was written before it, so it exists by then.
  virtual bool definitions_due(ProcessId) { return false; }
  // Whether any defined window has the separate memory model, even if its definition has not been returned yet.
  virtual bool has_separate_window() const { return false; }
  virtual std::vector<std::string> blind_spots() const = 0;  // what was lost, as sentences (missing ranks, damage)
  // The job was ended because no process made progress any more: each was waiting, in MPI or for a thread that was.
  virtual bool hung() const { return false; }
  // To be called after all events were read.
  virtual std::vector<Looking> looking(ProcessId /*process*/) const { return {}; }
};

}  // namespace fencepost
