#include "interposer/freed_receives.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <utility>

#include "interposer/arguments.h"
#include "record/mutex.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

struct Kept {
  handles::RequestClaim claim;
  MPI_Request request;
};

struct All {
  Mutex mutex;
  std::deque<Kept> kept FENCEPOST_GUARDED_BY(mutex);
  std::atomic<std::size_t> count{0};  // of kept
};

All& all() {
  static auto& instance = *new All;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

template <class Wanted>
std::optional<Kept> take_first(const Wanted& wanted) {
  const LockGuard guard(all().mutex);
  const auto first = std::ranges::find_if(all().kept, wanted);
  if (first == all().kept.end()) return std::nullopt;
  Kept taken = std::move(*first);
  all().kept.erase(first);
  all().count.store(all().kept.size(), std::memory_order_relaxed);
  return taken;
}
bool any(const Kept&) {
  return true;
}

void put_last(Kept kept) {
  const LockGuard guard(all().mutex);
  all().kept.push_back(std::move(kept));
  all().count.store(all().kept.size(), std::memory_order_relaxed);
}

void free_natively(Kept& kept) {
  kept.claim.remove();
  PMPI_Request_free(&kept.request);
}

// While an object of these lives (one at a time), errors that MPI reports by MPI_COMM_WORLD's handler reach nobody.
class NoErrorHandler {
 public:
  NoErrorHandler() : guard_(mutex()) {
    int initialized = 0;
    PMPI_Initialized(&initialized);  // not with sessions alone
    if (initialized == 0 || PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &programs_) != MPI_SUCCESS) return;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  ~NoErrorHandler() {
    if (programs_ == MPI_ERRHANDLER_NULL) return;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, programs_);
    PMPI_Errhandler_free(&programs_);
  }
  NoErrorHandler(const NoErrorHandler&) = delete;
  NoErrorHandler& operator=(const NoErrorHandler&) = delete;

 private:
  static Mutex& mutex() {
    static auto& instance = *new Mutex;
    return instance;
  }
  Guard guard_;
  MPI_Errhandler programs_ = MPI_ERRHANDLER_NULL;
};

// Not by MPI_Test, which would call the communicator's handler for a message that nobody waits for. MPICH 4.0 calls
// that of MPI_COMM_WORLD nevertheless.
bool free_if_complete(Kept& kept) {
  MPI_Status status{};
  int complete = 0;
  {
    const NoErrorHandler while_looking;
    PMPI_Request_get_status(kept.request, &complete, &status);  // an error is that of the message, which it took
  }
  if (complete == 0) return false;
  int cancelled = 0;
  PMPI_Test_cancelled(&status, &cancelled);
  const handles::RequestClaim& claim = kept.claim;
  const int source = claim.source() != MPI_ANY_SOURCE ? claim.source() : status.MPI_SOURCE;
  const int tag = claim.tag() != MPI_ANY_TAG ? claim.tag() : status.MPI_TAG;
  record::write(event::FreedReceiveDone{.request = claim.id(),
                                        .source = cancelled != 0 ? 0 : rank_number(source),
                                        .tag = cancelled != 0 ? 0 : tag_number(tag),
                                        .cancelled = cancelled != 0 ? 1u : 0u});
  free_natively(kept);
  return true;
}

// Looks first at those that were kept longest, and moves those that are not complete to the end: each gets its turn,
// and a program that frees many before the first is complete pays the same for each.
void look_at(std::size_t most) {
  for (std::size_t i = 0; i < most; ++i) {
    std::optional<Kept> kept = take_first(any);
    if (!kept) return;
    if (!free_if_complete(*kept)) put_last(std::move(*kept));
  }
}

template <class Wanted>
void give_up(const Wanted& wanted) {
  while (std::optional<Kept> kept = take_first(wanted)) {
    if (!free_if_complete(*kept)) free_natively(*kept);
  }
}

}  // namespace

void keep_freed_receive(handles::RequestClaim claim, MPI_Request request) {
  put_last({std::move(claim), request});
}

void look_at_freed_receives() {
  constexpr std::size_t kAtOnce = 4;
  if (const std::size_t kept = all().count.load(std::memory_order_relaxed); kept != 0) look_at(std::min(kept, kAtOnce));
}

void give_up_freed_receives() {
  give_up(any);
}

void give_up_freed_receives_of(std::uint64_t communicator) {
  give_up([&](const Kept& kept) { return kept.claim.communicator() == communicator; });
}

}  // namespace fencepost::interposer
