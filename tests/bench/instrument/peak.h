// The process's greatest size in KiB. (That of getrusage is at least that of its parent.)
#pragma once
#include <stdio.h>

static inline long peak_kib(void) {
  FILE* status = fopen("/proc/self/status", "r");
  if (status == NULL) return 0;
  char line[256];
  long peak = 0;
  while (fgets(line, sizeof line, status) != NULL) {
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  }
  fclose(status);
  return peak;
}
