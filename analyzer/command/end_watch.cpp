#include "command/end_watch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/task_state.h"
#include "read/trace_directory.h"
#include "record/folder_files.h"

namespace fencepost::command {
namespace {

constexpr const char* kNote = "ended";

std::uint64_t unix_nanoseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

// Whether the process is ending. (Launchers learn of a death before it is complete, and a process that is killed
// because of it may be gone sooner.)
bool is_ending(pid_t pid) {
  const std::optional<TaskState> state = task_state(fmt::format("/proc/{}", pid));
  return !state || state->exiting;
}

}  // namespace

EndWatch::EndWatch(std::filesystem::path trace)
    : trace_(std::move(trace)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      files_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (wake_ < 0) return;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

EndWatch::~EndWatch() {
  stop();
}

void EndWatch::look() {
  if (complete_ || wake_ < 0) return;
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace_, problem);
  if (!directory) return;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  std::vector<Watched> fresh;
  for (const std::uint64_t rank : directory->ranks()) {
    const event::Process* process = directory->definitions(rank).process();
    if (process == nullptr || !known_.insert(static_cast<int>(rank)).second || process->host != host) continue;
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(process->pid), 0));
    if (descriptor < 0) continue;
    const std::filesystem::path file = trace_ / fmt::format("rank-{}", rank) / format::kAliveFile;
    fresh.push_back({.rank = static_cast<int>(rank),
                     .pid = static_cast<pid_t>(process->pid),
                     .descriptor = descriptor,
                     .file = files_ < 0 ? -1 : inotify_add_watch(files_, file.c_str(), IN_CLOSE_WRITE)});
  }
  complete_ = known_.size() >= directory->size();
  if (fresh.empty()) return;
  {
    const Guard guard(mutex_);
    fresh_.insert(fresh_.end(), fresh.begin(), fresh.end());
  }
  eventfd_write(wake_, 1);
}

void EndWatch::note(std::uint64_t time, std::vector<int> ranks) {
  const Guard guard(mutex_);
  if (!ranks.empty()) ended_.push_back({time, std::move(ranks)});
}

// Those whose files were closed because they end leave `watched`, one after the other. Somebody who closes his file and
// goes on will end unseen by this: then it tells nothing any more.
void EndWatch::note_closed(std::vector<Watched>& watched) {
  if (files_ < 0) return;
  const std::uint64_t time = unix_nanoseconds();
  alignas(inotify_event) std::array<char, 4096> buffer;
  for (ssize_t size = 0; (size = ::read(files_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto& event = *reinterpret_cast<const inotify_event*>(at);
      at += sizeof event + event.len;
      const auto one = std::ranges::find(watched, event.wd, &Watched::file);
      if ((event.mask & IN_CLOSE_WRITE) == 0) continue;
      ordered_ = ordered_ && one != watched.end() && is_ending(one->pid);
      if (!ordered_) continue;
      note(time, {one->rank});
      close(one->descriptor);
      watched.erase(one);
    }
  }
}

// Ended processes leave `watched`.
void EndWatch::note_ended(std::vector<Watched>& watched) {
  std::vector<pollfd> all = {{.fd = wake_, .events = POLLIN, .revents = 0},
                             {.fd = files_, .events = POLLIN, .revents = 0}};
  const std::size_t others = all.size();
  for (const Watched& one : watched) all.push_back({.fd = one.descriptor, .events = POLLIN, .revents = 0});
  if (poll(all.data(), all.size(), -1) < 0) return;
  if (all.front().revents != 0) {
    eventfd_t value = 0;
    eventfd_read(wake_, &value);
  }
  ordered_ = ordered_ && std::ranges::none_of(watched, [](const Watched& one) { return one.file < 0; });
  note_closed(watched);
  const std::uint64_t time = unix_nanoseconds();
  std::vector<int> gone;  // their descriptors
  for (std::size_t i = others; i < all.size(); ++i)
    if (all[i].revents != 0) gone.push_back(all[i].fd);
  std::vector<int> together;
  std::erase_if(watched, [&](const Watched& one) {
    const bool has_ended = std::ranges::find(gone, one.descriptor) != gone.end();
    if (!has_ended && (gone.empty() || !is_ending(one.pid))) return false;
    close(one.descriptor);
    together.push_back(one.rank);
    return true;
  });
  note(time, std::move(together));
}

void EndWatch::watch() {
  std::vector<Watched> watched;
  for (;;) {
    {
      const Guard guard(mutex_);
      if (stop_) break;
      watched.insert(watched.end(), fresh_.begin(), fresh_.end());
      fresh_.clear();
    }
    note_ended(watched);
  }
  for (const Watched& one : watched) close(one.descriptor);
}

void EndWatch::stop() {
  if (!thread_.joinable()) return;
  {
    const Guard guard(mutex_);
    stop_ = true;
  }
  eventfd_write(wake_, 1);
  thread_.join();
  close(wake_);
  if (files_ >= 0) close(files_);
  const Guard guard(mutex_);  // (no other thread is left)
  for (const Watched& one : fresh_) close(one.descriptor);
  std::ofstream note(trace_ / kNote);
  for (const auto& [time, ranks] : ended_) {
    note << time;
    for (const int rank : ranks) note << ' ' << rank;
    note << '\n';
  }
}

std::map<int, NotedEnd> noted_ends(const std::filesystem::path& trace) {
  std::map<int, NotedEnd> ends;
  std::ifstream note(trace / kNote);
  std::string line;
  for (int place = 0; std::getline(note, line); ++place) {
    std::istringstream words(line);
    std::uint64_t time = 0;
    words >> time;
    for (int rank = 0; words >> rank;) ends.emplace(rank, NotedEnd{place, time});
  }
  return ends;
}

}  // namespace fencepost::command
