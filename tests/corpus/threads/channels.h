// Ways by which one thread tells another one through the kernel that something is done.
#ifndef FENCEPOST_TESTS_CHANNELS_H
#define FENCEPOST_TESTS_CHANNELS_H

#include "corpus.h"

#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum channel { kPipe, kEvent, kSocket, kPoll, kEpoll, kSignal, kSignalFile, kSemaphore, kQueue, kMessageQueue, kChannels };

static int pipe_ends[2], poll_ends[2], epoll_ends[2], socket_ends[2], event, signal_file, epoll_file, semaphore_set, queue;
static mqd_t message_queue;
static pthread_t told_thread;
static sigset_t awaited, by_file;

static void must(int good) {
  if (!good) {
    perror("channel");
    exit(7);
  }
}

static void open_channels(int rank) {
  struct epoll_event what = {.events = EPOLLIN};
  char name[40];
  struct mq_attr room = {.mq_maxmsg = 4, .mq_msgsize = 8};
  must(pipe(pipe_ends) == 0 && pipe(poll_ends) == 0 && pipe(epoll_ends) == 0);
  must(socketpair(AF_UNIX, SOCK_STREAM, 0, socket_ends) == 0);
  event = eventfd(0, 0);
  epoll_file = epoll_create1(0);
  must(epoll_ctl(epoll_file, EPOLL_CTL_ADD, epoll_ends[0], &what) == 0);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGUSR2);
  sigemptyset(&by_file);
  sigaddset(&by_file, SIGURG);
  pthread_sigmask(SIG_BLOCK, &awaited, NULL);
  pthread_sigmask(SIG_BLOCK, &by_file, NULL);
  signal_file = signalfd(-1, &by_file, 0);
  semaphore_set = semget(IPC_PRIVATE, 1, 0600);
  queue = msgget(IPC_PRIVATE, 0600);
  snprintf(name, sizeof name, "/fencepost-%d-%d", (int)getpid(), rank);
  message_queue = mq_open(name, O_CREAT | O_RDWR, 0600, &room);
  must(message_queue != (mqd_t)-1);
  mq_unlink(name);
  told_thread = pthread_self();
}

static void close_channels(void) {
  semctl(semaphore_set, 0, IPC_RMID);
  msgctl(queue, IPC_RMID, NULL);
  mq_close(message_queue);
}

static void tell(enum channel by) {
  struct sembuf up = {0, 1, 0};
  struct {
    long type;
    char text[4];
  } message = {1, "go"};
  switch (by) {
    case kPipe: must(write(pipe_ends[1], "x", 1) == 1); break;
    case kEvent: must(eventfd_write(event, 1) == 0); break;
    case kSocket: must(send(socket_ends[1], "x", 1, 0) == 1); break;
    case kPoll: must(write(poll_ends[1], "x", 1) == 1); break;
    case kEpoll: must(write(epoll_ends[1], "x", 1) == 1); break;
    case kSignal: must(pthread_kill(told_thread, SIGUSR2) == 0); break;
    case kSignalFile: must(pthread_kill(told_thread, SIGURG) == 0); break;
    case kSemaphore: must(semop(semaphore_set, &up, 1) == 0); break;
    case kQueue: must(msgsnd(queue, &message, sizeof message.text, 0) == 0); break;
    default: must(mq_send(message_queue, "x", 1, 0) == 0);
  }
}

static void be_told(enum channel by) {
  char text[256];
  int number;
  eventfd_t value;
  struct sembuf down = {0, -1, 0};
  struct epoll_event ready;
  struct pollfd one = {poll_ends[0], POLLIN, 0};
  switch (by) {
    case kPipe: must(read(pipe_ends[0], text, 1) == 1); break;
    case kEvent: must(eventfd_read(event, &value) == 0); break;
    case kSocket: must(recv(socket_ends[0], text, 1, 0) == 1); break;
    case kPoll: must(poll(&one, 1, -1) == 1); break;
    case kEpoll: must(epoll_wait(epoll_file, &ready, 1, -1) == 1); break;
    case kSignal: must(sigwait(&awaited, &number) == 0); break;
    case kSignalFile: must(read(signal_file, text, sizeof text) > 0); break;
    case kSemaphore: must(semop(semaphore_set, &down, 1) == 0); break;
    case kQueue: must(msgrcv(queue, text, 4, 0, 0) == 4); break;
    default: must(mq_receive(message_queue, text, sizeof text, NULL) == 1);
  }
}

// What the programs of these channels have in common: the second thread gets a value for each, and tells so.
static MPI_Win win;
static int values[kChannels];
static pthread_t getter;

static void begin(void* (*get_all)(void*)) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, kChannels);
  MPI_Win_lock_all(0, win);
  open_channels(rank);
  pthread_create(&getter, NULL, get_all, NULL);
}

static int end(int sum) {
  pthread_join(getter, NULL);
  close_channels();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (sum != 0) return 4;
  return end_mpi();
}

#endif
