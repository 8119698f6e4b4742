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
