// What /proc tells about the tasks (threads) of one process: whether they can continue without others.
#pragma once

#include <cstdint>
#include <vector>

#include "command/own_time.h"

namespace fencepost::command {

// At five moments within a tenth of a second, more of its tasks are running than the `inside` ones that may be polling
// in MPI.
bool other_threads_compute(std::uint64_t pid, int inside);

// Its first thread is in a system call that no other of its threads can end: it sleeps or reads.
bool sleeps_or_reads(std::uint64_t pid);

// Which of these tasks still exist.
std::vector<std::uint64_t> alive(std::uint64_t pid, std::vector<std::uint64_t> tasks);

// One of these tasks has been in a system call ever since `before` that no other of its threads can end: it sleeps or
// reads, or waits with a time limit.
bool any_sleeps_or_reads(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before);

// One of these tasks has been in a system call ever since `before` that returns by itself after some time. No MPI
// library waits for messages like that: if the task is inside an MPI call, it is in a function of the program that the
// call has called.
bool any_sleeps_for_a_time(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before);

// Each of its tasks waits, without a time limit, for something that only another of its tasks or another rank can do:
// at memory of its own or of a window, or for the end of a task. Tasks that are not `known`, because libraries have
// made them, may also wait for files to be ready, as they do for messages. `no_ranks`: processes of the job that may
// have inherited a window's memory.
bool all_wait_for_each_other(std::uint64_t pid, const std::vector<std::uint64_t>& known,
                             const std::vector<pid_t>& no_ranks);

// A process that it has created is alive: that process may send it something, also by a signal.
bool has_children(std::uint64_t pid);

// It catches a signal that timers, devices or other programs send: its handler may wake a thread.
bool catches_signals(std::uint64_t pid);

}  // namespace fencepost::command
