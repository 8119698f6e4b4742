/* RMA synchronization. */
#include "player.h"

static int assertion(const char* name) {
  int bits = 0;
  if (strstr(name, "noprecede")) bits |= MPI_MODE_NOPRECEDE;
  if (strstr(name, "nosucceed")) bits |= MPI_MODE_NOSUCCEED;
  if (strstr(name, "noput")) bits |= MPI_MODE_NOPUT;
  if (strstr(name, "nocheck")) bits |= MPI_MODE_NOCHECK;
  return bits;
}

static MPI_Group group_argument(Statement* s, const Window* w) {
  int members[MAX_RANKS], count = (int)number(s);
  MPI_Group all, some;
  for (int i = 0; i < count; ++i) members[i] = (int)number(s);
  MPI_Win_get_group(w->handle, &all);
  MPI_Group_incl(all, count, members, &some);
  MPI_Group_free(&all);
  return some;
}

static void active(const char* verb, Statement* s, Window* w) {
  if (strcmp(verb, "post") == 0 || strcmp(verb, "start") == 0) {
    int asserts = assertion(word(s));
    MPI_Group group = group_argument(s, w);
    check(s, (verb[0] == 'p' ? MPI_Win_post : MPI_Win_start)(group, asserts, w->handle));
    MPI_Group_free(&group);
  } else if (strcmp(verb, "test") == 0) {
    for (int flag = 0; !flag;) check(s, MPI_Win_test(w->handle, &flag));
  } else if (strcmp(verb, "complete") == 0) {
    check(s, MPI_Win_complete(w->handle));
  } else {
    check(s, MPI_Win_wait(w->handle));
  }
}

static void lock(Statement* s, Window* w) {
  int type = strcmp(word(s), "exclusive") == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
  int target = (int)number(s);
  check(s, MPI_Win_lock(type, target, assertion(word(s)), w->handle));
}

int synchronization(const char* verb, Statement* s) {
  static const char* const known[] = {"fence",      "post",        "start",     "complete",        "wait",
                                      "test",       "lock",        "unlock",    "lock_all",        "unlock_all",
                                      "flush",      "flush_local", "flush_all", "flush_local_all", "sync",
                                      "barrier_of", NULL};
  int found = 0;
  for (int i = 0; known[i]; ++i) found |= strcmp(known[i], verb) == 0;
  if (!found) return 0;
  Window* w = &windows[number(s)];
  MPI_Win win = w->handle;
  if (strcmp(verb, "fence") == 0)
    check(s, MPI_Win_fence(assertion(word(s)), win));
  else if (strcmp(verb, "lock") == 0)
    lock(s, w);
  else if (strcmp(verb, "unlock") == 0)
    check(s, MPI_Win_unlock((int)number(s), win));
  else if (strcmp(verb, "lock_all") == 0)
    check(s, MPI_Win_lock_all(assertion(word(s)), win));
  else if (strcmp(verb, "unlock_all") == 0)
    check(s, MPI_Win_unlock_all(win));
  else if (strcmp(verb, "flush") == 0)
    check(s, MPI_Win_flush((int)number(s), win));
  else if (strcmp(verb, "flush_local") == 0)
    check(s, MPI_Win_flush_local((int)number(s), win));
  else if (strcmp(verb, "flush_all") == 0)
    check(s, MPI_Win_flush_all(win));
  else if (strcmp(verb, "flush_local_all") == 0)
    check(s, MPI_Win_flush_local_all(win));
  else if (strcmp(verb, "sync") == 0)
    check(s, MPI_Win_sync(win));
  else if (strcmp(verb, "barrier_of") == 0)
    check(s, MPI_Barrier(w->comm));
  else
    active(verb, s, w);
  return 1;
}
