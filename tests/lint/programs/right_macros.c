// Correct, with constants and calls in macros, enumerations and variables.
#include <stdbool.h>
#include <stdlib.h>

#include <mpi.h>
#define MPI_WIN_LOCK(w, t, sh) MPI_Win_lock((sh) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, t, 0, w)
#define MPI_GUARD(w, t) MPI_Win_lock(kType, t, 0, w)
static const int kType = MPI_LOCK_SHARED;
void d1(MPI_Win w, int p) {
  MPI_WIN_LOCK(w, p, 1);
  MPI_Win_unlock(p, w);
}
void d2(MPI_Win w, int p) {
  MPI_GUARD(w, p);
  MPI_Win_unlock(p, w);
}
static const int last_ = MPI_MODE_NOSUCCEED;
void d3(MPI_Win w, int p, int k) {
  int x = 1;
  MPI_Win_fence(k ? last_ : 0, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED & k, w);
  MPI_Put(&x, 1, MPI_INT, p, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
}
void d4(MPI_Win w, int p, MPI_Datatype t) {
  double d = 1;
  MPI_Win_fence(0, w);
  MPI_Put(&d, 1, MPI_INT == t ? MPI_DOUBLE : MPI_DOUBLE, p, 0, 1, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
}
void d5(MPI_Win w, int p, MPI_Op op) {
  double d = 1;
  MPI_Win_fence(0, w);
  MPI_Accumulate(&d, 1, MPI_DOUBLE, p, 0, 1, MPI_DOUBLE, MPI_NO_OP == op ? MPI_SUM : op, w);
  MPI_Win_fence(0, w);
}
void d6(MPI_Win w, int p, MPI_Op op) {
  int x = 1;
  MPI_Win_lock_all(0, w);
  MPI_Fetch_and_op(&x, &x, MPI_INT, p, 0, op, w);
  MPI_Win_unlock_all(w);
} /* callers hand over MPI_NO_OP */
void d7(MPI_Win w, int p) {
  int x;
  MPI_Win_lock_all(0, w);
  MPI_Rget_accumulate(&x, 0, MPI_INT, &x, 0, MPI_INT, p, 0, 0, MPI_INT, MPI_SUM, w, &(MPI_Request){0});
  MPI_Win_unlock_all(w);
}
enum { NONE = MPI_PROC_NULL };
void d8(MPI_Win w, const int* nb) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Put(&x, 1, MPI_INT, NONE, -1, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  (void)nb;
}
void d9(MPI_Win w, int p, int n, bool fresh) {
  int b[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    fresh = true;
    while (fresh) {
      b[0] = i;
      MPI_Put(b, 4, MPI_INT, p, 0, 4, MPI_INT, w);
      fresh = false;
    }
    MPI_Win_flush(p, w);
  }
  MPI_Win_unlock_all(w);
}
void d10(MPI_Win w, int p, int bad) {
  int x = 1;
  MPI_Win_lock_all(0, w);
  do {
    x = 1;
    MPI_Put(&x, 1, MPI_INT, p, 0, 1, MPI_INT, w);
    if (bad) break;
  } while (0);
  MPI_Win_unlock_all(w);
}
void d11(MPI_Win w, int p, int n) {
  int x = 1;
  MPI_Win_lock_all(0, w);
  for (int t = 0; t < 3; t++) {
    x = t;
    if (MPI_Put(&x, 1, MPI_INT, p, 0, 1, MPI_INT, w) == MPI_SUCCESS) break;
  }
  MPI_Win_unlock_all(w);
  (void)n;
}
#define ARMCI_LOCK(w) for (int o_ = (MPI_Win_lock_all(0, w), 1); o_; o_ = (MPI_Win_unlock_all(w), 0))
void d12(MPI_Win w, int p) {
  int x = 1;
  ARMCI_LOCK(w) {
    MPI_Put(&x, 1, MPI_INT, p, 0, 1, MPI_INT, w);
  }
  x = 2;
}
