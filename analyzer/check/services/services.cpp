#include "services/services.h"

namespace fencepost::check {

Services::Services(TraceSource& source_, const AnalysisOptions& options_, std::span<Observer* const> observers_,
                   schedule::Player& player)
    : source(source_),
      options(options_),
      observers(observers_.begin(), observers_.end()),
      job(source.processes().size()),
      times(job),
      scheduler(source, player, times, job.processes().size(), options.look_ahead),
      losses(job),
      definitions(source, job, scheduler, losses),
      clocks(options.history),
      strands(clocks, code),
      unseen_order(job.processes().size()),
      locks_held(job, unseen_order),
      in_flight(job.processes().size()),
      requests(job.processes().size()),
      code(job, definitions, options),
      explainer(job, clocks, scheduler.threads(), locks_held, in_flight, language_atomics, code, options.draws),
      records(job, observers, times, losses, clocks, code, explainer),
      conflict_check(job, options, source.has_separate_window(), scheduler, clocks, strands, locks_held, records,
                     statistics),
      accesses(job, observers, clocks, locks_held, language_atomics, unseen_order, conflict_check, records,
               statistics) {
  job.set_present(&clocks);
}

}  // namespace fencepost::check
