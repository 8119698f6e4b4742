#include "periods/skipper.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "record/vocabulary.h"

namespace fencepost::periods {

NumbersLeftOut numbers_left_out(const Periods& periods, const Share& share) {
  NumbersLeftOut result;
  AllSequences all;
  for (const Skip& skip : share.skips) {
    for (std::size_t i = skip.from + 1; i <= skip.to; ++i) add(all, periods.periods[i].sequences);
    result.push_back(all);
  }
  return result;
}

Skipper::Skipper(const ProcessBook& of, const Periods& periods, const Share& share, const NumbersLeftOut& numbers)
    : of_(of), cuts_(periods.threads[of.process()].cuts), numbers_(numbers) {
  for (const Skip& skip : share.skips) {
    constexpr std::uint64_t kEventsOfCall = 2;
    const ThreadBook::Cut &from = cuts_[skip.from], &to = cuts_[skip.to];
    Left left{.after = from.place.event + kEventsOfCall,
              .to = to.place,
              .operations_before = to.operations,
              .operations = to.operations - from.operations};
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
  return &left.to;
}

const TimedEvent* Skipper::taken(const TimedEvent* event, TimedEvent& own) {
  ++events_;
  while (period_ < cuts_.size() && events_ > cuts_[period_].place.event) ++period_;
  if (!adjusting_) return event;
  if (std::holds_alternative<event::Transfer>(event->event)) {
    ++operations_;
    return event;
  }
  const auto adjusted = [&](const auto& one, auto adjust_one) {
    if (one == nullptr) return false;
    own = *event;
    adjust_one(std::get<std::decay_t<decltype(*one)>>(own.event));
    return true;
  };
  const AnyEvent& any = event->event;
  const bool changed =
      adjusted(std::get_if<event::AtomicOperation>(&any), [this](auto& atomic) { adjust(atomic); }) ||
      adjusted(std::get_if<event::Executed>(&any), [this](auto& executed) { adjust(executed); }) ||
      adjusted(std::get_if<event::LockGranted>(&any), [this](auto& granted) { adjust_lock(granted); }) ||
      adjusted(std::get_if<event::LockReleased>(&any), [this](auto& released) { adjust_lock(released); });
  return changed ? &own : event;
}

void Skipper::adjust(event::AtomicOperation& atomic) {
  ++operations_;
  const GroupBook* const window = of_.window(atomic.window);
  const ProcessId target = window == nullptr ? ProcessId() : window->process(Rank(atomic.target));
  if (atomic.sequence != 0) {
    atomic.sequence -= shift_of({.window = 0, .process = target, .target = {}});
  } else {
    unexecuted_[operations_] = target;
  }
}

void Skipper::adjust(event::Executed& executed) {
  if (const auto at = unexecuted_.find(executed.operation); at != unexecuted_.end()) {
    executed.sequence -= shift_of({.window = 0, .process = at->second, .target = {}});
    unexecuted_.erase(at);
  }
  executed.operation -= operations_left_out_;
}

std::uint64_t Skipper::shift_of(const Counter& counter) const {
  const AllSequences& all = numbers_[next_ - 1];
  const auto at = std::ranges::lower_bound(all, counter, {}, &AllSequences::value_type::first);
  return at == all.end() || at->first != counter ? 0 : at->second.count;
}

}  // namespace fencepost::periods
