#include "command/end_watch.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/task_state.h"
#include "read/trace_directory.h"

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
    : trace_(std::move(trace)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
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
    if (descriptor >= 0) fresh.push_back({static_cast<int>(rank), static_cast<pid_t>(process->pid), descriptor});
  }
  complete_ = known_.size() >= directory->size();
  if (fresh.empty()) return;
  {
    const Guard guard(mutex_);
    fresh_.insert(fresh_.end(), fresh.begin(), fresh.end());
  }
  eventfd_write(wake_, 1);
}

// Ended processes leave `watched`.
void EndWatch::note_ended(std::vector<Watched>& watched) {
  std::vector<pollfd> all = {{.fd = wake_, .events = POLLIN, .revents = 0}};
  for (const Watched& one : watched) all.push_back({.fd = one.descriptor, .events = POLLIN, .revents = 0});
  if (poll(all.data(), all.size(), -1) < 0) return;
  const std::uint64_t time = unix_nanoseconds();
  std::vector<int> together;
  std::vector<Watched> left;
  const bool any = std::any_of(all.begin() + 1, all.end(), [](const pollfd& one) { return one.revents != 0; });
  for (std::size_t i = 0; i < watched.size(); ++i) {
    if (all[i + 1].revents == 0 && !(any && is_ending(watched[i].pid))) {
      left.push_back(watched[i]);
      continue;
    }
    close(watched[i].descriptor);
    together.push_back(watched[i].rank);
  }
  watched = std::move(left);
  if (all.front().revents != 0) {
    eventfd_t value = 0;
    eventfd_read(wake_, &value);
  }
  const Guard guard(mutex_);
  if (!together.empty()) ended_.push_back({time, std::move(together)});
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
