#include "periods/skipper.h"

#include <utility>
#include <variant>

#include "record/vocabulary.h"

namespace fencepost::periods {

Skipper::Skipper(const ProcessBook& of, const Periods& periods, const Share& share) : of_(of) {
  const auto& cuts = periods.threads[static_cast<std::size_t>(of.process())].cuts;
  for (const Skip& skip : share.skips) {
    constexpr std::uint64_t kEventsOfCall = 2;
    const ThreadBook::Cut &from = cuts[skip.from], &to = cuts[skip.to];
    Left left{.after = from.place.event + kEventsOfCall,
              .to = to.place,
              .operations_before = to.operations,
              .operations = to.operations - from.operations,
              .sequences = {}};
    for (std::size_t i = skip.from + 1; i <= skip.to; ++i) add(left.sequences, periods.periods[i].sequences);
    left_.push_back(std::move(left));
  }
}

const StreamPlace* Skipper::due() {
  if (next_ == left_.size() || events_ != left_[next_].after) return nullptr;
  const Left& left = left_[next_++];
  events_ = left.to.event;
  adjusting_ = true;
  operations_ = left.operations_before;
  operations_left_out_ += left.operations;
  for (const auto& [target, sequences] : left.sequences) sequences_left_out_[target] += sequences.count;
  return &left.to;
}

const TimedEvent* Skipper::taken(const TimedEvent* event, TimedEvent& own) {
  ++events_;
  if (!adjusting_) return event;
  if (std::holds_alternative<event::Transfer>(event->event)) {
    ++operations_;
    return event;
  }
  const bool atomic = std::holds_alternative<event::AtomicOperation>(event->event);
  if (!atomic && !std::holds_alternative<event::Executed>(event->event)) return event;
  own = *event;
  if (atomic) {
    adjust(std::get<event::AtomicOperation>(own.event));
  } else {
    adjust(std::get<event::Executed>(own.event));
  }
  return &own;
}

void Skipper::adjust(event::AtomicOperation& atomic) {
  ++operations_;
  const GroupBook* const window = of_.window(atomic.window);
  const int target = window == nullptr ? -1 : window->process(atomic.target);
  if (atomic.sequence != 0) {
    atomic.sequence -= shift_of(target);
  } else {
    unexecuted_[operations_] = target;
  }
}

void Skipper::adjust(event::Executed& executed) {
  if (const auto at = unexecuted_.find(executed.operation); at != unexecuted_.end()) {
    executed.sequence -= shift_of(at->second);
    unexecuted_.erase(at);
  }
  executed.operation -= operations_left_out_;
}

std::uint64_t Skipper::shift_of(int target) const {
  const auto at = sequences_left_out_.find(target);
  return at == sequences_left_out_.end() ? 0 : at->second;
}

}  // namespace fencepost::periods
