/* Rounds that end with a meeting of all. What happens in a round is drawn from a seed that all ranks share; one round
 * in so many has one of eleven mistakes. usage: rounds SEED [ROUNDS FOR A MISTAKE] */
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { WORDS = 64, ROUNDS = 60 };
static int rank, ranks;
static unsigned long state;
static int draw(int below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (int)((state >> 33) % (unsigned)below);
}
static MPI_Win locked, fenced, exposed;
static int *memory[3], buffer[WORDS], result[WORDS];
static MPI_Group group;

static void own_places(MPI_Win win, int target) {
  const int at = rank * (WORDS / ranks);
  buffer[at] = rank;
  switch (draw(5)) {
    case 0:
      MPI_Put(buffer + at, 2, MPI_INT, target, at, 2, MPI_INT, win);
      break;
    case 1:
      MPI_Get(result + at, 2, MPI_INT, target, at, 2, MPI_INT, win);
      break;
    case 2:
      MPI_Accumulate(buffer + at, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
      break;
    case 3:
      MPI_Fetch_and_op(buffer + at, result + at, MPI_INT, target, 0, MPI_SUM, win);
      break;
    case 4:
      MPI_Get_accumulate(buffer + at, 1, MPI_INT, result + at, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  }
}
static void passive(int mistake) {
  const int target = (rank + 1 + draw(ranks)) % ranks;
  own_places(locked, target);
  if (mistake == 1) MPI_Put(buffer, 1, MPI_INT, 0, WORDS - 1, 1, MPI_INT, locked);
  if (mistake == 2) {
    MPI_Put(buffer + 40, 1, MPI_INT, target, 62, 1, MPI_INT, locked);
    buffer[40] = 3;
  }
  if (mistake == 3) {
    MPI_Put(buffer + 41, 1, MPI_INT, rank, 61, 1, MPI_INT, locked);
    MPI_Get(result + 41, 1, MPI_INT, rank, 61, 1, MPI_INT, locked);
  }
  if (mistake == 4) MPI_Accumulate(buffer, 1, MPI_INT, 0, 60, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_PROD, locked);
  MPI_Win_flush(target, locked);
  MPI_Win_flush_all(locked);
  if (mistake == 5 && rank == ranks - 1) memory[0][WORDS - 1] = 7;
  if (mistake == 5 && rank == 0) {
    MPI_Put(buffer, 1, MPI_INT, ranks - 1, WORDS - 1, 1, MPI_INT, locked);
    MPI_Win_flush(ranks - 1, locked);
  }
}
static void fences(int mistake) {
  MPI_Win_fence(0, fenced);
  own_places(fenced, (rank + draw(ranks)) % ranks);
  if (mistake == 6) MPI_Put(buffer, 1, MPI_INT, 0, WORDS - 2, 1, MPI_INT, fenced);
  if (mistake == 7 && rank == 1) memory[1][5]++;
  if (mistake == 7 && rank == 0) MPI_Get(result, WORDS, MPI_INT, 1, 0, WORDS, MPI_INT, fenced);
  MPI_Win_fence(0, fenced);
}
static void pscw(int mistake) {
  MPI_Win_post(group, 0, exposed);
  MPI_Win_start(group, 0, exposed);
  own_places(exposed, draw(ranks));
  if (mistake == 8) MPI_Put(buffer, 1, MPI_INT, 0, WORDS - 3, 1, MPI_INT, exposed);
  MPI_Win_complete(exposed);
  if (mistake == 9) memory[2][rank * (WORDS / ranks)] = 1;
  MPI_Win_wait(exposed);
}
static void messages(int mistake) {
  int token = 0;
  if (rank == 0) MPI_Put(buffer, 1, MPI_INT, 1, 50, 1, MPI_INT, locked);
  if (rank == 0 && mistake != 10) MPI_Win_flush(1, locked);
  if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Get(result + 50, 1, MPI_INT, 1, 50, 1, MPI_INT, locked);
  if (rank == 1) MPI_Win_flush(1, locked);
  MPI_Win_flush_all(locked);
}
static void late(int mistake) { /* the flush comes after the barrier that should have made it known */
  if (rank == 0) MPI_Put(buffer, 1, MPI_INT, 1, 51, 1, MPI_INT, locked);
  if (mistake != 11 && rank == 0) MPI_Win_flush(1, locked);
  MPI_Barrier(MPI_COMM_WORLD);
  if (mistake == 11 && rank == 0) MPI_Win_flush(1, locked);
  if (rank == 1) MPI_Get(result + 51, 1, MPI_INT, 1, 51, 1, MPI_INT, locked);
  if (rank == 1) MPI_Win_flush(1, locked);
}

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  state = strtoul(words[1], NULL, 10) * 7919 + 13;
  const int rarity = count > 2 ? atoi(words[2]) : 12;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[0], &locked);
  MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[1], &fenced);
  MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[2], &exposed);
  MPI_Win_lock_all(0, locked);
  for (int round = 0; round < ROUNDS; ++round) {
    const int mistake = draw(rarity) == 0 ? 1 + draw(11) : 0;
    const unsigned long shared = state;
    const int parts = 1 + draw(3);
    for (int part = 0; part < parts; ++part) switch (draw(5)) {
        case 0:
          passive(mistake);
          break;
        case 1:
          fences(mistake);
          break;
        case 2:
          pscw(mistake);
          break;
        case 3:
          messages(mistake);
          break;
        case 4:
          late(mistake);
          break;
      }
    state = shared * 3 + 1;
    MPI_Win_flush_all(locked);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(locked);
  MPI_Win_free(&locked);
  MPI_Win_free(&fenced);
  MPI_Win_free(&exposed);
  MPI_Group_free(&group);
  return MPI_Finalize();
}
