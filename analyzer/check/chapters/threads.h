// Threads: their creation and joining, what they synchronize through, memory that they give back, and whose place in
// the clocks they have.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "chapters/chapter.h"
#include "chapters/handovers.h"
#include "job/sweep.h"
#include "services/floors.h"

namespace fencepost::check {

class ThreadChapter : public Chapter {
 public:
  // `passed`: up to which tick each thread has happened before everything that can still come.
  ThreadChapter(Services& services, std::function<std::vector<Tick>()> passed);

  bool ready(Thread&, const event::ThreadBegin&);
  bool ready(Thread&, const event::ThreadCreate&);
  bool ready(Thread&, const event::ThreadJoin&);
  bool ready(Thread&, const event::Acquire&);
  bool ready(Thread&, const event::Release&);
  bool ready(Thread&, const event::Freed&);
  bool ready(Thread&, const event::MemoryOrder&);
  void apply(Thread&, const event::ThreadBegin&);
  void apply(Thread&, const event::ThreadEnd&);
  void apply(Thread&, const event::ThreadCreate&);
  void apply(Thread&, const event::ThreadJoin&);
  void apply(Thread&, const event::ThreadWaitBegin&);
  void apply(Thread&, const event::Acquire&);
  void apply(Thread&, const event::Release&);
  void apply(Thread&, const event::Freed&);
  void apply(Thread&, const event::MemoryOrder&);

  bool is_created(ThreadName name) const;
  // What a thread waits for that is inside such a wait.
  ThreadWait wait_of(const Thread& thread) const;
  // At the end of the run: processes of which a thread is neither in a call nor among those that `waits` is true of.
  // Threads of OpenMP that have nothing to do do not count.
  std::set<int> processes_with_running_threads(const std::function<bool(ThreadName)>& waits);
  // Before the thread's first event is replayed: its place in the clocks.
  void take_place(Thread& thread);
  // There are no more events of it.
  void end_of_trace(Thread& thread);
  // Numbers that never came, as their events were lost: goes on with the first that is there. False: there are none.
  bool skip_lost_order();
  // Of a thread that has not begun: adds what it will know, if that is known yet.
  void add_floor(Thread& thread, Floors& floors) const;
  // Adds what threads know that were created and whose traces have not been seen.
  void add_floors_of_created(Floors& floors) const;
  // Adds what strands will know that have not begun.
  void add_floors_of_strands(Floors& floors) const;

 private:
  // Those that have not begun, and those that nobody has joined.
  struct Edge {
    SharedClocks clocks;
    order::NodeName node;
    StreamNumber place = 0;  // of one that has ended, and its last_said
    Tick tick = 0;
  };
  struct OfProcess {
    std::uint64_t next_order = 1;  // of the events that have a number among threads
    Handovers handovers;
    std::map<int, Edge> created, ended;                     // by thread
    std::map<std::uint64_t, SharedClocks> strands_to_come;  // by the object they begin from
    Sweep<64> ended_sweep;
    bool uses_openmp = false;
    // Threads that have ended and whose place another one may have, the last one last.
    std::deque<schedule::StreamSlot> places;
  };
  // Synchronization objects in shared segments, by their place in it: processes synchronize through them.
  struct OfSegment {
    std::uint64_t next = 1;  // of Acquire and Release
    Handovers handovers;
  };
  // Where an object is, and whose numbers its events have: those of its process or of the segment it lies in.
  struct Handover {
    Handovers& objects;
    std::uint64_t object;
    std::uint64_t& next;
    bool shared;
    std::uint64_t segment;
  };
  struct LostNumbers;

  OfProcess& of(const Thread& thread) { return processes_[index_of(thread.name.process)]; }
  Thread* open_thread(int process, int thread) const;
  bool in_order(Thread& thread, std::uint64_t order);
  void passed_order(Thread& thread, std::uint64_t order);
  template <class Event>
  bool synchronization_ready(Thread& thread, const Event& event);
  Handover handover(const Thread& thread, std::uint64_t object, std::uint64_t kind);
  void passed(Thread& thread, const Handover& place, std::uint64_t number);
  bool orders_calls(const Thread& thread, std::uint64_t kind);
  void note_order(const Thread& thread, const Handover& place, std::uint64_t kind, bool AtomicUse::* does,
                  bool AtomicUse::* ordered);
  void tell_strands(Thread& thread, const event::Acquire& event);
  void leave(Thread& ended);
  void forget_ended(OfProcess& process);
  bool skip(std::uint64_t& next, const LostNumbers& lost);

  LanguageAtomics& language_atomics_;
  UnseenOrder& unseen_order_;
  Strands& strands_;
  std::function<std::vector<Tick>()> passed_by_all_;
  std::vector<OfProcess> processes_;
  std::map<std::uint64_t, OfSegment> segments_;
  OfThreads<bool> said_its_end_;          // ThreadEnd
  OfThreads<Tick> last_done_for_openmp_;  // the last event in which it has given up a part of OpenMP's work
};

}  // namespace fencepost::check
