#include "rma/requests.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "handles/requests.h"
#include "recorder/recorder.h"
#include "rma/operations.h"
#include "rma/runtime.h"
#include "rma/waiting.h"
#include "rma/window.h"

namespace fencepost::rma {
namespace {

// Those that are not complete, by number. An operation that is executed at its call never gets here.
std::mutex mutex;
std::unordered_map<std::uint64_t, std::shared_ptr<Request>>& incomplete() {
  static auto* made = new std::unordered_map<std::uint64_t, std::shared_ptr<Request>>;
  return *made;
}

int query(void*, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
int release(void*) {
  return MPI_SUCCESS;
}
int cancel(void*, int) {
  return MPI_SUCCESS;
}

std::shared_ptr<Request> find(std::uint64_t id) {
  const std::lock_guard lock(mutex);
  const auto found = incomplete().find(id);
  return found == incomplete().end() ? nullptr : found->second;
}

// The program tests several requests of ours with a call that one of them is enough for. Those that are tested for the
// first time since they began are put off. Of the others one may complete, if none is complete yet: the one that was
// passed over most often, so that none is for ever; else the last, which a program that relies on luck expects least.
void demanded_lazily(std::span<const std::uint64_t> requests) {
  struct Candidate {
    std::shared_ptr<Request> request;
    std::uint32_t tested;
  };
  std::vector<Candidate> candidates;
  bool one_is_complete = false;
  for (const std::uint64_t id : requests) {
    auto request = find(id);
    if (!request) {
      one_is_complete = true;
    } else if (const std::uint32_t tested = request->tested++; tested != 0) {
      candidates.push_back({std::move(request), tested});
    }
  }
  if (one_is_complete) return;
  std::ranges::reverse(candidates);
  std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::tested);
  for (const Candidate& candidate : candidates)
    if (run_only(*candidate.request, false)) return;
}

// The program tests or waits for requests of ours: what they stand for must not be put off any longer.
void demanded(std::span<const std::uint64_t> requests, handles::CompletionNeed need) {
  if (need == handles::CompletionNeed::kTestAny && settings().schedule.lazy()) {
    demanded_lazily(requests);
    return;
  }
  for (const std::uint64_t id : requests) {
    const auto request = find(id);
    if (!request) continue;
    const bool wait = need == handles::CompletionNeed::kAll;
    if (!wait && request->tested++ == 0 && request->window->schedule.puts_off_test(id)) continue;
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

std::shared_ptr<Request> Request::start(Window& window, int target, MPI_Request* handle) {
  auto request = std::make_shared<Request>();
  if (PMPI_Grequest_start(query, release, cancel, nullptr, &request->handle_) != MPI_SUCCESS) return nullptr;
  *handle = request->handle_;
  request->id = record::next_id();
  request->window = &window;
  request->target = target;
  handles::added_request(
      handle, {.id = request->id, .kind = handles::RequestKind::kRma, .persistent = false, .action = nullptr});
  const std::lock_guard lock(mutex);
  incomplete().emplace(request->id, request);
  return request;
}

void Request::complete() {
  if (done_.exchange(true, std::memory_order_acq_rel)) return;
  {
    const std::lock_guard lock(mutex);
    incomplete().erase(id);
  }
  PMPI_Grequest_complete(handle_);
  own_block().bell.ring();
}

void start_requests() {
  handles::set_rma_completion(demanded);
}

}  // namespace fencepost::rma
