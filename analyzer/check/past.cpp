#include "check/past.h"

#include <algorithm>

#include "services/floors.h"

namespace fencepost::check {

namespace {

void add_threads(Floors& floors, Services& services, Chapters& chapters) {
  for (schedule::Stream* stream : services.scheduler.threads().not_ended()) {
    if (stream->ended) continue;
    auto& thread = static_cast<Thread&>(*stream);
    if (!thread.begun) {
      chapters.threads.add_floor(thread, floors);
      continue;
    }
    const order::Clocks* const leaving = chapters.collectives.known_after_meeting(thread);
    floors.add(leaving != nullptr ? leaving->strong() : thread.known().strong(), thread.number);
    services.strands.add_floors(thread, floors);
  }
  chapters.threads.add_floors_of_strands(floors);
  if (services.scheduler.growing()) chapters.threads.add_floors_of_created(floors);
}

// Operations whose target side has not started yet carry the clock of their call.
void add_deferred(Floors& floors, Chapters& chapters) {
  const auto add = [&](const auto& operation) {
    if (!operation->target_placed) floors.hold(operation->start, operation->stream, operation->issued.tick - 1);
  };
  chapters.locks.each_deferred(add);
  chapters.exposure.each_deferred(add);
}

// An access may continue without a lock under which it was begun. It then meets the accesses that the lock had kept out
// (ConflictCheck::no_longer_excluded).
void add_excluded(Floors& floors, Services& services) {
  const auto excluding = [&](const auto& accesses, const auto& covers) {
    for (const ActivityNumber number : accesses) {
      const Activity& activity = services.accesses[number];
      if (activity.ended() || std::ranges::all_of(services.locks_held.sets()[activity.locks], covers)) continue;
      floors.hold(activity.start, activity.stream);
    }
  };
  services.in_flight.each([&](const auto& operation) {
    // Releasing the lock of its own epoch completes it.
    const auto own = [&](const index::Lock& lock) {
      return lock.window == operation->window && (lock.target == operation->target || lock.target == kAll);
    };
    excluding(operation->open_at_origin(), own);
    excluding(operation->open_at_target(), own);
  });
  for (const ProcessId process : services.job.processes()) {
    services.requests.each(process, [&](const RequestRecord& request) {
      excluding(request.accesses, [](const index::Lock&) { return false; });
    });
  }
}

}  // namespace

std::vector<Tick> passed_by_all(Services& services, Chapters& chapters) {
  Floors floors;
  add_threads(floors, services, chapters);
  add_deferred(floors, chapters);
  add_excluded(floors, services);
  return floors.passed(services.clocks.places());
}

}  // namespace fencepost::check
