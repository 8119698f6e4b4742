// Sessions (11.3), for programs that never call MPI_Init. The processes use MPI_COMM_WORLD to agree on the trace's
// place and to work on each other's windows. So the first MPI_Session_init also begins the World Model, which the
// program does not see, and it ends with the process: until then the program may begin new sessions.
#include <atomic>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <mpi.h>

#include "interposer/entry.h"
#include "interposer/environment.h"
#include "interposer/failure.h"
#include "interposer/outside.h"
#include "interposer/scope.h"
#include "record/mutex.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

// Begun here, and the program has not called MPI_Init since.
std::atomic<bool> world_is_ours{false};

std::atomic<int> open_sessions{0};

struct Sessions {
  Mutex mutex;  // held by the thread that begins or ends one
  // The exit reads these without the mutex, because a thread that begins a session may hold it forever.
  std::atomic<pid_t> process = 0;           // the one that began them, not a child of it
  std::atomic<std::uint64_t> last_end = 0;  // stack of the last MPI_Session_finalize
  std::atomic<bool> exiting = false;
};
Sessions& sessions() {
  static auto& instance = *new Sessions;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

int level_of(MPI_Session session) {
  MPI_Info info = MPI_INFO_NULL;
  if (&PMPI_Session_get_info == nullptr || PMPI_Session_get_info(session, &info) != MPI_SUCCESS)
    return MPI_THREAD_MULTIPLE;
  char name[MPI_MAX_INFO_VAL + 1] = {};
  int found = 0;
  PMPI_Info_get(info, "thread_level", MPI_MAX_INFO_VAL, name, &found);
  PMPI_Info_free(&info);
  const std::string_view level = name;
  if (level == "MPI_THREAD_SINGLE") return MPI_THREAD_SINGLE;
  if (level == "MPI_THREAD_FUNNELED") return MPI_THREAD_FUNNELED;
  return level == "MPI_THREAD_SERIALIZED" ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE;
}

// A process that ends within a session has not ended MPI.
void end_world(Sessions& all) {
  if (open_sessions > 0 || all.process != getpid() || !world_is_ours.exchange(false)) return;
  if (record::active())
    end_recording(MpiCall::kSession_finalize, all.last_end);
  else
    PMPI_Finalize();
}

// Sessions of static objects may end after this.
void on_exit() {
  Sessions& all = sessions();
  all.exiting = true;
  end_world(all);
}

bool begin_world(Sessions& all) FENCEPOST_REQUIRES(all.mutex) {
  int begun = 0;
  int ended = 0;
  PMPI_Initialized(&begun);
  PMPI_Finalized(&ended);
  int level = MPI_THREAD_SINGLE;
  if (begun != 0 || ended != 0 || PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS)
    return false;
  world_is_ours = true;
  all.process = getpid();
  std::atexit(on_exit);
  return true;
}

int session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session* session) {
  const Scope scope;
  Sessions& all = sessions();
  const LockGuard lock(all.mutex);
  const int launched_by_other = launched_by_another_mpi();
  const bool begins = scope.outermost() && begin_world(all);
  const int code = PMPI_Session_init(info, handler, session);
  const bool made = code == MPI_SUCCESS;
  if (begins)
    start_recording(MpiCall::kSession_init, made ? level_of(*session) : MPI_THREAD_MULTIPLE, launched_by_other);
  if (!made) return scope.records() ? record_failure(code) : code;
  sessions_open(++open_sessions);
  return code;
}

int session_finalize(MPI_Session* session) {
  Sessions& all = sessions();
  int code = MPI_SUCCESS;
  {
    const Scope scope;
    const std::uint64_t stack = scope.records() ? record::current_stack() : 0;
    code = PMPI_Session_finalize(session);
    if (code != MPI_SUCCESS) return scope.records() ? record_failure(code) : code;
    const LockGuard lock(all.mutex);
    sessions_open(--open_sessions);
    all.last_end = stack;
  }
  if (all.exiting) end_world(all);
  return code;
}

// Whether the World Model has begun as far as the program knows.
int initialized(int* flag) {
  const int code = PMPI_Initialized(flag);
  if (code == MPI_SUCCESS && world_is_ours) *flag = 0;
  return code;
}

}  // namespace

bool ends_behind_sessions() {
  return world_is_ours && open_sessions == 0;
}

bool sessions_are_open() {
  return open_sessions > 0;
}

bool provided_to_sessions(int* provided) {
  if (!world_is_ours.exchange(false)) return false;
  if (provided != nullptr) PMPI_Query_thread(provided);
  return true;
}

std::span<const Entry> session_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Initialized, initialized),
      FENCEPOST_ENTRY(Session_init, session_init),
      FENCEPOST_ENTRY(Session_finalize, session_finalize),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
