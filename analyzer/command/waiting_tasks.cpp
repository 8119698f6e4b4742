#include "command/waiting_tasks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <linux/futex.h>
#include <string>
#include <sys/syscall.h>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "command/memory_map.h"
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

// The system call in which a task is.
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

// Whether it is in a system call that no other thread of its process can end.
bool sleeps_or_reads_in(const fs::path& task) {
  const long call = system_call_of(task).number;
  return call >= 0 && call != SYS_futex;
}

// It waits at a word of memory, but continues by itself after some time, like waits with a time limit for conditions,
// locks and semaphores.
bool has_a_limit(const SystemCall& call) {
  return call.number == SYS_futex && call.arguments[3] != 0;
}

// For no longer than it has said, and for nothing that arrives from outside.
bool sleeps_for_a_time(const SystemCall& call) {
  const auto& arguments = call.arguments;
  switch (call.number) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return true;
    case SYS_poll:
      return arguments[1] == 0 && static_cast<std::int32_t>(arguments[2]) > 0;
    case SYS_ppoll:
      return arguments[1] == 0 && arguments[2] != 0;
    case SYS_select:
    case SYS_pselect6:
      return arguments[0] == 0 && arguments[4] != 0;
    default:
      return has_a_limit(call);
  }
}

// One of these tasks has not had a processor since `before`, and is where `rests` says.
template <class Rests>
bool any_rests(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before, Rests&& rests) {
  const Tasks now = tasks_of({static_cast<pid_t>(pid)});
  return std::ranges::any_of(tasks, [&](std::uint64_t number) {
    const auto task = static_cast<pid_t>(number);
    const auto then = before.find(task), same = now.find(task);
    if (then == before.end() || same == now.end() || then->second.turns != same->second.turns) return false;
    return rests(folder_of(pid) / std::to_string(task));
  });
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
  return any_rests(pid, tasks, before,
                   [](const fs::path& task) { return sleeps_or_reads_in(task) || has_a_limit(system_call_of(task)); });
}

bool any_sleeps_for_a_time(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before) {
  return any_rests(pid, tasks, before, [](const fs::path& task) { return sleeps_for_a_time(system_call_of(task)); });
}

namespace {

// Only ranks of the job, threads of the process included, can change the memory there.
bool only_ranks_have(std::uint64_t pid, std::uint64_t address, const std::vector<pid_t>& no_ranks) {
  const auto mapping = find_mapping(pid, [&](const Mapping& one) { return one.begin <= address && address < one.end; });
  if (!mapping || mapping->is_private()) return mapping.has_value();
  const auto is_the_same = [&](const Mapping& one) {
    return one.inode == mapping->inode && one.device == mapping->device;
  };
  return mapping->is_of_window() && std::ranges::none_of(no_ranks, [&](pid_t other) {
           return find_mapping(static_cast<std::uint64_t>(other), is_the_same).has_value();
         });
}

bool waits_for_ranks(std::uint64_t pid, const SystemCall& call, const std::vector<pid_t>& no_ranks) {
  if (call.number != SYS_futex) return false;
  const auto& [word, operation, value, limit, second_word, bits] = call.arguments;
  const std::uint64_t command = operation & static_cast<std::uint64_t>(FUTEX_CMD_MASK);
  if (limit != 0) return false;
  const bool is_private = (operation & FUTEX_PRIVATE_FLAG) != 0;
  if (command == FUTEX_LOCK_PI || command == FUTEX_LOCK_PI2) return is_private || only_ranks_have(pid, word, no_ranks);
  if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET) return false;
  // (libstdc++ waits without the flag, in std::latch, std::counting_semaphore and the like.)
  if (is_private || only_ranks_have(pid, word, no_ranks)) return true;
  // A join waits for a task's number to disappear, like processes that share the word.
  std::error_code error;
  return value != 0 && fs::exists(folder_of(pid) / std::to_string(value), error);
}

bool waits_for_files(long number) {
  constexpr std::array kCalls = {long{SYS_epoll_wait}, long{SYS_epoll_pwait}, long{SYS_poll},
                                 long{SYS_ppoll},      long{SYS_select},      long{SYS_pselect6}};
  return std::ranges::find(kCalls, number) != kCalls.end();
}

}  // namespace

bool all_wait_for_each_other(std::uint64_t pid, const std::vector<std::uint64_t>& known,
                             const std::vector<pid_t>& no_ranks) {
  // A thread that computes may wait for another one now and then.
  for (int look = 0; look < 3; ++look) {
    if (look != 0) std::this_thread::sleep_for(20ms);
    std::error_code error;
    for (const auto& task : fs::directory_iterator(folder_of(pid), error)) {
      const SystemCall call = system_call_of(task.path());
      const std::uint64_t number = std::stoull(task.path().filename());
      if (waits_for_ranks(pid, call, no_ranks)) continue;
      if (waits_for_files(call.number) && std::ranges::find(known, number) == known.end()) continue;
      return false;
    }
    if (error) return false;
  }
  return true;
}

bool has_children(std::uint64_t pid) {
  std::error_code error;
  for (const auto& task : fs::directory_iterator(folder_of(pid), error)) {
    std::ifstream file(task.path() / "children");
    for (std::uint64_t child = 0; file >> child;) {
      const std::optional<TaskState> state = task_state(folder_of(child) / std::to_string(child));
      if (state && state->letter != 'Z') return true;
    }
  }
  return false;
}

bool catches_signals(std::uint64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    const std::uint64_t caught = std::stoull(line.substr(line.find(':') + 1), nullptr, 16);
    // MPICH catches SIGUSR1 in every program: its launcher sends it when another rank has died.
    for (const int signal : {SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGUSR2})
      if ((caught >> (signal - 1) & 1) != 0) return true;
    return caught >> (SIGRTMIN - 1) != 0;
  }
  return false;
}

}  // namespace fencepost::command
