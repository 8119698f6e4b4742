// One job for each way to poll: its name says which rank polls what, and what the other rank does (polls_test.py).
//
// Jobs that hang wait for something that no process provides. Those that continue poll for longer than the time-out
// while a process computes, sleeps or waits for something outside of the job, and then lets them continue.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

static int rank, size, *word, one = 1, zero = 0;
static MPI_Win window;
static double seconds = 6;  // of jobs that continue: longer than the time-out

static void open_window(void) {
  MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &window);
  memset(word, 0, 4 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
}
static void close_window(void) {
  MPI_Win_free(&window);
}

static int fetch(int from, MPI_Op op, const int* operand) {
  int value;
  MPI_Fetch_and_op(operand, &value, MPI_INT, from, 0, op, window);
  MPI_Win_flush(from, window);
  return value;
}
static void add(int to) {
  MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush(to, window);
}

static double sum;
static void compute(double for_seconds) {
  const double end = MPI_Wtime() + for_seconds;
  while (MPI_Wtime() < end)
    for (int i = 0; i < 100000; ++i) sum += 1.0 / (i + 1);
}
static void small_work(void) {  // some ten microseconds
  for (int i = 0; i < 5000; ++i) sum += 1.0 / (i + 1);
}

// ---- looks: each makes one, and returns whether it got a new answer ----

static MPI_Request request = MPI_REQUEST_NULL;
static int received;
static void post_receive(void) {
  if (request == MPI_REQUEST_NULL) MPI_Irecv(&received, 1, MPI_INT, !rank, 1, MPI_COMM_WORLD, &request);
}
static int test(void) {
  int flag;
  post_receive();
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static int testall(void) {
  int flag;
  post_receive();
  MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE);
  return flag;
}
static int testany(void) {
  int flag, index;
  post_receive();
  MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static int testsome(void) {
  int count, index;
  post_receive();
  MPI_Testsome(1, &request, &count, &index, MPI_STATUSES_IGNORE);
  return count != 0;
}
static int get_status(void) {
  int flag;
  post_receive();
  MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static int iprobe(void) {
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return flag;
}
static int improbe(void) {
  int flag;
  MPI_Message message;
  MPI_Improbe(!rank, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  if (flag) MPI_Mrecv(&received, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  return flag;
}
static int fetch_and_op(void) {
  return fetch(0, MPI_NO_OP, &zero) != 0;
}
static int add_nothing(void) {
  return fetch(0, MPI_SUM, &zero) != 0;
}
static int swap(void) {
  int value;
  MPI_Compare_and_swap(&one, &one, &value, MPI_INT, 0, 0, window);
  MPI_Win_flush(0, window);
  return value != 0;
}
static int get_accumulate(void) {
  int value;
  MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, window);
  MPI_Win_flush_all(window);
  return value != 0;
}
static int rget(void) {
  int value = -1;
  MPI_Request fetched;
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &fetched);
  MPI_Wait(&fetched, MPI_STATUS_IGNORE);
  return value != 0;
}
static int get(void) {
  int value = -1;
  MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  return value != 0;
}
static int load_and_sync(void) {
  MPI_Win_sync(window);
  return *(volatile int*)word != 0;
}
// Without a call; seen only where the compiler tells of it.
static volatile int flag;
static int volatile_flag(void) {
  return flag != 0;
}
static int volatile_word(void) {
  return *(volatile int*)word != 0;
}
static int atomic_word(void) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE) != 0;
}
static int relaxed_word(void) {
  return __atomic_load_n(word, __ATOMIC_RELAXED) != 0;
}

struct look {
  const char* name;
  int (*look)(void);
  const char* needs;  // how the other rank lets it go on: a message, or an update of the window of rank 0 (or its own)
};
static const struct look looks[] = {
    {"test", test, "message"},
    {"testall", testall, "message"},
    {"testany", testany, "message"},
    {"testsome", testsome, "message"},
    {"get_status", get_status, "message"},
    {"iprobe", iprobe, "message"},
    {"improbe", improbe, "message"},
    {"fetch_and_op", fetch_and_op, "word"},
    {"add_nothing", add_nothing, "word"},
    {"swap", swap, "word"},
    {"get_accumulate", get_accumulate, "word"},
    {"rget", rget, "word"},
    {"get", get, "word"},
    {"sync", load_and_sync, "own word"},
    {"volatile_flag", volatile_flag, "nothing"},
    {"volatile_word", volatile_word, "own word"},
    {"atomic_word", atomic_word, "own word"},
    {"relaxed_word", relaxed_word, "own word"},
};
static const struct look* find(const char* name) {
  for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i)
    if (strcmp(looks[i].name, name) == 0) return &looks[i];
  fprintf(stderr, "no look %s\n", name);
  exit(3);
}

// ---- the time between two looks ----

static unsigned long counted;
static void pause_by(const char* how) {
  ++counted;
  if (strcmp(how, "usleep") == 0) usleep(200);
  if (strcmp(how, "yield") == 0) sched_yield();
  if (strcmp(how, "nanosleep") == 0) nanosleep(&(struct timespec){0, 1000000}, NULL);
  if (strcmp(how, "time") == 0 && MPI_Wtime() < 0) exit(3);
  if (strcmp(how, "work") == 0) small_work();
}

// ---- what the other rank does ----

static void blocked_by(const char* how) {
  if (strcmp(how, "receive") == 0) MPI_Recv(&received, 1, MPI_INT, !rank, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (strcmp(how, "barrier") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(how, "fence") == 0) MPI_Win_fence(0, window);
  if (strcmp(how, "wait") == 0) {
    MPI_Request never;
    MPI_Irecv(&received, 1, MPI_INT, !rank, 98, MPI_COMM_WORLD, &never);
    MPI_Wait(&never, MPI_STATUS_IGNORE);
  }
  if (strcmp(how, "lock") == 0) {  // while the one that polls holds it
    MPI_Recv(NULL, 0, MPI_INT, !rank, 97, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, !rank, 0, window);
  }
}

// MPI_Win_test for an origin that never completes.
static int win_test(const char* other) {
  MPI_Group world, partner;
  int peer = !rank, flag = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &partner);
  if (rank == 1) {
    MPI_Win_post(partner, 0, window);
    while (!flag) MPI_Win_test(window, &flag);
  } else {
    MPI_Win_start(partner, 0, window);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    blocked_by(other);
    MPI_Win_complete(window);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&partner);
  return 0;
}

// A fetch under a lock that is taken again each time.
static int lock_get_unlock(int type, int from, const char* other) {
  int value = 0;
  if (rank == 1) {
    while (value == 0) {
      MPI_Win_lock(type, from, 0, window);
      MPI_Get(&value, 1, MPI_INT, from, 0, 1, MPI_INT, window);
      MPI_Win_unlock(from, window);
    }
  } else {
    blocked_by(other);
  }
  return 0;
}

// The same with a lock of all ranks.
static int lock_all_get(const char* other) {
  int value = 0;
  if (rank == 1) {
    while (value == 0) {
      MPI_Win_lock_all(0, window);
      MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
      MPI_Win_unlock_all(window);
    }
  } else {
    blocked_by(other);
  }
  return 0;
}

static void poll(const struct look* look, const char* pause) {
  MPI_Win_lock_all(0, window);
  if (strcmp(look->needs, "own word") == 0) MPI_Send(NULL, 0, MPI_INT, !rank, 97, MPI_COMM_WORLD);
  while (!look->look()) pause_by(pause);
  MPI_Win_unlock_all(window);
}

// hang LOOK PAUSE OTHER: rank 1 polls, rank 0 is blocked (or polls as well: "poll").
static int hang(char** arguments) {
  open_window();
  if (strcmp(arguments[0], "win_test") == 0) return win_test(arguments[2]);
  if (strcmp(arguments[0], "lock_get_unlock") == 0) return lock_get_unlock(MPI_LOCK_SHARED, 0, arguments[2]);
  if (strcmp(arguments[0], "exclusive_get") == 0) return lock_get_unlock(MPI_LOCK_EXCLUSIVE, 0, arguments[2]);
  if (strcmp(arguments[0], "own_get") == 0) return lock_get_unlock(MPI_LOCK_EXCLUSIVE, 1, arguments[2]);
  if (strcmp(arguments[0], "lock_all_get") == 0) return lock_all_get(arguments[2]);
  const struct look* const look = find(arguments[0]);
  if (rank == 1 || strcmp(arguments[2], "poll") == 0)
    poll(look, arguments[1]);
  else
    blocked_by(arguments[2]);
  return 0;
}

// ---- jobs that continue ----

static void let_go_on(const struct look* look) {
  if (strcmp(look->needs, "message") == 0) {
    MPI_Send(&one, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    return;
  }
  MPI_Win_lock_all(0, window);
  add(strcmp(look->needs, "own word") == 0 ? 1 : 0);
  MPI_Win_unlock_all(window);
}

static double work_between_looks(long rounds) {
  double x = 1;
  for (; rounds > 0; --rounds) {
    int found;
    MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    for (int i = 0; i < 200; ++i) x = x * 1.0000001 + 0.5 / x;
  }
  return x;
}

static void busy_with(const char* what, const char* file) {
  if (strcmp(what, "computes") == 0) compute(seconds);
  if (strcmp(what, "sleeps") == 0) sleep((unsigned)seconds);
  if (strcmp(what, "tests") == 0) {  // computes between its looks
    MPI_Request never;
    int flag = 0;
    MPI_Irecv(&received, 1, MPI_INT, 1, 55, MPI_COMM_WORLD, &never);
    for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
      MPI_Test(&never, &flag, MPI_STATUS_IGNORE);
      for (int i = 0; i < 20; ++i) small_work();
    }
    MPI_Cancel(&never);
    MPI_Wait(&never, MPI_STATUS_IGNORE);
  }
  if (strcmp(what, "work") == 0) {  // small pieces, with a look after each
    for (int pieces = (int)(seconds * 30000), flag; pieces > 0; --pieces) {
      MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      small_work();
    }
  }
  if (strcmp(what, "flag_and_work") == 0) {  // the same with a flag that says whether to stop
    for (int pieces = (int)(seconds * 2000); pieces > 0 && !flag; --pieces) {
      sched_yield();
      small_work();
    }
  }
  if (strcmp(what, "flag_and_numbers") == 0) {  // the same without a pause, number by number
    double x = 1;
    const double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
      for (long rounds = 10000000; rounds > 0 && !flag; --rounds) x = x * 1.0000001 + 0.5 / x;
    sum = x;
  }
  if (strcmp(what, "little_work") == 0) {  // a microsecond of it, and no clock that tells when to end
    const double begin = MPI_Wtime();
    sum = work_between_looks(10000);
    sum += work_between_looks((long)(seconds * 10000 / (MPI_Wtime() - begin)));
  }
  if (strcmp(what, "helper") == 0) {  // a process that is no rank sets a word of memory that both share
    volatile int* const shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) exit(3);
    const pid_t helper = fork();
    if (helper == 0) {
      sleep((unsigned)seconds);
      *shared = 1;
      _exit(0);
    }
    while (*shared == 0) usleep(500);
    waitpid(helper, NULL, 0);
  }
  if (strcmp(what, "file") == 0) {  // that a program which is no rank makes
    char command[300];
    snprintf(command, sizeof command, "(sleep %d; touch %s) &", (int)seconds, file);
    if (system(command) != 0) exit(3);
    for (int flag; access(file, F_OK) != 0;) {
      MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      usleep(1000);
    }
    unlink(file);
  }
  if (strcmp(what, "timeout") == 0) {  // its own
    const double end = MPI_Wtime() + seconds;
    for (int flag; MPI_Wtime() < end;) {
      MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      usleep(1000);
    }
  }
}

// goes_on LOOK PAUSE OTHER: rank 1 polls until rank 0 has done what it is busy with.
static int goes_on(char** arguments) {
  open_window();
  const struct look* const look = find(arguments[0]);
  if (rank == 1) {
    MPI_Win_lock_all(0, window);
    while (!look->look()) pause_by(arguments[1]);
    MPI_Win_unlock_all(window);
    if (look->look == iprobe) MPI_Recv(&received, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (look->look == get_status) MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    busy_with(arguments[2], arguments[3]);
    let_go_on(look);
  }
  close_window();
  return 0;
}

// Both look all the time, and the value changes: a counter that each of them increments in its turn.
static int talks(void) {
  open_window();
  MPI_Win_lock_all(0, window);
  for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
    const int value = fetch(0, MPI_NO_OP, &zero);
    if (value % 2 == rank) {
      usleep(100000);
      add(0);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(window);
  close_window();
  return 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 4 && strcmp(argv[1], "hang") == 0) hang(argv + 2);
  if (argc > 5 && strcmp(argv[1], "goes_on") == 0) goes_on(argv + 2);
  if (argc > 1 && strcmp(argv[1], "talks") == 0) talks();
  return MPI_Finalize();
}
