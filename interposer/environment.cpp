// MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort: where recording begins and ends (see sessions.cpp for programs
// that never call the first).
#include "interposer/environment.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <unistd.h>

#include <mpi.h>

#include "handles/communicators.h"
#include "handles/datatypes.h"
#include "interposer/aside.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/freed_receives.h"
#include "interposer/outside.h"
#include "interposer/scope.h"
#include "interposer/signals.h"
#include "interposer/trace_place.h"
#include "memory/attach.h"
#include "options/options.h"
#include "recorder/limit.h"
#include "recorder/recorder.h"
#include "rma/runtime.h"
#include "rma/shared_files.h"
#include "tracking/map.h"

namespace fencepost::interposer {
namespace {

std::string library_version() {
  std::string text(std::size_t{MPI_MAX_LIBRARY_VERSION_STRING} + 1, '\0');
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  text.resize(text.find_first_of(std::string_view("\n\0", 2)));
  std::ranges::replace(text, '\t', ' ');
  return text;
}

// Each process gets its share.
std::uint64_t limit_of_process(int processes) {
  const std::int64_t megabytes = options::TRACE_LIMIT();
  return megabytes <= 0 ? 0 : (static_cast<std::uint64_t>(megabytes) << 20) / static_cast<std::uint64_t>(processes);
}

std::uint64_t level_number(int level) {
  if (level == MPI_THREAD_MULTIPLE) return 3;
  if (level == MPI_THREAD_SERIALIZED) return 2;
  return level == MPI_THREAD_FUNNELED ? 1 : 0;
}

// MPI_Finalize begins by deleting the attributes of MPI_COMM_SELF, the last one first, and their callbacks may still
// use MPI like the program itself (11.2.4). For us the end comes after them: with an attribute that was set before all
// others. (A thread of ours that sends and receives ends earlier: MPICH can fail if it does so meanwhile.)
struct Ending {
  bool awaited = false;
  std::uint64_t stack = 0;  // of the call
  MpiCall call = MpiCall::kFinalize;
  std::optional<Scope> scope;
};
Ending& ending() {
  static auto& instance = *new Ending;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

void begin_end() {
  ending().awaited = false;
  ending().scope.emplace();
  give_up_freed_receives();
  record::write(event::FinalizeBegin{.stack = ending().stack, .call = static_cast<std::uint64_t>(ending().call)});
  handles::forget_freed_datatypes();
  rma::finish();
}

int on_self_deleted(MPI_Comm, int, void*, void*) {
  if (ending().awaited) begin_end();
  return MPI_SUCCESS;
}

void await_end() {
  int key = MPI_KEYVAL_INVALID;
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_self_deleted, &key, nullptr) != MPI_SUCCESS) return;
  ending().awaited = PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr) == MPI_SUCCESS;
  PMPI_Comm_free_keyval(&key);
}

// The launcher of one MPI does not connect processes of another one: then each is alone.
#if defined(FENCEPOST_MPI_OPENMPI)
constexpr const char *kOwnLauncher = "OMPI_COMM_WORLD_SIZE", *kOtherLauncher = "PMI_SIZE", *kOther = "MPICH";
#elif defined(FENCEPOST_MPI_MPIABI)
// Behind the standard's interface there may be either library.
constexpr const char *kOwnLauncher = "OMPI_COMM_WORLD_SIZE", *kOtherLauncher = kOwnLauncher, *kOther = "";
#else
constexpr const char *kOwnLauncher = "PMI_SIZE", *kOtherLauncher = "OMPI_COMM_WORLD_SIZE", *kOther = "Open MPI";
#endif

}  // namespace

int launched_by_another_mpi() {
  const char* const started = std::getenv(kOtherLauncher);
  return started == nullptr || std::getenv(kOwnLauncher) != nullptr ? 0 : std::atoi(started);
}

namespace {

void say_launched_by_another_mpi(int started, const std::string& library) {
  record::blind_spot("The launcher belongs to " + std::string(kOther) + " and started " + std::to_string(started) +
                     " processes, but the program uses a different MPI library (" + library +
                     "), which treats each process as a separate job with one rank: start the program with the mpiexec "
                     "of the library that it is linked with.");
}

// The program's exit, or its return from main: if no MPI_Finalize follows, the trace says where that was.
void on_exit() {
  const Scope scope;
  if (scope.records() && !ends_behind_sessions())
    record::write(event::Signal{.number = 0, .stack = record::current_stack()});
}

}  // namespace

void start_recording(MpiCall call, int provided, int launched_by_other) {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  int rank = 0;
  int size = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (parent != MPI_COMM_NULL) {  // a spawned process: its parent's trace says that it is not observed
    note_process(rank, size, nullptr);
    return;
  }
  Job job;
  if (rank == 0) job = choose_job();
  const std::string library = library_version();
  record::limit_traces(limit_of_process(size));
  // The C library allocates to answer this. From the start on, the program's allocator calls us with its lock held.
  memory::own_stack();
  const auto start = [&] {
    return record::start({.directory = job.directory, .job = job.number, .reader_in = job.reader_in},
                         event::Process{.rank = static_cast<std::uint64_t>(rank),
                                        .size = static_cast<std::uint64_t>(size),
                                        .mpi_library = library,
                                        .thread_level = level_number(provided),
                                        .native_rma = rma::settings().native ? 1u : 0u,
                                        .schedule = options::SCHEDULE()});
  };
  // Rank 0 first: what it has begun to write shows the others whether they share its directory.
  bool started = rank == 0 && start();
  PMPI_Bcast(&job, sizeof job, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank != 0) started = start();
  // All processes or none: they work together on windows.
  enum : std::uint8_t { kAllStarted, kFirstApart };
  int lowest[] = {started ? 1 : 0, !started || sees_trace_of_rank_0(job) ? size : rank};
  PMPI_Allreduce(MPI_IN_PLACE, lowest, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (lowest[kAllStarted] == 0) {
    record::write(event::Lost{.events = 0, .reason = "a rank could not begin its trace, so no rank recorded anything"});
    record::stop();
    return;
  }
  if (size == 1 && launched_by_other > 1) say_launched_by_another_mpi(launched_by_other, library);
  if (const int apart = lowest[kFirstApart]; apart < size) say_where_traces_are(rank, apart, job);
  note_process(rank, size, job.reader_in);
  memory::start();
  rma::update_program_memory();
  await_end();
  handles::add_predefined_communicators();
  rma::start(provided);
  watch_signals();
  std::atexit(on_exit);
  record::write(event::InitEnd{.stack = record::current_stack(), .call = static_cast<std::uint64_t>(call)});
}

namespace {

// If the RMA runtime makes progress beside the program's calls, we ask the library for the highest level. Even then the
// program learns only the level that it asked for: it gets that without us, and we record that.
std::atomic<int> told_level{-1};  // -1: what the library says

int init_as(MpiCall call, int* argc, char*** argv, int required, int* provided) {
  const Scope scope;
  if (provided_to_sessions(provided)) {
    world_begins();
    return MPI_SUCCESS;
  }
  if (scope.records() && world_has_begun()) begun_once_more(call, scope.stack());
  int actual = MPI_THREAD_SINGLE;
  const int launched_by_other = launched_by_another_mpi();
  const bool raised = required < MPI_THREAD_MULTIPLE && rma::may_need_threads();
  int code = MPI_SUCCESS;
  if (call == MpiCall::kInit && !raised) {
    code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS) PMPI_Query_thread(&actual);
  } else {
    code = PMPI_Init_thread(argc, argv, raised ? MPI_THREAD_MULTIPLE : required, &actual);
  }
  if (code != MPI_SUCCESS) return code;
  world_begins();
  const int told = raised ? std::min(actual, required) : actual;
  if (raised) told_level.store(told, std::memory_order_relaxed);
  if (provided != nullptr) *provided = told;
  if (scope.outermost()) start_recording(call, told, launched_by_other);
  return code;
}

int init(int* argc, char*** argv) {
  return init_as(MpiCall::kInit, argc, argv, MPI_THREAD_SINGLE, nullptr);
}

int init_thread(int* argc, char*** argv, int required, int* provided) {
  return init_as(MpiCall::kInit_thread, argc, argv, required, provided);
}

int query_thread(int* provided) {
  const int code = PMPI_Query_thread(provided);
  if (const int told = told_level.load(std::memory_order_relaxed); code == MPI_SUCCESS && told >= 0) *provided = told;
  return code;
}

int finalize() {
  std::uint64_t stack = 0;
  {
    const Scope scope;
    if (!scope.records()) {
      const int code = PMPI_Finalize();
      if (code == MPI_SUCCESS) world_ends();
      return code;
    }
    stack = record::current_stack();
  }
  return end_recording(MpiCall::kFinalize, stack);
}

int abort_job(MPI_Comm communicator, int code) {
  const Scope scope;
  if (scope.records()) record::write(event::Abort{.stack = record::current_stack(), .code = code});
  return PMPI_Abort(communicator, code);
}

}  // namespace

int end_recording(MpiCall call, std::uint64_t stack) {
  ending().call = call;
  ending().stack = stack;
  rma::stop_receiving_aside();
  // (Within a session MPI_COMM_SELF may outlive the call.)
  if (!ending().awaited || sessions_are_open()) begin_end();
  const int code = PMPI_Finalize();
  if (code != MPI_SUCCESS) {
    record_failure(code);
  } else {
    record::write(event::FinalizeEnd{});
    record::stop();
    if (call == MpiCall::kFinalize) world_ends();
  }
  ending().scope.reset();
  return code;
}

std::span<const Entry> environment_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Init, init),
      FENCEPOST_ENTRY(Init_thread, init_thread),
      FENCEPOST_ENTRY(Finalize, finalize),
      FENCEPOST_ENTRY(Abort, abort_job),
      FENCEPOST_ENTRY(Query_thread, query_thread),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
