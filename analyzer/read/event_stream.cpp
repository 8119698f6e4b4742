#include "read/event_stream.h"

#include <fmt/format.h>

#include "read/event_decoder.h"

namespace fencepost::read {

std::optional<EventStream> EventStream::open(const std::filesystem::path& path, Problem& problem) {
  auto file = TraceFile::open(path, problem);
  if (!file) return {};
  return EventStream(*std::move(file));
}

const RecordedEvent* EventStream::next() {
  for (;;) {
    if (lost_pending_) [[unlikely]] {
      lost_pending_ = false;
      EventDecoder::make_lost({.events = pending_events_, .reason = reasons_.back()}, position_.ticks, event_);
      return &event_;
    }
    if (position_.at < file_.available() && !block_broken_) [[likely]] {
      before_ = position_;
      if (EventDecoder::decode(*file_.block(), file_.available(), file_.header().unknown_fields.get(), position_,
                               event_)) [[likely]] {
        ++events_of_block_;
        ++counts_.events;
        return &event_;
      }
      block_broken_ = true;
      const std::uint64_t events = file_.events_in_block();
      lose(ProblemKind::kDamagedBlock, events > events_of_block_ ? events - events_of_block_ : 0,
           fmt::format("{}: a block is damaged at byte {} of its events; the rest of it is left out.", file_.name(),
                       position_.at));
      continue;
    }
    if (at_end_ || !load()) return nullptr;
  }
}

bool EventStream::go_to(const Place& place) {
  if (file_.block() == nullptr || file_.index() != place.block) {
    file_.go_to(place.block);
    if (!load() || file_.index() != place.block) return false;
  }
  while (file_.available() <= place.position.at) {
    if (!load() || file_.index() != place.block) return false;
  }
  position_ = place.position;
  return true;
}

// True: there is an event to return.
bool EventStream::load() {
  for (;;) {
    switch (file_.read_on()) {
      case TraceFile::Step::kNothing:
        at_end_ = true;
        return false;
      case TraceFile::Step::kMore:
        if (block_broken_) continue;
        return true;
      case TraceFile::Step::kNextBlock:
        position_ = {.at = 0, .ticks = file_.header().start_ticks, .address = 0};
        events_of_block_ = 0;
        block_broken_ = false;
        if (file_.available() == 0) continue;
        return true;
      case TraceFile::Step::kDamage:
        if (file_.available() == 0) position_.at = 0;
        lose(file_.damage().kind, file_.damaged_events(), file_.damage().sentence);
        return true;
    }
  }
}

void EventStream::lose(ProblemKind kind, std::uint64_t events, const std::string& sentence) {
  ++counts_.damaged_blocks;
  counts_.lost_events += events;
  problems_.push_back({kind, file_.header().rank, sentence});
  reasons_.emplace_back(without_full_stop(sentence));
  pending_events_ = events;
  lost_pending_ = true;
}

bool EventStream::poll() {
  // First: if a trace is closed now, it already has its last events.
  if (!file_.header().closed) file_.refresh_header();
  if (!at_end_) return true;
  at_end_ = false;
  if (load()) return true;
  if (file_.header().closed) file_.free_all();
  return false;
}

EventStream::Counts EventStream::counts() const {
  Counts counts = counts_;
  counts.bytes = file_.bytes_read();
  return counts;
}

}  // namespace fencepost::read
