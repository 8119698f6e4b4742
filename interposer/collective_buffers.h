// What each collective operation reads and writes in this process, its root, and its reduction: one small type per
// family of functions with the same arguments and the same meaning, used for its blocking, nonblocking, persistent
// and large-count forms alike. MPI-4.1 chapter 6 says which arguments are significant where; we do not look at the
// others.
#pragma once

#include <span>
#include <vector>

#include "interposer/arguments.h"

namespace fencepost::interposer {

struct Collective {
  MPI_Comm communicator = MPI_COMM_NULL;
  std::int64_t root = 0;
  ReduceOp op = ReduceOp::kNull;
  std::vector<Buffer> reads;
  std::vector<Buffer> writes;
  std::vector<std::uint64_t> sources;  // CollectiveBegin::sources
};

// What a description needs to know about its communicator.
class Members {
 public:
  explicit Members(MPI_Comm communicator);
  int rank() const { return rank_; }
  int size() const { return size_; }
  bool inter() const { return inter_; }
  int peers() const { return inter_ ? remote_size_ : size_; }  // the processes data is exchanged with
  std::span<const int> sources() const { return sources_; }
  std::span<const int> destinations() const { return destinations_; }

  // Root arguments: is this process the root, does it take part on the other side.
  bool is_root(int root) const { return inter_ ? root == MPI_ROOT : root == rank_; }
  bool exchanges_with_root(int root) const { return !inter_ || (root != MPI_ROOT && root != MPI_PROC_NULL); }

 private:
  int rank_ = 0;
  int size_ = 0;
  int remote_size_ = 0;
  bool inter_ = false;
  std::span<const int> sources_;
  std::span<const int> destinations_;
};

// Collects the pieces of a buffer; merges a piece with the one before it if it begins where that one ends.
class Pieces {
 public:
  explicit Pieces(std::vector<Buffer>& buffers) : buffers_(buffers), first_(buffers.size()) {}
  void add(std::uint64_t address, std::int64_t count, MPI_Datatype datatype);

 private:
  std::vector<Buffer>& buffers_;
  std::size_t first_;
  MPI_Datatype datatype_ = MPI_DATATYPE_NULL;  // of the last piece
  std::uint64_t id_ = 0;
  std::int64_t extent_ = 0;
};

inline void add(std::vector<Buffer>& buffers, const void* address, std::int64_t count, MPI_Datatype datatype) {
  Pieces(buffers).add(address_number(address), count, datatype);
}

std::int64_t extent_of(MPI_Datatype datatype);

// Piece i of a vector argument: counts[i] elements, displacements[i] elements after `base`.
template <class Count, class Displacement>
void add_pieces(std::vector<Buffer>& buffers, const void* base, std::size_t pieces, const Count* counts,
                const Displacement* displacements, MPI_Datatype datatype) {
  Pieces into(buffers);
  const std::int64_t extent = extent_of(datatype);
  for (std::size_t i = 0; i < pieces; ++i) {
    into.add(address_number(base) + static_cast<std::uint64_t>(displacements[i] * extent), counts[i], datatype);
  }
}

// The same with displacements in bytes and a datatype for each.
template <class Count, class Displacement>
void add_pieces(std::vector<Buffer>& buffers, const void* base, std::size_t pieces, const Count* counts,
                const Displacement* displacements, const MPI_Datatype* datatypes) {
  Pieces into(buffers);
  for (std::size_t i = 0; i < pieces; ++i) {
    into.add(address_number(base) + static_cast<std::uint64_t>(displacements[i]), counts[i], datatypes[i]);
  }
}

// Piece i is `count` elements, after i pieces of the same size; pieces of MPI_PROC_NULL neighbours are left out.
void add_neighbor_pieces(std::vector<Buffer>& buffers, const void* base, std::span<const int> neighbors,
                         std::int64_t count, MPI_Datatype datatype);

// Which of the processes that could send to this one do so, judged by the counts that it receives from each: their
// ranks; none if all the others do (this one has come itself in any case). `rank_of`: of the piece at each place;
// MPI_PROC_NULL for nobody. `self`: this process's own rank among them.
template <class Count, class RankOf>
std::vector<std::uint64_t> senders(std::size_t pieces, const Count* counts, int self, const RankOf& rank_of) {
  std::vector<std::uint64_t> result;
  bool all = true;
  for (std::size_t i = 0; i < pieces; ++i) {
    const int rank = rank_of(i);
    if (rank == MPI_PROC_NULL) continue;
    all &= counts[i] != 0 || rank == self;
    if (counts[i] != 0) result.push_back(static_cast<std::uint64_t>(rank));
  }
  if (all) result.clear();
  return result;
}

inline const void* offset(const void* base, std::int64_t elements, MPI_Datatype datatype) {
  return static_cast<const char*>(base) + elements * extent_of(datatype);
}

// The pieces of all processes. With MPI_IN_PLACE this process's own is there already, and is only read.
template <class Count>
void add_gathered(Collective& result, const Members& members, const void* received, Count count, MPI_Datatype datatype,
                  bool in_place) {
  const std::int64_t piece = count, own = members.rank();
  if (!in_place) return add(result.writes, received, piece * members.peers(), datatype);
  add(result.reads, offset(received, piece * own, datatype), piece, datatype);
  add(result.writes, received, piece * own, datatype);
  add(result.writes, offset(received, piece * (own + 1), datatype), piece * (members.peers() - own - 1), datatype);
}
template <class Count, class Displacement>
void add_gathered(Collective& result, const Members& members, const void* received, const Count* counts,
                  const Displacement* displacements, MPI_Datatype datatype, bool in_place) {
  const auto add_some = [&](std::vector<Buffer>& buffers, int first, int end) {
    add_pieces(buffers, received, static_cast<std::size_t>(end - first), counts + first, displacements + first,
               datatype);
  };
  const int own = members.rank();
  if (!in_place) return add_some(result.writes, 0, members.peers());
  add_some(result.reads, own, own + 1);
  add_some(result.writes, 0, own);
  add_some(result.writes, own + 1, members.peers());
}

namespace collective {

struct Barrier {
  static Collective describe(MPI_Comm communicator) { return {.communicator = communicator}; }
};

struct Bcast {
  template <class Count>
  static Collective describe(const void* buffer, Count count, MPI_Datatype datatype, int root, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add(result.reads, buffer, count, datatype);
    } else if (members.exchanges_with_root(root)) {
      add(result.writes, buffer, count, datatype);
    }
    return result;
  }
};

struct Gather {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add_gathered(result, members, received, receive_count, receive_type, sent == MPI_IN_PLACE);
      if (members.inter() || sent == MPI_IN_PLACE) return result;
    }
    if (members.exchanges_with_root(root)) add(result.reads, sent, send_count, send_type);
    return result;
  }
};

struct Gatherv {
  template <class Count, class Displacement>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             const Count* receive_counts, const Displacement* displacements, MPI_Datatype receive_type,
                             int root, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add_gathered(result, members, received, receive_counts, displacements, receive_type, sent == MPI_IN_PLACE);
      if (members.inter() || sent == MPI_IN_PLACE) return result;
    }
    if (members.exchanges_with_root(root)) add(result.reads, sent, send_count, send_type);
    return result;
  }
};

struct Scatter {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, int root, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add(result.reads, sent, std::int64_t{send_count} * members.peers(), send_type);
      if (members.inter()) return result;
    }
    if (members.exchanges_with_root(root) && received != MPI_IN_PLACE) {
      add(result.writes, received, receive_count, receive_type);
    }
    return result;
  }
};

struct Scatterv {
  template <class Count, class Displacement>
  static Collective describe(const void* sent, const Count* send_counts, const Displacement* displacements,
                             MPI_Datatype send_type, void* received, Count receive_count, MPI_Datatype receive_type,
                             int root, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add_pieces(result.reads, sent, static_cast<std::size_t>(members.peers()), send_counts, displacements, send_type);
      if (members.inter()) return result;
    }
    if (members.exchanges_with_root(root) && received != MPI_IN_PLACE) {
      add(result.writes, received, receive_count, receive_type);
    }
    return result;
  }
};

struct Allgather {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    if (sent != MPI_IN_PLACE) add(result.reads, sent, send_count, send_type);
    add_gathered(result, members, received, receive_count, receive_type, sent == MPI_IN_PLACE);
    return result;
  }
};

struct Allgatherv {
  template <class Count, class Displacement>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             const Count* receive_counts, const Displacement* displacements, MPI_Datatype receive_type,
                             MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    if (sent != MPI_IN_PLACE) add(result.reads, sent, send_count, send_type);
    add_gathered(result, members, received, receive_counts, displacements, receive_type, sent == MPI_IN_PLACE);
    return result;
  }
};

struct Alltoall {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    add(result.writes, received, std::int64_t{receive_count} * members.peers(), receive_type);
    if (sent == MPI_IN_PLACE) {
      result.reads = result.writes;
    } else {
      add(result.reads, sent, std::int64_t{send_count} * members.peers(), send_type);
    }
    return result;
  }
};

// Alltoallv and Alltoallw: `Type` is a datatype, or an array of them with displacements in bytes.
struct AlltoallPieces {
  template <class Count, class Displacement, class Type>
  static Collective describe(const void* sent, const Count* send_counts, const Displacement* send_displacements,
                             Type send_type, void* received, const Count* receive_counts,
                             const Displacement* receive_displacements, Type receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    const auto pieces = static_cast<std::size_t>(members.peers());
    add_pieces(result.writes, received, pieces, receive_counts, receive_displacements, receive_type);
    result.sources = senders(pieces, receive_counts, members.inter() ? MPI_PROC_NULL : members.rank(),
                             [](std::size_t i) { return static_cast<int>(i); });
    if (sent == MPI_IN_PLACE) {
      result.reads = result.writes;
    } else {
      add_pieces(result.reads, sent, pieces, send_counts, send_displacements, send_type);
    }
    return result;
  }
};

struct Reduce {
  template <class Count>
  static Collective describe(const void* sent, void* received, Count count, MPI_Datatype datatype, MPI_Op op, int root,
                             MPI_Comm communicator) {
    Collective result{.communicator = communicator, .root = rank_number(root), .op = handles::reduce_op(op)};
    const Members members(communicator);
    if (members.is_root(root)) {
      add(result.writes, received, count, datatype);
      if (members.inter()) return result;
    }
    if (members.exchanges_with_root(root)) {
      add(result.reads, sent == MPI_IN_PLACE ? received : sent, count, datatype);
    }
    return result;
  }
};

// Allreduce and Scan.
struct Allreduce {
  template <class Count>
  static Collective describe(const void* sent, void* received, Count count, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm communicator) {
    Collective result{.communicator = communicator, .op = handles::reduce_op(op)};
    add(result.reads, sent == MPI_IN_PLACE ? received : sent, count, datatype);
    add(result.writes, received, count, datatype);
    return result;
  }
};

struct Exscan {
  template <class Count>
  static Collective describe(const void* sent, void* received, Count count, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm communicator) {
    Collective result = Allreduce::describe(sent, received, count, datatype, op, communicator);
    if (Members(communicator).rank() == 0) result.writes.clear();  // not significant there
    return result;
  }
};

struct ReduceScatter {
  template <class Count>
  static Collective describe(const void* sent, void* received, const Count* receive_counts, MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm communicator) {
    Collective result{.communicator = communicator, .op = handles::reduce_op(op)};
    const Members members(communicator);
    std::int64_t all = 0;
    for (int rank = 0; rank < members.size(); ++rank) all += receive_counts[rank];
    add(result.reads, sent == MPI_IN_PLACE ? received : sent, all, datatype);
    add(result.writes, received, receive_counts[members.rank()], datatype);
    return result;
  }
};

struct ReduceScatterBlock {
  template <class Count>
  static Collective describe(const void* sent, void* received, Count receive_count, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm communicator) {
    Collective result{.communicator = communicator, .op = handles::reduce_op(op)};
    add(result.reads, sent == MPI_IN_PLACE ? received : sent,
        std::int64_t{receive_count} * Members(communicator).size(), datatype);
    add(result.writes, received, receive_count, datatype);
    return result;
  }
};

struct NeighborAllgather {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    if (!members.destinations().empty()) add(result.reads, sent, send_count, send_type);
    add_neighbor_pieces(result.writes, received, members.sources(), receive_count, receive_type);
    return result;
  }
};

struct NeighborAllgatherv {
  template <class Count, class Displacement>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             const Count* receive_counts, const Displacement* displacements, MPI_Datatype receive_type,
                             MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    if (!members.destinations().empty()) add(result.reads, sent, send_count, send_type);
    for (std::size_t i = 0; i < members.sources().size(); ++i) {
      if (members.sources()[i] == MPI_PROC_NULL) continue;
      add_pieces(result.writes, received, 1, receive_counts + i, displacements + i, receive_type);
    }
    return result;
  }
};

struct NeighborAlltoall {
  template <class Count>
  static Collective describe(const void* sent, Count send_count, MPI_Datatype send_type, void* received,
                             Count receive_count, MPI_Datatype receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    add_neighbor_pieces(result.reads, sent, members.destinations(), send_count, send_type);
    add_neighbor_pieces(result.writes, received, members.sources(), receive_count, receive_type);
    return result;
  }
};

// Neighbor_alltoallv and Neighbor_alltoallw.
struct NeighborAlltoallPieces {
  template <class Count, class Displacement, class Type>
  static Collective describe(const void* sent, const Count* send_counts, const Displacement* send_displacements,
                             Type send_type, void* received, const Count* receive_counts,
                             const Displacement* receive_displacements, Type receive_type, MPI_Comm communicator) {
    Collective result{.communicator = communicator};
    const Members members(communicator);
    const auto add_side = [](std::vector<Buffer>& buffers, std::span<const int> neighbors, const void* base,
                             const Count* counts, const Displacement* displacements, Type type) {
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        if (neighbors[i] == MPI_PROC_NULL) continue;
        if constexpr (std::is_same_v<Type, const MPI_Datatype*>) {
          add_pieces(buffers, base, 1, counts + i, displacements + i, type + i);
        } else {
          add_pieces(buffers, base, 1, counts + i, displacements + i, type);
        }
      }
    };
    add_side(result.reads, members.destinations(), sent, send_counts, send_displacements, send_type);
    add_side(result.writes, members.sources(), received, receive_counts, receive_displacements, receive_type);
    result.sources = senders(members.sources().size(), receive_counts, members.rank(),
                             [&](std::size_t i) { return members.sources()[i]; });
    return result;
  }
};

}  // namespace collective
}  // namespace fencepost::interposer
