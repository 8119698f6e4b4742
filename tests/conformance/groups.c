/* Post-start epochs of groups that are not the whole window, in any order of their members. */
#include "conformance.h"

static MPI_Group all;

static MPI_Group group_of(int member) {
  MPI_Group made;
  MPI_Group_incl(all, 1, &member, &made);
  return made;
}

/* Each pair of ranks has its own epochs, which overlap those of other pairs. */
static void pairs(const Window* w) {
  const int partner = rank ^ 1;
  if (partner >= ranks) return;
  MPI_Group group = group_of(partner);
  for (long i = 0; i < 50; ++i) {
    const long value = 1000L * rank + i;
    if ((rank + i) % 2 != 0) MPI_Win_post(group, 0, w->win);
    MPI_Win_start(group, 0, w->win);
    if ((rank + i) % 2 == 0) MPI_Win_post(group, 0, w->win);
    MPI_Put(&value, 1, MPI_LONG, partner, at(w, partner, 3, 8), 1, MPI_LONG, w->win);
    MPI_Win_complete(w->win);
    for (int over = 0; !over;) MPI_Win_test(w->win, &over);
    CHECK_EQUAL(((long*)w->memory)[3], 1000L * partner + i);
  }
  MPI_Group_free(&group);
}

static void everybody_backwards(const Window* w) {
  int* member = malloc((size_t)ranks * sizeof *member);
  for (int i = 0; i < ranks; ++i) member[i] = ranks - 1 - i;
  MPI_Group backwards;
  MPI_Group_incl(all, ranks, member, &backwards);
  for (long i = 0; i < 20; ++i) {
    const long value = 100 * i + rank;
    MPI_Win_post(backwards, 0, w->win);
    MPI_Win_start(backwards, 0, w->win);
    for (int to = 0; to < ranks; ++to) {
      MPI_Put(&value, 1, MPI_LONG, to, at(w, to, 8 + rank, 8), 1, MPI_LONG, w->win);
    }
    MPI_Win_complete(w->win);
    MPI_Win_wait(w->win);
    for (int from = 0; from < ranks; ++from) CHECK_EQUAL(((long*)w->memory)[8 + from], 100 * i + from);
  }
  MPI_Group_free(&backwards);
  free(member);
}

/* Every rank is the target of all others in turn; a rank that is not may be ahead. */
static void targets_in_turn(const Window* w) {
  const long one = 1;
  for (int i = 0; i < 10 * ranks; ++i) {
    const int target = i % ranks;
    MPI_Group group = group_of(target);
    if (rank == target) MPI_Win_post(all, 0, w->win);
    MPI_Win_start(group, 0, w->win);
    MPI_Accumulate(&one, 1, MPI_LONG, target, at(w, target, 40, 8), 1, MPI_LONG, MPI_SUM, w->win);
    MPI_Win_complete(w->win);
    if (rank == target) {
      MPI_Win_wait(w->win);
      CHECK_EQUAL(((long*)w->memory)[40], (long)ranks * (i / ranks + 1));
    }
    MPI_Group_free(&group);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  Window windows[FLAVORS];
  for (int flavor = 0; flavor < FLAVORS; ++flavor) windows[flavor] = make_window(flavor, 64 * 8, 8);
  CASE("12.5.2 pairs have epochs on one window at the same time, and wait for them by testing") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) pairs(&windows[flavor]);
  }
  CASE("12.5.2 groups name their ranks in any order") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) everybody_backwards(&windows[flavor]);
  }
  CASE("12.5.2 all accumulate to one target after another, and may be ahead of it") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) targets_in_turn(&windows[flavor]);
  }
  for (int flavor = 0; flavor < FLAVORS; ++flavor) drop_window(&windows[flavor]);
  MPI_Group_free(&all);
  return end();
}
