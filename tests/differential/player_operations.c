/* RMA communication, and the completion of requests. */
#include "player.h"

typedef struct {
  void* address;
  int count;
  MPI_Datatype type;
  MPI_Datatype absolute; /* the same from MPI_BOTTOM; to be freed */
} Buffer;

static Buffer buffer(Statement* s, int from_bottom) {
  Buffer b = {NULL, 0, MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
  b.address = place(s);
  b.count = (int)number(s);
  b.type = type_argument(s);
  if (from_bottom && b.address != NULL && b.count > 0) {
    MPI_Aint where;
    MPI_Get_address(b.address, &where);
    check(s, MPI_Type_create_hindexed(1, &b.count, &where, b.type, &b.absolute));
    check(s, MPI_Type_commit(&b.absolute));
    b.address = MPI_BOTTOM;
    b.count = 1;
    b.type = b.absolute;
  }
  return b;
}

static void forget(Buffer* b) {
  if (b->absolute != MPI_DATATYPE_NULL) MPI_Type_free(&b->absolute);
}

/* Number in the units of the target; "@arena:offset" is an address there (dynamic windows). */
static MPI_Aint displacement(Statement* s, const Window* w, int target) {
  const char* text = word(s);
  if (text[0] != '@') return strtol(text, NULL, 10);
  char* rest;
  long arena = strtol(text + 1, &rest, 10), offset = strtol(rest + 1, NULL, 10);
  return target < 0 ? 0 : MPI_Aint_add(arenas[arena].addresses[w->world_ranks[target]], offset);
}

static int target_argument(Statement* s) {
  const char* text = word(s);
  return strcmp(text, "none") == 0 ? MPI_PROC_NULL : atoi(text);
}

#if MPI_VERSION >= 4
#define CALL(large, name, ...) ((large) ? MPI_##name##_c(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#else
#define CALL(large, name, ...) ((void)(large), MPI_##name(__VA_ARGS__))
#endif

static void transfer(const char* verb, Statement* s) {
  Window* w = &windows[number(s)];
  const char* with = word(s);
  MPI_Request* request = strcmp(with, "-") == 0 ? NULL : &requests[atoi(with)];
  const char* flags = word(s);
  int large = strchr(flags, 'l') != NULL, fetch = strcmp(verb, "gacc") == 0, code;
  Buffer o = buffer(s, strchr(flags, 'b') != NULL), r = {0};
  if (fetch) r = buffer(s, 0);
  int target = target_argument(s);
  MPI_Aint at = displacement(s, w, target);
  int count = (int)number(s);
  MPI_Datatype type = type_argument(s);
  MPI_Win win = w->handle;
  if (strcmp(verb, "put") == 0) {
    code = request ? CALL(large, Rput, o.address, o.count, o.type, target, at, count, type, win, request)
                   : CALL(large, Put, o.address, o.count, o.type, target, at, count, type, win);
  } else if (strcmp(verb, "get") == 0) {
    code = request ? CALL(large, Rget, o.address, o.count, o.type, target, at, count, type, win, request)
                   : CALL(large, Get, o.address, o.count, o.type, target, at, count, type, win);
  } else if (!fetch) {
    MPI_Op op = op_named(word(s));
    code = request ? CALL(large, Raccumulate, o.address, o.count, o.type, target, at, count, type, op, win, request)
                   : CALL(large, Accumulate, o.address, o.count, o.type, target, at, count, type, op, win);
  } else {
    MPI_Op op = op_named(word(s));
    code = request ? CALL(large, Rget_accumulate, o.address, o.count, o.type, r.address, r.count, r.type, target, at,
                          count, type, op, win, request)
                   : CALL(large, Get_accumulate, o.address, o.count, o.type, r.address, r.count, r.type, target, at,
                          count, type, op, win);
  }
  check(s, code);
  forget(&o);
}

static void fetch_and_op(Statement* s) {
  Window* w = &windows[number(s)];
  char *origin = place(s), *result = place(s);
  MPI_Datatype type = type_argument(s);
  int target = (int)number(s);
  MPI_Aint at = displacement(s, w, target);
  check(s, MPI_Fetch_and_op(origin, result, type, target, at, op_named(word(s)), w->handle));
}

static void compare_and_swap(Statement* s) {
  Window* w = &windows[number(s)];
  char *origin = place(s), *compare = place(s), *result = place(s);
  MPI_Datatype type = type_argument(s);
  int target = (int)number(s);
  check(s, MPI_Compare_and_swap(origin, compare, result, type, target, displacement(s, w, target), w->handle));
}

/* A spin lock at the target around a counter that is not updated atomically. */
static void mutex(Statement* s) {
  Window* w = &windows[number(s)];
  int target = (int)number(s), free_ = 0, taken = 1 + rank, found;
  MPI_Aint lock = displacement(s, w, target), counter = displacement(s, w, target);
  for (long times = number(s); times > 0; --times) {
    do {
      check(s, MPI_Compare_and_swap(&taken, &free_, &found, MPI_INT, target, lock, w->handle));
      check(s, MPI_Win_flush(target, w->handle));
    } while (found != free_);
    int value = -1;
    check(s, MPI_Get(&value, 1, MPI_INT, target, counter, 1, MPI_INT, w->handle));
    check(s, MPI_Win_flush(target, w->handle));
    ++value;
    check(s, MPI_Put(&value, 1, MPI_INT, target, counter, 1, MPI_INT, w->handle));
    check(s, MPI_Win_flush(target, w->handle));
    check(s, MPI_Compare_and_swap(&free_, &taken, &found, MPI_INT, target, lock, w->handle));
    check(s, MPI_Win_flush(target, w->handle));
    if (found != taken) {
      fprintf(stderr, "player: rank %d: %s: %d holds the lock of rank %d\n", rank, s->text, found - 1, rank);
      ++problems;
    }
  }
}

/* A flag at the target, and waiting for it there. */
static void flag(const char* verb, Statement* s) {
  Window* w = &windows[number(s)];
  int target = (int)number(s), one = 1, found = 0;
  MPI_Aint at = displacement(s, w, target);
  if (strcmp(verb, "notify") == 0) {
    check(s, MPI_Accumulate(&one, 1, MPI_INT, target, at, 1, MPI_INT, MPI_SUM, w->handle));
    check(s, MPI_Win_flush(target, w->handle));
    return;
  }
  while (!found) {
    check(s, MPI_Fetch_and_op(NULL, &found, MPI_INT, target, at, MPI_NO_OP, w->handle));
    check(s, MPI_Win_flush(target, w->handle));
  }
}

int operation(const char* verb, Statement* s) {
  if (strcmp(verb, "put") == 0 || strcmp(verb, "get") == 0 || strcmp(verb, "acc") == 0 || strcmp(verb, "gacc") == 0) {
    transfer(verb, s);
  } else if (strcmp(verb, "fop") == 0) {
    fetch_and_op(s);
  } else if (strcmp(verb, "cas") == 0) {
    compare_and_swap(s);
  } else if (strcmp(verb, "mutex") == 0) {
    mutex(s);
  } else if (strcmp(verb, "notify") == 0 || strcmp(verb, "await") == 0) {
    flag(verb, s);
  } else {
    return 0;
  }
  return 1;
}

/* The requests are collected in an array, as programs do, and completed by any call until none is left. */
int completion(const char* verb, Statement* s) {
  enum { MANY = 64 };
  MPI_Request list[MANY];
  MPI_Status statuses[MANY];
  int indices[MANY], done = 0, index, flag;
  if (strncmp(verb, "wait", 4) != 0 && strncmp(verb, "test", 4) != 0) return 0;
  if (strcmp(verb, "wait") == 0 || strcmp(verb, "test") == 0) return 0; /* of windows */
  int count = (int)number(s);
  for (int i = 0; i < count; ++i) list[i] = requests[number(s)];
  while (done < count) {
    if (strcmp(verb, "waitall") == 0) {
      check(s, MPI_Waitall(count, list, statuses));
      done = count;
    } else if (strcmp(verb, "waiteach") == 0) {
      check(s, MPI_Wait(&list[done], MPI_STATUS_IGNORE));
      ++done;
    } else if (strcmp(verb, "testeach") == 0) {
      check(s, MPI_Test(&list[done], &flag, statuses));
      done += flag;
    } else if (strcmp(verb, "waitany") == 0) {
      check(s, MPI_Waitany(count, list, &index, statuses));
      ++done;
    } else if (strcmp(verb, "testany") == 0) {
      check(s, MPI_Testany(count, list, &index, &flag, MPI_STATUS_IGNORE));
      done += flag;
    } else if (strcmp(verb, "waitsome") == 0) {
      check(s, MPI_Waitsome(count, list, &flag, indices, statuses));
      done += flag;
    } else if (strcmp(verb, "testsome") == 0) {
      check(s, MPI_Testsome(count, list, &flag, indices, MPI_STATUSES_IGNORE));
      done += flag;
    } else if (strcmp(verb, "testall") == 0) {
      check(s, MPI_Testall(count, list, &flag, statuses));
      if (flag) done = count;
    }
  }
  for (int i = 0; i < count; ++i) {
    if (list[i] != MPI_REQUEST_NULL) check(s, MPI_ERR_REQUEST);
  }
  return 1;
}
