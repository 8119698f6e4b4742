// A stream of events with a look ahead: the event in hand, and copies of later ones.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "job/invariant.h"
#include "job/source.h"

namespace fencepost::schedule {

// An event with its own copies of text and lists, in memory that is used again for the next one.
class OwnedEvent {
 public:
  OwnedEvent() = default;
  OwnedEvent(const OwnedEvent&) = delete;
  OwnedEvent& operator=(const OwnedEvent&) = delete;
  void assign(const TimedEvent& event);
  const TimedEvent& get() const { return event_; }

 private:
  TimedEvent event_;
  std::vector<std::uint64_t> memory_;  // behind the views of event_
};

class Cursor {
 public:
  explicit Cursor(EventStream& source) : source_(&source) {}

  // The event in hand; null: none (now).
  const TimedEvent* front() {
    if (count_ != 0) return &at(0).get();
    if (direct_ == nullptr && source_ != nullptr) direct_ = source_->next();
    return direct_;
  }
  void pop() {
    if (count_ != 0) {
      first_ = (first_ + 1) & (ring_.size() - 1);
      if (--count_ == 0 && ring_.size() > kKeep) {
        ring_.clear();
        first_ = 0;
      }
    } else {
      FENCEPOST_ASSERT(direct_ != nullptr, "an event is in hand when it is taken out");
      direct_ = nullptr;
    }
  }
  // Makes the event in hand safe against looking ahead (which ends the life of what the source handed out); returns it.
  const TimedEvent* own();
  // The n-th event after the one in hand (1: the next); null: none (now).
  const TimedEvent* ahead(std::size_t n);
  // There is no more, and the source may go.
  void close() {
    source_ = nullptr;
    direct_ = nullptr;
    ring_.clear();
    ring_.shrink_to_fit();
    first_ = count_ = 0;
  }
  StreamState state() const { return source_ != nullptr ? source_->state() : StreamState::kClosed; }
  std::uint64_t complete_until() const { return source_->complete_until(); }
  std::uint64_t awaited_until() const { return source_->awaited_until(); }

 private:
  OwnedEvent& at(std::size_t n) { return *ring_[(first_ + n) & (ring_.size() - 1)]; }
  OwnedEvent& append();

  static constexpr std::size_t kKeep = 1024;  // a longer ring is given back once it is empty

  EventStream* source_;
  const TimedEvent* direct_ = nullptr;             // in hand, straight from the source; then nothing is in the ring
  std::vector<std::unique_ptr<OwnedEvent>> ring_;  // a power of two
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace fencepost::schedule
