#include "services/definitions.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace fencepost::check {

Definitions::Definitions(TraceSource& source, Job& job, schedule::Scheduler& scheduler, Losses& losses)
    : source_(source), job_(job), scheduler_(scheduler), losses_(losses), processes_(job.processes().size()) {}

// A little later: other processes ask for them, too, and clocks that are read on two processors need not agree to the
// tick. All definitions together would be as many as the run was long.
void Definitions::pull(ProcessId process) {
  while (take(process, processes_[process].until)) {
  }
}

bool Definitions::take(ProcessId process, std::uint64_t until) {
  OfProcess& side = processes_[process];
  if (side.at_end) return false;
  EventStream& stream = source_.definitions(process);
  if (side.next == nullptr) side.next = stream.next();
  if (side.next == nullptr) {
    side.at_end = stream.state() != StreamState::kMore;
    return false;
  }
  const Process& of = job_.process(process);
  if (of.info.present && !of.damaged && side.next->time > until) return false;
  const AnyEvent& definition = std::exchange(side.next, nullptr)->event;
  if (std::holds_alternative<event::Lost>(definition)) losses_.note_damage(process);
  job_.define(process, definition);
  // In native RMA, it is not recorded what an atomic operation fetched, nor in which
  // order locks were granted: times decide. What another process did before a call
  // returned may have been seen by that call; so the call waits until all of it is
  // replayed. This can hide a race, but it never adds an order that the run did not have.
  if (of.info.native_rma && of.info.start_unix_nanoseconds != 0) scheduler_.go_by_time();
  return true;
}

void Definitions::pull_due(ProcessId process, std::uint64_t time) {
  OfProcess& side = processes_[process];
  const bool due = scheduler_.growing() && source_.definitions_due(process);
  if (time <= side.enough && !due) return;
  const std::uint64_t ahead = job_.process(process).info.ticks_per_second / 8;
  side.enough = std::max(side.enough, time + ahead / 2);
  side.until = std::max(side.until, time + ahead);
  pull(process);
}

void Definitions::datatype_gone(const schedule::Stream& by, std::uint64_t time, std::uint64_t id) {
  OfProcess& side = processes_[by.name.process];
  side.datatypes_gone.push_back({time, id});
  std::uint64_t reached = time + 1;
  for (schedule::Stream* other : scheduler_.threads().of(by.name.process)) {
    if (other == &by || other->ended) continue;
    if (const TimedEvent* const next = other->cursor.front()) {
      reached = std::min(reached, next->time);
    } else if (other->cursor.state() == StreamState::kMore) {
      reached = std::min(reached, other->cursor.complete_until());
    }
  }
  while (!side.datatypes_gone.empty() && side.datatypes_gone.front().time < reached) {
    job_.datatype_gone(by.name.process, side.datatypes_gone.front().id);
    side.datatypes_gone.pop_front();
  }
}

}  // namespace fencepost::check
