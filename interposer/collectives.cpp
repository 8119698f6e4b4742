// All collective operations on data: which function belongs to which family. Everything else follows from that.
#include "interposer/collective_call.h"
#include "interposer/entry.h"

namespace fencepost::interposer {
namespace {

#define ROW(form, name, family) \
  FENCEPOST_ENTRY(name, (form##Collective<MpiCall::k##name, collective::family, &PMPI_##name>::call))

// The blocking, the nonblocking and the persistent function, and the large-count forms of the three.
#define SMALL_ROWS(Name, name, family) \
  ROW(Blocking, Name, family), ROW(Nonblocking, I##name, family), ROW(Persistent, Name##_init, family)
#define ROWS(Name, name, family) \
  SMALL_ROWS(Name, name, family) \
  , ROW(Blocking, Name##_c, family), ROW(Nonblocking, I##name##_c, family), ROW(Persistent, Name##_init_c, family)

}  // namespace

std::span<const Entry> collective_entries() {
  static const Entry kEntries[] = {
      SMALL_ROWS(Barrier, barrier, Barrier),
      ROWS(Bcast, bcast, Bcast),
      ROWS(Gather, gather, Gather),
      ROWS(Gatherv, gatherv, Gatherv),
      ROWS(Scatter, scatter, Scatter),
      ROWS(Scatterv, scatterv, Scatterv),
      ROWS(Allgather, allgather, Allgather),
      ROWS(Allgatherv, allgatherv, Allgatherv),
      ROWS(Alltoall, alltoall, Alltoall),
      ROWS(Alltoallv, alltoallv, AlltoallPieces),
      ROWS(Alltoallw, alltoallw, AlltoallPieces),
      ROWS(Reduce, reduce, Reduce),
      ROWS(Allreduce, allreduce, Allreduce),
      ROWS(Reduce_scatter, reduce_scatter, ReduceScatter),
      ROWS(Reduce_scatter_block, reduce_scatter_block, ReduceScatterBlock),
      ROWS(Scan, scan, Allreduce),
      ROWS(Exscan, exscan, Exscan),
      ROWS(Neighbor_allgather, neighbor_allgather, NeighborAllgather),
      ROWS(Neighbor_allgatherv, neighbor_allgatherv, NeighborAllgatherv),
      ROWS(Neighbor_alltoall, neighbor_alltoall, NeighborAlltoall),
      ROWS(Neighbor_alltoallv, neighbor_alltoallv, NeighborAlltoallPieces),
      ROWS(Neighbor_alltoallw, neighbor_alltoallw, NeighborAlltoallPieces),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
