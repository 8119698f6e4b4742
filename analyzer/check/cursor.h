// A stream of events with a look ahead: the event in hand, and copies of later ones.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "job/source.h"

namespace fencepost::check {

// An event with its own copies of text and lists.
class OwnedEvent {
 public:
  explicit OwnedEvent(const TimedEvent& event);
  OwnedEvent(const OwnedEvent&) = delete;
  const TimedEvent& get() const { return event_; }

 private:
  template <class Event>
  void own(Event& event);

  TimedEvent event_;
  // Vectors of vectors: growing moves the inner ones, and their elements stay where they are.
  std::vector<std::vector<char>> texts_;
  std::vector<std::vector<std::uint64_t>> unsigned_;
  std::vector<std::vector<std::int64_t>> signed_;
  std::vector<std::vector<Buffer>> buffers_;
};

class Cursor {
 public:
  explicit Cursor(EventStream& source) : source_(&source) {}

  // The event in hand; null: none (now).
  const TimedEvent* front();
  void pop();
  // Makes the event in hand safe against looking ahead (which ends the life of what the source handed out); returns it.
  const TimedEvent* own();
  // The n-th event after the one in hand (1: the next); null: none (now).
  const TimedEvent* ahead(std::size_t n);
  StreamState state() const { return source_->state(); }

 private:
  EventStream* source_;
  const TimedEvent* direct_ = nullptr;  // in hand, straight from the source; then the buffer is empty
  std::deque<std::unique_ptr<OwnedEvent>> buffer_;
};

}  // namespace fencepost::check
