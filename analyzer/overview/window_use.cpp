#include "overview/window_use.h"

#include <algorithm>
#include <string>

namespace fencepost::overview {
namespace {

constexpr int kMostGroups = 64;            // rows of the traffic
constexpr std::size_t kMostParts = 64;     // parts whose bytes are shown
constexpr std::uint64_t kMostCells = 256;  // of a part
constexpr std::size_t kMostListed = 16;    // ranks that accessed a cell
constexpr std::size_t kMostSets = 1'024, kMostSteps = 65'536;

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

// As the overview has ranks of a window.
int number_of(Rank rank) {
  return static_cast<int>(rank.number());
}

}  // namespace

WindowUse::WindowUse(const Window& window) {
  const int ranks = static_cast<int>(window.processes.size());
  told_.ranks = ranks;
  told_.group = std::max(1, (ranks + kMostGroups - 1) / kMostGroups);
  told_.cells = kMostCells;
  told_.who.resize(2);  // many, and nobody
}

// Made at the first access: parts are defined one after the other.
OverviewBytes* WindowUse::part_of(const Window& window, Rank rank) {
  if (!window.has_rank(rank)) return nullptr;
  const auto found = parts_.find(rank);
  if (found != parts_.end()) return &found->second;
  const std::uint64_t size = window.part(rank).size;
  if (parts_.size() >= kMostParts || size == 0) return nullptr;
  OverviewBytes part;
  part.rank = number_of(rank);
  part.size = size;
  return &parts_.emplace(rank, part).first->second;
}

// The set of ranks with one more; kMany if there are too many to list, or too many different sets.
std::uint64_t WindowUse::with(std::uint64_t who, Rank rank) {
  if (who == kMany || (with_.size() >= kMostSteps && !with_.contains({who, rank}))) return kMany;
  const auto [known, fresh] = with_.try_emplace({who, rank}, kMany);
  if (!fresh) return known->second;
  std::vector<int> ranks = told_.who[who];
  const auto at = std::ranges::lower_bound(ranks, number_of(rank));
  if (at != ranks.end() && *at == number_of(rank)) return known->second = who;
  if (ranks.size() >= kMostListed || told_.who.size() >= kMostSets) return kMany;
  ranks.insert(at, number_of(rank));
  const auto [set, is_new] = sets_.try_emplace(ranks, told_.who.size());
  if (is_new) told_.who.push_back(std::move(ranks));
  return known->second = set->second;
}

void WindowUse::mark(Cells cells, std::uint64_t size, std::uint64_t begin, std::uint64_t end, Rank by) {
  if (begin >= end || begin >= size) return;
  const auto cell_of = [&](std::uint64_t byte) {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(byte) * kMostCells / size);
  };
  const std::size_t first = cell_of(begin), last = cell_of(std::min(end, size) - 1);
  if (cells.counts.size() <= last) {
    cells.counts.resize(last + 1);
    cells.by.resize(last + 1, kNobody);
  }
  std::uint64_t before = kNobody, now = with(before, by);  // neighbouring cells mostly have the same ranks
  for (std::size_t cell = first; cell <= last; ++cell) {
    ++cells.counts[cell];
    if (cells.by[cell] != before) {
      before = cells.by[cell];
      now = with(before, by);
    }
    cells.by[cell] = now;
  }
}

void WindowUse::operation(const Job& job, const Window& window, const Operation& operation, Rank origin) {
  ++told_.operations;
  std::uint64_t bytes = 0;
  each_memory(operation.target_bytes, [&](const ByteSet& there) {
    for (const Strided& piece : there.pieces) bytes += size_of(piece);
  });
  told_.bytes += bytes;
  auto& [operations, moved] = traffic_[{number_of(origin) / told_.group, number_of(operation.target) / told_.group}];
  ++operations;
  moved += bytes;
  OverviewBytes* part = window.flavor != WindowFlavor::kDynamic ? part_of(window, operation.target) : nullptr;
  if (part == nullptr) return;
  const Job::PartPlace place = job.place_of_part(window, operation.target);
  if (place.memory != operation.target_bytes->memory) return;
  const Cells cells = operation.kind == OperationKind::kPut   ? Cells{part->written, part->written_by}
                      : operation.kind == OperationKind::kGet ? Cells{part->read, part->read_by}
                                                              : Cells{part->updated, part->updated_by};
  for (const Strided& piece : operation.target_bytes->pieces) {
    if (piece.begin >= place.begin)
      mark(cells, part->size, piece.begin - place.begin, piece.end() - place.begin, origin);
  }
}

void WindowUse::local(const Window& window, Rank rank, Rank by, std::uint64_t offset, std::uint64_t end) {
  if (OverviewBytes* part = part_of(window, rank)) mark({part->local, part->local_by}, part->size, offset, end, by);
}

WindowOverview WindowUse::take(const Window& window, std::string name, std::string memory) {
  told_.name = std::move(name);
  told_.memory = std::move(memory);
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
