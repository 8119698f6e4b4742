#include "command/trials.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "command/interruption.h"
#include "command/trace_source.h"
#include "symbolize/job_symbolizer.h"
#include "trial/trial.h"

namespace fencepost::command {
namespace {

// For all replays of a run's trials together. The engine takes some seconds for this many.
constexpr std::uint64_t kMostEvents = 3'000'000;

struct Opened {
  read::TraceDirectory directory;
  Counts counts;
};

// The trace again, from its beginning.
class ReopenedTrace : private Opened, public DirectorySource {
 public:
  ReopenedTrace(read::TraceDirectory given, symbolize::AddressBook& addresses, const Pace& pace)
      : Opened{std::move(given), {}}, DirectorySource(Opened::directory, addresses, Opened::counts, pace) {}
};

}  // namespace

bool try_advice(std::vector<Finding>& findings, const read::TraceDirectory& directory,
                symbolize::AddressBook& addresses, const check::AnalysisOptions& engine, const RuleOptions& rules) {
  symbolize::JobSymbolizer symbolizer(addresses);
  Pace pace;
  pace.cut = &Interruption::is_asked();
  return trial::try_fixes(findings,
                          {.open = [&]() -> std::unique_ptr<TraceSource> {
                             read::Problem problem;
                             auto again = read::TraceDirectory::open(directory.path(), problem);
                             if (!again) return nullptr;
                             return std::make_unique<ReopenedTrace>(*std::move(again), addresses, pace);
                           },
                           .symbolizer = symbolizer,
                           .engine = engine,
                           .rules = rules,
                           .given_up = [] { return Interruption::is_asked().load(); }},
                          kMostEvents);
}

}  // namespace fencepost::command
