// Every persistent collective operation.
// only: mpich
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
  MPI_Barrier_init(ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Bcast_init(a, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Gather_init(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Gatherv_init(a, 1, MPI_INT, b, ones, places, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Scatter_init(a, 1, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Scatterv_init(a, ones, places, MPI_INT, b, 1, MPI_INT, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Allgather_init(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Allgatherv_init(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Alltoall_init(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Alltoallv_init(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Alltoallw_init(a, ones, bytes, types, b, ones, bytes, types, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Reduce_init(a, b, 1, MPI_INT, MPI_SUM, 0, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Allreduce_init(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Reduce_scatter_init(a, b, ones, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Reduce_scatter_block_init(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Scan_init(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Exscan_init(a, b, 1, MPI_INT, MPI_SUM, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Neighbor_allgather_init(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Neighbor_allgatherv_init(a, 1, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Neighbor_alltoall_init(a, 1, MPI_INT, b, 1, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Neighbor_alltoallv_init(a, ones, places, MPI_INT, b, ones, places, MPI_INT, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Neighbor_alltoallw_init(a, ones, addresses, types, b, ones, addresses, types, ring, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
// calls: MPI_Barrier_init MPI_Bcast_init MPI_Gather_init MPI_Gatherv_init
// calls: MPI_Scatter_init MPI_Scatterv_init MPI_Allgather_init MPI_Allgatherv_init
// calls: MPI_Alltoall_init MPI_Alltoallv_init MPI_Alltoallw_init MPI_Reduce_init
// calls: MPI_Allreduce_init MPI_Reduce_scatter_init MPI_Reduce_scatter_block_init MPI_Scan_init
// calls: MPI_Exscan_init MPI_Neighbor_allgather_init MPI_Neighbor_allgatherv_init MPI_Neighbor_alltoall_init
// calls: MPI_Neighbor_alltoallv_init MPI_Neighbor_alltoallw_init
