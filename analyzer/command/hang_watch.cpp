#include "command/hang_watch.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <linux/magic.h>
#include <string>
#include <sys/statfs.h>
#include <system_error>
#include <type_traits>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "check/event_place.h"
#include "command/job_processes.h"
#include "command/program_counter.h"
#include "command/waiting_tasks.h"
#include "read/folder_names.h"
#include "read/trace_directory.h"
#include "record/fields.h"
#include "record/format.h"
#include "record/job_folders.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The job must have had this share of the time-out for itself. Not all of it: ranks that poll, several per processor,
// hang no later than ranks that sleep. A job that makes progress needs far less between two events.
constexpr int kShareOfOwnTime = 10;

// A collective call that all processes have begun comes to its end: only the library or the machine can be slow.
constexpr int kPatienceWithMeetings = 10;

// Data gets this much time to move, in addition to the time-out: the speed of the slowest networks and busy machines.
constexpr std::uint64_t kSlowestBytesPerSecond = 50'000'000;

// A collective call that all processes of the job make together.
struct Meeting {
  std::uint64_t call = 0;
  std::int64_t root = 0;
  friend bool operator==(const Meeting&, const Meeting&) = default;
};

// None: it is another call, or one of some processes.
template <class Event>
std::optional<Meeting> meeting_of(const Event& event) {
  constexpr std::uint64_t kWorld = 1;  // MPI_COMM_WORLD, in each process
  if constexpr (std::is_same_v<Event, event::CollectiveBegin>) {
    if (event.communicator == kWorld) return Meeting{event.call, event.root};
  } else if constexpr (std::is_same_v<Event, event::WindowCreateBegin>) {
    if (event.communicator == kWorld) return Meeting{event.call};
  }
  return std::nullopt;
}

struct ThreadState {
  bool inside = false;  // a blocking call of MPI
  std::optional<Meeting> meeting;
  bool waits = false;        // for another thread of its process
  std::uint64_t moving = 0;  // bytes of that call, and of operations and requests that it may be waiting or polling for
  bool ended = false;        // the thread, or all of MPI
  bool serves = false;       // a thread of the runtime, which does what other ranks' messages request
};

// The size of the buffers that a call was given; nothing for unknown types.
template <class Event>
std::uint64_t bytes_given(const Event& event, read::Definitions& definitions) {
  std::uint64_t bytes = 0;
  const auto add = [&](const Buffer& buffer) {
    const std::uint64_t* const size = buffer.count > 0 ? definitions.size_of_datatype(buffer.datatype) : nullptr;
    if (size != nullptr) bytes += static_cast<std::uint64_t>(buffer.count) * *size;
  };
  for_each_field(event, [&](auto tag, const char*, const auto& field) {
    if constexpr (std::is_same_v<decltype(tag), tag::BUFFER>) add(field);
    if constexpr (std::is_same_v<decltype(tag), tag::LIST_BUFFER>) std::ranges::for_each(field, add);
  });
  return bytes;
}

ThreadState state_at_end(read::EventStream& stream, read::Definitions& definitions) {
  ThreadState state;
  bool calls = false;
  std::uint64_t begun = 0;  // bytes of nonblocking calls
  while (const read::RecordedEvent* event = stream.next()) {
    bool known = read::visit(*event, [&](const auto& e) {
      using Event = std::decay_t<decltype(e)>;
      if constexpr (kFactsOf<Event>.from_inside) {
        state.serves = true;
      } else {
        state.waits = kFactsOf<Event>.waits_for_thread;
        state.inside = check::begins_blocking(e) && !state.waits;
        state.meeting = meeting_of(e);
        if constexpr (kFactsOf<Event>.completes_others) begun = 0;
        const std::uint64_t given = bytes_given(e, definitions);
        if (!state.inside) begun += given;
        state.moving = begun + (state.inside ? given : 0);
        calls = calls || !std::is_same_v<Event, event::ThreadBegin>;
      }
    });
    if (!known) state.inside = state.waits = false;
    state.ended = event->kind() == EventKind::kThreadEnd || event->kind() == EventKind::kFinalizeEnd;
  }
  state.ended = state.ended || stream.header().closed;
  state.serves = state.serves && !calls;
  return state;
}

// File systems on which one machine may see late what another one wrote into mapped memory: Linux writes it back after
// half a minute.
bool shows_late(const fs::path& trace) {
  struct statfs status{};
  if (statfs(trace.c_str(), &status) != 0) return false;
  switch (static_cast<std::uint32_t>(status.f_type)) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case AFS_SUPER_MAGIC:
    case CEPH_SUPER_MAGIC:
    case V9FS_MAGIC:
    case FUSE_SUPER_MAGIC:
      return true;
    default:
      return false;
  }
}
constexpr auto kLongestDelay = 100s;

// The thread whose trace it is.
std::optional<Pollers::Thread> thread_of(const fs::path& trace) {
  const auto rank = read::number_in(trace.parent_path().filename().string(), "rank-", "");
  const auto thread = read::number_in(trace.filename().string(), "thread-", ".fpt");
  return rank && thread ? std::optional(Pollers::Thread{*rank, *thread}) : std::nullopt;
}

// A process of this machine, in a namespace that we see; otherwise only its trace shows anything about it.
bool is_here(const event::Process& process, const fs::path& named) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return process.host == host && std::ranges::count(processes_of_job(named), static_cast<pid_t>(process.pid)) != 0;
}

}  // namespace

HangWatch::HangWatch(fs::path trace, fs::path named, std::chrono::milliseconds timeout)
    : trace_(std::move(trace)),
      named_(std::move(named)),
      timeout_(timeout),
      last_growth_(Clock::now()),
      next_look_(last_growth_) {}

bool HangWatch::has_grown() {
  bool grown = false;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(trace_, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with(format::kJobFolder)) entry.disable_recursion_pending();
    if (entry->path().extension() != ".fpt") continue;
    Extent extent = extents_[entry->path()];
    int file = ::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    // Blocks are begun one after another: follow their headers as far as they go. Blocks that were already read may
    // have been deleted; the block that is being written has not.
    for (Extent next = extent;; next = {next.block + 1, 0}) {
      format::BlockHeader header{};
      auto at = static_cast<off_t>(format::kFileHeaderSize + next.block * format::kBlockSize);
      if (const off_t data = lseek(file, at, SEEK_DATA); data > at) {
        next.block = (static_cast<std::uint64_t>(data) - format::kFileHeaderSize) / format::kBlockSize;
        at = static_cast<off_t>(format::kFileHeaderSize + next.block * format::kBlockSize);
      }
      if (pread(file, &header, sizeof header, at) != sizeof header || header.magic != format::kBlockMagic) break;
      extent = {next.block, header.used};
    }
    close(file);
    auto [known, fresh] = extents_.try_emplace(entry->path());
    const bool more = fresh || !(known->second == extent);
    const auto thread = thread_of(entry->path());
    grown = grown || (more && !(thread && pollers_.only_looks_since(*thread, last_growth_)));
    known->second = extent;
  }
  return grown;
}

bool HangWatch::has_ranks_elsewhere() const {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace_, problem);
  if (!directory) return false;
  return std::ranges::any_of(directory->ranks(), [&](std::uint64_t rank) {
    const event::Process* process = directory->definitions(rank).process();
    return process != nullptr && !is_here(*process, named_);
  });
}

// One process; threads that serve others do not count.
struct HangWatch::Waiting {
  int inside = 0, polling = 0, for_threads = 0, ended = 0;
  bool loads_words = false;             // one that polls loads words
  std::vector<std::uint64_t> outside;   // tasks
  std::vector<std::uint64_t> in_calls;  // tasks of the threads that are inside and do not poll
  bool first_outside = false;
  std::uint64_t moving = 0;
  std::vector<std::uint64_t> known;  // tasks of all threads that the trace names
  std::optional<Meeting> meeting;    // of the one thread that is inside
  bool readable = true;
};

HangWatch::Waiting HangWatch::waiting_of(read::TraceDirectory& directory, std::uint64_t rank,
                                         Clock::time_point now) const {
  Waiting all;
  read::Problem problem;
  std::map<std::uint64_t, std::uint64_t> tasks;  // of those that are outside of all calls, or have no trace
  for (const auto& [thread, task] : directory.definitions(rank).tasks()) {
    tasks[thread] = task;
    all.known.push_back(task);
  }
  for (const std::uint64_t thread : directory.threads(rank)) {
    auto stream = directory.events(rank, thread, problem);
    if (!stream) return {.readable = false};
    ThreadState state = state_at_end(*stream, directory.definitions(rank));
    const bool outside = !state.ended && !state.inside && !state.waits;
    const auto task = tasks.find(thread);
    if (state.serves && task != tasks.end()) std::erase(all.known, task->second);
    if (state.inside && !state.ended && !state.serves && task != tasks.end()) all.in_calls.push_back(task->second);
    if ((!outside || state.serves) && task != tasks.end()) tasks.erase(task);
    if (state.serves) continue;
    const bool polls = pollers_.polls({rank, thread}, now, timeout_);
    if (polls) ++all.polling;
    all.loads_words = all.loads_words || (polls && pollers_.loads_words({rank, thread}));
    state.inside = state.inside || polls;
    if (state.inside) all.moving += state.moving;
    if (state.inside && !state.ended) all.meeting = all.inside == 0 && !polls ? state.meeting : std::nullopt;
    if (state.ended) {
      ++all.ended;
    } else if (state.inside) {
      ++all.inside;
    } else if (state.waits) {
      ++all.for_threads;
    } else {
      all.first_outside = all.first_outside || thread == 0;
    }
  }
  for (const auto& [thread, task] : tasks) all.outside.push_back(task);
  return all;
}

// A call may call a function of the program, which may do anything: an operation of reductions, an attribute function,
// an error handler.
bool HangWatch::is_in_callback(const Waiting& threads, std::uint64_t pid) const {
  return any_sleeps_for_a_time(pid, threads.in_calls, tasks_at_growth_) ||
         std::ranges::any_of(threads.in_calls, [&](std::uint64_t task) { return runs_program_code(pid, task); });
}

bool HangWatch::can_go_on(Waiting threads, const event::Process& process, const std::vector<pid_t>& no_ranks) const {
  const bool here = is_here(process, named_);
  if (here) threads.outside = alive(process.pid, std::move(threads.outside));
  const int outside = static_cast<int>(threads.outside.size());
  if (threads.inside + threads.for_threads + outside == 0) return threads.ended == 0;
  // A signal handler may change memory, and a child of the process may cause what a handler does.
  const bool for_memory = threads.inside == 0 || threads.loads_words;
  if (for_memory && here && (catches_signals(process.pid) || has_children(process.pid))) return true;
  // No thread of it is in MPI: it is stuck only if all its threads wait for each other.
  if (threads.inside == 0) return !here || !all_wait_for_each_other(process.pid, threads.known, no_ranks);
  // On other machines, a thread that is not inside a call may well compute. A thread that polls leaves the work to
  // threads that may be invisible.
  if (outside > 0 && !here) return true;
  if (outside + threads.polling > 0 && here && other_threads_compute(process.pid, threads.inside)) return true;
  if (threads.first_outside && sleeps_or_reads(process.pid)) return true;
  return here &&
         (any_sleeps_or_reads(process.pid, threads.outside, tasks_at_growth_) || is_in_callback(threads, process.pid));
}

std::optional<HangWatch::Standstill> HangWatch::all_wait(Clock::time_point now) const {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace_, problem);
  if (!directory || directory->ranks().size() < directory->size()) return std::nullopt;
  std::vector<pid_t> no_ranks = processes_of_job(named_);
  for (const std::uint64_t rank : directory->ranks()) {
    if (const event::Process* process = directory->definitions(rank).process())
      std::erase(no_ranks, static_cast<pid_t>(process->pid));
  }
  bool any_waits = false;
  Standstill all;
  std::vector<std::optional<Meeting>> meetings;
  for (const std::uint64_t rank : directory->ranks()) {
    const Waiting threads = waiting_of(*directory, rank, now);
    const event::Process* process = directory->definitions(rank).process();
    if (process == nullptr || !threads.readable || can_go_on(threads, *process, no_ranks)) return std::nullopt;
    any_waits = any_waits || threads.inside + threads.for_threads > 0 || !threads.outside.empty();
    all.moving += threads.moving;
    meetings.push_back(threads.meeting);
  }
  all.meets = std::ranges::all_of(meetings, [&](const auto& one) { return one && one == meetings.front(); });
  return any_waits ? std::optional(all) : std::nullopt;
}

bool HangWatch::hangs() {
  if (timeout_ == 0ms) return false;
  auto now = Clock::now();
  if (now < next_look_) return false;
  next_look_ = now + std::min<std::chrono::milliseconds>(timeout_ / 4 + 1ms, 500ms);
  pollers_.look(now, trace_);
  if (has_grown()) {
    begin_anew(now);
    return false;
  }
  const bool first = processes_.empty();
  if (first) processes_ = processes_of_job(named_);
  Tasks tasks = tasks_of(processes_);
  if (first) tasks_at_growth_ = tasks;
  own_time_.look(now, std::move(tasks));
  if (now - last_growth_ < timeout_ || own_time_.passed() < timeout_ / kShareOfOwnTime) return false;
  if (now - last_growth_ < kLongestDelay && shows_late(trace_) && has_ranks_elsewhere()) return false;
  const std::optional<Standstill> all = all_wait(now);
  // What was read while somebody made progress may never have been true at one time.
  if (!all || has_grown()) {
    begin_anew(now);
    return false;
  }
  const auto arrival = last_growth_ + (all->meets ? kPatienceWithMeetings : 1) * timeout_ +
                       std::chrono::seconds(all->moving / kSlowestBytesPerSecond);
  if (now >= arrival) return true;
  next_look_ = arrival;
  return false;
}

void HangWatch::begin_anew(Clock::time_point now) {
  last_growth_ = now;
  processes_.clear();
  own_time_.restart();
}

namespace {
constexpr const char* kNote = "hung";
}

void note_hang(const fs::path& trace, std::chrono::milliseconds timeout) {
  std::ofstream(trace / kNote) << fmt::format("{}\n", std::chrono::duration<double>(timeout).count());
}

std::optional<std::string> noted_hang(const fs::path& trace) {
  std::ifstream file(trace / kNote);
  std::string seconds;
  return file >> seconds ? std::optional(seconds) : std::nullopt;
}

}  // namespace fencepost::command
