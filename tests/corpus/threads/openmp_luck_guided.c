// What a guided loop may hand out one by one is unordered, however many iterations its runtime hands out at once.
// flags: -fopenmp
// ranks: 1
// finds: iterations FP-RACE
#include <omp.h>

#include "handover.h"

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(1);
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < 2; i++) {
    if (i == 0) {
      FETCH(0);  // FINDS(iterations:get)
      FLUSH;
    } else {
      PEEK(0);  // FINDS(iterations:load)
    }
  }
  return end_handovers();
}
