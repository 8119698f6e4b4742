// usage: it KERNEL_NUMBER (private | window) MILLISECONDS: prints nanoseconds per run of the kernel, and the process'
// greatest size in KiB. With 0 milliseconds the kernel runs once, between the program's last two events.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../accesses/programs/probe.h"
#include "kernels.h"
#include "peak.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const struct kernel* kernel = &kernels[atoi(argv[1])];
  const double budget = atof(argv[3]) * 1e6;
  char* memory = aligned_alloc(4096, (kernel->bytes + 8191) / 4096 * 4096);
  char* other = aligned_alloc(4096, 8192);
  memset(memory, 0, kernel->bytes);
  if (strcmp(argv[2], "window") == 0)
    track(memory, kernel->bytes);
  else
    track(other, 4096);
  kernel->prepare(memory);
  event();
  volatile double sink = kernel->run(memory);
  event();
  if (budget == 0) return 0;
  double best = 1e30;
  const double begin = now();
  while (now() - begin < budget) {
    const double t0 = now();
    // Between two events of a program there is some work.
    for (int i = 0; i < 4; ++i) sink += kernel->run(memory);
    event();
    const double t = (now() - t0) / 4;
    if (t < best) best = t;
  }
  printf("%.1f %ld\n", best, peak_kib());
  return 0;
}
