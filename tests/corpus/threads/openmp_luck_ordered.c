// What stands beside the ordered section of a loop is unordered, also where one thread runs all of it.
// flags: -fopenmp
// ranks: 1
// finds: iterations FP-RACE
// KNOWN GAP: with clang: LLVM's runtime hands out the whole loop to a thread that is alone
// KNOWN GAP: with hooks: the same
#include <omp.h>

#include "handover.h"

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(1);
#pragma omp parallel for schedule(dynamic) ordered
  for (int i = 0; i < 2; i++) {
    if (i == 0) {
      FETCH(0);  // FINDS(iterations:get)
      FLUSH;
    } else {
      PEEK(0);  // FINDS(iterations:load)
    }
#pragma omp ordered
    (void)i;
  }
  return end_handovers();
}
