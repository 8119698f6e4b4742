#include "rma/requests.h"

#include <unordered_map>

#include "handles/requests.h"
#include "record/mutex.h"
#include "recorder/recorder.h"
#include "rma/waiting.h"
#include "rma/window.h"

namespace fencepost::rma {
namespace {

// Those that are not complete, or not seen to be, by number.
Mutex mutex;
std::unordered_map<std::uint64_t, std::shared_ptr<Request>>& incomplete() FENCEPOST_REQUIRES(mutex) {
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

}  // namespace

std::shared_ptr<Request> Request::find(std::uint64_t id) {
  const LockGuard lock(mutex);
  const auto found = incomplete().find(id);
  return found == incomplete().end() ? nullptr : found->second;
}

std::shared_ptr<Request> Request::start(Window& window, int target, MPI_Request* handle) {
  auto request = std::make_shared<Request>();
  if (PMPI_Grequest_start(query, release, cancel, nullptr, &request->handle_) != MPI_SUCCESS) return nullptr;
  *handle = request->handle_;
  request->id = record::next_id();
  request->window = &window;
  request->target = target;
  static constinit std::atomic<bool> is_first{true};
  request->put_off_ = is_first.exchange(false) || window.schedule.puts_off_test(request->id);
  handles::added_request(
      handle, {.id = request->id, .kind = handles::RequestKind::kRma, .persistent = false, .action = nullptr});
  const LockGuard lock(mutex);
  incomplete().emplace(request->id, request);
  return request;
}

bool Request::complete_one(MPI_Request* handle) {
  MPI_Request made = MPI_REQUEST_NULL;
  if (PMPI_Grequest_start(query, release, cancel, nullptr, &made) != MPI_SUCCESS) return false;
  if (PMPI_Grequest_complete(made) != MPI_SUCCESS) return false;
  *handle = made;
  handles::added_request(handle, {.id = 0, .kind = handles::RequestKind::kRma, .persistent = false, .action = nullptr});
  return true;
}

void Request::complete() {
  if (done_.exchange(true, std::memory_order_acq_rel)) return;
  bool keep = false;
  {
    const LockGuard lock(mutex);
    keep = put_off_ && !shown_ && kept == 0;
    if (keep)
      kept = id;
    else
      incomplete().erase(id);
  }
  if (!keep) PMPI_Grequest_complete(handle_);
  own_block().bell.ring();
}

void Request::show() {
  {
    const LockGuard lock(mutex);
    shown_ = true;
    if (kept != id) return;
    kept = 0;
    incomplete().erase(id);
  }
  PMPI_Grequest_complete(handle_);
}

}  // namespace fencepost::rma
