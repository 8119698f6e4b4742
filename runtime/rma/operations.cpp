#include "rma/operations.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "recorder/recorder.h"
#include "rma/element_types.h"
#include "rma/epochs.h"
#include "rma/execute.h"
#include "rma/transport.h"
#include "tracking/tracked.h"

namespace fencepost::rma {
namespace {

// This many operations may wait for one target under schedules that put off; then they run as soon as they can.
constexpr std::size_t kMostWaiting = 10000;

// A type with absolute addresses may reach from the heap to the stack: what is between is not tracked, because that
// takes memory for each of its pages.
constexpr std::int64_t kNear = std::int64_t{16} << 20;

void track(const Layout& layout) {
  if (layout.empty()) return;
  each_region(layout, kNear, [](const std::byte* address, std::int64_t size) {
    memory::track_buffer(address, static_cast<std::size_t>(size));
  });
}

void run(Window& window, Target& target, Waiting& waiting) FENCEPOST_REQUIRES(window.mutex) {
  target.transport->execute(window, target, waiting.operation, waiting.request);
}

// Atomic operations stay in order.
std::size_t first_atomic(const Target& target) {
  const WaitingOperations::All& all = target.waiting.all();
  const auto first =
      std::find_if(all.begin(), all.end(), [](const auto& waiting) { return waiting->operation.atomic(); });
  return static_cast<std::size_t>(first - all.begin());
}

// Takes the first waiting operation, or (random schedule) any whose turn it may be.
std::unique_ptr<Waiting> take_next(Window& window, Target& target) {
  std::size_t at = 0;
  if (window.schedule.shuffles() && target.waiting.size() > 1) {
    at = static_cast<std::size_t>(window.schedule.below(target.waiting.size()));
    if (target.waiting.all()[at]->operation.atomic()) at = first_atomic(target);
  }
  return target.waiting.take(at);
}

void run_all(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex) {
  while (!target.waiting.empty()) {
    const auto taken = take_next(window, target);
    run(window, target, *taken);
  }
}

std::shared_ptr<const handles::DatatypeInfo> keep(const handles::DatatypeInfo* type) {
  return type ? type->weak_from_this().lock() : nullptr;
}

void put_off(Target& target, const Operation& operation, const std::shared_ptr<Request>& request) {
  auto waiting = std::make_unique<Waiting>();
  waiting->operation = operation;
  waiting->origin_type = keep(operation.origin.type);
  waiting->result_type = keep(operation.result.type);
  waiting->target_type = keep(operation.at_target.type);
  waiting->request = request;
  target.waiting.add(std::move(waiting));
}

// The data leaves the origin's buffer, which the program may use again; the operation still waits.
void take_data(Waiting& waiting) {
  Operation& operation = waiting.operation;
  if (operation.fetches() || !waiting.packed.empty() || operation.origin.empty()) return;
  if (operation.atomic()) {
    waiting.packed.resize(static_cast<std::size_t>(element_bytes(operation.origin)));
    pack_elements(waiting.packed.data(), operation.origin, operation.basic);
    const handles::DatatypeInfo& element = element_type(operation.basic);
    operation.origin = {waiting.packed.data(), static_cast<std::int64_t>(waiting.packed.size()) / element.size,
                        &element};
  } else {
    waiting.packed.resize(static_cast<std::size_t>(operation.origin.bytes()));
    pack(waiting.packed.data(), operation.origin, operation.origin.bytes());
    operation.origin = {waiting.packed.data(), static_cast<std::int64_t>(waiting.packed.size()),
                        &element_type(BasicType::kByte)};
  }
  waiting.origin_type = nullptr;
  if (waiting.request) {
    waiting.request->complete();
    waiting.request = nullptr;
  }
}

bool moves_nothing(const Operation& operation) {
  if (operation.at_target.empty()) return true;
  switch (operation.kind) {
    case Kind::kPut:
    case Kind::kGet:
      return operation.origin.empty();
    default:
      return false;
  }
}

}  // namespace

int rank_of(const Window& window, const Target& target) {
  return static_cast<int>(&target - window.targets.get());
}

bool try_open(Window& window, Target& target) {
  if (target.open) return true;
  if (target.lock.is_called()) {
    if (target.lock.is_still_to_be_granted()) {
      if (target.lock.being_taken) return false;
      if (Target* const earlier = earlier_lock(window, target); earlier && !try_open(window, *earlier)) return false;
      const std::uint32_t sequence = target.transport->try_lock(window, target, target.lock.type);
      if (sequence == 0) return false;
      note_granted(window, target, sequence);
    }
    target.open = true;
  } else if (target.started) {
    target.open = is_posted(window, target);
  } else {
    target.open = true;  // by the fence that began the epoch
  }
  return target.open;
}

void open(Window& window, Target& target) {
  if (try_open(window, target)) return;
  if (target.lock.is_called()) {
    take_lock(window, target);
  } else {
    window.mutex.unlock();
    own_block().bell.wait([&] { return is_posted(window, target); });
    window.mutex.lock();
  }
  target.open = true;
}

void drain(Window& window, Target& target) {
  while (!target.waiting.empty()) {
    open(window, target);
    run_all(window, target);
  }
}

void drain_locally(Window& window, Target& target) {
  if (target.waiting.empty()) return;
  const WaitingOperations::All& all = target.waiting.all();
  const bool fetch =
      std::any_of(all.begin(), all.end(), [](const auto& waiting) { return waiting->operation.fetches(); });
  if (fetch || window.schedule.eager()) {
    drain(window, target);
    return;
  }
  for (const auto& waiting : target.waiting.all()) take_data(*waiting);
}

void run_for_request(Window& window, int rank, bool wait) {
  const Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (wait) {
    drain_locally(window, target);
  } else if (!target.waiting.empty() && try_open(window, target)) {
    run_all(window, target);
  }
}

bool run_only(const Request& request, bool wait) {
  Window& window = *request.window;
  const Guard guard(window.mutex);
  Target& target = window.target(request.target);
  const auto place = [&] {
    const auto is_asked_for = [&](const auto& waiting) { return waiting->request.get() == &request; };
    const WaitingOperations::All& all = target.waiting.all();
    return std::find_if(all.begin(), all.end(), is_asked_for) - all.begin();
  };
  auto at = static_cast<std::size_t>(place());
  if (at == target.waiting.size()) return true;  // it is running already
  if (!target.waiting.all()[at]->operation.fetches()) {
    take_data(*target.waiting.all()[at]);
    return true;
  }
  if (!try_open(window, target)) {
    if (!wait) return false;
    open(window, target);
    at = static_cast<std::size_t>(place());  // others may have run meanwhile
    if (at == target.waiting.size()) return true;
  }
  for (bool is_it = false; !is_it;) {
    const auto taken = target.waiting.take(target.waiting.all()[at]->operation.atomic() ? first_atomic(target) : at);
    is_it = taken->request.get() == &request;
    run(window, target, *taken);
    --at;
  }
  return true;
}

void track_buffers(const Operation& operation) {
  track(operation.origin);
  track(operation.result);
  if (operation.compare) memory::track_buffer(operation.compare, size_of(operation.basic));
}

namespace {
void issue_now(Window& window, Operation& operation, const std::shared_ptr<Request>& request)
    FENCEPOST_REQUIRES(window.mutex) {
  Target& target = window.target(operation.target);
  window.note_use(target);
  if (moves_nothing(operation)) {
    if (request) request->complete();
    return;
  }
  if (window.schedule.eager() && !target.waiting.empty() && try_open(window, target)) run_all(window, target);
  const bool in_order = !operation.atomic() || !target.waiting.has_atomics();
  if (!window.schedule.defers_operation() && in_order && try_open(window, target)) {
    target.transport->execute(window, target, operation, request);
  } else {
    put_off(target, operation, request);
    if (target.waiting.size() > kMostWaiting && try_open(window, target)) run_all(window, target);
  }
  if (window.schedule.runs_another() && !target.waiting.empty() && try_open(window, target)) {
    const auto taken = take_next(window, target);
    run(window, target, *taken);
  }
}
}  // namespace

void issue(Window& window, Operation& operation, const std::shared_ptr<Request>& request) {
  bool pauses = false;
  {
    const Guard guard(window.mutex);
    pauses = window.schedule.pauses();
    issue_now(window, operation, request);
  }
  if (pauses) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void issue_unsynchronized(Window& window, Operation& operation, const std::shared_ptr<Request>& request) {
  Target& target = window.target(operation.target);
  {
    const Guard guard(window.mutex);
    target.pending.begin();  // no call of this epoch completes it
    if (moves_nothing(operation)) {
      if (request) request->complete();
      return;
    }
    target.transport->execute(window, target, operation, request);
  }
  target.transport->finish(window, target);
}

}  // namespace fencepost::rma
