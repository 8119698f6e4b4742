#include "check/analysis.h"

#include "check/replay.h"

namespace fencepost::check {

Analyzer::Analyzer(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers)
    : replay_(std::make_unique<Replay>(source, options, observers)) {}
Analyzer::~Analyzer() = default;

bool Analyzer::advance() {
  return replay_->advance();
}
void Analyzer::close() {
  replay_->close();
}
std::vector<FoundConflict> Analyzer::take_found() {
  return replay_->take_found();
}
void Analyzer::add_found(std::vector<FoundConflict> found) {
  for (FoundConflict& one : found) replay_->add_found(std::move(one));
}
void Analyzer::finish() {
  replay_->finish();
}
const Job& Analyzer::job() const {
  return replay_->job();
}
const Statistics& Analyzer::statistics() const {
  return replay_->statistics();
}
const std::vector<Conflict>& Analyzer::conflicts() const {
  return replay_->conflicts();
}
const EndOfRun& Analyzer::end() const {
  return replay_->end();
}

}  // namespace fencepost::check
