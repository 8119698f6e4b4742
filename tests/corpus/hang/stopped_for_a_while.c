// A process cannot run for longer than the time-out, while all others wait for it in a call: that is not a hang. Here a
// signal stops it; a machine with too much to do has the same effect.
// ranks: 2
// options: --hang-timeout 1
#include <mpi.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Stops this process a moment after it has said that it is about to wait, and lets it go on much later.
static int start_stopper(pid_t* stopper) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  const pid_t stopped = getpid();
  *stopper = fork();
  if (*stopper != 0) {
    close(ends[0]);
    return ends[1];
  }
  char byte;
  close(ends[1]);
  if (read(ends[0], &byte, 1) == 1) {
    usleep(300000);
    kill(stopped, SIGSTOP);
    sleep(4);
    kill(stopped, SIGCONT);
  }
  _exit(0);
}

int main(int argc, char** argv) {
  pid_t stopper = 0;
  const int tell = start_stopper(&stopper);
  if (tell < 0 || stopper < 0) return 1;
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && write(tell, "", 1) != 1) return 1;
  if (rank == 1) sleep(1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  close(tell);
  waitpid(stopper, NULL, 0);
  return 0;
}
