// What collectives read and write in each process.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, one = 1, all[4] = {0}, more[4] = {0}, counts[2] = {1, 2}, places[2] = {0, 1}, apart[2] = {0, 2};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request request;
  MPI_Barrier(MPI_COMM_WORLD);
  // trace *: CollectiveBegin call=MPI_Barrier communicator=$world root=0 request=0 reads=[] writes=[]
  // trace *: CollectiveEnd
  MPI_Bcast(&one, 1, MPI_INT, 1, MPI_COMM_WORLD);
  // trace 1: CollectiveBegin call=MPI_Bcast root=1 reads=[{$one count=1 datatype=$int}] writes=[]
  // trace 0: CollectiveBegin call=MPI_Bcast root=1 reads=[] writes=[{$one count=1 datatype=$int}]
  MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  // trace 0: CollectiveBegin call=MPI_Gather root=0 reads=[{$one count=1 datatype=$int}] writes=[{$all count=2 datatype=$int}]
  // trace 1: CollectiveBegin call=MPI_Gather root=0 reads=[{$one count=1 datatype=$int}] writes=[]
  MPI_Scatterv(all, counts, places, MPI_INT, more, rank + 1, MPI_INT, 1, MPI_COMM_WORLD);
  // trace 1: CollectiveBegin call=MPI_Scatterv reads=[{$all count=3 datatype=$int}] writes=[{$more count=2 datatype=$int}]
  // trace 0: CollectiveBegin call=MPI_Scatterv reads=[] writes=[{$more count=1 datatype=$int}]
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, apart, MPI_INT, MPI_COMM_WORLD);
  // trace 0: CollectiveBegin call=MPI_Allgatherv reads=[{$all count=1 datatype=$int}] writes=[{$third count=2 datatype=$int}]
  // trace 1: CollectiveBegin call=MPI_Allgatherv reads=[{$third count=2 datatype=$int}] writes=[{$all count=1 datatype=$int}]
  MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // trace *: CollectiveBegin call=MPI_Allreduce op=MPI_SUM reads=[{$all count=2 datatype=$int}] writes=[{$all count=2 datatype=$int}]
  MPI_Reduce(rank == 1 ? MPI_IN_PLACE : all, all, 2, MPI_INT, MPI_MAX, 1, MPI_COMM_WORLD);
  // trace 0: CollectiveBegin call=MPI_Reduce op=MPI_MAX root=1 reads=[{$all count=2 datatype=$int}] writes=[]
  // trace 1: CollectiveBegin call=MPI_Reduce op=MPI_MAX root=1 reads=[{$all count=2 datatype=$int}] writes=[{$all count=2 datatype=$int}]
  MPI_Exscan(&one, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // trace 0: CollectiveBegin call=MPI_Exscan writes=[]
  // trace 1: CollectiveBegin call=MPI_Exscan writes=[{$all count=1 datatype=$int}]
  MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_INT, MPI_COMM_WORLD, &request);
  // trace *: CollectiveBegin call=MPI_Ialltoall request=$alltoall reads=[{$all count=4 datatype=$int}] writes=[{$all count=4 datatype=$int}]
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // trace *: RequestsDone requests=[$alltoall] sources=[0] tags=[0]
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  int bytes[2] = {0, 8}, ones[2] = {1, 1};
  MPI_Alltoallw(all, ones, bytes, types, more, ones, bytes, types, MPI_COMM_WORLD);
  // trace *: CollectiveBegin call=MPI_Alltoallw reads=[{$all count=1 datatype=$int} {$third count=1 datatype=$int}]

  // A line of processes: the ends have no neighbour on one side.
  int size = 2, open = 0;
  MPI_Comm line;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 0, &line);
  // trace *: CollectiveBegin call=MPI_Cart_create communicator=$world
  // defines 0: Communicator id=$line call=MPI_Cart_create members=[0 1] sources=[1] destinations=[1]
  // defines 1: Communicator id=$line call=MPI_Cart_create members=[0 1] sources=[0] destinations=[0]
  MPI_Neighbor_alltoall(all, 1, MPI_INT, all + 2, 1, MPI_INT, line);
  // trace 0: CollectiveBegin call=MPI_Neighbor_alltoall communicator=$line reads=[{? count=1 datatype=$int}] writes=[{? count=1 datatype=$int}]
  // trace 1: CollectiveBegin call=MPI_Neighbor_alltoall communicator=$line reads=[{$all count=1 datatype=$int}] writes=[{$third count=1 datatype=$int}]
  MPI_Comm_free(&line);
  // trace *: CollectiveBegin call=MPI_Comm_free communicator=$line
  // trace *: CollectiveEnd
  // trace *: CommunicatorFreed communicator=$line
  MPI_Finalize();
  return 0;
}
