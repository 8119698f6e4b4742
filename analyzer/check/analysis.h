// The analysis of a job: replays its traces in an order that extends happens-before, finds the conflicting accesses and
// shows everything to the observers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "job/conflict.h"
#include "job/job.h"
#include "job/observer.h"
#include "job/source.h"

namespace fencepost::check {

// A part of the job's memory, by blocks: those blocks whose number modulo `all` lies in [first, last).
struct MemoryPart {
  std::uint32_t first = 0, last = 1, all = 1;
  bool whole() const { return last - first == all; }
};

// A conflict on the way to its observers. What tells the same pair of places apart in all parts is `key`; `order` says
// which of two occurrences came first.
struct FoundConflict {
  std::vector<std::uint64_t> key;
  std::vector<std::uint64_t> order;
  std::set<int> ranks;
  Conflict conflict;
};

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
  // Events read ahead of a thread to resolve wildcard receives and late events.
  std::size_t look_ahead = 1 << 18;
};

struct Statistics {
  std::uint64_t events = 0;
  std::uint64_t operations = 0;
  std::uint64_t accesses = 0;  // Access events
  std::uint64_t pairs_checked = 0;
  std::size_t live_peak = 0;  // accesses held at one time
};

class Replay;

// One analysis, fed as far as the source gives events. Single-threaded; several in threads of their own share nothing.
class Analyzer {
 public:
  Analyzer(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers);
  ~Analyzer();

  // Replays what is there. True: something was replayed. For live traces call again when more has come.
  bool advance();
  // Ends the replay: what is still blocked is released with a statement.
  void close();
  // Ends the analysis: closes it, and conflicts and the end go to the observers.
  void finish();

  // What an analysis of another part of the memory has found, after its close(); to be added before finish().
  std::vector<FoundConflict> take_found();
  void add_found(std::vector<FoundConflict> found);

  const Job& job() const;
  const Statistics& statistics() const;
  const std::vector<Conflict>& conflicts() const;  // complete after finish(); sorted by the places of the pair
  const EndOfRun& end() const;                     // after finish()

 private:
  std::unique_ptr<Replay> replay_;
};

}  // namespace fencepost::check
