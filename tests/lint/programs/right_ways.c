// Correct, in the ways in which programs are written: macros that check, conditions that belong together, aliases,
// buffers in turn, goto, threads.
// flags: -pthread
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>
#define MPI_CHECK(c)                                      \
  do {                                                    \
    int e_ = (c);                                         \
    if (e_ != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, e_); \
  } while (0)
#define CHECK(c)                   \
  do {                             \
    if ((c) != MPI_SUCCESS) {      \
      fprintf(stderr, "%s\n", #c); \
      exit(1);                     \
    }                              \
  } while (0)
#define NOBODY MPI_PROC_NULL
#define NOOP MPI_NO_OP
struct ctx {
  MPI_Win win, win2;
  int *front, *back;
  int peer;
  MPI_Aint off;
  struct ctx* next;
  int val;
};
static int g_peer;
static MPI_Aint g_off;
static int *g_cur, *g_oth;
static MPI_Win g_win, g_wins[2];
static int g_k;

void a01_mpi_check_lock(MPI_Win win, int peer) {
  int x = 1;
  MPI_CHECK(MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win));
  MPI_CHECK(MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win));
  MPI_CHECK(MPI_Win_unlock(peer, win));
}
void a02_check_noop(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  CHECK(MPI_Fetch_and_op(&x, &x, MPI_INT, peer, 0, MPI_NO_OP, win));
  MPI_Win_unlock(peer, win);
}
void a03_noop_macro(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Fetch_and_op(&x, &x, MPI_INT, peer, 0, NOOP, win);
  MPI_Win_unlock(peer, win);
}
void a04_op_param(MPI_Win win, int peer, MPI_Op op) {
  int x = 1, r;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Fetch_and_op(op == MPI_NO_OP ? NULL : &x, &r, MPI_INT, peer, 0, op, win);
  MPI_Win_unlock(peer, win);
}
void a05_nobody_const(MPI_Win win) {
  int x = 1;
  const int nobody = MPI_PROC_NULL;
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, NOBODY, 0, 1, MPI_INT, win);
  MPI_Put(&x, 1, MPI_INT, nobody, 0, 1, MPI_INT, win);
  MPI_Put(&x, 1, MPI_INT, (MPI_PROC_NULL), 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
void a06_check_proc_null(MPI_Win win) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  CHECK(MPI_Put(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
  MPI_Win_unlock(0, win);
}
void a07_halo_boundary(MPI_Win win, int rank, int n, double* u) {
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank < n - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Win_fence(0, win);
  MPI_Get(&u[0], 1, MPI_DOUBLE, left, 10, 1, MPI_DOUBLE, win);
  MPI_Get(&u[11], 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, win);
  if (left == MPI_PROC_NULL) u[0] = 1.0;
  if (right == MPI_PROC_NULL) u[11] = 2.0;
  MPI_Win_fence(0, win);
}
void a08_zero_count(MPI_Win win, int peer, int n, int* buf) {
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Get(buf, n, MPI_INT, peer, 0, n, MPI_INT, win);
  if (n == 0) buf[0] = -1;
  MPI_Win_unlock(peer, win);
}
void a09_continue(MPI_Win win, int peer, int* out) {
  int v[10] = {0};
  MPI_Win_fence(0, win);
  MPI_Get(v, 5, MPI_INT, peer, 0, 5, MPI_INT, win);
  for (int i = 0; i < 10; i++) {
    if (i < 5) continue;
    out[i] = v[i];
  }
  MPI_Win_fence(0, win);
}
void a10_index_moved(MPI_Win win, int peer, int* out) {
  int v[10] = {0};
  int i;
  MPI_Win_fence(0, win);
  MPI_Get(v, 5, MPI_INT, peer, 0, 5, MPI_INT, win);
  for (i = 0; i < 5; i++) {
    i += 5;
    out[i] = v[i];
    i -= 5;
  }
  MPI_Win_fence(0, win);
}
void a11_ptr_peer(MPI_Win win, int peer) {
  int x = 1, y = 2;
  int* p = &peer;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  (*p)++;
  MPI_Put(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void a12_ptr_lock(MPI_Win win, int peer) {
  int* p = &peer;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  (*p)++;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Win_unlock(peer, win);
  (*p)--;
  MPI_Win_unlock(peer, win);
}
static void next_peer(void) {
  g_peer++;
  g_off += 4;
}
void a13_global_off(MPI_Win win, int peer) {
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, g_off, 1, MPI_INT, win);
  next_peer();
  MPI_Put(&y, 1, MPI_INT, peer, g_off, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void a14_global_lock(MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, g_peer, 0, win);
  next_peer();
  MPI_Win_lock(MPI_LOCK_SHARED, g_peer, 0, win);
  MPI_Win_unlock(g_peer, win);
  MPI_Win_unlock(g_peer - 1, win);
}
void a15_struct_lock(MPI_Win win, struct ctx* c) {
  MPI_Win_lock(MPI_LOCK_SHARED, c->peer, 0, win);
  c->peer++;
  MPI_Win_lock(MPI_LOCK_SHARED, c->peer, 0, win);
  MPI_Win_unlock(c->peer, win);
  MPI_Win_unlock(c->peer - 1, win);
}
static void advance(struct ctx* c) {
  c->peer++;
  c->off += 4;
}
void a16_struct_adv(MPI_Win win, struct ctx* c) {
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, 0, c->off, 1, MPI_INT, win);
  advance(c);
  MPI_Put(&y, 1, MPI_INT, 0, c->off, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void a17_double_buffer_struct(struct ctx* c, int peer) {
  MPI_Win_lock_all(0, c->win);
  MPI_Get(c->front, 10, MPI_INT, peer, 0, 10, MPI_INT, c->win);
  int* t = c->front;
  c->front = c->back;
  c->back = t;
  c->front[0] = 1;
  MPI_Win_flush(peer, c->win);
  MPI_Win_unlock_all(c->win);
}
static void flip(void) {
  int* t = g_cur;
  g_cur = g_oth;
  g_oth = t;
}
void a18_double_buffer_global(MPI_Win win, int peer) {
  MPI_Win_lock_all(0, win);
  MPI_Get(g_cur, 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  flip();
  g_cur[0] = 1;
  MPI_Win_unlock_all(win);
}
static void flip_ctx(struct ctx* c) {
  int* t = c->front;
  c->front = c->back;
  c->back = t;
  MPI_Win w = c->win;
  c->win = c->win2;
  c->win2 = w;
}
void a19_flip_ctx(struct ctx* c, int peer) {
  MPI_Win_lock_all(0, c->win);
  MPI_Get(c->front, 10, MPI_INT, peer, 0, 10, MPI_INT, c->win);
  flip_ctx(c);
  MPI_Win_lock_all(0, c->win);
  c->front[0] = 1;
  MPI_Win_unlock_all(c->win);
  flip_ctx(c);
  MPI_Win_unlock_all(c->win);
}
static void next_win(void) {
  g_win = g_wins[++g_k % 2];
}
void a20_next_win(void) {
  MPI_Win_lock_all(0, g_win);
  next_win();
  MPI_Win_lock_all(0, g_win);
  MPI_Win_unlock_all(g_win);
  next_win();
  MPI_Win_unlock_all(g_win);
}
void a21_win_reassign(struct ctx* c, int peer) {
  int x = 1, y = 2;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, c->win);
  c->win = c->win2;
  MPI_Put(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, c->win);
  MPI_Win_flush_all(c->win);
  MPI_Win_flush_all(g_win);
}
void a22_req_incr(MPI_Win win, int peer) {
  int x = 1, y = 2, n = 0;
  MPI_Request r[4];
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &r[n++]);
  MPI_Rput(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &r[n++]);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  x = 2;
  y = 3;
  MPI_Win_unlock_all(win);
}
void a23_req_copy(MPI_Win win, int peer) {
  int x = 1, y = 2;
  MPI_Request cur, prev;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &cur);
  prev = cur;
  MPI_Rput(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &cur);
  MPI_Wait(&prev, MPI_STATUS_IGNORE);
  x = 2;
  MPI_Wait(&cur, MPI_STATUS_IGNORE);
  y = 2;
  MPI_Win_unlock_all(win);
}
void a24_get_status(MPI_Win win, int peer) {
  int x = 1, f = 0;
  MPI_Request r;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &r);
  while (!f) MPI_Request_get_status(r, &f, MPI_STATUS_IGNORE);
  x = 2;
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
void a25_nosucceed_last(MPI_Win win, int peer, int n) {
  int x = 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < n; i++) {
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_fence(i == n - 1 ? MPI_MODE_NOSUCCEED : 0, win);
  }
}
void a26_nosucceed2(MPI_Win win, int peer, int last) {
  int x = 1;
  MPI_Win_fence(last ? MPI_MODE_NOSUCCEED : 0, win);
  if (last) return;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}
int a27_create_failed(void) {
  int* b;
  MPI_Win win;
  MPI_Init(0, 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rc = MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &win);
  if (rc != MPI_SUCCESS) {
    MPI_Finalize();
    return 1;
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
void a28_free_null(void) {
  int* b;
  MPI_Win win = MPI_WIN_NULL;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &win);
  MPI_Win_free(&win);
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
}
void a29_retry(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  while (MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win) != MPI_SUCCESS) fprintf(stderr, "again\n");
  MPI_Win_unlock_all(win);
}
void a30_once(MPI_Win win, int peer) {
  int x;
  MPI_Win_lock_all(0, win);
  for (int once = 1; once; once = 0) {
    x = 1;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}
static _Atomic int done;
void a31_c11atomic(MPI_Win win, int peer) {
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  while (!done) {
  }
  x = 2;
}
#define TYPE(x) _Generic((x), int: MPI_INT, double: MPI_DOUBLE)
void a32_generic(MPI_Win win, int peer) {
  int x, y;
  MPI_Win_lock_all(0, win);
  MPI_Get(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Get(&y, 1, TYPE(x), peer, 1, 1, TYPE(x), win);
  MPI_Win_unlock_all(win);
}
void a33_void(MPI_Win win, int peer) {
  int x;
  MPI_Win_lock_all(0, win);
  MPI_Get(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  (void)x;
  MPI_Win_unlock_all(win);
}
void a34_exit(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}
void a35_loop_exit(MPI_Win win, int peer) {
  int x = 1;
  for (;;) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    if (rand()) abort();
    MPI_Win_unlock_all(win);
  }
}
static int keyval;
int a36_attr(void) {
  struct ctx* c = malloc(sizeof *c);
  int* b;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &c->win);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, c); /* its delete function frees c->win */
  return MPI_Finalize();
}
static void stash(MPI_Win w) {
  g_win = w;
}
void a37_stash(int peer) {
  int *b, x = 1;
  MPI_Win w;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  stash(w);
  MPI_Win_lock_all(0, g_win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
}
static pthread_barrier_t bar;
static pthread_t th;
void* other(void*);
void a38_thread(int peer) {
  int *b, x = 1;
  pthread_create(&th, 0, other, 0);
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &g_win);
  pthread_barrier_wait(&bar); /* other locks all */
  pthread_barrier_wait(&bar);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, g_win);
  MPI_Win_unlock_all(g_win);
  MPI_Win_free(&g_win);
}
void a39_cas_origin_compare(MPI_Win win, int peer) {
  int x = 1, r;
  MPI_Win_lock_all(0, win);
  MPI_Compare_and_swap(&x, &x, &r, MPI_INT, peer, 0, win);
  MPI_Win_unlock_all(win);
}
void a40_lock_retry(MPI_Win win) {
  if (MPI_Win_lock_all(MPI_MODE_NOCHECK, win) != MPI_SUCCESS) {
    MPI_Win_lock_all(0, win);
  }
  MPI_Win_unlock_all(win);
}
void a41_abort_then(MPI_Win win, int peer, int bad) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  if (bad) {
    MPI_Abort(MPI_COMM_WORLD, 1);
    x = 0;
    return;
  }
  MPI_Win_unlock_all(win);
}
void a42_check_noop_get(MPI_Win win, int peer) {
  int x, y;
  MPI_Win_lock_all(0, win);
  CHECK(MPI_Fetch_and_op(NULL, &x, MPI_INT, peer, 0, MPI_NO_OP, win));
  MPI_Get(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}
void a43_fnptr(MPI_Win win, int peer, void (*fl)(MPI_Win)) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  fl(win);
  x = 2;
  MPI_Win_unlock_all(win);
}
void a44_memcpy_win(int peer) {
  int *b, x = 1;
  MPI_Win w, v;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &b, &w);
  memcpy(&v, &w, sizeof w);
  MPI_Win_lock_all(0, v);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, w);
  MPI_Win_unlock_all(v);
  MPI_Win_free(&w);
}
void a45_fence_reuse_loop(MPI_Win win, int peer, int n) {
  int x = 0;
  MPI_Win_fence(0, win);
  for (int i = 0; i < n; i++) {
    x = i;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
}
void a46_circular(MPI_Win win, int peer, int n) {
  int b[4];
  MPI_Request r[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) {
    int s = i % 4;
    MPI_Wait(&r[s], MPI_STATUS_IGNORE);
    b[s] = i;
    MPI_Rput(&b[s], 1, MPI_INT, peer, i, 1, MPI_INT, win, &r[s]);
  }
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  b[0] = 0;
  MPI_Win_unlock_all(win);
}
void a47_bottom(MPI_Win win, int peer, MPI_Datatype t) {
#define BASE MPI_BOTTOM
  MPI_Win_lock_all(0, win);
  MPI_Put(BASE, 1, t, peer, 0, 1, t, win);
  MPI_Win_unlock_all(win);
}
void a48_proc_null_recv(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}
void a49_union(MPI_Win win, int peer) {
  union {
    struct {
      int a, b;
    } s;
    int v[2];
  } u;
  u.s.a = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&u.s.a, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  u.s.b = 2;
  MPI_Win_unlock_all(win);
}
void a50_switch(MPI_Win win, int peer, int k) {
  int x = 1;
  switch (k) {
    case 0:
      MPI_Win_lock_all(0, win);
      break;
    case 1:
      MPI_Win_fence(0, win);
      break;
    default:
      return;
  }
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  switch (k) {
    case 0:
      MPI_Win_unlock_all(win);
      break;
    case 1:
      MPI_Win_fence(0, win);
  }
  x = 2;
}
static int* vector_of(struct ctx* c) {
  return c->front;
}
void a51_goto(MPI_Win win, int peer) {
  int* b = malloc(4);
  int rc;
  rc = MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  if (rc) goto out;
  rc = MPI_Put(b, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  if (rc) goto unlock;
unlock:
  MPI_Win_unlock(peer, win);
out:
  free(b);
}
void a52_member(struct ctx* c, int peer) {
  c->val = 1;
  MPI_Win_lock_all(0, c->win);
  MPI_Put(&c->val, 1, MPI_INT, peer, 0, 1, MPI_INT, c->win);
  c = c->next;
  c->val = 2;
  (void)vector_of(c);
}
void a53_alias(MPI_Win win, int peer, int* p) {
  int** pp = &p;
  MPI_Win_lock_all(0, win);
  MPI_Put(p, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  (*pp)++;
  *p = 3;
  MPI_Win_unlock_all(win);
}
void a54_nested(MPI_Win win, int peer) {
  int v;
  MPI_Win_lock_all(0, win);
  MPI_Get(&v, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  printf("%d %d\n", MPI_Win_flush(peer, win), 0);
  printf("%d\n", v);
  MPI_Win_unlock_all(win);
}
void a55_comma(MPI_Win win, int peer) {
  int v;
  MPI_Win_lock_all(0, win);
  int r = (MPI_Get(&v, 1, MPI_INT, peer, 0, 1, MPI_INT, win), MPI_Win_flush(peer, win), v);
  (void)r;
  MPI_Win_unlock_all(win);
}
void a56_shortc(MPI_Win win, int peer) {
  int v;
  MPI_Win_lock_all(0, win);
  if (MPI_Get(&v, 1, MPI_INT, peer, 0, 1, MPI_INT, win) == MPI_SUCCESS && MPI_Win_flush(peer, win) == MPI_SUCCESS &&
      v > 3)
    v = 0;
  MPI_Win_unlock_all(win);
}
static jmp_buf jb;
void a57_setjmp(MPI_Win win, int peer) {
  volatile int open = 0;
  int x = 1;
  if (setjmp(jb) == 0) {
    MPI_Win_lock_all(0, win);
    open = 1;
    MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    if (rand()) longjmp(jb, 1);
    MPI_Win_unlock_all(win);
    open = 0;
  }
  if (open) MPI_Win_unlock_all(win);
}
void a58_sync_test(MPI_Win win, MPI_Group g, int* m) {
  int f;
  MPI_Win_post(g, 0, win);
  do MPI_Win_test(win, &f);
  while (!f);
  m[0] = 1;
}
void a59_realloc(MPI_Win win, int peer) {
  int* p = malloc(8);
  MPI_Win_lock_all(0, win);
  MPI_Put(p, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_flush_local_all(win);
  p = realloc(p, 16);
  p[0] = 1;
  MPI_Win_unlock_all(win);
  free(p);
}
void a60_2d(MPI_Win win, int peer) {
  double u[4][8] = {{0}};
  MPI_Win_fence(0, win);
  MPI_Get(&u[0][0], 8, MPI_DOUBLE, peer, 0, 8, MPI_DOUBLE, win);
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < 8; j++) u[i][j] = 1;
  MPI_Win_fence(0, win);
  u[0][0] = 2;
}
void a61_2d_loop0(MPI_Win win, int peer) {
  double u[4][8] = {{0}};
  MPI_Win_fence(0, win);
  MPI_Get(u[0], 8, MPI_DOUBLE, peer, 0, 8, MPI_DOUBLE, win);
  for (int i = 0; i < 4; i++) {
    if (i == 0) continue;
    for (int j = 0; j < 8; j++) u[i][j] = 1;
  }
  MPI_Win_fence(0, win);
}
void a62_break_first(MPI_Win win, int peer, int* o) {
  int v[4];
  MPI_Win_fence(0, win);
  MPI_Get(v, 4, MPI_INT, peer, 0, 4, MPI_INT, win);
  for (int i = 0; i < 4; i++) {
    if (peer < 100) {
      o[0] = 1;
      break;
    }
    o[i] = v[i];
  }
  MPI_Win_fence(0, win);
}
