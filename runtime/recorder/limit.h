// How much disk the traces of this process may take, by how much they grow at once, and for how long their reader is
// waited for. room.h applies it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::record {

// From the next start() on the events of this process take at most so many bytes on the disk, or twice what its living
// threads begin with, if that is more; and one block more for each thread. 0: any.
void limit_traces(std::uint64_t bytes) noexcept;

namespace detail {

// Before a run: the directory in which a reader of it shows itself.
void begin_limit(const char* directory) noexcept;

// How long a reader may show no sign of getting on before it is given up.
void reader_may_rest(std::uint64_t milliseconds) noexcept;

// By how much a trace grows at once: little at first so that a short program stays light, more and more so that a long
// one rarely maps, and never so much that the limit would not be kept with some precision.
std::size_t smallest_growth() noexcept;
std::size_t largest_growth() noexcept;

// The limit of this run in bytes; 0: none.
std::uint64_t limit() noexcept;

// How long one thing is waited for: as long as the reader gets on, and not for ever.
class Patience {
 public:
  // Sleeps a moment. False: waiting is over.
  bool wait() noexcept;

 private:
  std::uint64_t begun_ = 0;      // nanoseconds; 0: not yet
  std::uint64_t last_sign_ = 0;  // when the reader was seen to get on
  std::uint64_t progress_ = 0;   // how far it was then
};

}  // namespace detail
}  // namespace fencepost::record
