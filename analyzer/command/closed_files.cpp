#include "command/closed_files.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "command/clocks.h"
#include "command/quiet_thread.h"
#include "command/task_state.h"
#include "command/wait_status.h"
#include "record/alive_folder.h"

namespace fencepost::command {
namespace {

// The process whose file this is; 0: somebody else's file.
pid_t process_of(std::string_view name) {
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  return error == std::errc() && end == name.data() + name.size() ? process : 0;
}

// Only what processes have made there: the directory may be one of the user's.
void remove_folder(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    std::error_code ignored;
    if (process_of(entry.path().filename().string()) != 0 && entry.is_regular_file(ignored))
      std::filesystem::remove(entry.path(), ignored);
  }
  std::filesystem::remove(folder, error);
}

}  // namespace

ClosedFiles::ClosedFiles(const std::filesystem::path& trace) : folder_(trace / format::kAliveFolder) {
  remove_folder(folder_);
  std::error_code error;
  if (!std::filesystem::create_directory(folder_, error)) return;
  made_ = true;
  files_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  stop_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (files_ < 0 || stop_ < 0 || inotify_add_watch(files_, folder_.c_str(), IN_CREATE | IN_CLOSE_WRITE) < 0) return;
  thread_ = quiet_thread([this] { watch(); });
}

ClosedFiles::~ClosedFiles() {
  if (thread_.joinable()) {
    eventfd_write(stop_, 1);
    thread_.join();
  }
  const Guard guard(mutex_);  // (no other thread is left)
  for (const auto& [process, descriptor] : descriptors_) close(descriptor);
  if (files_ >= 0) close(files_);
  if (stop_ >= 0) close(stop_);
  if (made_) remove_folder(folder_);
}

void ClosedFiles::remember(pid_t process) const {
  constexpr std::size_t kMost = 256;  // a big job leaves descriptors for others
  if (descriptors_.size() >= kMost && !descriptors_.contains(process)) return;
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (descriptor < 0) return;
  const auto [at, fresh] = descriptors_.try_emplace(process, descriptor);
  if (!fresh) close(std::exchange(at->second, descriptor));  // of an earlier process with that number
}

std::optional<int> ClosedFiles::status(pid_t process) const {
  const Guard guard(mutex_);
  const auto at = descriptors_.find(process);
  return at != descriptors_.end() ? wait_status_of(at->second) : std::nullopt;
}

void ClosedFiles::take() const {
  const std::uint64_t time = nanoseconds_of(CLOCK_REALTIME);
  alignas(inotify_event) std::array<char, 4096> buffer;
  for (ssize_t size = 0; (size = ::read(files_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto& event = *reinterpret_cast<const inotify_event*>(at);
      const char* const name = at + sizeof event;
      at += sizeof event + event.len;
      lost_ = lost_ || (event.mask & IN_Q_OVERFLOW) != 0;
      const pid_t process = event.len == 0 ? 0 : process_of(name);
      if (process == 0) continue;
      if ((event.mask & IN_CREATE) != 0) {
        remember(process);
        continue;
      }
      // The number of a process that is gone may be that of a later one, in a later job: only the last counts.
      closed_[process] = {.place = next_++, .time = time, .ending = is_ending(process)};
    }
  }
}

void ClosedFiles::watch() {
  std::array<pollfd, 2> both = {pollfd{.fd = files_, .events = POLLIN, .revents = 0},
                                pollfd{.fd = stop_, .events = POLLIN, .revents = 0}};
  while (both.back().revents == 0) {
    if (poll(both.data(), both.size(), -1) < 0) continue;
    const Guard guard(mutex_);
    take();
  }
}

std::map<pid_t, ClosedFiles::Closed> ClosedFiles::closed() const {
  const Guard guard(mutex_);
  if (files_ >= 0) take();  // the thread need not have come to it yet
  return lost_ ? std::map<pid_t, Closed>() : closed_;
}

}  // namespace fencepost::command
