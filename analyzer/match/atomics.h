// Which writers a fetching atomic read from, reconstructed from the order in which atomics met at each target (Executed
// events).
//
// A value that a fetch returns was made by the release sequence of the location: the last operation that overwrote it
// without reading (a non-fetching MPI_REPLACE) and every update since. Each of them was issued before the fetch
// completes. Writers that everybody knows of are forgotten.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>

#include "job/memory.h"
#include "job/recycled.h"
#include "match/last_writers.h"
#include "match/messages.h"
#include "order/clock.h"

namespace fencepost::match {

struct AtomicExecution {
  ByteSet bytes;
  Reached issue;
  bool fetches = false;
  bool changes = false;     // it wrote
  bool overwrites = false;  // without reading: ends the release sequence
  // Called with what had happened before the writers that a fetch read from (null: nobody wrote that not all know of),
  // and the one of them that wrote last.
  std::function<void(const SharedClocks&, CallName)> read;
};

class Atomics {
 public:
  // Operation number `sequence` at `target`; executions are applied in sequence, as far as they are known. Returns how
  // many were applied now.
  std::size_t execute(int target, std::uint64_t sequence, AtomicExecution execution);
  // The same for an operation of which nobody knows when it met the others: now.
  void execute_now(const AtomicExecution& execution) { apply(execution); }
  // Gives up on numbers that never came (lost events): goes on with what is there.
  bool skip_gap(int target);
  // `known`: up to which tick each thread is known to everything that can still come. Now and then forgets the writers
  // that are. Cheap to call.
  void retire(std::span<const order::Tick> known);
  std::size_t remembered() const;  // runs of bytes with the same writers

 private:
  struct Target {
    std::uint64_t next = 1;
    RecyclingMap<std::uint64_t, AtomicExecution> waiting;
  };
  std::size_t drain(Target& target);
  void apply(const AtomicExecution& execution);

  std::map<int, Target> targets_;
  std::map<Memory, LastWriters> writers_;
  std::size_t next_retirement_ = 4096;  // in runs of bytes with the same writers
};

}  // namespace fencepost::match
