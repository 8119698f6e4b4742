#include "rma/runtime.h"

#include <cstdlib>

#include "recorder/recorder.h"
#include "rma/demand.h"
#include "rma/errand_service.h"
#include "rma/gathered_watch.h"
#include "rma/message_transport.h"
#include "rma/operations.h"
#include "rma/post_office.h"
#include "rma/requests.h"
#include "rma/transport.h"
#include "rma/waiting.h"

namespace fencepost::rma {
namespace {

// A generalized request that nobody completes: testing it makes the MPI library work on what it has under way. (A probe
// would do in Open MPI; MPICH's does not progress messages of other communicators.)
MPI_Request never = MPI_REQUEST_NULL;

int query(void*, MPI_Status*) {
  return MPI_SUCCESS;
}
int release(void*) {
  return MPI_SUCCESS;
}
int cancel(void*, int) {
  return MPI_SUCCESS;
}

void poke_library() {
  post_office().progress();
  int flag = 0;
  PMPI_Request_get_status(never, &flag, MPI_STATUS_IGNORE);
}

// Ranks of the job on this machine, as the launcher says.
int ranks_on_node() {
  for (const char* variable : {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_TASKS_PER_NODE"}) {
    if (const char* value = std::getenv(variable)) {
      if (const int ranks = std::atoi(value); ranks > 0) return ranks;
    }
  }
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

// Whether the launcher says that all ranks of the job are on this machine.
bool all_on_node() {
  struct Row {
    const char* here;
    const char* all;
  };
  constexpr Row kRows[] = {{"MPI_LOCALNRANKS", "PMI_SIZE"},
                           {"OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_SIZE"},
                           {"SLURM_TASKS_PER_NODE", "SLURM_NTASKS"}};
  for (const Row& row : kRows) {
    const char* const here = std::getenv(row.here);
    const char* const all = std::getenv(row.all);
    if (here && all) return std::atoi(here) > 0 && std::atoi(here) == std::atoi(all);
  }
  return false;
}

bool is_forced(TransportChoice choice) {
  return choice == TransportChoice::kMessages || choice == TransportChoice::kSplit;
}

}  // namespace

bool may_need_threads() {
  const TransportChoice choice = settings().transport;
  if (settings().native || choice == TransportChoice::kDirect) return false;
  return is_forced(choice) || !all_on_node() || !allow_copying();
}

void start(int thread_level) {
  WindowMutex::needed.store(thread_level == MPI_THREAD_MULTIPLE);
  set_ranks_on_node(ranks_on_node());
  if (settings().native) return;
  if (PMPI_Grequest_start(query, release, cancel, nullptr, &never) == MPI_SUCCESS) set_progress(poke_library);
  start_demand();
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const TransportChoice choice = settings().transport;
  const bool forced = is_forced(choice);
  const bool wanted = forced || (choice == TransportChoice::kAuto && (ranks_on_node() < size || !allow_copying()));
  if (wanted && !start_message_transport() && forced) {
    std::fprintf(
        stderr,
        "fencepost: FENCEPOST_TRANSPORT: no messages: the MPI library does not provide MPI_THREAD_MULTIPLE; using "
        "direct\n");
  }
}

void stop_receiving_aside() {
  post_office().stop_helper();
}

void finish() {
  Request::show_kept();
  stop_errand_service();
  stop_watch();
  stop_message_transport();
  set_progress(nullptr);
  if (never != MPI_REQUEST_NULL) {
    PMPI_Grequest_complete(never);
    PMPI_Wait(&never, MPI_STATUS_IGNORE);
  }
  if (!settings().native) close_own_block();
}

void let_others_ask() {
  const TransportChoice choice = settings().transport;
  if (choice == TransportChoice::kAuto || choice == TransportChoice::kSplit) start_errand_service();
}

bool has_messages() {
  return post_office().is_open();
}

void choose_transport(Window& window, Target& target) {
  target.transport = &direct_transport();
  target.direct = true;
  if (!has_messages() || rank_of(window, target) == window.rank) return;
  const TransportChoice choice = settings().transport;
  if (choice == TransportChoice::kMessages ||
      (choice == TransportChoice::kSplit && (rank_of(window, target) - window.rank) % 2 != 0)) {
    target.control = nullptr;
    target.counters = nullptr;
    target.memory = nullptr;
  }
  // If memory is not mapped here and the kernel does not let us copy it, only its owner can do it.
  const bool reachable = target.control != nullptr && (target.memory != nullptr || target.peer->can_copy);
  if (reachable) return;
  target.transport = &message_transport();
  target.direct = false;
}

std::byte* part_of(const Window& window, int rank) {
  return window.targets[static_cast<std::size_t>(rank)].part;
}

}  // namespace fencepost::rma
