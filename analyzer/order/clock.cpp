#include "order/clock.h"

#include <algorithm>

namespace fencepost::order {

Tick Clock::at(StreamNumber stream) const {
  for (const Entry& entry : overlay_) {
    if (entry.stream == stream) return entry.tick;
    if (entry.stream > stream) break;
  }
  return base_at(stream);
}

void Clock::raise(StreamNumber stream, Tick tick) {
  if (tick <= base_at(stream)) return;
  auto at = overlay_.begin();
  while (at != overlay_.end() && at->stream < stream) ++at;
  if (at != overlay_.end() && at->stream == stream) {
    at->tick = std::max(at->tick, tick);
    return;
  }
  overlay_.insert(at, {stream, tick});
  if (overlay_.size() > kOverlayLimit) fold();
}

void Clock::fold() {
  auto base = base_ ? std::make_shared<Base>(*base_) : std::make_shared<Base>();
  if (!overlay_.empty() && base->size() <= overlay_.back().stream) base->resize(overlay_.back().stream + 1);
  for (const Entry& entry : overlay_) (*base)[entry.stream] = std::max((*base)[entry.stream], entry.tick);
  overlay_.clear();
  base_ = std::move(base);
}

void Clock::merge_overlay(const Clock& other) {
  for (const Entry& entry : other.overlay_) raise(entry.stream, entry.tick);
}

void Clock::join(const Clock& other) {
  if (this == &other) return;
  if (base_ == other.base_ || !other.base_) {
    merge_overlay(other);
    return;
  }
  if (!base_) {
    const auto mine = overlay_;
    base_ = other.base_;
    overlay_ = other.overlay_;
    for (const Entry& entry : mine) raise(entry.stream, entry.tick);
    return;
  }
  // Two bases: keep one of them if it is above the other, so that threads go on sharing it.
  const std::size_t common = std::min(base_->size(), other.base_->size());
  const Tick* a = base_->data();
  const Tick* b = other.base_->data();
  unsigned a_above = 0;
  unsigned b_above = 0;
  for (std::size_t i = 0; i < common; ++i) {
    a_above |= static_cast<unsigned>(a[i] > b[i]);
    b_above |= static_cast<unsigned>(b[i] > a[i]);
  }
  for (std::size_t i = common; i < base_->size(); ++i) a_above |= static_cast<unsigned>(a[i] != 0);
  for (std::size_t i = common; i < other.base_->size(); ++i) b_above |= static_cast<unsigned>(b[i] != 0);
  if (!b_above) {
    merge_overlay(other);
    return;
  }
  const auto mine = overlay_;
  if (!a_above) {
    base_ = other.base_;
    overlay_ = other.overlay_;
    for (const Entry& entry : mine) raise(entry.stream, entry.tick);
    return;
  }
  auto base = std::make_shared<Base>(std::max(base_->size(), other.base_->size()));
  for (std::size_t i = 0; i < common; ++i) (*base)[i] = std::max(a[i], b[i]);
  for (std::size_t i = common; i < base_->size(); ++i) (*base)[i] = a[i];
  for (std::size_t i = common; i < other.base_->size(); ++i) (*base)[i] = b[i];
  base_ = std::move(base);
  overlay_.clear();
  for (const Entry& entry : mine) raise(entry.stream, entry.tick);
  merge_overlay(other);
}

bool Clock::contains(const Clock& other, std::size_t streams) const {
  for (std::size_t i = 0; i < streams; ++i) {
    if (at(static_cast<StreamNumber>(i)) < other.at(static_cast<StreamNumber>(i))) return false;
  }
  return true;
}

void ClockBuilder::add(const Clock& clock) {
  if (clock.base_ && clock.base_ != last_) {
    const Clock::Base& base = *clock.base_;
    if (ticks_.size() < base.size()) ticks_.resize(base.size());
    for (std::size_t i = 0; i < base.size(); ++i) ticks_[i] = std::max(ticks_[i], base[i]);
    last_ = clock.base_;
  }
  for (const Clock::Entry& entry : clock.overlay_) {
    if (ticks_.size() <= entry.stream) ticks_.resize(entry.stream + 1);
    ticks_[entry.stream] = std::max(ticks_[entry.stream], entry.tick);
  }
}

Clock ClockBuilder::build() const {
  Clock clock;
  clock.base_ = std::make_shared<const Clock::Base>(ticks_);
  return clock;
}

Clock& Clocks::own_split() {
  if (!split_) {
    split_ = std::make_shared<Clock>(strong_);
  } else if (split_.use_count() > 1) {
    split_ = std::make_shared<Clock>(*split_);
  }
  return *split_;
}

void Clocks::raise(StreamNumber stream, Tick tick) {
  strong_.raise(stream, tick);
  if (split_) own_split().raise(stream, tick);
}

void Clocks::join(const Clocks& other) {
  if (split_ || other.split_) own_split().join(other.observed());
  strong_.join(other.strong_);
}

void Clocks::join_observed(const Clock& other) {
  own_split().join(other);
}

void ClocksBuilder::add(const Clocks& clocks) {
  strong_.add(clocks.strong());
  observed_.add(clocks.observed());
  split_ |= clocks.split();
}

Clocks ClocksBuilder::build() const {
  Clocks clocks;
  clocks.strong_ = strong_.build();
  if (split_ && !strong_.same_as(observed_)) clocks.split_ = std::make_shared<Clock>(observed_.build());
  return clocks;
}

}  // namespace fencepost::order
