#include "command/job_processes.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "command/file_text.h"
#include "read/job_folders.h"
#include "read/trace_directory.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

bool records_into(pid_t pid, const fs::path& trace) {
  std::string variables = text_of_file("/proc/" + std::to_string(pid) + "/environ").value_or("");
  variables.push_back('\0');
  return ('\0' + variables).find('\0' + ("FENCEPOST_TRACE_DIR=" + trace.string()) + '\0') != std::string::npos;
}

}  // namespace

std::vector<pid_t> processes_of_job(const fs::path& trace) {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto pid = static_cast<pid_t>(std::stol(name));
    if (pid != getpid() && records_into(pid, trace)) found.push_back(pid);
  }
  return found;
}

namespace {

// `left`: the processes that still exist.
void end_all(const std::function<std::vector<pid_t>()>& left, std::chrono::milliseconds patience) {
  for (int number : {SIGTERM, SIGKILL}) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (bool first = true; first || std::chrono::steady_clock::now() < until; first = false) {
      const std::vector<pid_t> pids = left();
      if (pids.empty()) return;
      for (const pid_t pid : pids)
        if (first || number == SIGKILL) kill(pid, number);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
}

}  // namespace

void end_processes(const fs::path& trace, std::chrono::milliseconds patience) {
  end_all([&] { return processes_of_job(trace); }, patience);
}

void end_processes_of(const fs::path& folder) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(folder, problem);
  if (!directory) return;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  std::vector<pid_t> pids;
  for (const std::uint64_t rank : directory->ranks()) {
    const event::Process* process = directory->definitions(rank).process();
    if (process != nullptr && process->host == host) pids.push_back(static_cast<pid_t>(process->pid));
  }
  end_all(
      [&] {
        std::vector<pid_t> left = processes_of_job(read::command_directory(folder));
        std::erase_if(left, [&](pid_t pid) { return std::ranges::find(pids, pid) == pids.end(); });
        return left;
      },
      std::chrono::seconds(2));
}

}  // namespace fencepost::command
