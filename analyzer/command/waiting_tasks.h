// What /proc tells of the tasks (threads) of one process: whether they can get on without anybody else.
#pragma once

#include <cstdint>
#include <vector>

#include "command/own_time.h"

namespace fencepost::command {

// More of its tasks are running, at five moments within a tenth of a second, than the `inside` that may well poll in
// MPI.
bool other_threads_compute(std::uint64_t pid, int inside);

// Its first thread is in a system call that another of its threads cannot end: it sleeps or reads.
bool sleeps_or_reads(std::uint64_t pid);

// Which of these tasks are still there.
std::vector<std::uint64_t> alive(std::uint64_t pid, std::vector<std::uint64_t> tasks);

// One of these tasks has been all the time since `before` in a system call that another of its threads cannot end: it
// sleeps or reads, or waits with a limit of time.
bool any_sleeps_or_reads(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before);

// One of these tasks has been all the time since `before` in a system call that comes back by itself after some time.
// No MPI library waits like that for messages: a task inside an MPI call is in a function of the program then, which
// the call has called.
bool any_sleeps_for_a_time(std::uint64_t pid, const std::vector<std::uint64_t>& tasks, const Tasks& before);

// Each of its tasks waits, without a limit of time, for what only another one of them or another rank can do: at memory
// of its own or of a window, or for the end of one of them. Those that are not `known`, which libraries have made, may
// also wait for files to be ready, as they do for messages. `no_ranks`: processes of the job that may have inherited a
// window's memory.
bool all_wait_for_each_other(std::uint64_t pid, const std::vector<std::uint64_t>& known,
                             const std::vector<pid_t>& no_ranks);

// A process that it has made is alive: it may tell it something, by a signal as well.
bool has_children(std::uint64_t pid);

// It catches a signal that timers, devices or other programs send: its handler may wake a thread.
bool catches_signals(std::uint64_t pid);

}  // namespace fencepost::command
