// A thread of our own in the program's process. It takes no signals of the program's.
#pragma once

#include <csignal>
#include <pthread.h>

namespace fencepost::rma {

class HelperThread {
 public:
  // False: there can be none.
  bool start(void* (*work)(void*), void* argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    running_ = pthread_create(&thread_, nullptr, work, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return running_;
  }
  void join() {
    if (running_) pthread_join(thread_, nullptr);
    running_ = false;
  }

 private:
  pthread_t thread_{};
  bool running_ = false;
};

}  // namespace fencepost::rma
