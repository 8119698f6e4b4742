// The analysis of a job: replays its traces in an order that extends happens-before, finds the conflicting accesses and
// shows everything to the observers.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "job/conflict.h"
#include "job/job.h"
#include "job/observer.h"
#include "job/source.h"
#include "services/found_conflict.h"
#include "services/options.h"

namespace fencepost::check {

class Replay;

// One analysis; it advances as far as the source has events. Single-threaded; several share nothing between threads.
class Analyzer {
 public:
  Analyzer(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers);
  ~Analyzer();

  // Replays the events that are there. True: something was replayed. For live traces, call it again for later events.
  bool advance();
  // Ends the replay: threads that are still blocked are released, and a sentence says so.
  void close();
  // Ends the analysis: closes it, and passes the conflicts and the end of the run to the observers.
  void finish();

  // The findings of an analysis of another part of the memory, after its close(); to be added before finish().
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
