// How much disk the traces of this process may take, by how much they grow at a time, and how long to wait for their
// reader. room.h applies it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::record {

// From the next start() on the events of this process take at most this many bytes on the disk, or twice
// what its living threads begin with, if that is more; and one block more for each thread. 0: no limit.
void limit_traces(std::uint64_t bytes) noexcept;

namespace detail {

// Before a run: the directory in which a reader of it shows itself.
void begin_limit(const char* directory) noexcept;

// How long to wait for a reader that makes no progress before it is given up.
void reader_may_rest(std::uint64_t milliseconds) noexcept;

// By how much a trace grows at a time: little at first so that a short program stays light, then
// more and more so that a long one rarely maps, but never so much that the limit becomes imprecise.
std::size_t smallest_growth() noexcept;
std::size_t largest_growth() noexcept;

// The limit of this run in bytes; 0: none.
std::uint64_t limit() noexcept;

// How long to wait for one thing: as long as the reader makes progress, but not forever.
class Patience {
 public:
  // Sleeps a moment. False: waiting is over.
  bool wait() noexcept;

 private:
  std::uint64_t begun_ = 0;      // nanoseconds; 0: not yet
  std::uint64_t last_sign_ = 0;  // when the reader last made progress
  std::uint64_t progress_ = 0;   // how far it was then
};

}  // namespace detail
}  // namespace fencepost::record
