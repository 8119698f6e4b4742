#include "command/program_counter.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "command/memory_map.h"
#include "command/task_state.h"
#include "record/program_code.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int kLooks = 12;
constexpr auto kBetween = 4ms;

// Traces the thread while this object exists.
class Tracer {
 public:
  explicit Tracer(pid_t task) : task_(task) {
    attached_ = ptrace(PTRACE_SEIZE, task_, nullptr, nullptr) == 0;
    if (!attached_ || ptrace(PTRACE_INTERRUPT, task_, nullptr, nullptr) != 0) return;
    int status = 0;
    stopped_ = waitpid(task_, &status, __WALL) == task_ && WIFSTOPPED(status);
    // A signal may stop it first; the signal must reach it.
    if (stopped_ && status >> 16 == 0) signal_ = WSTOPSIG(status);
  }
  ~Tracer() {
    if (stopped_) ptrace(PTRACE_DETACH, task_, nullptr, signal_);
  }
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  std::optional<std::uint64_t> counter() const {
    __ptrace_syscall_info info{};
    if (!stopped_ || ptrace(PTRACE_GET_SYSCALL_INFO, task_, sizeof info, &info) <= 0) return std::nullopt;
    return info.instruction_pointer;
  }

 private:
  pid_t task_;
  bool attached_ = false, stopped_ = false;
  long signal_ = 0;
};

// The folders that contain the MPI library or the tool's.
std::set<std::string> folders_of_mpi(std::uint64_t pid) {
  std::set<std::string> folders;
  find_mapping(pid, [&](const Mapping& one) {
    if (record::is_of_tool_or_mpi(one.name)) folders.emplace(record::folder_of(one.name));
    return false;
  });
  return folders;
}

bool is_of_program(const std::string& path, const std::string& executable, const std::set<std::string>& of_mpi) {
  if (path == executable) return true;
  if (!path.starts_with('/') || record::lies_in_system_folder(path) ||
      of_mpi.contains(std::string(record::folder_of(path))))
    return false;
  return path.starts_with(record::folder_of(executable));
}

}  // namespace

bool runs_program_code(std::uint64_t pid, std::uint64_t task) {
  std::error_code error;
  const std::string executable = fs::read_symlink(fmt::format("/proc/{}/exe", pid), error).string();
  if (error) return false;
  const std::set<std::string> of_mpi = folders_of_mpi(pid);
  for (int look = 0; look < kLooks; ++look) {
    if (look != 0) std::this_thread::sleep_for(kBetween);
    const auto state = task_state(fmt::format("/proc/{}/task/{}", pid, task));
    if (!state || state->letter != 'R') continue;  // do not disturb a system call that others may end
    const auto counter = Tracer(static_cast<pid_t>(task)).counter();
    if (!counter) return false;
    const auto mapping =
        find_mapping(pid, [&](const Mapping& one) { return one.begin <= *counter && *counter < one.end; });
    if (mapping && is_of_program(mapping->name, executable, of_mpi)) return true;
  }
  return false;
}

}  // namespace fencepost::command
