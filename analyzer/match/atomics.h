// The writers from which a fetching atomic read, reconstructed from the order in which atomics were executed at each
// target (Executed events).
//
// The location's release sequence made the value that a fetch returns: the last operation that overwrote it without
// reading (a non-fetching MPI_REPLACE), and every update since then. Each of them was issued before the fetch
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
  bool overwrites = false;  // without reading: begins a new release sequence
  // Called with what had happened before the writers from which a fetch read (null: every writer is known to all), and
  // with the last of these writers.
  std::function<void(const SharedClocks&, CallName)> read;
};

class Atomics {
 public:
  // Operation number `sequence` at `target`; executions are applied in sequence, as far as they are known. Returns how
  // many were applied now.
  std::size_t execute(ProcessId target, std::uint64_t sequence, AtomicExecution execution);
  // The same for an operation whose position among the others is not known: now.
  void execute_now(const AtomicExecution& execution) { apply(execution); }
  // Skips numbers that never came (lost events): continues with those that exist.
  bool skip_gap(ProcessId target);
  // `known`: up to which tick each thread is known to everything that can still come. Now and then, forgets writers
  // that are known. Cheap to call.
  void retire(std::span<const order::Tick> known);
  std::size_t remembered() const;  // runs of bytes with the same writers

 private:
  struct Target {
    std::uint64_t next = 1;
    RecyclingMap<std::uint64_t, AtomicExecution> waiting;
  };
  std::size_t drain(Target& target);
  void apply(const AtomicExecution& execution);

  std::map<ProcessId, Target> targets_;
  std::map<Memory, LastWriters> writers_;
  std::size_t next_retirement_ = 4096;  // in runs of bytes with the same writers
};

}  // namespace fencepost::match
