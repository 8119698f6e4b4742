// Every collective operation, blocking and nonblocking, on a ring of two.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int a[8] = {0}, b[8] = {0}, size = 2, around = 1;
  int ones[2] = {1, 1};
  int places[2] = {0, 1}, bytes[2] = {0, 4};
  MPI_Aint addresses[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
  MPI_Barrier(ring);
  MPI_Ibarrier(ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(a, 1, MPI_INT, 0, ring);
  MPI_Ibcast(a, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Igather(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Gatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring);
  MPI_Igatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scatter(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Iscatter(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scatterv(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Iscatterv(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Iallgather(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allgatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Iallgatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ialltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ialltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoallw(a, ones, bytes, types, b, ones, bytes, types, ring);
  MPI_Ialltoallw(a, ones, bytes, types, b, ones, bytes, types, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, 0, ring);
  MPI_Ireduce(a, b, 1, MPI_INT, MPI_SUM, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iallreduce(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_scatter(a, b, ones, MPI_INT, MPI_SUM, ring);
  MPI_Ireduce_scatter(a, b, ones, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Ireduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scan(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iscan(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iexscan(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ineighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_allgatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ineighbor_allgatherv(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ineighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ineighbor_alltoallv(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoallw(a, ones, addresses, types, b, ones, addresses, types, ring);
  MPI_Ineighbor_alltoallw(a, ones, addresses, types, b, ones, addresses, types, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
// calls: MPI_Barrier MPI_Ibarrier MPI_Bcast MPI_Ibcast
// calls: MPI_Gather MPI_Igather MPI_Gatherv MPI_Igatherv
// calls: MPI_Scatter MPI_Iscatter MPI_Scatterv MPI_Iscatterv
// calls: MPI_Allgather MPI_Iallgather MPI_Allgatherv MPI_Iallgatherv
// calls: MPI_Alltoall MPI_Ialltoall MPI_Alltoallv MPI_Ialltoallv
// calls: MPI_Alltoallw MPI_Ialltoallw MPI_Reduce MPI_Ireduce
// calls: MPI_Allreduce MPI_Iallreduce MPI_Reduce_scatter MPI_Ireduce_scatter
// calls: MPI_Reduce_scatter_block MPI_Ireduce_scatter_block MPI_Scan MPI_Iscan
// calls: MPI_Exscan MPI_Iexscan MPI_Neighbor_allgather MPI_Ineighbor_allgather
// calls: MPI_Neighbor_allgatherv MPI_Ineighbor_allgatherv MPI_Neighbor_alltoall MPI_Ineighbor_alltoall
// calls: MPI_Neighbor_alltoallv MPI_Ineighbor_alltoallv MPI_Neighbor_alltoallw MPI_Ineighbor_alltoallw
