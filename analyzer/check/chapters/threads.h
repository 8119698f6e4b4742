// Threads: their creation and joining, the objects through which they synchronize, the memory that they free, and their
// places in the clocks.
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
  // What a thread inside such a wait waits for.
  ThreadWait wait_of(const Thread& thread) const;
  // At the end of the run: processes with a thread that is neither in a call nor one for which `waits` is true. Threads
  // of OpenMP without work do not count.
  std::set<ProcessId> processes_with_running_threads(const std::function<bool(ThreadName)>& waits);
  // Before the thread's first event is replayed: gives it its place in the clocks.
  void take_place(Thread& thread);
  // The thread has no more events.
  void end_of_trace(Thread& thread);
  // For numbers whose events were lost: continues with the first number that is there. False: there are none.
  bool skip_lost_order();
  // For a thread that has not begun: adds what it will know, if that is known yet.
  void add_floor(Thread& thread, Floors& floors) const;
  // Adds what threads know that were created but whose traces have not been seen.
  void add_floors_of_created(Floors& floors) const;
  // Adds what strands that have not begun will know.
  void add_floors_of_strands(Floors& floors) const;

 private:
  // Threads that have not begun, and threads that nobody has joined.
  struct Edge {
    SharedClocks clocks;
    order::NodeName node;
    StreamNumber place = 0;  // of a thread that has ended, and its last_said
    Tick tick = 0;
  };
  struct OfProcess {
    std::uint64_t next_order = 1;  // of the events that have a number among threads
    Handovers handovers;
    std::map<ThreadId, Edge> created, ended;
    std::map<std::uint64_t, SharedClocks> strands_to_come;  // by the object from which they begin
    Sweep<64> ended_sweep;
    bool uses_openmp = false;
    // Ended threads whose place another one may take; the latest is last.
    std::deque<schedule::StreamSlot> places;
  };
  // Synchronization objects in shared segments, by their offset: processes synchronize through them.
  struct OfSegment {
    std::uint64_t next = 1;  // of Acquire and Release
    Handovers handovers;
  };
  // The place of an object, and the sequence of its events' numbers: that of its process or of its segment.
  struct Handover {
    Handovers& objects;
    std::uint64_t object;
    std::uint64_t& next;
    bool shared;
    std::uint64_t segment;
  };
  struct LostNumbers;

  OfProcess& of(const Thread& thread) { return processes_[thread.name.process]; }
  Thread* open_thread(ProcessId process, ThreadId thread) const;
  bool in_order(Thread& thread, std::uint64_t order);
  void passed_order(Thread& thread, std::uint64_t order);
  template <class Event>
  bool synchronization_ready(Thread& thread, const Event& event);
  Handover handover(const Thread& thread, std::uint64_t object, std::uint64_t kind);
  void passed(Thread& thread, const Handover& place, std::uint64_t number);
  bool orders_calls(const Thread& thread, std::uint64_t kind);
  void note_order(const Thread& thread, const Handover& place, std::uint64_t kind, bool AtomicUse::* does,
                  bool AtomicUse::* ordered);
  void note_order_of_run();
  void tell_strands(Thread& thread, const event::Acquire& event);
  void leave(Thread& ended);
  void forget_ended(OfProcess& process);
  bool skip(std::uint64_t& next, const LostNumbers& lost);

  LanguageAtomics& language_atomics_;
  UnseenOrder& unseen_order_;
  Strands& strands_;
  std::function<std::vector<Tick>()> passed_by_all_;
  bool noted_order_of_run_ = false;
  PerProcess<OfProcess> processes_;
  std::map<std::uint64_t, OfSegment> segments_;
  OfThreads<bool> said_its_end_;          // ThreadEnd
  OfThreads<Tick> last_done_for_openmp_;  // the last event in which it has given up a part of OpenMP's work
};

}  // namespace fencepost::check
