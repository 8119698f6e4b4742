// Vector clocks over the threads of a job ("streams", numbered densely).
//
// A clock says for each stream up to which tick its events happened before. What many threads share (after a barrier:
// everything) is one immutable base; what differs is a small sorted overlay. Copies are cheap, a join of two clocks
// with one base touches the overlays only, and otherwise costs one pass over the bases.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <boost/container/small_vector.hpp>

namespace fencepost::order {

using StreamNumber = std::uint32_t;
using Tick = std::uint32_t;  // ticks start at 1; 0: nothing of that stream

class Clock {
 public:
  using Base = std::vector<Tick>;

  Tick at(StreamNumber stream) const;
  bool covers(StreamNumber stream, Tick tick) const { return at(stream) >= tick; }
  void raise(StreamNumber stream, Tick tick);  // at(stream) becomes at least tick
  void join(const Clock& other);
  bool contains(const Clock& other, std::size_t streams) const;  // component-wise >=, over the first `streams`
  const Base* base() const { return base_.get(); }

 private:
  friend class ClockBuilder;
  struct Entry {
    StreamNumber stream;
    Tick tick;
  };
  static constexpr std::size_t kOverlayLimit = 12;

  Tick base_at(StreamNumber stream) const { return base_ && stream < base_->size() ? (*base_)[stream] : 0; }
  void merge_overlay(const Clock& other);
  void fold();  // overlay into a base of its own

  std::shared_ptr<const Base> base_;
  boost::container::small_vector<Entry, 4> overlay_;  // sorted by stream; each above the base
};

// The join of many clocks, made in one dense array: what a barrier does.
class ClockBuilder {
 public:
  void add(const Clock& clock);
  Clock build() const;  // a clock that is all base
  bool same_as(const ClockBuilder& other) const { return ticks_ == other.ticks_; }

 private:
  Clock::Base ticks_;
  std::shared_ptr<const Clock::Base> last_;  // the base added last: adding it again is free
};

// The two orders of semantics.md, 2: strong, without the order in which locks were granted; observed, with it. Until a
// lock edge makes them differ they are one.
class Clocks {
 public:
  const Clock& strong() const { return strong_; }
  const Clock& observed() const { return split_ ? *split_ : strong_; }
  bool split() const { return split_ != nullptr; }

  void raise(StreamNumber stream, Tick tick);
  void join(const Clocks& other);
  void join_observed(const Clock& other);

 private:
  friend class ClocksBuilder;
  Clock strong_;
  std::shared_ptr<Clock> split_;  // the observed clock, if it differs; copied on write
  Clock& own_split();
};

class ClocksBuilder {
 public:
  void add(const Clocks& clocks);
  Clocks build() const;

 private:
  ClockBuilder strong_, observed_;
  bool split_ = false;
};

}  // namespace fencepost::order
