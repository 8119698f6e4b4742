#include "command/end_watch.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <poll.h>
#include <set>
#include <sstream>
#include <string>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/clocks.h"
#include "command/closed_files.h"
#include "command/quiet_thread.h"
#include "command/task_state.h"
#include "read/trace_directory.h"

namespace fencepost::command {
namespace {

constexpr const char* kNote = "ended";
constexpr const char* kStatuses = "statuses";

}  // namespace

EndWatch::EndWatch(std::filesystem::path trace, const ClosedFiles& files)
    : trace_(std::move(trace)), files_(files), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (wake_ < 0) return;
  thread_ = quiet_thread([this] { watch(); });
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
    if (process == nullptr || known_.contains(static_cast<int>(rank))) continue;
    const auto pid = static_cast<pid_t>(process->pid);
    known_[static_cast<int>(rank)] = process->host == host ? pid : 0;
    if (process->host != host) continue;
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
    if (descriptor >= 0) fresh.push_back({.rank = static_cast<int>(rank), .pid = pid, .descriptor = descriptor});
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

// Ended processes leave `watched`.
void EndWatch::note_ended(std::vector<Watched>& watched) {
  std::vector<pollfd> all = {{.fd = wake_, .events = POLLIN, .revents = 0}};
  for (const Watched& one : watched) all.push_back({.fd = one.descriptor, .events = POLLIN, .revents = 0});
  if (poll(all.data(), all.size(), -1) < 0) return;
  if (all.front().revents != 0) {
    eventfd_t value = 0;
    eventfd_read(wake_, &value);
  }
  const std::uint64_t time = nanoseconds_of(CLOCK_REALTIME);
  std::vector<int> gone;  // their descriptors
  for (std::size_t i = 1; i < all.size(); ++i)
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

// The order in which the files were closed, and then those that have closed their files and went on for a while; none:
// a process that has ended had no file.
std::optional<std::vector<EndWatch::Look>> EndWatch::by_files(const std::vector<Look>& looks) const {
  const std::map<pid_t, ClosedFiles::Closed> closed = files_.closed();
  std::map<int, std::pair<int, const ClosedFiles::Closed*>> by_place;  // rank
  for (const auto& [rank, pid] : known_)
    if (const auto file = closed.find(pid); file != closed.end()) by_place[file->second.place] = {rank, &file->second};
  std::vector<Look> order;
  std::set<int> later;  // ranks
  for (const auto& [place, one] : by_place) {
    const auto& [rank, file] = one;
    if (file->ending && later.empty())
      order.push_back({file->time, {rank}});
    else
      later.insert(rank);
  }
  for (Look look : looks) {
    if (!std::ranges::all_of(look.ranks, [&](int rank) { return closed.contains(known_.at(rank)); }))
      return std::nullopt;
    std::erase_if(look.ranks, [&](int rank) { return !later.contains(rank); });
    if (!look.ranks.empty()) order.push_back(std::move(look));
  }
  return order;
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
  write_statuses();
  std::ofstream note(trace_ / kNote);
  for (const auto& [time, ranks] : by_files(ended_).value_or(ended_)) {
    note << time;
    for (const int rank : ranks) note << ' ' << rank;
    note << '\n';
  }
}

std::map<ProcessId, NotedEnd> noted_ends(const std::filesystem::path& trace) {
  std::map<ProcessId, NotedEnd> ends;
  std::ifstream note(trace / kNote);
  std::string line;
  for (int place = 0; std::getline(note, line); ++place) {
    std::istringstream words(line);
    std::uint64_t time = 0;
    words >> time;
    for (int rank = 0; words >> rank;) ends.emplace(ProcessId(rank), NotedEnd{place, time});
  }
  return ends;
}

void EndWatch::write_statuses() const {
  std::ofstream note(trace_ / kStatuses);
  for (const auto& [rank, pid] : known_) {
    if (const std::optional<int> status = files_.status(pid)) note << rank << ' ' << *status << '\n';
  }
}

std::map<ProcessId, int> noted_statuses(const std::filesystem::path& trace) {
  std::map<ProcessId, int> statuses;
  std::ifstream note(trace / kStatuses);
  int status = 0;
  for (int rank = 0; note >> rank >> status;) statuses[ProcessId(rank)] = status;
  return statuses;
}

}  // namespace fencepost::command
