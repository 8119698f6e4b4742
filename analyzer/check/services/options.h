// What an analysis is asked for, and what it has counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "job/definitions.h"

namespace fencepost::check {

// A part of the job's memory, by blocks: those blocks whose number modulo `all` lies in [first, last).
struct MemoryPart {
  std::uint32_t first = 0, last = 1, all = 1;
  bool whole() const { return last - first == all; }
};

// What each of `parts` takes that together do an analysis. The first has the rules to do as well, and gets half of what
// the others get.
inline MemoryPart part_of(std::uint32_t number, std::uint32_t parts) {
  const std::uint32_t all = 2 * parts - 1;
  if (number == 0) return {.first = 0, .last = 1, .all = all};
  return {.first = 2 * number - 1, .last = 2 * number + 1, .all = all};
}

struct AnalysisOptions {
  // Check as in the separate memory model, whatever the windows' model (those that are separate are always checked so).
  bool separate_model = false;
  // Report what conflicts by the words of the standard alone (ConflictKind::kReadsOnly).
  bool strict = false;
  // Synchronization events kept per thread for explanations; 0: none (a little faster).
  std::size_t history = 256;
  // Accesses that lie further apart than this many events of the job are not compared (nor kept); 0: all are.
  std::uint64_t reach = 0;
  // Only accesses to this part of the memory are compared; what the parts find is put together by add_found().
  MemoryPart part;
  // Whether the load, or the call that fetches, before an address of a module's file stands in a loop that only waits
  // for another value; false: no, or it is not known. Any thread.
  std::function<bool(const Module& module, std::uint64_t address)> waits;
  // A fetch that adds to what it fetches (MPI_SUM and the like) waits for nobody: that it came after another one may be
  // the luck of the run. False: it orders nothing then, as trials of advice ask for.
  bool counters_order = true;
  // Conflicts come with a picture of the calls around them; false: nobody looks at it, as in trials of advice.
  bool draws = true;
  // Events read ahead of a thread to resolve wildcard receives and late events.
  std::size_t look_ahead = 1 << 18;
};

struct Statistics {
  std::uint64_t events = 0;
  std::uint64_t operations = 0;
  std::uint64_t accesses = 0;  // Access events
  std::uint64_t pairs_checked = 0;
  std::uint64_t counted = 0;  // fetches that added to what they fetched, and gave order
  std::size_t live_peak = 0;  // accesses held at one time
};

}  // namespace fencepost::check
