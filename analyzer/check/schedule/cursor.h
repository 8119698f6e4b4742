// A stream of events that can look ahead: the current event, and copies of later ones.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "job/invariant.h"
#include "job/source.h"

namespace fencepost::schedule {

// An event with its own copies of text and lists, in memory that the next event uses again.
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

  // The current event; null: none (now).
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
  // Protects the current event from looking ahead (which invalidates what the source returned); returns it.
  const TimedEvent* own();
  // The n-th event after the current one (1: the next); null: none (now).
  const TimedEvent* ahead(std::size_t n);
  // There are no more events, and the source may be destroyed.
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

  static constexpr std::size_t kKeep = 1024;  // a longer ring is freed once it is empty

  EventStream* source_;
  const TimedEvent* direct_ = nullptr;             // the current one, straight from the source; the ring is empty then
  std::vector<std::unique_ptr<OwnedEvent>> ring_;  // its size is a power of two
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace fencepost::schedule
