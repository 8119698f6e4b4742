// Every completion call, with null, inactive, shared and persistent requests, and cancellation.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, flag, index, found, indices[4];
  MPI_Status status, statuses[4];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int in[4] = {0}, out[4] = {1, 2, 3, 4}, other = 1 - rank;
  MPI_Request requests[4];

  // Two sends that are complete immediately often share a handle: each variable must have the request of its own send.
  MPI_Request first, second;
  MPI_Irecv(&in[0], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, other, 2, MPI_COMM_WORLD, &requests[1]);
  // trace *: ReceiveBegin call=MPI_Irecv tag=1 request=$r1
  // trace *: ReceiveBegin call=MPI_Irecv tag=2 request=$r2
  MPI_Isend(&out[0], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &first);
  MPI_Isend(&out[1], 1, MPI_INT, other, 2, MPI_COMM_WORLD, &second);
  // trace *: SendBegin call=MPI_Isend tag=1 mode=0 request=$s1
  // trace *: SendBegin call=MPI_Isend tag=2 mode=0 request=$s2
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  // trace *: WaitBegin call=MPI_Wait need=0 requests=[$s2]
  // trace *: RequestsDone call=MPI_Wait requests=[$s2] sources=[0] tags=[0] cancelled=[0]
  MPI_Wait(&first, MPI_STATUS_IGNORE);
  // trace *: RequestsDone call=MPI_Wait requests=[$s1]
  MPI_Wait(&first, MPI_STATUS_IGNORE);
  // trace *: WaitBegin call=MPI_Wait need=0 requests=[]
  // trace *: RequestsDone call=MPI_Wait requests=[]
  requests[2] = MPI_REQUEST_NULL;
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  // trace *: WaitBegin call=MPI_Waitall requests=[$r1 $r2]
  // trace *: RequestsDone call=MPI_Waitall requests=[$r1 $r2] tags=[1 2] cancelled=[0 0]

  // All requests null.
  MPI_Waitany(3, requests, &index, &status);
  // trace *: WaitBegin call=MPI_Waitany need=1 requests=[]
  // trace *: RequestsDone call=MPI_Waitany requests=[]
  if (index != MPI_UNDEFINED) return 1;
  MPI_Testsome(3, requests, &found, indices, statuses);
  if (found != MPI_UNDEFINED) return 2;
  MPI_Testany(3, requests, &index, &flag, &status);
  if (!flag || index != MPI_UNDEFINED) return 3;
  // never *: RequestsDone call=MPI_Testany requests=[]
  // never *: RequestsDone call=MPI_Testsome requests=[]

  // A test that finds nothing leaves no trace, and the request keeps its number.
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Irecv(&in[2], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &requests[0]);
  // trace *: ReceiveBegin call=MPI_Irecv tag=3 request=$r3
  MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
  if (flag) return 4;
  // never *: RequestsDone call=MPI_Test requests=[]
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out[2], 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  for (flag = 0; !flag;) MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
  // trace *: RequestsDone call=MPI_Request_get_status requests=[$r3] tags=[3]
  for (flag = 0; !flag;) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
  // trace *: RequestsDone call=MPI_Test requests=[$r3] tags=[3]

  // Persistent requests have a new number for each start.
  MPI_Recv_init(&in[3], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(&out[3], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  // trace *: WaitBegin call=MPI_Waitall requests=[]
  MPI_Startall(2, requests);
  // trace *: ReceiveBegin call=MPI_Startall source=-1 tag=-1 request=$p1
  // trace *: SendBegin call=MPI_Startall tag=4 request=$p2
  MPI_Waitall(2, requests, statuses);
  // trace *: RequestsDone call=MPI_Waitall requests=[$p1 $p2] tags=[4 0]
  MPI_Start(&requests[1]);
  MPI_Start(&requests[0]);
  // trace *: SendBegin call=MPI_Start tag=4 request=$p3
  // trace *: ReceiveBegin call=MPI_Start request=$p4
  for (int done = 0; done < 2; done += found) MPI_Waitsome(2, requests, &found, indices, MPI_STATUSES_IGNORE);
  // trace *: WaitBegin call=MPI_Waitsome need=1 requests=[$p4 $p3]
  // trace *: RequestsDone call=MPI_Waitsome
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  // never *: RequestFree request=$p3
  // never *: RequestFree request=$p4
  // never *: RequestFree request=0

  // Cancelled, and freed while active.
  MPI_Irecv(&in[0], 1, MPI_INT, other, 99, MPI_COMM_WORLD, &requests[0]);
  // trace *: ReceiveBegin tag=99 request=$cancelled
  MPI_Cancel(&requests[0]);
  // trace *: Cancel request=$cancelled
  MPI_Wait(&requests[0], &status);
  // trace *: RequestsDone requests=[$cancelled] sources=[0] tags=[0] cancelled=[1]
  MPI_Isend(&out[0], 1, MPI_INT, other, 5, MPI_COMM_WORLD, &requests[0]);
  // trace *: SendBegin tag=5 request=$freed
  MPI_Request_free(&requests[0]);
  // trace *: RequestFree request=$freed
  MPI_Irecv(&in[0], 1, MPI_INT, other, 5, MPI_COMM_WORLD, &requests[1]);
  // trace *: ReceiveBegin tag=5 request=$last
  requests[0] = MPI_REQUEST_NULL;
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  // trace *: WaitBegin call=MPI_Waitany need=1 requests=[$last]
  // trace *: RequestsDone call=MPI_Waitany requests=[$last] tags=[5]
  MPI_Finalize();
  return index != 1;
}
