// The large-count form of every collective operation.
// only: mpich
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int a[8] = {0}, b[8] = {0}, size = 2, around = 1;
  MPI_Count ones[2] = {1, 1};
  MPI_Aint places[2] = {0, 1}, bytes[2] = {0, 4};
  MPI_Aint addresses[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
  MPI_Bcast_c(a, 1, MPI_INT, 0, ring);
  MPI_Ibcast_c(a, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast_init_c(a, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Gather_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Igather_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Gather_init_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Gatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring);
  MPI_Igatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Gatherv_init_c(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Scatter_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Iscatter_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scatter_init_c(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Scatterv_c(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring);
  MPI_Iscatterv_c(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scatterv_init_c(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Allgather_c(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Iallgather_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allgather_init_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Allgatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Iallgatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allgatherv_init_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Alltoall_c(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ialltoall_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoall_init_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Alltoallv_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ialltoallv_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoallv_init_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Alltoallw_c(a, ones, bytes, types, b, ones, bytes, types, ring);
  MPI_Ialltoallw_c(a, ones, bytes, types, b, ones, bytes, types, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoallw_init_c(a, ones, bytes, types, b, ones, bytes, types, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Reduce_c(a, b, 1, MPI_INT, MPI_SUM, 0, ring);
  MPI_Ireduce_c(a, b, 1, MPI_INT, MPI_SUM, 0, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_init_c(a, b, 1, MPI_INT, MPI_SUM, 0, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Allreduce_c(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iallreduce_c(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Allreduce_init_c(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Reduce_scatter_c(a, b, ones, MPI_INT, MPI_SUM, ring);
  MPI_Ireduce_scatter_c(a, b, ones, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_scatter_init_c(a, b, ones, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Reduce_scatter_block_c(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Ireduce_scatter_block_c(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce_scatter_block_init_c(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Scan_c(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iscan_c(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Scan_init_c(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Exscan_c(a, b, 1, MPI_INT, MPI_SUM, ring);
  MPI_Iexscan_c(a, b, 1, MPI_INT, MPI_SUM, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Exscan_init_c(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Neighbor_allgather_c(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ineighbor_allgather_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_allgather_init_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Neighbor_allgatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ineighbor_allgatherv_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_allgatherv_init_c(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Neighbor_alltoall_c(a, 1, MPI_INT, b, 1, MPI_INT, ring);
  MPI_Ineighbor_alltoall_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoall_init_c(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Neighbor_alltoallv_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring);
  MPI_Ineighbor_alltoallv_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoallv_init_c(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Neighbor_alltoallw_c(a, ones, addresses, types, b, ones, addresses, types, ring);
  MPI_Ineighbor_alltoallw_c(a, ones, addresses, types, b, ones, addresses, types, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Neighbor_alltoallw_init_c(a, ones, addresses, types, b, ones, addresses, types, ring, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
// calls: MPI_Bcast_c MPI_Ibcast_c MPI_Bcast_init_c MPI_Gather_c
// calls: MPI_Igather_c MPI_Gather_init_c MPI_Gatherv_c MPI_Igatherv_c
// calls: MPI_Gatherv_init_c MPI_Scatter_c MPI_Iscatter_c MPI_Scatter_init_c
// calls: MPI_Scatterv_c MPI_Iscatterv_c MPI_Scatterv_init_c MPI_Allgather_c
// calls: MPI_Iallgather_c MPI_Allgather_init_c MPI_Allgatherv_c MPI_Iallgatherv_c
// calls: MPI_Allgatherv_init_c MPI_Alltoall_c MPI_Ialltoall_c MPI_Alltoall_init_c
// calls: MPI_Alltoallv_c MPI_Ialltoallv_c MPI_Alltoallv_init_c MPI_Alltoallw_c
// calls: MPI_Ialltoallw_c MPI_Alltoallw_init_c MPI_Reduce_c MPI_Ireduce_c
// calls: MPI_Reduce_init_c MPI_Allreduce_c MPI_Iallreduce_c MPI_Allreduce_init_c
// calls: MPI_Reduce_scatter_c MPI_Ireduce_scatter_c MPI_Reduce_scatter_init_c MPI_Reduce_scatter_block_c
// calls: MPI_Ireduce_scatter_block_c MPI_Reduce_scatter_block_init_c MPI_Scan_c MPI_Iscan_c
// calls: MPI_Scan_init_c MPI_Exscan_c MPI_Iexscan_c MPI_Exscan_init_c
// calls: MPI_Neighbor_allgather_c MPI_Ineighbor_allgather_c MPI_Neighbor_allgather_init_c MPI_Neighbor_allgatherv_c
// calls: MPI_Ineighbor_allgatherv_c MPI_Neighbor_allgatherv_init_c MPI_Neighbor_alltoall_c MPI_Ineighbor_alltoall_c
// calls: MPI_Neighbor_alltoall_init_c MPI_Neighbor_alltoallv_c MPI_Ineighbor_alltoallv_c MPI_Neighbor_alltoallv_init_c
// calls: MPI_Neighbor_alltoallw_c MPI_Ineighbor_alltoallw_c MPI_Neighbor_alltoallw_init_c
