#include "order/clock.h"

#include <algorithm>
#include <iterator>

#include "job/invariant.h"

namespace fencepost::order {

namespace {

// Which of two chunks is at least as large everywhere.
enum class Above { kBoth, kFirst, kSecond, kNone };

Above compare(const Clock::Chunk* a, const Clock::Chunk* b) {
  if (a == b) return Above::kBoth;
  if (b == nullptr) return Above::kFirst;
  if (a == nullptr) return Above::kSecond;
  unsigned a_above = 0;
  unsigned b_above = 0;
  for (std::size_t i = 0; i < Clock::kChunk; ++i) {
    a_above |= static_cast<unsigned>(a->ticks[i] > b->ticks[i]);
    b_above |= static_cast<unsigned>(b->ticks[i] > a->ticks[i]);
  }
  if (b_above == 0) return a_above == 0 ? Above::kBoth : Above::kFirst;
  return a_above == 0 ? Above::kSecond : Above::kNone;
}

}  // namespace

void Clock::raise(StreamNumber stream, Tick tick) {
  if (tick <= base_at(stream)) return;
  auto at = overlay_.begin();
  while (at != overlay_.end() && at->stream < stream) ++at;
  if (at != overlay_.end() && at->stream == stream) {
    at->tick = std::max(at->tick, tick);
    return;
  }
  overlay_.insert(at, {stream, tick});
  FENCEPOST_ASSERT_ALL(std::ranges::is_sorted(overlay_, {}, &Entry::stream),
                       "what a clock adds to its base is sorted by stream");
  if (overlay_.size() > kOverlayLimit) fold();
}

void Clock::fold() {
  boost::intrusive_ptr<Base> base(base_ ? new Base(*base_) : new Base());
  for (auto at = overlay_.begin(); at != overlay_.end();) {
    const std::size_t number = at->stream / kChunk;
    if (base->chunks.size() <= number) base->chunks.resize(number + 1);
    SharedChunk& place = base->chunks[number];
    boost::intrusive_ptr<Chunk> chunk(place ? new Chunk(*place) : new Chunk());
    for (; at != overlay_.end() && at->stream / kChunk == number; ++at) {
      Tick& tick = chunk->ticks[at->stream % kChunk];
      tick = std::max(tick, at->tick);
    }
    place = std::move(chunk);
  }
  overlay_.clear();
  base_ = std::move(base);
}

void Clock::merge_overlay(const Clock& other) {
  for (const Entry& entry : other.overlay_) raise(entry.stream, entry.tick);
}

void Clock::join(const Clock& other) {
  if (this == &other) return;
  if (!checks_all_invariants) {
    join_with(other);
    return;
  }
  const Clock before = *this;
  join_with(other);
  FENCEPOST_ASSERT(has_all_of(before) && has_all_of(other), "a joined clock knows what each of the two knew");
}

// Whether each stream is at least as far here as in the other.
bool Clock::has_all_of(const Clock& other) const {
  const auto streams = other.base_ ? other.base_->chunks.size() * kChunk : 0;
  for (StreamNumber stream = 0; stream < streams; ++stream)
    if (at(stream) < other.base_->at(stream)) return false;
  return std::ranges::all_of(other.overlay_, [&](const Entry& entry) { return covers(entry.stream, entry.tick); });
}

void Clock::join_with(const Clock& other) {
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
  // Two bases: keeps one of them, or its chunks, where it is above the other, so that threads continue to share them.
  const std::size_t size = std::max(base_->chunks.size(), other.base_->chunks.size());
  bool all_mine = true;
  bool all_theirs = true;
  std::array<SharedChunk, 16> few;
  std::vector<SharedChunk> many(size > few.size() ? size : 0);
  SharedChunk* const joined = many.empty() ? few.data() : many.data();
  for (std::size_t i = 0; i < size; ++i) {
    const Chunk* const mine = i < base_->chunks.size() ? base_->chunks[i].get() : nullptr;
    const Chunk* const theirs = i < other.base_->chunks.size() ? other.base_->chunks[i].get() : nullptr;
    switch (compare(mine, theirs)) {
      case Above::kBoth:  // equal
        joined[i] = mine;
        break;
      case Above::kFirst:
        joined[i] = mine;
        all_theirs = false;
        break;
      case Above::kSecond:
        joined[i] = theirs;
        all_mine = false;
        break;
      case Above::kNone: {
        boost::intrusive_ptr<Chunk> both(new Chunk());
        for (std::size_t k = 0; k < kChunk; ++k) both->ticks[k] = std::max(mine->ticks[k], theirs->ticks[k]);
        joined[i] = std::move(both);
        all_mine = all_theirs = false;
        break;
      }
    }
  }
  if (all_mine) {
    merge_overlay(other);
    return;
  }
  const auto own = overlay_;
  if (all_theirs) {
    base_ = other.base_;
    overlay_ = other.overlay_;
    for (const Entry& entry : own) raise(entry.stream, entry.tick);
    return;
  }
  boost::intrusive_ptr<Base> base(new Base());
  base->chunks.assign(std::make_move_iterator(joined), std::make_move_iterator(joined + size));
  base_ = std::move(base);
  overlay_.clear();
  for (const Entry& entry : own) raise(entry.stream, entry.tick);
  merge_overlay(other);
}

bool Clock::surely_contains(const Clock& other) const {
  if (other.base_ && other.base_ != base_) return false;
  return std::all_of(other.overlay_.begin(), other.overlay_.end(),
                     [&](const Entry& entry) { return covers(entry.stream, entry.tick); });
}

bool Clock::contains(const Clock& other, std::size_t streams) const {
  for (std::size_t i = 0; i < streams; ++i) {
    if (at(static_cast<StreamNumber>(i)) < other.at(static_cast<StreamNumber>(i))) return false;
  }
  return true;
}

bool Clock::within(std::span<const Tick> limits) const {
  for (const Entry& entry : overlay_) {
    if (entry.stream >= limits.size() || entry.tick > limits[entry.stream]) return false;
  }
  if (!base_) return true;
  for (std::size_t i = 0; i < base_->chunks.size(); ++i) {
    const Chunk* const chunk = base_->chunks[i].get();
    for (std::size_t k = 0; chunk != nullptr && k < kChunk; ++k) {
      const std::size_t stream = i * kChunk + k;
      if (chunk->ticks[k] > (stream < limits.size() ? limits[stream] : 0)) return false;
    }
  }
  return true;
}

void ClockBuilder::add(const Clock& clock) {
  if (clock.base_ && clock.base_ != last_) {
    const auto& chunks = clock.base_->chunks;
    if (added_.size() < chunks.size()) {
      added_.resize(chunks.size());
      ticks_.resize(std::max(ticks_.size(), chunks.size() * Clock::kChunk));
    }
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      if (!chunks[i] || chunks[i] == added_[i]) continue;
      Tick* const ticks = ticks_.data() + i * Clock::kChunk;
      for (std::size_t k = 0; k < Clock::kChunk; ++k) ticks[k] = std::max(ticks[k], chunks[i]->ticks[k]);
      added_[i] = chunks[i];
    }
    last_ = clock.base_;
  }
  for (const Clock::Entry& entry : clock.overlay_) {
    if (ticks_.size() <= entry.stream) ticks_.resize((entry.stream / Clock::kChunk + 1) * Clock::kChunk);
    ticks_[entry.stream] = std::max(ticks_[entry.stream], entry.tick);
  }
}

Clock ClockBuilder::build() const {
  Clock clock;
  boost::intrusive_ptr<Clock::Base> base(new Clock::Base());
  for (std::size_t at = 0; at < ticks_.size(); at += Clock::kChunk) {
    // A chunk that one of the clocks already has is not made again.
    const std::size_t i = at / Clock::kChunk;
    if (i < added_.size() && added_[i] && std::equal(added_[i]->ticks.begin(), added_[i]->ticks.end(), &ticks_[at])) {
      base->chunks.push_back(added_[i]);
      continue;
    }
    boost::intrusive_ptr<Clock::Chunk> chunk(new Clock::Chunk());
    std::copy_n(&ticks_[at], Clock::kChunk, chunk->ticks.begin());
    base->chunks.push_back(std::move(chunk));
  }
  clock.base_ = std::move(base);
  return clock;
}

Clock& Clocks::own_split() {
  if (!split_) {
    split_.reset(new Split(strong_));
  } else if (split_->use_count() > 1) {
    split_.reset(new Split(split_->clock));
  }
  return split_->clock;
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
  if (observed().surely_contains(other)) return;
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
  if (split_ && !strong_.same_as(observed_)) clocks.split_.reset(new Clocks::Split(observed_.build()));
  return clocks;
}

}  // namespace fencepost::order
