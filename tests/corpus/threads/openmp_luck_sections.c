// Two sections are unordered, whichever thread runs them: here one thread runs both.
// flags: -fopenmp
// ranks: 1
// finds: sections FP-RACE
// KNOWN GAP: with hooks: which section begins where is known to code of our pass only, not to LLVM's runtime
#include <omp.h>

#include "handover.h"

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(1);
#pragma omp parallel sections
  {
#pragma omp section
    {
      FETCH(0);  // FINDS(sections:get)
      FLUSH;
    }
#pragma omp section
    PEEK(0);  // FINDS(sections:load)
  }
  return end_handovers();
}
