// Buffers whose pages are protected until they are used: a handler of the program's makes them usable at the first fault,
// as checkpoint libraries and software shared memory do. The operations do what they do without a check.
// flags: -D_GNU_SOURCE
#include "corpus.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kPage = 4096, kPages = 2 * kPage };

static char *filled_late, *watched;
static int faults;

static void make_usable(int number, siginfo_t* about, void* context) {
  (void)number, (void)context;
  char* const at = about->si_addr;
  char* const start = at >= filled_late && at < filled_late + kPages ? filled_late
                      : at >= watched && at < watched + kPages       ? watched
                                                                     : NULL;
  if (start == NULL) _exit(9);
  mprotect(start, kPages, PROT_READ | PROT_WRITE);
  if (start == filled_late) memset(start, 3, kPages);
  faults++;
}

int main(void) {
  MPI_Win win;
  struct sigaction action = {.sa_sigaction = make_usable, .sa_flags = SA_SIGINFO};
  start_mpi();
  make_window(&win, kPages / sizeof(int));
  sigaction(SIGSEGV, &action, NULL);
  filled_late = mmap(NULL, kPages, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  watched = mmap(NULL, kPages, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_lock_all(0, win);
  MPI_Put(filled_late + 16, kPages - 16, MPI_CHAR, 1 - rank, 16 / sizeof(int), kPages - 16, MPI_CHAR, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(watched, kPages, MPI_CHAR, 1 - rank, 0, kPages, MPI_CHAR, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Win_unlock_all(win);
  if (watched[kPages - 1] != 3 || faults != 2) return 5;
  MPI_Win_free(&win);
  return end_mpi();
}
