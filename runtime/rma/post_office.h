// Sending and receiving the runtime's messages over a communicator of its own. Whoever calls progress() receives: a
// thread of the program that waits in an MPI call, or else the helper thread, so that operations on a process that
// computes continue. One message is handled at a time, those of one sender in the order they were sent.
#pragma once

#include <atomic>

#include <mpi.h>

#include "rma/message.h"

namespace fencepost::rma {

class PostOffice {
 public:
  // The thread that makes progress calls `receive` for each message; it may send.
  using Receive = void (*)(MessageBytes&& bytes);
  // `idle` is called on every round of progress; true: it did something.
  using Idle = bool (*)();

  // Collective over MPI_COMM_WORLD. False: the MPI library is not thread-safe, or refuses.
  bool open(Receive receive, Idle idle);
  // Ends the helper thread: from now on only threads in calls of ours receive. Not collective.
  void stop_helper();
  // Collective over MPI_COMM_WORLD: everybody has sent and received everything.
  void close();
  bool is_open() const { return communicator_ != MPI_COMM_NULL; }

  // To a rank of MPI_COMM_WORLD. Never blocks.
  void send(int to, MessageBytes&& bytes);
  // Receives and handles what is there, unless another thread is doing it. True: there was something.
  bool progress();
  // Waits until less of what this process sent is under way. Not from within `receive` or `idle`.
  void throttle();
  // Returns when the message that was being handled, if any, has been handled.
  void settle();

 private:
  struct Impl;
  static void* help(void* self);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  Receive receive_ = nullptr;
  Idle idle_ = nullptr;
  std::atomic<bool> stop_{false};
  Impl* impl_ = nullptr;
};

PostOffice& post_office();

}  // namespace fencepost::rma
