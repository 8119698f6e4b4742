#include "periods/survey.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace fencepost::periods {

namespace {

// At most this many cuts for each thread: enough to distribute them, however long the run is.
std::size_t most_cuts(std::size_t processes) {
  constexpr std::size_t kOfAll = 1 << 16, kMost = 1024, kLeast = 128;
  return std::clamp(kOfAll / std::max<std::size_t>(1, processes), kLeast, kMost);
}

}  // namespace

Survey::Survey(std::size_t processes) : processes_(processes), books_(processes) {
  for (const ProcessId process : processes_.processes()) processes_[process] = std::make_unique<ProcessBook>(process);
}

void Survey::read_definitions(ProcessId process, TraceSource& source) {
  ProcessBook& definitions = *processes_[process];
  EventStream& defined = source.definitions(process);
  while (const TimedEvent* const one = defined.next()) {
    std::visit([&](const auto& definition) { definitions.take(definition); }, one->event);
  }
}

void Survey::read(ProcessId process, TraceSource& source) {
  read_definitions(process, source);
  ThreadBook book(*processes_[process], most_cuts(processes_.size()));
  EventStream& events = source.events({process, kMainThread});
  const auto* const placed = dynamic_cast<const PlacedStream*>(&events);
  std::uint64_t before = 0;
  while (const TimedEvent* const one = events.next()) {
    const bool may_meet = std::visit([&](const auto& event) { return book.take(event); }, one->event);
    if (may_meet) {
      StreamPlace place = placed != nullptr ? placed->place() : StreamPlace();
      place.event = before;
      book.note(place);
    }
    ++before;
  }
  ThreadBook::Result& result = books_[process];
  result = book.close();
  result.indivisible = result.indivisible || events.state() != StreamState::kClosed;
}

void Survey::finish() {
  periods_ = find_periods(std::exchange(books_, {}));
}

}  // namespace fencepost::periods
