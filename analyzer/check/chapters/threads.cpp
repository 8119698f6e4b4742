#include "chapters/threads.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "chapters/wait_keys.h"
#include "ids/format.h"
#include "record/sync_object.h"

namespace fencepost::check {

namespace {
schedule::WaitKey key_of_thread(Awaited kind, const ThreadName& thread) {
  return wait_key(kind, static_cast<std::uint64_t>(thread.process.number()),
                  static_cast<std::uint64_t>(thread.thread.number()));
}
}  // namespace

ThreadChapter::ThreadChapter(Services& services, std::function<std::vector<Tick>()> passed)
    : Chapter(services),
      language_atomics_(services.language_atomics),
      unseen_order_(services.unseen_order),
      strands_(services.strands),
      passed_by_all_(std::move(passed)),
      processes_(services.job.processes().size()) {}

// Thread events of a process happened in the order of their numbers; 0: not numbered.
bool ThreadChapter::in_order(Thread& thread, std::uint64_t order) {
  const OfProcess& side = of(thread);
  if (order <= side.next_order) return true;
  return scheduler_.park(
      thread, wait_key(Awaited::kThreadOrder, static_cast<std::uint64_t>(thread.name.process.number()), order));
}

void ThreadChapter::passed_order(Thread& thread, std::uint64_t order) {
  OfProcess& side = of(thread);
  if (order == 0 || order < side.next_order) return;
  side.next_order = order + 1;
  scheduler_.wake(
      wait_key(Awaited::kThreadOrder, static_cast<std::uint64_t>(thread.name.process.number()), side.next_order));
}

bool ThreadChapter::ready(Thread& thread, const event::ThreadBegin& event) {
  const OfProcess& side = of(thread);
  const ThreadId creator(event.creator);
  if (creator == thread.name.thread || side.created.contains(thread.name.thread)) return true;
  switch (scheduler_.threads().where_is({thread.name.process, creator})) {
    case schedule::ThreadPlace::kUnlisted:
      return scheduler_.surely_unlisted(thread);
    case schedule::ThreadPlace::kToCome:
      break;
    case schedule::ThreadPlace::kOpen:
      if (open_thread(thread.name.process, creator)->ended) return true;
      break;
    case schedule::ThreadPlace::kLeft:
      return true;
  }
  // Until it is created, or its creator has ended without creating it.
  return scheduler_.park(thread, key_of_thread(Awaited::kThreadBegin, {thread.name.process, creator}),
                         schedule::Lack::kOwnProcess, thread.name.process);
}

void ThreadChapter::apply(Thread& thread, const event::ThreadBegin&) {
  OfProcess& side = of(thread);
  const auto created = side.created.extract(thread.name.thread);
  if (created.empty()) return;
  clocks_.join(thread, *created.mapped().clocks);
  clocks_.graph().link(created.mapped().node, clocks_.add_node(thread, {thread.name.process, thread.name.thread}),
                       "thread start");
}

void ThreadChapter::apply(Thread& thread, const event::ThreadEnd&) {
  OfProcess& side = of(thread);
  said_its_end_.of(thread) = true;
  if (side.ended_sweep.due(side.ended.size())) {
    forget_ended(side);
    side.ended_sweep.done(side.ended.size());
  }
  side.ended[thread.name.thread] = {clocks_.publish(thread),
                                    clocks_.add_node(thread, {thread.name.process, thread.name.thread}), thread.number,
                                    thread.last_said};
  scheduler_.wake(key_of_thread(Awaited::kThreadEnd, thread.name));
}

void ThreadChapter::apply(Thread& thread, const event::ThreadWaitBegin& event) {
  thread.call.of_threads = {
      .what = static_cast<SyncObject>(event.kind), .object = event.object, .thread = ThreadId(event.child - 1)};
  thread.call.holder = event.holder;
}

ThreadWait ThreadChapter::wait_of(const Thread& thread) const {
  ThreadWait wait = thread.call.of_threads;
  const Process& own = job_.process(thread.name.process);
  wait.shared = wait.object != 0 && own.addresses.find(wait.object).segment != 0;
  const auto find_holder = [&](ProcessId process) {
    const auto& threads = job_.process(process).threads_of_tasks;
    const auto holder = threads.find(thread.call.holder);
    if (holder == threads.end()) return false;
    wait.thread = holder->second;
    wait.holder = process;
    return true;
  };
  // Processes that share memory run on one machine, where the numbers of tasks are unique.
  if (!find_holder(thread.name.process) && wait.shared)
    for (const ProcessId process : job_.processes())
      if (find_holder(process)) break;
  return wait;
}

std::set<ProcessId> ThreadChapter::processes_with_running_threads(const std::function<bool(ThreadName)>& waits) {
  std::set<ProcessId> processes;
  // (A thread created by OpenMP may have recorded nothing yet, and may wait for work.)
  for (const ProcessId process : job_.processes())
    if (!processes_[process].created.empty() && !processes_[process].uses_openmp) processes.insert(process);
  scheduler_.threads().each([&](const schedule::Stream& stream) {
    const auto& thread = static_cast<const Thread&>(stream);
    if (!thread.begun || thread.call.active || said_its_end_.of(thread)) return;
    if (last_done_for_openmp_.of(thread) != thread.tick && !waits(thread.name)) processes.insert(thread.name.process);
  });
  return processes;
}

bool ThreadChapter::ready(Thread& thread, const event::ThreadCreate& event) {
  return in_order(thread, event.order);
}

void ThreadChapter::apply(Thread& thread, const event::ThreadCreate& event) {
  OfProcess& side = of(thread);
  const ThreadId child(event.child);
  side.created[child] = {clocks_.publish(thread), clocks_.add_node(thread, {thread.name.process, thread.name.thread})};
  if (scheduler_.threads().where_is({thread.name.process, child}) == schedule::ThreadPlace::kToCome)
    scheduler_.open({thread.name.process, child});
  passed_order(thread, event.order);
  scheduler_.wake(key_of_thread(Awaited::kThreadBegin, thread.name));
}

bool ThreadChapter::ready(Thread& thread, const event::ThreadJoin& event) {
  if (!in_order(thread, event.order)) return false;
  OfProcess& side = of(thread);
  const ThreadId child(event.child);
  if (side.ended.contains(child)) return true;
  switch (scheduler_.threads().where_is({thread.name.process, child})) {
    case schedule::ThreadPlace::kUnlisted:
      return scheduler_.surely_unlisted(thread);
    case schedule::ThreadPlace::kToCome:
      scheduler_.open({thread.name.process, child});
      break;
    case schedule::ThreadPlace::kOpen:
      break;
    case schedule::ThreadPlace::kLeft:
      return true;
  }
  Thread* const other = open_thread(thread.name.process, child);
  if (other->ended) return true;
  // Everything before this was seen, so the event of its creation was lost.
  const Edge unknown{order::copy_of({}), {}};
  if (!other->begun && side.created.try_emplace(child, unknown).second) scheduler_.enqueue(*other);
  return scheduler_.park(thread, key_of_thread(Awaited::kThreadEnd, {thread.name.process, child}),
                         schedule::Lack::kOwnProcess, thread.name.process);
}

void ThreadChapter::apply(Thread& thread, const event::ThreadJoin& event) {
  OfProcess& side = of(thread);
  const ThreadId child(event.child);
  if (const auto ended = side.ended.extract(child); !ended.empty()) {
    clocks_.join(thread, *ended.mapped().clocks);
    clocks_.graph().link(ended.mapped().node, clocks_.add_node(thread, {thread.name.process, thread.name.thread}),
                         "thread join");
  } else if (Thread* const other = open_thread(thread.name.process, child); other != nullptr && other->ended) {
    // Its trace ends without ThreadEnd (it was killed): all its events came before the join.
    if (!other->begun) take_place(*other);
    ++other->tick;
    clocks_.join(thread, *clocks_.publish(*other));
  } else if (other == nullptr) {
    side.created.erase(child);  // it has recorded nothing, and never will
  }
  passed_order(thread, event.order);
}

ThreadChapter::Handover ThreadChapter::handover(const Thread& thread, std::uint64_t object, std::uint64_t kind) {
  const auto place = job_.process(thread.name.process).addresses.find(object);
  if ((kind & FENCEPOST_SHARED_OBJECT) != 0) {
    OfSegment& side = segments_[place.segment];
    return {side.handovers, (kind & FENCEPOST_FENCE) != 0 ? ~std::uint64_t{0} : place.offset, side.next, true,
            place.segment};
  }
  OfProcess& side = of(thread);
  return {side.handovers, object, side.next_order, false, 0};
}

template <class Event>
bool ThreadChapter::synchronization_ready(Thread& thread, const Event& event) {
  const Handover place = handover(thread, event.object, event.kind);
  if (!place.shared) return in_order(thread, event.order);
  if (event.order <= place.next) return true;
  return scheduler_.park(thread, wait_key(Awaited::kSharedOrder, place.segment, event.order));
}

void ThreadChapter::passed(Thread& thread, const Handover& place, std::uint64_t number) {
  if (!place.shared) return passed_order(thread, number);
  if (number < place.next) return;
  place.next = number + 1;
  scheduler_.wake(wait_key(Awaited::kSharedOrder, place.segment, place.next));
}

bool ThreadChapter::ready(Thread& thread, const event::Acquire& event) {
  return synchronization_ready(thread, event);
}

bool ThreadChapter::ready(Thread& thread, const event::Release& event) {
  return synchronization_ready(thread, event);
}

// For calls of threads whose order is not seen (segments/call_order.h).
bool ThreadChapter::orders_calls(const Thread& thread, std::uint64_t kind) {
  if (static_cast<SyncObject>(kind & FENCEPOST_SYNC_OBJECT) != SyncObject::kCalls) return false;
  if (unseen_order_.note(thread.name.process)) {
    losses_.note(
        "The program runs several threads, and not all of its code was compiled with Fencepost, so that atomics which "
        "order them were not seen: calls of different threads of a rank are taken as ordered; races between threads of "
        "one rank are not found.");
  }
  return true;
}

void ThreadChapter::note_order_of_run() {
  if (std::exchange(noted_order_of_run_, true)) return;
  losses_.note(
      "What one thread ran of OpenMP's chunks, sections, singles and tasks may depend on that thread, and is taken as "
      "ordered: a race between two of them is found only in runs that give them to different threads.");
}

void ThreadChapter::note_order(const Thread& thread, const Handover& place, std::uint64_t kind, bool AtomicUse::* does,
                               bool AtomicUse::* ordered) {
  if (!place.shared || static_cast<SyncObject>(kind & FENCEPOST_SYNC_OBJECT) != SyncObject::kAtomic) return;
  language_atomics_.note_order(thread, place.segment, place.object, does, ordered);
}

void ThreadChapter::apply(Thread& thread, const event::Acquire& event) {
  if ((event.kind & FENCEPOST_OF_STRANDS) != 0) {
    tell_strands(thread, event);
    return passed_order(thread, event.order);
  }
  if (orders_calls(thread, event.kind)) unseen_order_.calls_of(thread).acquired = thread.tick;
  const Handover place = handover(thread, event.object, event.kind);
  note_order(thread, place, event.kind, &AtomicUse::reads, &AtomicUse::acquired);
  const bool orders = (event.kind & FENCEPOST_BY_NUMBER) == 0 || strands_.orders_by_number(thread);
  place.objects.acquire(place.object, (event.kind & FENCEPOST_FENCE) != 0, [&](const Handovers::Released& released) {
    if (!orders) return strands_.left_out(thread, released.clocks);
    if ((event.kind & FENCEPOST_BY_NUMBER) != 0) note_order_of_run();
    clocks_.join(thread, *released.clocks);
    clocks_.graph().link(released.node, clocks_.add_node(thread, {thread.name.process, thread.name.thread}),
                         "release → acquire");
  });
  passed(thread, place, event.order);
}

void ThreadChapter::apply(Thread& thread, const event::Release& event) {
  if (static_cast<SyncObject>(event.kind & FENCEPOST_SYNC_OBJECT) == SyncObject::kOpenMp) {
    last_done_for_openmp_.of(thread) = thread.tick;
    of(thread).uses_openmp = true;
  }
  if (orders_calls(thread, event.kind)) unseen_order_.calls_of(thread).released = thread.tick;
  const Handover place = handover(thread, event.object, event.kind);
  if ((event.kind & FENCEPOST_NEW_OBJECTS) != 0) place.objects.begin_anew(place.object);
  const bool atomic = static_cast<SyncObject>(event.kind & FENCEPOST_SYNC_OBJECT) == SyncObject::kAtomic;
  note_order(thread, place, event.kind, &AtomicUse::writes, &AtomicUse::released);
  Place at = place.shared && atomic ? language_atomics_.place_of_release(thread, place.segment, place.object)
                                    : Place{thread.name.process, thread.name.thread};
  at.at_volatile = (event.kind & FENCEPOST_VOLATILE_WORD) != 0;
  // (Nobody acquires the lock that is released around each of many looks.)
  if ((event.kind & FENCEPOST_STRAND_TO_COME) != 0) of(thread).strands_to_come[event.object] = clocks_.publish(thread);
  clocks_.graph().orders_nothing(
      place.objects.release(place.object, atomic, clocks_.publish(thread), clocks_.add_node(thread, at)));
  passed(thread, place, event.order);
}

void ThreadChapter::tell_strands(Thread& thread, const event::Acquire& event) {
  OfProcess& side = of(thread);
  SharedClocks released;
  order::NodeName from;
  const bool begins = (event.kind & FENCEPOST_STRAND) != 0 && event.object != 0;
  if (begins) {
    side.handovers.acquire(event.object, false, [&](const Handovers::Released& one) {
      released = one.clocks;
      from = one.node;
    });
    if ((event.kind & FENCEPOST_STRAND_ONE_OF_MANY) == 0) side.strands_to_come.erase(event.object);
  }
  strands_.tell(thread, event, released);
  if (strands_.took_order_of_run()) note_order_of_run();
  if (!released) return;
  clocks_.graph().link(from, clocks_.add_node(thread, {thread.name.process, thread.name.thread}), "release → acquire");
}

void ThreadChapter::add_floors_of_strands(Floors& floors) const {
  for (const OfProcess& side : processes_) {
    for (const auto& [object, known] : side.strands_to_come) floors.add(known->strong());
  }
}

bool ThreadChapter::ready(Thread& thread, const event::Freed& event) {
  return in_order(thread, event.order);
}

bool ThreadChapter::ready(Thread& thread, const event::MemoryOrder& event) {
  return in_order(thread, event.order);
}

void ThreadChapter::apply(Thread& thread, const event::Freed& event) {
  const auto how = static_cast<GivenBack>(event.how);
  accesses_.freed(thread, {event.address, event.address + event.size},
                  how == GivenBack::kByReturn || how == GivenBack::kByEndOfThread);
  passed_order(thread, event.order);
}

// (In order: memory that was freed before is freed by now.)
void ThreadChapter::apply(Thread& thread, const event::MemoryOrder& event) {
  passed_order(thread, event.order);
}

// ---- places in the clocks

Thread* ThreadChapter::open_thread(ProcessId process, ThreadId thread) const {
  return static_cast<Thread*>(scheduler_.threads().find({process, thread}));
}

bool ThreadChapter::is_created(ThreadName name) const {
  return processes_[name.process].created.contains(name.thread);
}

// A thread that was created after the end of another continues in that one's place: they come one after the other, like
// the events of one thread. So clocks have as many entries as there were threads at one time.
void ThreadChapter::take_place(Thread& thread) {
  OfProcess& side = of(thread);
  if (const auto created = side.created.find(thread.name.thread); created != side.created.end()) {
    constexpr std::size_t kMostTries = 64;
    for (std::size_t tries = std::min(kMostTries, side.places.size()); tries > 0; --tries) {
      auto& ended = static_cast<Thread&>(*scheduler_.threads().at(side.places.back()));
      side.places.pop_back();
      if (created->second.clocks->strong().covers(ended.number, ended.last_said)) {
        Clocks::give_place_of(ended, thread);
        language_atomics_.leaves(ended);
        scheduler_.leave(ended);
        return;
      }
      side.places.push_front(ended.slot);
    }
  }
  clocks_.give_new_place(thread);
  scheduler_.note_threads_at_a_time(clocks_.places());
}

void ThreadChapter::end_of_trace(Thread& thread) {
  // (The end of the run reports a thread that was lost in a call.)
  if (said_its_end_.of(thread) && !thread.call.active) of(thread).places.push_back(thread.slot);
  for (const Awaited what : {Awaited::kThreadBegin, Awaited::kThreadEnd})
    scheduler_.wake(key_of_thread(what, thread.name));
}

// A thread that nobody has joined, and whose end everybody knows by now: a join gives no order any more.
void ThreadChapter::forget_ended(OfProcess& side) {
  const std::vector<Tick> passed = passed_by_all_();
  std::erase_if(side.ended, [&](const auto& ended) { return passed[ended.second.place] >= ended.second.tick; });
}

// When its creator creates it, a thread will know what the creator knows then.
void ThreadChapter::add_floor(Thread& thread, Floors& floors) const {
  const TimedEvent* const next = thread.cursor.front();
  const auto* begin = next != nullptr ? std::get_if<event::ThreadBegin>(&next->event) : nullptr;
  if (begin != nullptr && ThreadId(begin->creator) != thread.name.thread) {
    const auto& all_created = processes_[thread.name.process].created;
    if (const auto created = all_created.find(thread.name.thread); created != all_created.end()) {
      floors.add(created->second.clocks->strong());
      return;
    }
    const Thread* const creator = open_thread(thread.name.process, ThreadId(begin->creator));
    if (creator != nullptr && !creator->ended) return;
  }
  floors.add(thread.known().strong(), thread.number);
}

// They know what their creator knew then. (Threads that nobody has created yet will know more.)
void ThreadChapter::add_floors_of_created(Floors& floors) const {
  for (const ProcessId process : job_.processes()) {
    for (const auto& [thread, created] : processes_[process].created) {
      if (open_thread(process, thread) == nullptr) floors.add(created.clocks->strong());
    }
  }
}

// ---- numbers that never came

struct ThreadChapter::LostNumbers {
  std::uint64_t until;
  ProcessId process;  // the process whose sequence it is; none: the sequence of memory that processes share
};

bool ThreadChapter::skip(std::uint64_t& next, const LostNumbers& lost) {
  if (lost.until <= next) return false;
  next = lost.until;
  bool at_the_end = false;
  for (const ProcessId one : job_.processes())
    at_the_end |= (lost.process == one || !lost.process.known()) && !job_.process(one).finalized;
  const std::string of = lost.process.known() ? fmt::format("Rank {}", lost.process) : "Memory that processes share";
  if (!at_the_end) losses_.note(fmt::format("{}: some of the events that order threads were lost.", of));
  return true;
}

// Their events were lost: continues with the first number that is there. (If a process ended without MPI_Finalize,
// which is reported anyway, a thread may have had its number but not written its event.)
bool ThreadChapter::skip_lost_order() {
  // The threads that wait for a number; the one with the smallest number of each sequence comes first.
  std::map<std::uint64_t*, LostNumbers> waiting;
  const auto waits = [&](std::uint64_t& next, std::uint64_t number, ProcessId process) {
    const auto [at, added] = waiting.try_emplace(&next, LostNumbers{number, process});
    if (!added) at->second.until = std::min(at->second.until, number);
  };
  for (schedule::Stream* stream : scheduler_.threads().not_ended()) {
    if (stream->ended || !stream->waiting.parked) continue;
    const TimedEvent* front = stream->cursor.front();
    if (front == nullptr) continue;
    auto& thread = static_cast<Thread&>(*stream);
    const auto number_of = [&](const auto& event) {
      if constexpr (requires { event.object, event.order; }) {
        const Handover place = handover(thread, event.object, event.kind);
        waits(place.next, event.order, place.shared ? ProcessId() : thread.name.process);
      } else if constexpr (requires { event.order; }) {
        waits(of(thread).next_order, event.order, thread.name.process);
      }
    };
    std::visit(number_of, front->event);
  }
  bool any = false;
  for (const auto& [next, lost] : waiting) any |= skip(*next, lost);
  if (!any) return false;
  for (const schedule::Stream* stream : scheduler_.threads().not_ended()) {
    const ProcessId process = stream->name.process;
    if (stream->waiting.parked) losses_.note_disorder(process, scheduler_.threads().of(process).size() > 1);
  }
  return true;
}

}  // namespace fencepost::check
