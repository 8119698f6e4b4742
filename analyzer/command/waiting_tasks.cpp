#include "command/waiting_tasks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <linux/futex.h>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "command/task_state.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

fs::path folder_of(std::uint64_t pid) {
  return fmt::format("/proc/{}/task", pid);
}

int running_tasks(std::uint64_t pid) {
  int running = 0;
  std::error_code error;
  for (const auto& task : fs::directory_iterator(folder_of(pid), error)) {
    const std::optional<TaskState> state = task_state(task.path());
    if (state && state->letter == 'R') ++running;
  }
  return running;
}

// The system call that a task is in.
struct SystemCall {
  long number = -1;  // -1: none, or not known
  std::array<std::uint64_t, 6> arguments{};
};
SystemCall system_call_of(const fs::path& task) {
  SystemCall call;
  std::ifstream file(task / "syscall");
  if (!(file >> call.number)) return {};
  file >> std::hex;
  for (std::uint64_t& argument : call.arguments) file >> argument;
  return file ? call : SystemCall{};
}

// In one that no other thread of its process can end.
bool sleeps_or_reads_in(const fs::path& task) {
  const long call = system_call_of(task).number;
  return call >= 0 && call != SYS_futex;
}

}  // namespace

bool other_threads_compute(std::uint64_t pid, int inside) {
  for (int look = 0; look < 5; ++look) {
    if (running_tasks(pid) <= inside) return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

bool sleeps_or_reads(std::uint64_t pid) {
  return sleeps_or_reads_in(folder_of(pid) / std::to_string(pid));
}

std::vector<std::uint64_t> alive(std::uint64_t pid, std::vector<std::uint64_t> tasks) {
  std::erase_if(tasks, [&](std::uint64_t task) {
    std::error_code error;
    return !fs::exists(folder_of(pid) / std::to_string(task), error);
  });
  return tasks;
}

bool any_sleeps_or_reads(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before) {
  const Tasks now = tasks_of({static_cast<pid_t>(pid)});
  return std::ranges::any_of(tasks, [&](std::uint64_t number) {
    const auto task = static_cast<pid_t>(number);
    const auto then = before.find(task), same = now.find(task);
    if (then == before.end() || same == now.end() || then->second.turns != same->second.turns) return false;
    return sleeps_or_reads_in(folder_of(pid) / std::to_string(task));
  });
}

namespace {

// No other process shares the memory there.
bool is_private(std::uint64_t pid, std::uint64_t address) {
  std::ifstream file(fmt::format("/proc/{}/maps", pid));
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::uint64_t begin = 0, end = 0;
    char dash = 0;
    std::string rights;
    if (!(words >> std::hex >> begin >> dash >> end >> rights)) return false;
    if (begin <= address && address < end) return rights.size() == 4 && rights[3] == 'p';
  }
  return false;
}

bool waits_for_own_thread(std::uint64_t pid, const SystemCall& call) {
  if (call.number != SYS_futex) return false;
  const auto& [word, operation, value, limit, second_word, bits] = call.arguments;
  const std::uint64_t command = operation & static_cast<std::uint64_t>(FUTEX_CMD_MASK);
  if (limit != 0) return false;
  if (command == FUTEX_LOCK_PI || command == FUTEX_LOCK_PI2) return (operation & FUTEX_PRIVATE_FLAG) != 0;
  if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET) return false;
  // (libstdc++ waits without the flag, in std::latch, std::counting_semaphore and the like.)
  if ((operation & FUTEX_PRIVATE_FLAG) != 0 || is_private(pid, word)) return true;
  // A join waits, as processes would that share the word, for the number of a task to go.
  std::error_code error;
  return value != 0 && fs::exists(folder_of(pid) / std::to_string(value), error);
}

bool waits_for_files(long number) {
  constexpr std::array kCalls = {long{SYS_epoll_wait}, long{SYS_epoll_pwait}, long{SYS_poll},
                                 long{SYS_ppoll},      long{SYS_select},      long{SYS_pselect6}};
  return std::ranges::find(kCalls, number) != kCalls.end();
}

}  // namespace

bool all_wait_for_each_other(std::uint64_t pid, const std::vector<std::uint64_t>& known) {
  // A thread that computes may wait for another one now and then.
  for (int look = 0; look < 3; ++look) {
    if (look != 0) std::this_thread::sleep_for(20ms);
    std::error_code error;
    for (const auto& task : fs::directory_iterator(folder_of(pid), error)) {
      const SystemCall call = system_call_of(task.path());
      const std::uint64_t number = std::stoull(task.path().filename());
      if (waits_for_own_thread(pid, call)) continue;
      if (waits_for_files(call.number) && std::ranges::find(known, number) == known.end()) continue;
      return false;
    }
    if (error) return false;
  }
  return true;
}

bool catches_signals(std::uint64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    const std::uint64_t caught = std::stoull(line.substr(line.find(':') + 1), nullptr, 16);
    // MPICH catches SIGUSR1 in every program: its launcher sends that when another rank has died.
    for (const int signal : {SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGUSR2})
      if ((caught >> (signal - 1) & 1) != 0) return true;
    return caught >> (SIGRTMIN - 1) != 0;
  }
  return false;
}

}  // namespace fencepost::command
