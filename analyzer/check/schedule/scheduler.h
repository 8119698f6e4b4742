// The scheduler: which thread's event is replayed next, and what waits for what. It knows threads, times and keys, and
// no MPI: what an event means, and whether it is ready, its Player says.
//
// The policy:
//
//  1. The order of the replay extends happens-before. An event that depends on events of other threads is replayed
//     after them: its Player says that it is not ready and parks the thread under a key (park()); whoever does what is
//     waited for wakes all that are parked under the key (wake()), and they ask again. To be woken in vain is harmless.
//  2. Of the threads that can go on, the one whose next event is the earliest in common time has its turn: so the
//  replay
//     keeps close to what really came after what. A turn lasts until the thread blocks, another one is due, or 4,096
//     events. It may run ahead of the others a little, because changing from one to the next costs more than an event;
//     but not within a process of several threads, whose windows' epochs are common to them, nor when the replay goes
//     by time (go_by_time()). While traces still grow, such a thread also waits until what its siblings did earlier is
//     shown.
//  3. When nobody can go on, the threads that are parked look ahead in their traces, up to a limit: what is told there
//     (foreseen()) may be what is missing. Then threads that have a trace and that nobody has been seen to create are
//     opened.
//  4. While traces still grow, that is the end of the round: what is missing may come (advance() is called again).
//     wait_for_more() parks a thread until then.
//  5. Otherwise everybody is asked once more. If that does not help either, something was lost: numbers of a sequence
//     that never came are skipped; or else one thread goes on without what it waits for (`forced`), and the Player
//     tells of it. It is one that waits for a process of which nothing can come any more, or which does not do what it
//     has begun; or else the first, but rather not one that waits for another thread of its own process.
//
// Going by time: events say when they happened, and where nothing else tells what came before an event, the Player
// holds it back until all that others did earlier was replayed (caught_up()). Then a round replays nothing until the
// traces have stopped growing.
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

// What a parked thread waits for: made by whoever parks it, and by whoever wakes it. Two things that have the same key
// by chance wake each other's threads in vain.
struct WaitKey {
  std::uint64_t value = 0;
};

// What happens with the threads' events.
class Player {
 public:
  virtual ~Player() = default;
  virtual std::unique_ptr<Stream> make_stream(ThreadName name, StreamSlot slot, EventStream& events) = 0;
  // A thread has a trace, and is told to be created by another one: whether that was replayed.
  virtual bool is_created(ThreadName name) const = 0;
  // Replays the thread's event in hand and takes it out of the cursor. False: it is not ready, and the thread is
  // parked.
  virtual bool replay(Stream& stream) = 0;
  virtual void end_of_trace(Stream& stream) = 0;
  // A later event of a thread, seen by looking ahead.
  virtual void foreseen(Stream& stream, const TimedEvent& event) = 0;
  virtual void turn_is_over() = 0;
  // Nobody can go on. Skips numbers that never came; true: it has.
  virtual bool skip_lost_order() = 0;
  virtual bool skip_lost_number(int process) = 0;  // of what Lack::kNumber waits for
  virtual void goes_on_without(Stream& stream) = 0;
};

class Scheduler {
 public:
  Scheduler(TraceSource& source, Player& player, const CommonTime& times, int processes, std::size_t look_ahead);

  // Looks which threads there are. To be called before the first advance(), which does it again each time.
  void find_threads();
  // Replays what there is. True: something was replayed.
  bool advance();
  // From now on all that there is has come.
  void finish() { finished_ = true; }
  bool finished() const { return finished_; }
  bool growing() const { return growing_; }  // some trace that is open is still being written

  // ---- of the event in hand, while the Player replays it
  // Each parks the thread and returns false.
  bool park(Stream& stream, WaitKey key, Lack lack = Lack::kEvent, int process = -1);
  bool wait_for_more(Stream& stream);
  // Whether all that others did before the event in hand was replayed; false: the thread is parked.
  bool caught_up(Stream& stream);
  // Whether those threads of the process that can go on have come as far. False: the thread is parked under the key.
  bool has_come_as_far(int process, Stream& stream, WaitKey key);
  // The event names a thread that was not found. True: it has no trace; false: it may yet have one, and the thread that
  // names it is parked.
  bool surely_unlisted(Stream& stream);
  void wake(WaitKey key);
  void enqueue(Stream& stream);

  // ---- threads
  const Directory& threads() const { return directory_; }
  void open(ThreadName name);
  // Opens one of the process that nobody was seen to create. False: there is none, or it may yet be created.
  bool open_one_to_come(int process);
  void leave(Stream& stream) { directory_.leave(stream); }
  bool gone(int process) const;  // nothing can come from it any more
  // Of what it has begun, something had no effect: others may wait for that in vain.
  void note_refused(int process) { was_refused_[static_cast<std::size_t>(process)] = true; }
  bool was_refused(int process) const { return was_refused_[static_cast<std::size_t>(process)]; }
  bool any_was_refused() const;
  void note_threads_at_a_time(std::size_t count) { at_a_time_ = count; }

  bool by_time() const { return by_time_; }
  void go_by_time() { by_time_ = true; }
  // Shows up to so many further events of a thread to the Player; false: there are none.
  bool look_ahead(Stream& stream, std::size_t events);

 private:
  // Threads that can go on, by the time of their next event.
  struct Turn {
    std::uint64_t time;
    StreamSlot slot;
    friend bool operator>(const Turn& a, const Turn& b) { return a.time != b.time ? a.time > b.time : a.slot > b.slot; }
  };
  enum class Step : std::uint8_t { kDone, kBlocked, kNothing };

  bool run();  // until everything is blocked or at an end; true: something was replayed
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
  std::vector<bool> was_refused_;                                                          // by process
  std::size_t most_ahead_;     // events that a thread looks ahead
  std::size_t at_a_time_ = 0;  // threads
  std::uint64_t rounds_ = 0;   // of advance()
  bool by_time_ = false, growing_ = false, finished_ = false;
};

}  // namespace fencepost::schedule
