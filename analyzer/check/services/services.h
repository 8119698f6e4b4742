// All services of one analysis, which the chapters share. Each is made from those before it.
#pragma once

#include <span>
#include <vector>

#include "job/job.h"
#include "job/observer.h"
#include "job/source.h"
#include "schedule/common_time.h"
#include "schedule/scheduler.h"
#include "services/accesses.h"
#include "services/clocks.h"
#include "services/code_places.h"
#include "services/conflict_check.h"
#include "services/conflict_records.h"
#include "services/definitions.h"
#include "services/explainer.h"
#include "services/in_flight.h"
#include "services/language_atomics.h"
#include "services/locks_held.h"
#include "services/losses.h"
#include "services/options.h"
#include "services/request_table.h"
#include "services/strands.h"

namespace fencepost::check {

struct Services {
  Services(TraceSource& source_, const AnalysisOptions& options_, std::span<Observer* const> observers_,
           schedule::Player& player);

  TraceSource& source;
  const AnalysisOptions options;
  const Observers observers;
  Statistics statistics;
  Job job;
  schedule::CommonTime times;
  schedule::Scheduler scheduler;
  Losses losses;
  Definitions definitions;
  Clocks clocks;
  Strands strands;
  LanguageAtomics language_atomics;
  UnseenOrder unseen_order;
  LocksHeld locks_held;
  InFlight in_flight;
  RequestTable requests;
  CodePlaces code;
  Explainer explainer;
  ConflictRecords records;
  ConflictCheck conflict_check;
  Accesses accesses;
};

}  // namespace fencepost::check
