#include "overview/window_use.h"

#include <algorithm>
#include <string>

namespace fencepost::overview {
namespace {

constexpr int kMostGroups = 64;            // rows of the traffic
constexpr std::size_t kMostParts = 64;     // whose bytes are shown
constexpr std::uint64_t kMostCells = 256;  // of a part

std::uint64_t size_of(const Strided& piece) {
  return piece.size * piece.count * piece.outer_count;
}

const char* name_of(WindowFlavor flavor) {
  switch (flavor) {
    case WindowFlavor::kCreate:
      return "create";
    case WindowFlavor::kAllocate:
      return "allocate";
    case WindowFlavor::kAllocateShared:
      return "shared";
    case WindowFlavor::kDynamic:
      break;
  }
  return "dynamic";
}

}  // namespace

WindowUse::WindowUse(const Window& window) {
  const int ranks = static_cast<int>(window.processes.size());
  told_.ranks = ranks;
  told_.group = std::max(1, (ranks + kMostGroups - 1) / kMostGroups);
  told_.cells = kMostCells;
}

// Not before it is accessed: parts are defined one after the other.
OverviewBytes* WindowUse::part_of(const Window& window, int rank) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= window.parts.size()) return nullptr;
  const auto found = parts_.find(rank);
  if (found != parts_.end()) return &found->second;
  const std::uint64_t size = window.parts[static_cast<std::size_t>(rank)].size;
  if (parts_.size() >= kMostParts || size == 0) return nullptr;
  OverviewBytes part;
  part.rank = rank;
  part.size = size;
  return &parts_.emplace(rank, part).first->second;
}

void WindowUse::mark(std::vector<std::uint64_t>& cells, std::uint64_t size, std::uint64_t begin,
                     std::uint64_t end) const {
  if (begin >= end || begin >= size) return;
  const auto cell_of = [&](std::uint64_t byte) {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(byte) * kMostCells / size);
  };
  const std::size_t first = cell_of(begin), last = cell_of(std::min(end, size) - 1);
  if (cells.size() <= last) cells.resize(last + 1);
  for (std::size_t cell = first; cell <= last; ++cell) ++cells[cell];
}

void WindowUse::operation(const Job& job, const Window& window, const Operation& operation, int origin) {
  ++told_.operations;
  std::uint64_t bytes = 0;
  each_memory(operation.target_bytes, [&](const ByteSet& there) {
    for (const Strided& piece : there.pieces) bytes += size_of(piece);
  });
  told_.bytes += bytes;
  auto& [operations, moved] = traffic_[{origin / told_.group, operation.target / told_.group}];
  ++operations;
  moved += bytes;
  OverviewBytes* part = window.flavor != WindowFlavor::kDynamic ? part_of(window, operation.target) : nullptr;
  if (part == nullptr) return;
  const Job::PartPlace place = job.place_of_part(window, static_cast<std::size_t>(operation.target));
  if (place.memory != operation.target_bytes.memory) return;
  auto& cells = operation.kind == OperationKind::kPut   ? part->written
                : operation.kind == OperationKind::kGet ? part->read
                                                        : part->updated;
  for (const Strided& piece : operation.target_bytes.pieces) {
    if (piece.begin >= place.begin) mark(cells, part->size, piece.begin - place.begin, piece.end() - place.begin);
  }
}

void WindowUse::local(const Window& window, int rank, std::uint64_t offset, std::uint64_t end) {
  if (OverviewBytes* part = part_of(window, rank)) mark(part->local, part->size, offset, end);
}

WindowOverview WindowUse::take(const Window& window, std::string name) {
  told_.name = std::move(name);
  told_.flavor = name_of(window.flavor);
  told_.model = window.model == MemoryModel::kSeparate ? "separate" : "unified";
  if (!window.parts.empty()) told_.displacement_unit = window.parts.front().displacement_unit;
  for (const WindowPart& part : window.parts) {
    told_.smallest = &part == &window.parts.front() ? part.size : std::min(told_.smallest, part.size);
    told_.largest = std::max(told_.largest, part.size);
    told_.total += part.size;
  }
  for (const auto& [pair, amount] : traffic_) {
    told_.traffic.origin.push_back(static_cast<std::uint64_t>(pair.first));
    told_.traffic.target.push_back(static_cast<std::uint64_t>(pair.second));
    told_.traffic.operations.push_back(amount.first);
    told_.traffic.bytes.push_back(amount.second);
  }
  for (auto& [rank, part] : parts_) told_.parts.push_back(std::move(part));
  return std::move(told_);
}

}  // namespace fencepost::overview
