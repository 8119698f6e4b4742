#include "periods/skipping_source.h"

#include <algorithm>
#include <utility>

#include "periods/skipper.h"

namespace fencepost::periods {

class SkippingSource::Stream : public EventStream {
 public:
  Stream(EventStream& stream, Skipper skipper, std::size_t& furthest)
      : stream_(stream),
        placed_(dynamic_cast<PlacedStream*>(&stream)),
        skipper_(std::move(skipper)),
        furthest_(furthest) {}

  const TimedEvent* next() override {
    if (const StreamPlace* const to = skipper_.due()) leave_out(*to);
    const TimedEvent* event = stream_.next();
    if (event == nullptr) return nullptr;
    event = skipper_.taken(event, own_);
    furthest_ = std::max(furthest_, skipper_.period());
    return event;
  }
  StreamState state() const override { return stream_.state(); }

 private:
  void leave_out(const StreamPlace& to) {
    if (placed_ != nullptr) return placed_->go_to(to);
    for (std::uint64_t event = skipper_.left_at(); event != to.event && stream_.next() != nullptr;) ++event;
  }

  EventStream& stream_;
  PlacedStream* const placed_;  // the same; null: it can only be read in order
  Skipper skipper_;
  std::size_t& furthest_;
  TimedEvent own_;
};

SkippingSource::SkippingSource(TraceSource& source, const Survey& survey, Share share)
    : source_(source),
      survey_(survey),
      share_(std::move(share)),
      numbers_(numbers_left_out(survey.periods(), share_)) {}
SkippingSource::~SkippingSource() = default;

std::size_t SkippingSource::replayed() const {
  std::size_t left_out = 0;
  for (const Skip& skip : share_.skips) {
    if (skip.from < furthest_) left_out += std::min(skip.to, furthest_) - skip.from;
  }
  return furthest_ + 1 - left_out;
}

EventStream& SkippingSource::events(ThreadName thread) {
  auto& stream = streams_[thread.process];
  if (stream == nullptr) {
    const ProcessBook& of = survey_.process(thread.process);
    stream =
        std::make_unique<Stream>(source_.events(thread), Skipper(of, survey_.periods(), share_, numbers_), furthest_);
  }
  return *stream;
}

void SkippingSource::thread_done(ThreadName thread) {
  streams_.erase(thread.process);
  source_.thread_done(thread);
}

}  // namespace fencepost::periods
