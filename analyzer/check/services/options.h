// The settings of an analysis, and its counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "job/definitions.h"
#include "job/number_use.h"
#include "job/strand_code.h"

namespace fencepost::check {

// A part of the job's memory, by blocks: the blocks whose number modulo `all` lies in [first, last).
struct MemoryPart {
  std::uint32_t first = 0, last = 1, all = 1;
  bool whole() const { return last - first == all; }
};

// The share of each of `parts` that together make an analysis. The first also runs the rules, and gets half as much as
// the others.
inline MemoryPart part_of(std::uint32_t number, std::uint32_t parts) {
  const std::uint32_t all = 2 * parts - 1;
  if (number == 0) return {.first = 0, .last = 1, .all = all};
  return {.first = 2 * number - 1, .last = 2 * number + 1, .all = all};
}

struct AnalysisOptions {
  // Check as in the separate memory model, whatever the windows' model (separate windows are always checked so).
  bool separate_model = false;
  // Report conflicts that exist only by the words of the standard (ConflictKind::kReadsOnly).
  bool strict = false;
  // Synchronization events kept per thread for explanations; 0: none (a little faster).
  std::size_t history = 256;
  // Accesses that are further apart than this many events of the job are not compared (nor kept); 0: all are.
  std::uint64_t reach = 0;
  // Only accesses to this part of the memory are compared; add_found() puts the parts' findings together.
  MemoryPart part;
  // Whether the load, or the fetching call, before an address of a module's file is in a loop that only waits for
  // another value; false: no, or not known. Any thread.
  std::function<bool(const Module& module, std::uint64_t address)> waits;
  // Whether a call is made only by the thread to which another call, of the same function of a module's file, has just
  // said that it is the first of its team: `asked_at` is that call's return address, `callers` those of the call and of
  // its callers as far as they are in the module, innermost first. `from_elsewhere`: the call itself was not made
  // there. False: no, or not known. Any thread.
  std::function<bool(const Module& module, std::uint64_t asked_at, const std::vector<std::uint64_t>& callers,
                     bool from_elsewhere)>
      only_first_thread;
  // What becomes of the number that the call before an address of a module's file has given. Any thread.
  std::function<NumberUse(const Module& module, std::uint64_t return_address)> use_of_number;
  // What the function at an address of a module's file, and those that it calls, show about the strands that run it.
  // False: no, or not known. Any thread.
  std::function<StrandCode(const Module& module, std::uint64_t address)> code_of_strands;
  // A fetch that adds to the value (MPI_SUM and the like) waits for nobody: that it came after another one may be luck
  // of this run. False: then it orders nothing, as trials of advice require.
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
  std::uint64_t counted = 0;  // fetches that added to the fetched value, and gave order
  std::size_t live_peak = 0;  // accesses held at one time
};

}  // namespace fencepost::check
