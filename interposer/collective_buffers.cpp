#include "interposer/collective_buffers.h"

namespace fencepost::interposer {

Members::Members(MPI_Comm communicator) {
  const handles::CommunicatorInfo* const info = handles::communicator_info(communicator);
  if (info == nullptr) return;
  rank_ = info->rank;
  size_ = info->size;
  inter_ = info->inter;
  if (inter_) PMPI_Comm_remote_size(communicator, &remote_size_);
  sources_ = info->sources;
  destinations_ = info->destinations;
}

std::int64_t extent_of(MPI_Datatype datatype) {
  const auto info = handles::datatype_info(datatype);
  return info != nullptr ? info->extent : 0;
}

void Pieces::add(std::uint64_t address, std::int64_t count, MPI_Datatype datatype) {
  if (count <= 0) return;
  const bool first = buffers_.size() == first_;
  if (first || datatype != datatype_) {
    datatype_ = datatype;
    id_ = handles::datatype_id(datatype);
    extent_ = extent_of(datatype);
  } else {
    Buffer& last = buffers_.back();
    if (last.address + static_cast<std::uint64_t>(last.count * extent_) == address) {
      last.count += count;
      return;
    }
  }
  buffers_.push_back({address, count, id_});
}

void add_neighbor_pieces(std::vector<Buffer>& buffers, const void* base, std::span<const int> neighbors,
                         std::int64_t count, MPI_Datatype datatype) {
  if (neighbors.empty() || count <= 0) return;
  Pieces into(buffers);
  const std::int64_t bytes = count * extent_of(datatype);
  for (std::size_t i = 0; i < neighbors.size(); ++i) {
    if (neighbors[i] == MPI_PROC_NULL) continue;
    into.add(address_number(base) + i * static_cast<std::uint64_t>(bytes), count, datatype);
  }
}

}  // namespace fencepost::interposer
