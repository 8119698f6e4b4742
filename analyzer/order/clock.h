// Vector clocks over the threads of a job ("streams", numbered densely).
//
// A clock gives for each stream the tick up to which its events happened before. The part that many threads share
// (after a barrier: everything) is one immutable base of chunks of 64 streams; the differences are a small sorted
// overlay. Copies are cheap. A join of two clocks with one base reads only the overlays, and otherwise only the chunks
// that the two bases do not share.
//
// Clocks are shared within one replay, which is single-threaded: their reference counts are plain numbers. They must
// not be shared between threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>

#include "job/recycled.h"

namespace fencepost::order {

using StreamNumber = std::uint32_t;
using Tick = std::uint32_t;  // ticks start at 1; 0: nothing of that stream

class Clock {
 public:
  static constexpr std::size_t kChunk = 64;
  template <class T>
  using Counted = boost::intrusive_ref_counter<T, boost::thread_unsafe_counter>;
  struct Chunk : Counted<Chunk> {
    static void* operator new(std::size_t) { return Recycled<Chunk>::take(); }
    static void operator delete(void* place) { Recycled<Chunk>::give_back(place); }
    std::array<Tick, kChunk> ticks{};
  };
  using SharedChunk = boost::intrusive_ptr<const Chunk>;  // null: all 0
  struct Base : Counted<Base> {
    std::vector<SharedChunk> chunks;
    Tick at(StreamNumber stream) const {
      const std::size_t chunk = stream / kChunk;
      return chunk < chunks.size() && chunks[chunk] ? chunks[chunk]->ticks[stream % kChunk] : 0;
    }
  };

  Tick at(StreamNumber stream) const {
    for (const Entry& entry : overlay_) {
      if (entry.stream == stream) return entry.tick;
      if (entry.stream > stream) break;
    }
    return base_at(stream);
  }
  bool covers(StreamNumber stream, Tick tick) const { return at(stream) >= tick; }
  void raise(StreamNumber stream, Tick tick);  // at(stream) becomes at least tick
  void join(const Clock& other);
  bool contains(const Clock& other, std::size_t streams) const;  // component-wise >=, over the first `streams`
  // Whether a join with `other` certainly changes nothing; also false if finding out would cost more than a join.
  bool surely_contains(const Clock& other) const;
  // Whether no stream is beyond its limit here; streams without a limit must be at 0.
  bool within(std::span<const Tick> limits) const;
  // A lower bound that many clocks share; null: nothing.
  const Base* base() const { return base_.get(); }

 private:
  friend class ClockBuilder;
  struct Entry {
    StreamNumber stream;
    Tick tick;
  };
  static constexpr std::size_t kOverlayLimit = 12;

  Tick base_at(StreamNumber stream) const { return base_ ? base_->at(stream) : 0; }
  void merge_overlay(const Clock& other);
  void join_with(const Clock& other);
  bool has_all_of(const Clock& other) const;
  void fold();  // turns the overlay into a new base

  boost::intrusive_ptr<const Base> base_;
  boost::container::small_vector<Entry, kOverlayLimit + 1> overlay_;  // sorted by stream; each above the base
};

// The join of many clocks in one dense array: for barriers.
class ClockBuilder {
 public:
  void add(const Clock& clock);
  Clock build() const;  // a clock that is only a base
  bool same_as(const ClockBuilder& other) const { return ticks_ == other.ticks_; }

 private:
  std::vector<Tick> ticks_;                // a whole number of chunks
  std::vector<Clock::SharedChunk> added_;  // by chunk, the one that was added last: adding it again costs nothing
  boost::intrusive_ptr<const Clock::Base> last_;
};

// The two orders of semantics.md, 2: strong, without the order in which locks were granted; observed, with it. They are
// one object until a lock edge makes them differ.
class Clocks : public Clock::Counted<Clocks> {
 public:
  static void* operator new(std::size_t) { return Recycled<Clocks>::take(); }
  static void operator delete(void* place) { Recycled<Clocks>::give_back(place); }

  const Clock& strong() const { return strong_; }
  const Clock& observed() const { return split_ ? split_->clock : strong_; }
  bool split() const { return split_ != nullptr; }

  void raise(StreamNumber stream, Tick tick);
  void join(const Clocks& other);
  void join_observed(const Clock& other);

 private:
  friend class ClocksBuilder;
  struct Split : Clock::Counted<Split> {
    explicit Split(Clock of) : clock(std::move(of)) {}
    Clock clock;
  };
  Clock strong_;
  boost::intrusive_ptr<Split> split_;  // the observed clock, if it differs; copied on write
  Clock& own_split();
};

using SharedClocks = boost::intrusive_ptr<const Clocks>;
using OwnClocks = boost::intrusive_ptr<Clocks>;
inline OwnClocks copy_of(const Clocks& clocks) {
  return OwnClocks(new Clocks(clocks));
}

class ClocksBuilder {
 public:
  void add(const Clocks& clocks);
  Clocks build() const;

 private:
  ClockBuilder strong_, observed_;
  bool split_ = false;
};

}  // namespace fencepost::order
