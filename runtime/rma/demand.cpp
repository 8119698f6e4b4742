#include "rma/demand.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "handles/requests.h"
#include "rma/operations.h"
#include "rma/requests.h"
#include "rma/settings.h"
#include "rma/waiting.h"
#include "rma/window.h"

namespace fencepost::rma {
namespace {

// The program tests several of our requests with a call that needs only one of them. Those that are tested for the
// first time are put off. Of the others one may complete, if none is complete yet: the one that was passed over most
// often, so that none waits forever; otherwise the last one, which a program that relies on luck expects least.
void demanded_lazily(std::span<const std::uint64_t> requests) {
  struct Candidate {
    std::shared_ptr<Request> request;
    std::uint32_t tested;
  };
  std::vector<Candidate> candidates;
  bool one_is_complete = false;
  for (const std::uint64_t id : requests) {
    auto request = Request::find(id);
    if (!request) {
      one_is_complete = true;
    } else if (const std::uint32_t tested = request->tested++; tested != 0) {
      candidates.push_back({std::move(request), tested});
    }
  }
  if (one_is_complete) return;
  std::ranges::reverse(candidates);
  std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::tested);
  for (const Candidate& candidate : candidates) {
    candidate.request->show();
    if (candidate.request->is_complete() || run_only(*candidate.request, false)) return;
  }
}

// The program tests or waits for our requests: what they stand for must not be put off any longer.
void demanded(std::span<const std::uint64_t> requests, handles::CompletionNeed need) {
  if (need == handles::CompletionNeed::kTestAny && settings().schedule.lazy()) {
    demanded_lazily(requests);
    return;
  }
  for (const std::uint64_t id : requests) {
    const auto request = Request::find(id);
    if (!request) continue;
    const bool wait = need == handles::CompletionNeed::kAll;
    if (!wait && !request->is_shown()) continue;
    request->show();
    if (request->is_complete()) continue;
    if (request->window->schedule.lazy()) {
      run_only(*request, wait);
    } else {
      run_for_request(*request->window, request->target, wait);
    }
    if (wait && !request->is_complete()) {
      own_block().bell.wait([&] { return request->is_complete(); });
    }
  }
}

}  // namespace

void start_demand() {
  handles::set_rma_completion(demanded);
}

}  // namespace fencepost::rma
