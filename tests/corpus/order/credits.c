// A ring of slots with persistent messages: the receiver sends a credit when a slot is free, the sender puts into it
// and says so. Before the last round of a slot its credit is sent before the slot was read.
// finds: early FP-RACE-002
#include "corpus.h"

enum { SLOTS = 2, ROUNDS = 6 };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* slots = make_window(&win, SLOTS);
  MPI_Request credit[SLOTS], full[SLOTS];
  for (int s = 0; s < SLOTS; s++) {
    if (rank == 0) {
      MPI_Recv_init(NULL, 0, MPI_INT, 1, s, MPI_COMM_WORLD, &credit[s]);
      MPI_Send_init(NULL, 0, MPI_INT, 1, SLOTS + s, MPI_COMM_WORLD, &full[s]);
    } else {
      MPI_Send_init(NULL, 0, MPI_INT, 0, s, MPI_COMM_WORLD, &credit[s]);
      MPI_Recv_init(NULL, 0, MPI_INT, 0, SLOTS + s, MPI_COMM_WORLD, &full[s]);
    }
  }
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Startall(SLOTS, credit);
  if (rank == 1) MPI_Startall(SLOTS, full);
  int turns[SLOTS] = {0};  // each slot has as many; which comes next is as the messages arrive
  for (int round = 0; round < ROUNDS; round++) {
    int s;
    if (rank == 0) {
      MPI_Waitany(SLOTS, credit, &s, MPI_STATUS_IGNORE);
      const int value = round;
      const int left = ROUNDS / SLOTS - ++turns[s];
      MPI_Put(&value, 1, MPI_INT, 1, s, 1, MPI_INT, win);  // FINDS(early:put)
      MPI_Win_flush(1, win);
      MPI_Start(&full[s]);
      MPI_Wait(&full[s], MPI_STATUS_IGNORE);
      if (left > 0) MPI_Start(&credit[s]);
    } else {
      MPI_Waitany(SLOTS, full, &s, MPI_STATUS_IGNORE);
      MPI_Wait(&credit[s], MPI_STATUS_IGNORE);
      const int left = ROUNDS / SLOTS - ++turns[s];
      if (left == 1) {
        MPI_Start(&full[s]);
        MPI_Start(&credit[s]);
        printf("%d\n", slots[s]);  // FINDS(early:load)
      } else {
        REQUIRE(slots[s] < ROUNDS);
        if (left > 0) MPI_Start(&full[s]);
        if (left > 0) MPI_Start(&credit[s]);
      }
    }
  }
  for (int s = 0; s < SLOTS; s++) {
    MPI_Request_free(&credit[s]);
    MPI_Request_free(&full[s]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
