// All chapters of one replay. Each is made from those that it asks.
#pragma once

#include <functional>
#include <vector>

#include "chapters/collectives.h"
#include "chapters/exposure.h"
#include "chapters/issue.h"
#include "chapters/locks.h"
#include "chapters/messages.h"
#include "chapters/operations.h"
#include "chapters/processes.h"
#include "chapters/reads_from.h"
#include "chapters/requests.h"
#include "chapters/threads.h"
#include "chapters/windows.h"

namespace fencepost::check {

struct Chapters {
  // `passed`: see ThreadChapter.
  Chapters(Services& services, std::function<std::vector<Tick>()> passed)
      : threads(services, std::move(passed)),
        processes(services),
        messages(services),
        collectives(services),
        reads_from(services),
        operations(services, reads_from),
        exposure(services, collectives, operations, reads_from),
        locks(services, operations, reads_from),
        windows(services, collectives, exposure, locks, operations),
        issue(services, exposure, locks, reads_from),
        requests(services, messages, collectives, locks, operations, reads_from) {}

  ThreadChapter threads;
  ProcessChapter processes;
  MessageChapter messages;
  CollectiveChapter collectives;
  ReadsFromChapter reads_from;
  OperationChapter operations;
  ExposureChapter exposure;
  LockChapter locks;
  WindowChapter windows;
  IssueChapter issue;
  RequestChapter requests;

  template <class Visit>
  void each(Visit&& visit) {
    visit(threads);
    visit(processes);
    visit(messages);
    visit(collectives);
    visit(reads_from);
    visit(operations);
    visit(exposure);
    visit(locks);
    visit(windows);
    visit(issue);
    visit(requests);
  }
};

}  // namespace fencepost::check
