// What the writer sends to the reader orders the two, though one of the others sends it nothing (6.1): MPI_Alltoallv,
// MPI_Ialltoallw, MPI_Neighbor_alltoallv, and MPI_Alltoallv between groups.
// ranks: 3
// near: FP-RACE-002
#define SENT
#include "nothing_is_sent_between_two.c"
