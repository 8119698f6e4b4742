#include "periods/skipping_source.h"

#include <utility>

#include "periods/skipper.h"

namespace fencepost::periods {

class SkippingSource::Stream : public EventStream {
 public:
  Stream(EventStream& stream, Skipper skipper)
      : stream_(stream), placed_(dynamic_cast<PlacedStream*>(&stream)), skipper_(std::move(skipper)) {}

  const TimedEvent* next() override {
    if (const StreamPlace* const to = skipper_.due()) leave_out(*to);
    const TimedEvent* const event = stream_.next();
    return event == nullptr ? nullptr : skipper_.taken(event, own_);
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
  TimedEvent own_;
};

SkippingSource::SkippingSource(TraceSource& source, const Survey& survey, Share share)
    : source_(source), survey_(survey), share_(std::move(share)) {}
SkippingSource::~SkippingSource() = default;

EventStream& SkippingSource::events(ThreadName thread) {
  auto& stream = streams_[thread.process];
  if (stream == nullptr) {
    const ProcessBook& of = survey_.process(thread.process);
    stream = std::make_unique<Stream>(source_.events(thread), Skipper(of, survey_.periods(), share_));
  }
  return *stream;
}

void SkippingSource::thread_done(ThreadName thread) {
  streams_.erase(thread.process);
  source_.thread_done(thread);
}

}  // namespace fencepost::periods
