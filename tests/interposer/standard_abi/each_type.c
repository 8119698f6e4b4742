/* Every rank sends each other an element of another type, and combines by an operation of its own. With an argument, what is sent is
 * what another rank puts meanwhile. */
#include <mpi.h>
#include <stdio.h>

static void larger(void* in, void* out, int* count, MPI_Datatype* type) {
  for (int i = 0; i < *count; i++)
    if (*type == MPI_INT && ((int*)in)[i] > ((int*)out)[i]) ((int*)out)[i] = ((int*)in)[i];
}

int main(int argc, char** argv) {
  int rank, size, top = -1, wrong = 0, *memory;
  MPI_Win win;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(4 * sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);

  /* to rank i: an int where i is even, else two shorts */
  int counts[8], places[8], received[8] = {0}, receiving[8];
  short halves[16];
  const MPI_Datatype own = rank % 2 == 0 ? MPI_INT : MPI_SHORT;
  MPI_Datatype sent[8], expected[8];
  for (int i = 0; i < size; i++) {
    sent[i] = i % 2 == 0 ? MPI_INT : MPI_SHORT;
    counts[i] = i % 2 == 0 ? 1 : 2;
    expected[i] = own;
    receiving[i] = rank % 2 == 0 ? 1 : 2;
    places[i] = i * (int)sizeof(int);
    halves[2 * i] = (short)(100 + rank);
    halves[2 * i + 1] = 0;
  }
  MPI_Request request;
  memory[0] = 100 + rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (argc > 1 && rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (argc > 1) {
    for (int i = 0; i < size; i++) places[i] = 0;
    int into[8];
    for (int i = 0; i < size; i++) into[i] = i * (int)sizeof(int);
    MPI_Ialltoallw(memory, counts, places, sent, received, receiving, into, expected, MPI_COMM_WORLD, &request);
  } else {
    MPI_Ialltoallw(halves, counts, places, sent, received, receiving, places, expected, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  for (int i = 0; i < size; i++) wrong += argc == 1 && received[i] != 100 + i;

  MPI_Op_create(larger, 1, &op);
  MPI_Allreduce(&rank, &top, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  wrong += top != size - 1 || op != MPI_OP_NULL;
  MPI_Win_free(&win);
  printf("%s\n", wrong == 0 ? "good" : "wrong");
  MPI_Finalize();
  return wrong != 0;
}
