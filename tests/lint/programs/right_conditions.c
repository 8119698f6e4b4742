// Correct because of conditions and loops; the graph of a function does not show that they belong together.
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>
void c01(int left, int right) {
  int *b, x = 1;
  MPI_Win w;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  if (left != MPI_PROC_NULL) MPI_Win_lock(MPI_LOCK_SHARED, left, 0, w);
  MPI_Put(&x, 1, MPI_INT, left, 0, 1, MPI_INT, w);
  if (left != MPI_PROC_NULL) MPI_Win_unlock(left, w);
  if (right != MPI_PROC_NULL) {
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w);
    MPI_Put(&x, 1, MPI_INT, right, 0, 1, MPI_INT, w);
    MPI_Win_unlock(right, w);
  }
  MPI_Win_free(&w);
}
void c02(int n) {
  int *b, x = 1, open = 0;
  MPI_Win w;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  for (int i = 0; i < n; i++) {
    if (!open) {
      MPI_Win_lock_all(0, w);
      open = 1;
    }
    MPI_Put(&x, 1, MPI_INT, i, 0, 1, MPI_INT, w);
    if (i % 4 == 3) {
      MPI_Win_unlock_all(w);
      open = 0;
    }
  }
  if (open) MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
void c03(int rank) {
  int *b, x = 1;
  MPI_Win w;
  MPI_Group g;
  MPI_Comm_group(MPI_COMM_WORLD, &g);
  MPI_Win_create(&x, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  (void)b;
  if (rank == 0) {
    MPI_Win_start(g, 0, w);
  } else {
    MPI_Win_post(g, 0, w);
  }
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  if (rank == 0)
    MPI_Win_complete(w);
  else
    MPI_Win_wait(w);
  MPI_Win_free(&w);
}
void c04(MPI_Win w, int n) {
  int x = 1;
  for (int i = 0; i < n; i++) {
    if (i > 0) MPI_Win_unlock(i - 1, w);
    MPI_Win_lock(MPI_LOCK_SHARED, i, 0, w);
    MPI_Put(&x, 1, MPI_INT, i, 0, 1, MPI_INT, w);
  }
  if (n > 0) MPI_Win_unlock(n - 1, w);
}
void c05(MPI_Win w, int peer, int n) {
  int b[2], k = 0;
  MPI_Request r[2];
  MPI_Win_lock_all(0, w);
  MPI_Rget(&b[0], 1, MPI_INT, peer, 0, 1, MPI_INT, w, &r[0]);
  for (int i = 1; i < n; i++) {
    MPI_Rget(&b[1 - k], 1, MPI_INT, peer, i, 1, MPI_INT, w, &r[1 - k]);
    MPI_Wait(&r[k], MPI_STATUS_IGNORE);
    b[k]++;
    k = 1 - k;
  }
  MPI_Wait(&r[k], MPI_STATUS_IGNORE);
  printf("%d", b[k]);
  MPI_Win_unlock_all(w);
}
void c06(MPI_Win w, int peer, int n) {
  int x = 0, first = 1;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    if (!first) MPI_Win_flush(peer, w);
    first = 0;
    x = i;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
}
void c07(MPI_Win w, int peer) {
  int x = 0;
  MPI_Win_lock_all(0, w);
again:
  x++;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  if (x < 0) return;
  MPI_Win_flush(peer, w);
  if (x < 10) goto again;
  MPI_Win_unlock_all(w);
}
void c08(MPI_Win w, int peer, int n) {
  int x = 0;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    MPI_Win_flush(peer, w);
    x = i;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
}
void c09(MPI_Win w, int peer, int n, int* out) {
  int x;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i <= n; i++) {
    if (i) {
      MPI_Win_flush(peer, w);
      out[i - 1] = x;
    }
    if (i < n) MPI_Get(&x, 1, MPI_INT, peer, i, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
}
void c10(MPI_Win w, int n) {
  int x = 1;
  for (int i = 0; i < n; i += 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, i, 0, w);
    MPI_Win_lock(MPI_LOCK_SHARED, i + 1, 0, w);
    MPI_Put(&x, 1, MPI_INT, i, 0, 1, MPI_INT, w);
    MPI_Win_unlock(i + 1, w);
    MPI_Win_unlock(i, w);
  }
}
void c11(MPI_Win a, MPI_Win b, int k) {
  MPI_Win w = k ? a : b;
  int x = 1;
  MPI_Win_lock_all(0, w);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, k ? a : b);
  MPI_Win_unlock_all(w);
  x = 2;
}
void c12(MPI_Win* w, int n, int peer) {
  int x = 1;
  for (int i = 0; i < n; i++) MPI_Win_lock_all(0, w[i]);
  for (int i = 0; i < n; i++) MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w[i]);
  for (int i = 0; i < n; i++) MPI_Win_unlock_all(w[i]);
  x = 2;
}
void c13(MPI_Win w, MPI_Aint d, int peer, const MPI_Aint* list) {
  int x = 1;
  MPI_Win_lock_all(0, w);
  MPI_Put(&x, 1, MPI_INT, peer, list[0], 1, MPI_INT, w);
  list++;
  MPI_Put(&x, 1, MPI_INT, peer, list[0], 1, MPI_INT, w);
  MPI_Win_unlock_all(w);
  (void)d;
}
void c14(MPI_Win w, int peer, MPI_Aint (*next)(void)) {
  int x = 1;
  MPI_Win_lock_all(0, w);
  MPI_Put(&x, 1, MPI_INT, peer, next(), 1, MPI_INT, w);
  MPI_Put(&x, 1, MPI_INT, peer, next(), 1, MPI_INT, w);
  MPI_Win_unlock_all(w);
}
void c15(MPI_Win w, int peer, int n) {
  int x[n];
  MPI_Win_lock_all(0, w);
  MPI_Put(x, n, MPI_INT, peer, 0, n, MPI_INT, w);
  MPI_Win_unlock_all(w);
  for (int i = 0; i < n; i++) x[i] = 0;
}
void c16(MPI_Win w, int peer) {
  int* b;
  MPI_Aint s;
  int u;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
  MPI_Win_shared_query(w, peer, &s, &u, &b);
  b[0] = 1;
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(w);
  MPI_Win_unlock_all(w);
}
void c17(int peer) {
  int x = 1;
  MPI_Aint a;
  MPI_Win w;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_attach(w, &x, 4);
  MPI_Get_address(&x, &a);
  MPI_Win_fence(0, w);
  MPI_Put(&x, 1, MPI_INT, peer, a, 1, MPI_INT, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
  x = 2;
  MPI_Win_detach(w, &x);
  MPI_Win_free(&w);
}
int c18(int argc) {
  int* b;
  MPI_Win w;
  MPI_Init(0, 0);
  if (argc > 1) {
    MPI_Finalize();
    return 0;
  }
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  if (MPI_Win_fence(0, w)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
void c19(MPI_Win w, int peer, int n) {
  int x;
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < n; i++) {
    int old, expect = 0, one = 1;
    do {
      MPI_Compare_and_swap(&one, &expect, &old, MPI_INT, peer, i, w);
      MPI_Win_flush(peer, w);
    } while (old != expect);
    x = old;
  }
  (void)x;
  MPI_Win_unlock_all(w);
}
void c20(MPI_Win w, MPI_Group g, int n) {
  int x = 1;
  for (int i = 0; i < n; i++) {
    MPI_Win_post(g, 0, w);
    MPI_Win_start(g, 0, w);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
    MPI_Win_wait(w);
  }
}
void c21(MPI_Win w, int peer, int assert_) {
  int x = 1;
  MPI_Win_fence(assert_ | MPI_MODE_NOSUCCEED, w);
  MPI_Win_fence(assert_ & ~MPI_MODE_NOSUCCEED, w);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
}
void c22(MPI_Win w, int* v) {
  const int me = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, w);
  v[0]++;
  MPI_Win_unlock(0, w);
}
void c23(MPI_Win w, int peer, int n, int m) {
  int a[10], b[10];
  MPI_Win_lock_all(0, w);
  MPI_Put(a, n, MPI_INT, peer, 0, n, MPI_INT, w);
  if (n == 0) MPI_Put(b, m, MPI_INT, peer, 0, m, MPI_INT, w);
  MPI_Win_unlock_all(w);
}
void c24(MPI_Win w, int peer) {
  struct {
    int h;
    int d[4];
  } m = {0};
  MPI_Win_lock_all(0, w);
  MPI_Put(m.d, 4, MPI_INT, peer, 0, 4, MPI_INT, w);
  m.h = 1;
  MPI_Win_unlock_all(w);
}
void c25(MPI_Win w, int peer, int n, int* b) {
  MPI_Win_lock_all(0, w);
  while (n > 0) {
    int c = n > 4 ? 4 : n;
    MPI_Put(b, c, MPI_INT, peer, n - c, c, MPI_INT, w);
    b += c;
    n -= c;
    if (n) b[0] = 1;
  }
  MPI_Win_unlock_all(w);
}
void c26(MPI_Win w, int peer) {
  int *a = malloc(4), *b = malloc(4), *t;
  MPI_Win_lock_all(0, w);
  MPI_Get(a, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  t = a;
  a = b;
  b = t;
  a[0] = 1;
  MPI_Win_flush(peer, w);
  free(a);
  free(b);
  MPI_Win_unlock_all(w);
}
void c27(MPI_Win w, int peer, int dbg) {
  int x;
  MPI_Win_lock_all(0, w);
  MPI_Get(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  if (dbg) MPI_Win_flush(peer, w);
  if (dbg) printf("%d\n", x);
  MPI_Win_unlock_all(w);
}
struct s {
  MPI_Win w;
  int v;
};
void c28(struct s* p, struct s* q, int peer) {
  MPI_Win_lock_all(0, p->w);
  *p = *q;
  MPI_Win_lock_all(0, p->w);
  MPI_Put(&p->v, 1, MPI_INT, peer, 0, 1, MPI_INT, p->w);
  MPI_Win_unlock_all(p->w);
}
void c29(int n, struct s* out) {
  int* b;
  MPI_Win w = MPI_WIN_NULL;
  do {
    if (w != MPI_WIN_NULL) MPI_Win_free(&w);
    MPI_Win_allocate(4 * n, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
    n *= 2;
  } while (n < 100);
  out->w = w;
}
int c30(void) {
  int* b;
  MPI_Win w;
  struct s* p = malloc(sizeof *p);
  MPI_Init(0, 0);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  p->w = w;
  MPI_Win_lock_all(0, p->w);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&p->w);
  free(p);
  return MPI_Finalize();
}
int c31(void) {
  int* b;
  MPI_Win w;
  MPI_Init(0, 0);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  MPI_Win* list[1] = {&w};
  MPI_Win_fence(0, w);
  for (int i = 0; i < 1; i++) MPI_Win_free(list[i]);
  return MPI_Finalize();
}
int c32(void) {
  int* b;
  struct s p;
  MPI_Init(0, 0);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &p.w);
  struct s q = p;
  MPI_Win_free(&q.w);
  return MPI_Finalize();
}
void c33(MPI_Win w, int peer) {
  char buf[64];
  int pos = 0, x = 3;
  MPI_Win_lock_all(0, w);
  MPI_Put(buf, 32, MPI_BYTE, peer, 0, 32, MPI_BYTE, w);
  pos = 32;
  MPI_Pack(&x, 1, MPI_INT, buf, 64, &pos, MPI_COMM_WORLD);
  buf[pos] = 1;
  *(buf + 33) = 2;
  MPI_Win_unlock_all(w);
}
void c34(MPI_Win w, int peer) {
  static int once;
  int x = 1;
  MPI_Win_lock_all(0, w);
  for (;;) {
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
    if (once++) break;
    MPI_Win_flush(peer, w);
  }
  MPI_Win_unlock_all(w);
}
void c35(MPI_Win w, int peer) {
  int x[4];
  MPI_Win_lock_all(0, w);
  for (int i = 0; i < 4; i++) {
    x[i] = i;
    MPI_Put(&x[0] + i, 1, MPI_INT, peer, i, 1, MPI_INT, w);
  }
  for (int i = 0; i < 4; i++) MPI_Get(&x[i], 0, MPI_INT, peer, 0, 0, MPI_INT, w);
  MPI_Win_unlock_all(w);
}
void c36(MPI_Win w, int peer, int n) {
  int x[4];
  MPI_Win_lock_all(0, w);
  MPI_Put(x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  for (int i = 0; i < n; i++) x[i + 1] = 1;
  for (int i = 0, j = 1; j < n; i++, j++) x[j] = 1;
  for (unsigned i = 0; i != 3;) {
    ++i;
    x[i] = 2;
  }
  MPI_Win_unlock_all(w);
}
