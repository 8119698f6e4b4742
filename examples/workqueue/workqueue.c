// A queue of tasks without a master: the next task is the next number of a counter at rank 0, drawn with
// MPI_Fetch_and_op. Results are put into an array at rank 0; at the end each process adds what it did to a summary
// there, under an exclusive lock.
//
//   mpiexec -n 3 ./workqueue [tasks]
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

enum { TASKS, SECONDS, SUMMARY };  // entries of the summary

static double run_task(int task) {  // some work, uneven, with a known result
  double sum = 0;
  for (int i = 1; i <= 50 * (task % 7 + 1); i++) sum += sin(task * 2 * pi / 360) / (50 * (task % 7 + 1));
  return sum;
}

static int next_task(MPI_Win counter) {
  static const int one = 1;
  int task;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, counter);
  MPI_Fetch_and_op(&one, &task, MPI_INT, 0, 0, MPI_SUM, counter);
  MPI_Win_unlock(0, counter);  // the number is there only now
  return task;
}

static void add_to_summary(double tasks, double seconds, MPI_Win summary) {
  double total[SUMMARY];
#ifdef BUG_shared_lock  // keeps nobody out
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, summary);
#else
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, summary);
#endif
  MPI_Get(total, SUMMARY, MPI_DOUBLE, 0, 0, SUMMARY, MPI_DOUBLE, summary);  // EXPECT(BUG=shared_lock): race
  MPI_Win_flush(0, summary);
  total[TASKS] += tasks;
  total[SECONDS] += seconds;
  MPI_Put(total, SUMMARY, MPI_DOUBLE, 0, 0, SUMMARY, MPI_DOUBLE, summary);  // EXPECT(BUG=shared_lock): race; EXPECT(BUG=shared_lock): race-of-puts
  MPI_Win_unlock(0, summary);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int tasks = argc > 1 ? atoi(argv[1]) : 60;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  int* next;
  double *results, *sums;
  MPI_Win counter, result, summary;
  MPI_Win_allocate(rank == 0 ? sizeof *next : 0, sizeof *next, MPI_INFO_NULL, MPI_COMM_WORLD, &next, &counter);
  MPI_Win_allocate(rank == 0 ? tasks * sizeof *results : 0, sizeof *results, MPI_INFO_NULL, MPI_COMM_WORLD, &results, &result);
  MPI_Win_allocate(rank == 0 ? SUMMARY * sizeof *sums : 0, sizeof *sums, MPI_INFO_NULL, MPI_COMM_WORLD, &sums, &summary);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, counter);
    *next = 0;
    MPI_Win_unlock(0, counter);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, summary);
    for (int i = 0; i < SUMMARY; i++) sums[i] = 0;
    MPI_Win_unlock(0, summary);
  }
  MPI_Barrier(MPI_COMM_WORLD);

  int done = 0;
  double begin = MPI_Wtime();
  double* value = malloc(sizeof *value);
  MPI_Win_lock_all(0, result);
  for (int task; (task = next_task(counter)) < tasks; done++) {
    *value = run_task(task);  // EXPECT(BUG=reuse): race
    MPI_Put(value, 1, MPI_DOUBLE, 0, task, 1, MPI_DOUBLE, result);  // EXPECT(BUG=reuse): race; EXPECT(BUG=no_flush): race
#ifndef BUG_reuse  // the next result overwrites this one while it is still being sent
    MPI_Win_flush_local(0, result);
#endif
  }
#ifndef BUG_no_flush  // all values may be used again, but the results need not have reached rank 0
  MPI_Win_flush_all(result);
#endif
  free(value);
  add_to_summary(done, MPI_Wtime() - begin, summary);
  MPI_Barrier(MPI_COMM_WORLD);

  int failed = 0;
  if (rank == 0) {
    MPI_Win_sync(result);
    for (int task = 0; task < tasks; task++) {
      double value_of_task = results[task];  // EXPECT(BUG=no_flush): race
      if (fabs(value_of_task - sin(task * 2 * pi / 360)) > 1e-9) failed = 1;
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, summary);
    printf("workqueue: %d of %d tasks, results %s\n", (int)sums[TASKS], tasks, failed ? "wrong" : "right");
    if (sums[TASKS] != tasks) failed = 1;
    MPI_Win_unlock(0, summary);
  }
  MPI_Win_unlock_all(result);
  MPI_Win_free(&counter);
  MPI_Win_free(&result);
  MPI_Win_free(&summary);
  MPI_Finalize();
  return failed;
}
