// Threads of the command that no signal interrupts: handlers run on its first thread.
#pragma once

#include <csignal>
#include <thread>
#include <utility>

namespace fencepost::command {

template <class Run>
std::thread quiet_thread(Run run) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // the thread inherits it
  std::thread thread(std::move(run));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace fencepost::command
