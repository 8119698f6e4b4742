// Beginning and end of recording, and the definitions.
#include "recorder/recorder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "recorder/alive_file.h"
#include "recorder/folder_files.h"
#include "recorder/forked.h"
#include "recorder/interpreter.h"
#include "recorder/limit.h"
#include "recorder/looks.h"
#include "recorder/looks_file.h"
#include "recorder/modules.h"
#include "recorder/process.h"
#include "recorder/room.h"
#include "recorder/stacks.h"

namespace fencepost::record {

namespace detail {

constinit ProcessState process;

UnnoticedByProgram::UnnoticedByProgram() : value_(errno), cancellation_(PTHREAD_CANCEL_ENABLE) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation_);
}
UnnoticedByProgram::~UnnoticedByProgram() {
  pthread_setcancelstate(cancellation_, nullptr);
  errno = value_;
}

void complain(const char* path, const char* why, const char* what) noexcept {
  if (process.complained.exchange(true)) return;
  char text[PATH_MAX + 200];
  const int length =
      snprintf(text, sizeof text, "fencepost: cannot write %s%s: %s. Rank %llu continues without being recorded.\n",
               what, path, why, static_cast<unsigned long long>(process.rank));
  if (length > 0 && ::write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) return;
}

DefinitionsEntry::DefinitionsEntry() noexcept {
  if (!recording.load(std::memory_order_relaxed) || this_thread.inside_definitions) return;
  this_thread.inside_definitions = true;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  entered_ = true;
  process.lock.lock();
  allowed_ = recording.load(std::memory_order_relaxed);
}

DefinitionsEntry::~DefinitionsEntry() {
  if (!entered_) return;
  process.lock.unlock();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  this_thread.inside_definitions = false;
}

TraceWriter& DefinitionsEntry::writer() const {
  return process.definitions;
}

bool make_definitions_room(std::size_t bytes) noexcept {
  if (process.definitions_failed || bytes > format::kLargestEvent) return false;
  const UnnoticedByProgram keep;
  const int error = process.definitions.make_room(bytes);
  if (error == 0) return true;
  process.definitions.append_lost(0, "the definitions could not be written any more", clock_ticks());
  process.definitions_failed = true;
  complain(process.definitions_path, strerror(error));
  return false;
}

namespace {

// The child of a fork shares our mappings and must not touch them. Nothing is locked here: no other thread is left.
void forked_child() {
  recording.store(false, std::memory_order_relaxed);
  this_thread = ThreadState{.ended = true};
  looks_of_thread = LookState{};
  become_forked_child();
  close_alive_file();
}

int make(const char* folder) {
  return mkdir(folder, 0755) == 0 || errno == EEXIST ? 0 : errno;
}

int make_folder(const Settings& settings, std::uint64_t rank) {
  int error = make(settings.directory.c_str());
  // On a machine that does not see what rank 0 has made.
  if (error == ENOENT && make(settings.reader_in.c_str()) == 0) error = make(settings.directory.c_str());
  if (error != 0) return error;
  char absolute[PATH_MAX];
  if (realpath(settings.directory.c_str(), absolute) == nullptr) return errno;  // the program may change its directory
  const int length =
      snprintf(process.folder, sizeof process.folder, "%s/rank-%llu", absolute, static_cast<unsigned long long>(rank));
  if (length < 0 || static_cast<std::size_t>(length) + 32 > sizeof process.folder) return ENAMETOOLONG;
  snprintf(process.definitions_path, sizeof process.definitions_path, "%.*s/definitions.fpt", PATH_MAX - 32,
           process.folder);
  return make(process.folder);
}

// Traces of an earlier run would be mixed up with ours.
void remove_old_traces() {
  DIR* const directory = opendir(process.folder);
  if (directory == nullptr) return;
  const int descriptor = dirfd(directory);
  while (const dirent* entry = descriptor >= 0 ? readdir(directory) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name.ends_with(".fpt")) unlinkat(descriptor, entry->d_name, 0);
  }
  closedir(directory);
}

// What the process can say about itself; the texts live in the arena of the process.
event::Process completed(event::Process given, const ClockReading& clock) {
  char buffer[PATH_MAX];
  if (given.pid == 0) given.pid = static_cast<std::uint64_t>(getpid());
  if (given.host.empty() && gethostname(buffer, sizeof buffer) == 0) {
    buffer[sizeof buffer - 1] = 0;
    given.host = process.arena.copy(buffer);
  }
  if (given.directory.empty() && getcwd(buffer, sizeof buffer) != nullptr) given.directory = process.arena.copy(buffer);
  if (given.executable.empty()) {
    const ssize_t length = readlink("/proc/self/exe", buffer, sizeof buffer);
    if (length > 0) given.executable = process.arena.copy({buffer, static_cast<std::size_t>(length)});
  }
  if (given.command.empty()) {
    if (FILE* const file = fopen("/proc/self/cmdline", "re")) {
      std::size_t length = fread(buffer, 1, sizeof buffer, file);
      fclose(file);
      while (length > 0 && buffer[length - 1] == 0) --length;
      for (std::size_t i = 0; i < length; ++i) {
        if (buffer[i] == 0) buffer[i] = ' ';
      }
      given.command = process.arena.copy({buffer, length});
    }
  }
  if (given.ticks_per_second == 0) given.ticks_per_second = clock.ticks_per_second;
  if (given.start_unix_nanoseconds == 0) given.start_unix_nanoseconds = clock.unix_nanoseconds;
  if (given.start_ticks == 0) given.start_ticks = clock.ticks;
  return given;
}

// After it, every thread that is not inside the recorder sees that recording has ended.
void barrier_on_all_processors() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return;
  const timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};  // without that call: store buffers drain in far less
  nanosleep(&moment, nullptr);
}

bool wait_until_idle(const ThreadTrace& trace) {
  for (int i = 0; i < 100; ++i) {
    if (!trace.busy.load(std::memory_order_acquire)) return true;
    const timespec moment{.tv_sec = 0, .tv_nsec = 1'000'000};
    nanosleep(&moment, nullptr);
  }
  return false;
}

}  // namespace
}  // namespace detail

bool start(const Settings& settings, const event::Process& given) noexcept {
  using namespace detail;
  if (active()) return true;
  if (is_forked_child()) return false;
  const UnnoticedByProgram keep;
  static constinit bool prepared = false;
  if (!prepared) {
    prepared = true;
    thread_key();
    pthread_atfork(nullptr, nullptr, forked_child);
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  }
  find_interpreter();
  process.rank = given.rank;
  process.job = settings.job;
  process.pid = getpid();
  process.complained = false;
  process.definitions_failed = false;
  process.blind_spots = nullptr;
  process.next_spare = 0;
  prepare_for_forks();
  const ClockReading clock = calibrate_clock();
  process.start_ticks = clock.ticks;
  const event::Process definition = completed(given, clock);
  const char* const reader_in = (settings.reader_in.empty() ? settings.directory : settings.reader_in).c_str();
  int error = make_folder(settings, given.rank);
  if (error == 0) {
    remove_old_traces();
    begin_limit(reader_in);
    begin_room();
    error = process.definitions.open(process.definitions_path, {.kind = format::TraceKind::kDefinitions,
                                                                .rank = static_cast<std::uint32_t>(given.rank),
                                                                .thread = 0,
                                                                .job = settings.job,
                                                                .start_ticks = process.start_ticks});
  }
  if (error != 0) {
    complain(settings.directory.c_str(), strerror(error), "the trace directory ");
    return false;
  }
  forget_unchecked();
  open_alive_file(reader_in);  // before anybody can learn of the process
  define_locked(definition);   // nobody else is here yet
  open_looks(clock);
  ++process.run;
  forget_stacks();
  forget_modules();
  define_modules();
  if (this_thread.trace != nullptr && this_thread.trace->run != process.run) {
    ThreadTrace& trace = *this_thread.trace;
    trace.run = process.run;
    trace.failed = false;
    trace.number = trace.creator = 0;
    trace.operations = 0;
    recording.store(true, std::memory_order_seq_cst);
  } else {
    adopt_thread(0, 0);
    recording.store(true, std::memory_order_seq_cst);
    attach_this_thread();
  }
  return true;
}

void stop() noexcept {
  using namespace detail;
  if (!active()) return;
  const UnnoticedByProgram keep;
  if (auto* const flush = segment_flush.load(std::memory_order_relaxed)) flush();
  if (forked_children_used_windows())
    blind_spot(
        "A process that the program made with fork loads or stores in memory of windows, which it shares with its "
        "rank: "
        "these loads and stores were not seen.");
  if (this_thread.inside_definitions) return;
  process.lock.lock();
  if (recording.exchange(false, std::memory_order_seq_cst)) {
    barrier_on_all_processors();
    for (ThreadTrace* trace = process.threads; trace != nullptr; trace = trace->next) {
      // One that stays inside (stopped in a debugger, say) is left as if it had been killed.
      if (trace->run == process.run && wait_until_idle(*trace)) trace->writer.close();
    }
    process.definitions.close();
    close_alive_file();
  }
  process.lock.unlock();
}

void write_held() noexcept {
  detail::LookState& state = detail::looks_of_thread;
  if (HeldLocks* const locks = std::exchange(state.held_locks, nullptr)) locks->record_own();
  if (const event::WindowSync sync = std::exchange(state.held_sync, {}); sync.window != 0) write_from_signal(sync);
}

void blind_spot(std::string_view sentence) noexcept {
  using namespace detail;
  const DefinitionsEntry entry;
  if (!entry) return;
  for (const auto* known = process.blind_spots; known != nullptr; known = known->next) {
    if (known->sentence == sentence) return;
  }
  const std::string_view copy = process.arena.copy(sentence);
  if (auto* fresh = process.arena.make<ProcessState::BlindSpot>(copy, process.blind_spots)) process.blind_spots = fresh;
  define_locked(event::BlindSpot{.sentence = sentence});
}

}  // namespace fencepost::record
