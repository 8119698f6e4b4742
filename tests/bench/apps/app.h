// What the programs here have in common: how they begin, and
// how they print the processor time and the size of a rank.
#pragma once

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <mpi.h>

// Seconds of processor time of this process.
static inline double app_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Begins MPI. The program takes so many arguments.
static inline void app_start(int* argc, char*** argv, int arguments, int* rank, int* ranks) {
  MPI_Init(argc, argv);
  if (*argc != arguments + 1) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, ranks);
}

static double app_began, app_computed, app_computes_since;

static inline void app_begin(void) {
  app_began = app_clock();
}
// Around the part that computes and communicates without waiting for other ranks.
static inline void app_computes(void) {
  app_computes_since = app_clock();
}
static inline void app_waits(void) {
  app_computed += app_clock() - app_computes_since;
}

static inline long app_peak_kib(void) {
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  long peak = 0;
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "VmHWM:", 6) == 0) sscanf(line + 6, "%ld", &peak);
  }
  if (status != NULL) fclose(status);
  return peak;
}

// Rank 0 prints, of all ranks: seconds of processor time since app_begin, those between app_computes and app_waits,
// those of the process as a whole; the greatest size in KiB; and a number that has to be the same for every build.
static inline void app_end(double result) {
  double times[3] = {app_clock() - app_began, app_computed, app_clock()};
  long peak = app_peak_kib();
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(MPI_IN_PLACE, times, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &peak, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &result, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("app %.6f %.6f %.6f %ld %.10g\n", times[0], times[1], times[2], peak, result);
}
