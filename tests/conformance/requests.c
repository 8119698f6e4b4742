/* Requests of RMA operations among requests of every other kind, in every completion call; and very many of them. */
#include "conformance.h"

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_BYTE, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 55;
  status->MPI_TAG = 66;
  return MPI_SUCCESS;
}
static int release(void* freed) {
  ++*(int*)freed;
  return MPI_SUCCESS;
}
static int cancel(void* state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

/* Places in the array; 2 and 6 stay MPI_REQUEST_NULL. */
enum { RECEIVED, PUT, GOT = 3, GENERAL, ADDED, FETCHED = 7, INACTIVE, NOTHING, NOBODY, BARRIER, COUNT, ACTIVE = 9 };

static void check_status(int which, const MPI_Status* status) {
  int bytes = 0;
  if (which == RECEIVED) CHECK_EQUAL(status->MPI_SOURCE, (rank + ranks - 1) % ranks);
  if (which != GENERAL) return;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  CHECK_EQUAL(bytes, 3);
  CHECK_EQUAL(status->MPI_SOURCE, 55);
  CHECK_EQUAL(status->MPI_TAG, 66);
}

static void wait_any(MPI_Request* request) {
  MPI_Status status;
  int seen = 0;
  for (int index; MPI_Waitany(COUNT, request, &index, &status), index != MPI_UNDEFINED; ++seen)
    check_status(index, &status);
  CHECK_EQUAL(seen, ACTIVE);
}

static void complete_some(MPI_Request* request, int (*call)(int, MPI_Request*, int*, int*, MPI_Status*)) {
  MPI_Status status[COUNT];
  int index[COUNT], found, seen = 0;
  for (; call(COUNT, request, &found, index, status), found != MPI_UNDEFINED; seen += found) {
    for (int i = 0; i < found; ++i) check_status(index[i], &status[i]);
  }
  CHECK_EQUAL(seen, ACTIVE);
}

static void look_then_wait_all(MPI_Request* request) {
  MPI_Status status;
  for (int i = 0; i < COUNT; ++i) {
    const MPI_Request before = request[i];
    for (int done = before == MPI_REQUEST_NULL; !done;) MPI_Request_get_status(request[i], &done, &status);
    CHECK(request[i] == before);
  }
  MPI_Waitall(COUNT, request, MPI_STATUSES_IGNORE);
}

static void test_all(MPI_Request* request) {
  MPI_Status status[COUNT];
  for (int done = 0; !done;) MPI_Testall(COUNT, request, &done, status);
  check_status(RECEIVED, &status[RECEIVED]);
  check_status(GENERAL, &status[GENERAL]);
}

static void mix(int flavor) {
  enum { ROUNDS = 10 };
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  Window w = make_window(flavor, 8192, sizeof(long));
  const long* memory = (const long*)w.memory;
  for (int round = 0; round < ROUNDS; ++round) {
    MPI_Request request[COUNT], inactive;
    int freed = 0;
    const long own = rank, two = 2;
    long got = -1, fetched = -1, received = -1, never = 0;
    for (int i = 0; i < COUNT; ++i) request[i] = MPI_REQUEST_NULL;
    MPI_Win_lock_all(0, w.win);
    MPI_Irecv(&received, 1, MPI_LONG, left, 1, MPI_COMM_WORLD, &request[RECEIVED]);
    MPI_Rput(&own, 1, MPI_LONG, right, at(&w, right, 10 + round, 8), 1, MPI_LONG, w.win, &request[PUT]);
    MPI_Rget(&got, 1, MPI_LONG, right, at(&w, right, 500, 8), 1, MPI_LONG, w.win, &request[GOT]);
    MPI_Grequest_start(query, release, cancel, &freed, &request[GENERAL]);
    MPI_Raccumulate(&two, 1, MPI_LONG, right, at(&w, right, 600, 8), 1, MPI_LONG, MPI_SUM, w.win, &request[ADDED]);
    MPI_Rget_accumulate(NULL, 0, MPI_DATATYPE_NULL, &fetched, 1, MPI_LONG, right, at(&w, right, 700, 8), 1, MPI_LONG,
                        MPI_NO_OP, w.win, &request[FETCHED]);
    MPI_Recv_init(&never, 1, MPI_LONG, left, 2, MPI_COMM_WORLD, &request[INACTIVE]);
    MPI_Rput(NULL, 0, MPI_LONG, right, at(&w, right, 0, 8), 0, MPI_LONG, w.win, &request[NOTHING]);
    MPI_Rget(NULL, 0, MPI_LONG, MPI_PROC_NULL, 0, 0, MPI_LONG, w.win, &request[NOBODY]);
    MPI_Ibarrier(MPI_COMM_WORLD, &request[BARRIER]);
    inactive = request[INACTIVE];
    MPI_Send(&own, 1, MPI_LONG, right, 1, MPI_COMM_WORLD);
    MPI_Grequest_complete(request[GENERAL]);
    switch (round % 5) {
      case 0:
        wait_any(request);
        break;
      case 1:
        complete_some(request, MPI_Testsome);
        break;
      case 2:
        look_then_wait_all(request);
        break;
      case 3:
        test_all(request);
        break;
      default:
        complete_some(request, MPI_Waitsome);
    }
    for (int i = 0; i < COUNT; ++i) CHECK(request[i] == (i == INACTIVE ? inactive : MPI_REQUEST_NULL));
    CHECK_EQUAL(freed, 1);
    CHECK_EQUAL(received, left);
    CHECK_EQUAL(got, 0);
    CHECK_EQUAL(fetched, 0);
    MPI_Win_unlock_all(w.win);
    MPI_Request_free(&request[INACTIVE]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
    CHECK_EQUAL(memory[10 + round], left);
    CHECK_EQUAL(memory[600], 2 * (round + 1));
    MPI_Win_unlock(rank, w.win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  drop_window(&w);
}

static void very_many(void) {
  enum { MANY = 20000 };
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  Window w = make_window(CREATE, MANY * (MPI_Aint)sizeof(long), sizeof(long));
  MPI_Request* request = malloc(MANY * sizeof *request);
  long* value = malloc(MANY * sizeof *value);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, w.win);
  for (int i = 0; i < MANY; ++i) {
    value[i] = rank + i;
    MPI_Rput(&value[i], 1, MPI_LONG, right, i, 1, MPI_LONG, w.win, &request[i]);
  }
  for (int i = MANY - 1; i > MANY / 2; --i) MPI_Wait(&request[i], MPI_STATUS_IGNORE);
  MPI_Win_unlock(right, w.win);
  MPI_Waitall(MANY / 2 + 1, request, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < MANY; ++i) CHECK_EQUAL(((long*)w.memory)[i], left + i);
  drop_window(&w);
  free(request);
  free(value);
}

/* Each request is begun anew as soon as it is complete, until every one was complete: none may be put off for ever.
   (MPI_Waitany may always choose the same one.) */
static void each_in_its_turn(int (*call)(int, MPI_Request*, int*, int*, MPI_Status*)) {
  enum { SLOTS = 4 };
  const int right = (rank + 1) % ranks;
  Window w = make_window(ALLOCATE, SLOTS * (MPI_Aint)sizeof(long), sizeof(long));
  MPI_Request request[SLOTS];
  long value[SLOTS];
  int seen[SLOTS] = {0}, index[SLOTS], found, missing = SLOTS;
  MPI_Win_lock_all(0, w.win);
  for (int i = 0; i < SLOTS; ++i) MPI_Rget(&value[i], 1, MPI_LONG, right, i, 1, MPI_LONG, w.win, &request[i]);
  while (missing > 0) {
    call(SLOTS, request, &found, index, MPI_STATUSES_IGNORE);
    for (int i = 0; i < found; ++i) {
      const int slot = index[i];
      missing -= seen[slot]++ == 0;
      MPI_Rget(&value[slot], 1, MPI_LONG, right, slot, 1, MPI_LONG, w.win, &request[slot]);
    }
  }
  MPI_Waitall(SLOTS, request, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(w.win);
  drop_window(&w);
}

/* Whichever request completes first, each accumulate finds the result of the ones before it. */
static void in_order(void) {
  enum { STEPS = 8 };
  const int right = (rank + 1) % ranks;
  Window w = make_window(ALLOCATE, (MPI_Aint)sizeof(long), sizeof(long));
  MPI_Request request[STEPS];
  const long one = 1;
  long before[STEPS];
  MPI_Win_lock_all(0, w.win);
  for (int i = 0; i < STEPS; ++i) {
    MPI_Accumulate(&one, 1, MPI_LONG, right, 0, 1, MPI_LONG, MPI_SUM, w.win);
    MPI_Rget_accumulate(&one, 1, MPI_LONG, &before[i], 1, MPI_LONG, right, 0, 1, MPI_LONG, MPI_SUM, w.win, &request[i]);
  }
  for (int i = 0, at; i < STEPS; ++i) {
    MPI_Waitany(STEPS, request, &at, MPI_STATUS_IGNORE);
    CHECK_EQUAL(before[at], 2 * at + 1);
  }
  MPI_Win_unlock_all(w.win);
  drop_window(&w);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("12.3.5 requests of operations among null, inactive, generalized, receive and barrier requests") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) mix(flavor);
  }
  CASE("12.3.5 requests of which each is begun anew when it is complete: every one is in its turn") {
    each_in_its_turn(MPI_Waitsome);
    each_in_its_turn(MPI_Testsome);
  }
  CASE("12.7.1 accumulates with requests keep their order, whichever completes first") in_order();
  CASE("12.3.5 very many requests, completed from the last one on, half of them behind the unlock") very_many();
  return end();
}
