// Keys are equal in all members and differ otherwise; freed handles may come again.
// ranks: 3
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm dup, half, again, inter, merged, later, some;
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  // trace *: CollectiveBegin call=MPI_Comm_dup communicator=$world
  // trace *: CollectiveEnd
  // defines *: Communicator id=$dup parent=$world call=MPI_Comm_dup members=[0 1 2]
  MPI_Comm_set_name(dup, "the copy");
  // defines *: CommunicatorName id=$dup name="the copy"
  MPI_Comm_split(dup, rank == 1 ? MPI_UNDEFINED : 0, -rank, &half);
  // defines 0: Communicator id=$half parent=$dup call=MPI_Comm_split members=[2 0]
  // defines 2: Communicator id=$half parent=$dup call=MPI_Comm_split members=[2 0]
  if (rank != 1) {
    MPI_Barrier(half);
    // trace 0: CollectiveBegin call=MPI_Barrier communicator=$half
    MPI_Comm_free(&half);
    // trace 0: CommunicatorFreed communicator=$half
  }
  MPI_Comm_split(dup, rank == 1, rank, &again);
  // defines 0: Communicator id=$again call=MPI_Comm_split members=[0 2]
  MPI_Barrier(again);
  // trace 0: CollectiveBegin call=MPI_Barrier communicator=$again
  MPI_Intercomm_create(again, 0, MPI_COMM_WORLD, rank == 1 ? 0 : 1, 12, &inter);
  // trace 1: CollectiveBegin call=MPI_Intercomm_create
  // defines 0: Communicator id=$inter members=[0 2] remote_members=[1]
  // defines 1: Communicator id=$inter members=[1] remote_members=[0 2]
  // trace *: CollectiveBegin call=MPI_Intercomm_create communicator=$inter
  int value = rank;
  MPI_Bcast(&value, 1, MPI_INT, rank == 1 ? 0 : (rank == 0 ? MPI_ROOT : MPI_PROC_NULL), inter);
  // trace 0: CollectiveBegin call=MPI_Bcast root=-3 reads=[{? count=1 datatype=?}] writes=[]
  // trace 1: CollectiveBegin call=MPI_Bcast root=0 reads=[] writes=[{? count=1 datatype=?}]
  // trace 2: CollectiveBegin call=MPI_Bcast root=-2 reads=[] writes=[]
  MPI_Intercomm_merge(inter, rank == 1, &merged);
  // defines *: Communicator call=MPI_Intercomm_merge members=[0 2 1]
  MPI_Request request;
  MPI_Comm_idup(merged, &later, &request);
  // trace *: CollectiveBegin call=MPI_Comm_idup request=$idup
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  // trace *: RequestsDone requests=[$idup]
  // defines *: Communicator id=$later call=MPI_Comm_idup members=[0 2 1]
  MPI_Barrier(later);
  // trace *: CollectiveBegin call=MPI_Barrier communicator=$later
  MPI_Group world, pair;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, (int[]){1, 2}, &pair);
  if (rank > 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, pair, 3, &some);
    // defines 1: Communicator id=$some call=MPI_Comm_create_group members=[1 2]
    // trace 1: CollectiveBegin call=MPI_Comm_create_group communicator=$some
    MPI_Barrier(some);
    // trace 1: CollectiveBegin call=MPI_Barrier communicator=$some
    MPI_Comm_disconnect(&some);
    // trace 1: CommunicatorFreed communicator=$some
  }
  MPI_Finalize();
  return 0;
}
