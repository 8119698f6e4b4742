// Functions with a count for each member: one that receives nothing from the writer has not waited for it (6.1), even
// if it receives from others. MPI_Alltoallv, MPI_Ialltoallw, MPI_Neighbor_alltoallv, and MPI_Alltoallv between groups.
// ranks: 3
// finds: v FP-RACE-002
// finds: w FP-RACE-002
// finds: near FP-RACE-002
// finds: groups FP-RACE-002
#include "corpus.h"

#ifdef SENT  // something_is_sent_between_two.c
enum { kSilent = 2 };
#define LOOK_AT(word) REQUIRE((word) == 5)
#else
enum { kSilent = 0 };
#define LOOK_AT(word) printf("%d\n", word)
#endif

static void publish(MPI_Win win, int place) {
  static const int value = 5;
  MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, win);  // FINDS(v:put) FINDS(w:put) FINDS(near:put) FINDS(groups:put)
  MPI_Win_flush(1, win);
}

int main(void) {
  MPI_Win win;
  int out[3] = {0}, in[3] = {0}, send[3] = {1, 1, 1}, receive[3] = {1, 1, 1}, displacements[3] = {0, 1, 2};
  const int bytes[3] = {0, 4, 8};
  const MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Comm ring, group, groups;
  const int sources[2] = {(rank + 1) % 3, (rank + 2) % 3};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, receive, 2, sources, receive, MPI_INFO_NULL,
                                 0, &ring);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 1, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank == 1 ? 0 : 1, 0, &groups);
  if (rank == kSilent) send[1] = 0;
  if (rank == 1) receive[kSilent] = 0;
  MPI_Win_lock_all(0, win);

  if (rank == 0) publish(win, 0);
  MPI_Alltoallv(out, send, displacements, MPI_INT, in, receive, displacements, MPI_INT, MPI_COMM_WORLD);
  if (rank == 1) LOOK_AT(memory[0]);  // FINDS(v:load)
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) publish(win, 1);
  MPI_Request request;
  MPI_Ialltoallw(out, send, bytes, types, in, receive, bytes, types, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) LOOK_AT(memory[1]);  // FINDS(w:load)
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) publish(win, 2);
  const int send_near[2] = {send[sources[0]], send[sources[1]]};
  const int receive_near[2] = {receive[sources[0]], receive[sources[1]]};
  MPI_Neighbor_alltoallv(out, send_near, displacements, MPI_INT, in, receive_near, displacements, MPI_INT, ring);
  if (rank == 1) LOOK_AT(memory[2]);  // FINDS(near:load)
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) publish(win, 3);
  // Rank 1 is alone in its group; the others are ranks 0 and 1 of theirs.
  const int to_other[2] = {rank != kSilent, 1};
  const int from_other[2] = {rank != 1 || kSilent != 0, rank != 1 || kSilent != 2};
  MPI_Alltoallv(out, to_other, displacements, MPI_INT, in, from_other, displacements, MPI_INT, groups);
  if (rank == 1) LOOK_AT(memory[3]);  // FINDS(groups:load)
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&groups);
  MPI_Comm_free(&group);
  MPI_Comm_free(&ring);
  MPI_Win_free(&win);
  return end_mpi();
}
