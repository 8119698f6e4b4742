// The scheduler: which thread's event is replayed next, and what waits for what. It knows threads, times and keys, but
// nothing of MPI: its Player says what an event means, and whether it is ready.
//
// The policy:
//
//  1. The order of the replay extends happens-before. An event that depends on events of other threads is replayed
//     after them: its Player says that it is not ready and parks the thread under a key (park()). The thread that
//     provides it wakes all that are parked under the key (wake()), and they ask again. Waking in vain is harmless.
//  2. Of the threads that can continue, the one whose next event is the earliest in common time has
//     its turn: so the replay stays close to the real order of events. A turn lasts until the thread
//     blocks, another one is due, or 4,096 events. It may run ahead of the others a little, because
//     changing from one to the next costs more than an event; but not beyond a meeting of all (so that what follows
//     does not depend on who came last), in a process with several
//     threads, which share the windows' epochs, nor when the replay goes by time (go_by_time()).
//     While traces still grow, such a thread also waits until earlier events of its siblings are
//     visible.
//  3. When no thread can continue, the parked threads look ahead in their traces, up to a limit: what they find
//     (foreseen()) may be what is missing. Then threads are opened that have a trace but that nobody has been seen to
//     create.
//  4. While traces still grow, that is the end of the round: missing events may come (advance() is called again).
//     wait_for_more() parks a thread until then.
//  5. Otherwise all threads ask once more. If that does not help either, something was lost: numbers of a sequence
//     that never came are skipped; or one thread continues without what it waits for (`forced`), and the Player
//     reports it. That thread waits for a process from which nothing can come any more, or which does not do what it
//     has begun; otherwise it is the first, but preferably not one that waits for its own process's threads.
//
// Going by time: events have times. If nothing else tells what came before an event, the Player holds the event back
// until all earlier events of others were replayed (caught_up()). Then a round replays nothing until the traces have
// stopped growing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "job/recycled.h"
#include "job/source.h"
#include "schedule/common_time.h"
#include "schedule/directory.h"
#include "schedule/stream.h"

namespace fencepost::schedule {

// What a parked thread waits for. The code that parks it and the code that wakes it make the same key. If two things
// have the same key by chance, each wakes the other's threads in vain.
struct WaitKey {
  std::uint64_t value = 0;
};

// What happens with the threads' events.
class Player {
 public:
  virtual ~Player() = default;
  virtual std::unique_ptr<Stream> make_stream(ThreadName name, StreamSlot slot, EventStream& events) = 0;
  // A thread has a trace, and another thread creates it: whether that event was replayed.
  virtual bool is_created(ThreadName name) const = 0;
  // Replays the thread's current event and takes it out of the cursor. False: it is not ready, and the thread is
  // parked.
  virtual bool replay(Stream& stream) = 0;
  virtual void end_of_trace(Stream& stream) = 0;
  // A later event of a thread, seen by looking ahead.
  virtual void foreseen(Stream& stream, const TimedEvent& event) = 0;
  virtual void turn_is_over() = 0;
  // No thread can continue. Skips numbers that never came; true: it has skipped some.
  virtual bool skip_lost_order() = 0;
  virtual bool skip_lost_number(ProcessId process) = 0;  // of what Lack::kNumber waits for
  virtual void goes_on_without(Stream& stream) = 0;
};

class Scheduler {
 public:
  Scheduler(TraceSource& source, Player& player, const CommonTime& times, std::size_t processes,
            std::size_t look_ahead);

  // Looks for the threads. To be called before the first advance(), which does it again each time.
  void find_threads();
  // Replays the events that are there. True: something was replayed.
  bool advance();
  // From now on, all events have come.
  void finish() { finished_ = true; }
  bool finished() const { return finished_; }
  bool growing() const { return growing_; }  // some open trace is still being written

  // ---- for the current event, while the Player replays it
  // Each parks the thread and returns false.
  bool park(Stream& stream, WaitKey key, Lack lack = Lack::kEvent, ProcessId process = {});
  bool wait_for_more(Stream& stream);
  // Whether all earlier events of others were replayed; false: the thread is parked.
  bool caught_up(Stream& stream);
  // Whether all threads of the process that can continue have come as far. False: the thread is parked under the key.
  bool has_come_as_far(ProcessId process, Stream& stream, WaitKey key);
  // The event names a thread that was not found. True: it has no trace; false: it may still get one, and the thread
  // that names it is parked.
  bool surely_unlisted(Stream& stream);
  void wake(WaitKey key);
  void enqueue(Stream& stream);
  // After the current event the earliest thread goes on.
  void end_turn() { turn_is_over_ = true; }

  // ---- threads
  const Directory& threads() const { return directory_; }
  void open(ThreadName name);
  // Opens a thread of the process that nobody was seen to create. False: there is none, or it may still be created.
  bool open_one_to_come(ProcessId process);
  void leave(Stream& stream) { directory_.leave(stream); }
  bool gone(ProcessId process) const;  // nothing can come from it any more
  // Something that it has begun had no effect: others may wait for it in vain.
  void note_refused(ProcessId process) { was_refused_[process] = true; }
  bool was_refused(ProcessId process) const { return was_refused_[process]; }
  bool any_was_refused() const;
  void note_threads_at_a_time(std::size_t count) { at_a_time_ = count; }

  bool by_time() const { return by_time_; }
  void go_by_time() { by_time_ = true; }
  // Shows up to this many further events of a thread to the Player; false: there are none.
  bool look_ahead(Stream& stream, std::size_t events);

 private:
  // Threads that can continue, by the time of their next event.
  struct Turn {
    std::uint64_t time;
    StreamSlot slot;
    friend bool operator>(const Turn& a, const Turn& b) { return a.time != b.time ? a.time > b.time : a.slot > b.slot; }
  };
  enum class Step : std::uint8_t { kDone, kBlocked, kNothing };

  bool run();  // until everything is blocked or has ended; true: something was replayed
  bool take_turn(Stream& stream);
  Step step(Stream& stream);
  std::uint64_t siblings_are_shown_until(const Stream& stream) const;
  std::uint64_t due(const Stream& stream) const;
  bool keeps_to_time(const Stream& stream) const;
  std::uint64_t time_of_next(Stream& stream) const;
  void wake_all();
  bool all_at_ends() const;
  bool look_ahead_everywhere();
  bool open_all();
  bool release_one();
  Stream* whom_to_release() const;
  bool is_growing(const Stream& stream) const;

  TraceSource& source_;
  Player& player_;
  const CommonTime& times_;
  Directory directory_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue_;
  RecyclingHashMap<std::uint64_t, boost::container::small_vector<StreamSlot, 2>> parked_;  // by key
  PerProcess<bool> was_refused_;                                                           // by process
  std::size_t most_ahead_;     // events that a thread looks ahead
  std::size_t at_a_time_ = 0;  // threads
  std::uint64_t rounds_ = 0;   // of advance()
  bool turn_is_over_ = false;
  bool by_time_ = false, growing_ = false, finished_ = false;
};

}  // namespace fencepost::schedule
