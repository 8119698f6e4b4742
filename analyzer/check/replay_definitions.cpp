// Definitions: taken as their time comes, and forgotten when no later event has them.
#include <algorithm>
#include <utility>
#include <variant>

#include "check/replay.h"

namespace fencepost::check {

// Those of the time of its events, and of a little later: others ask for them, too, and clocks that are read on two
// processors need not agree to the tick. All of them would be as much as the run was long.
void Replay::pull_definitions(int process) {
  while (take_definition(process, sides_[static_cast<std::size_t>(process)].definitions_until)) {
  }
}

bool Replay::take_definition(int process, std::uint64_t until) {
  ProcessSide& side = sides_[static_cast<std::size_t>(process)];
  if (side.definitions_at_end) return false;
  EventStream& stream = source_.definitions(process);
  if (side.definition == nullptr) side.definition = stream.next();
  if (side.definition == nullptr) {
    side.definitions_at_end = stream.state() != StreamState::kMore;
    return false;
  }
  const Process& of = job_.process(process);
  if (of.info.present && !of.damaged && side.definition->time > until) return false;
  const AnyEvent& definition = std::exchange(side.definition, nullptr)->event;
  if (std::holds_alternative<event::Lost>(definition)) note_damage(process);
  job_.define(process, definition);
  by_time_ |= of.info.native_rma && of.info.start_unix_nanoseconds != 0;
  return true;
}

void Replay::pull_definitions_due(int process, std::uint64_t time) {
  ProcessSide& side = sides_[static_cast<std::size_t>(process)];
  const bool due = growing_ && source_.definitions_due(process);
  if (time <= side.definitions_enough && !due) return;
  const std::uint64_t ahead = job_.process(process).info.ticks_per_second / 8;
  side.definitions_enough = std::max(side.definitions_enough, time + ahead / 2);
  side.definitions_until = std::max(side.definitions_until, time + ahead);
  pull_definitions(process);
}

// A datatype is forgotten when all threads of its process have come so far.
void Replay::apply(Stream& stream, const event::DatatypeGone& event) {
  ProcessSide& side = sides_[static_cast<std::size_t>(stream.name.process)];
  side.datatypes_gone.push_back({time_, event.id});
  std::uint64_t reached = time_ + 1;
  for (const StreamSlot slot : side.streams) {
    Stream& other = *streams_[slot];
    if (&other == &stream || other.ended) continue;
    if (const TimedEvent* const next = other.cursor.front()) {
      reached = std::min(reached, next->time);
    } else if (other.cursor.state() == StreamState::kMore) {
      reached = std::min(reached, other.cursor.complete_until());
    }
  }
  while (!side.datatypes_gone.empty() && side.datatypes_gone.front().time < reached) {
    job_.datatype_gone(stream.name.process, side.datatypes_gone.front().id);
    side.datatypes_gone.pop_front();
  }
  for (const StreamSlot slot : side.streams) streams_[slot]->named.forget();
}

}  // namespace fencepost::check
