#include "job/definitions.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace fencepost {

namespace {
struct Block {
  std::int64_t begin, size;
  friend auto operator<=>(const Block&, const Block&) = default;
};

constexpr std::size_t kFewRuns = 32;
constexpr std::size_t kShortRun = 8;  // blocks, on the average
constexpr std::int64_t kRegular = 4;  // this many blocks at equal distances are a run, and no coincidence

std::vector<TypeRun> regular_runs(const std::vector<Block>& blocks) {
  std::vector<TypeRun> runs;
  for (std::size_t i = 0; i < blocks.size();) {
    const Block& first = blocks[i];
    std::int64_t count = 1, stride = 0;
    for (std::size_t next = i + 1; next < blocks.size(); ++next, ++count) {
      const std::int64_t distance = blocks[next].begin - blocks[next - 1].begin;
      if (blocks[next].size != first.size || (count > 1 && distance != stride)) break;
      stride = distance;
    }
    if (count < kRegular) count = 1, stride = 0;
    runs.push_back({first.begin, BasicType::kByte, first.size, count, stride});
    i += static_cast<std::size_t>(count);
  }
  return runs;
}

// Whether the elements of a list are better stored one after the other. A block with all its repetitions spans all of
// them, and must be compared with each such block of another access; a single one meets few.
bool one_by_one(const std::vector<TypeRun>& runs, std::int64_t count) {
  constexpr std::uint64_t kComparisons = 16;  // comparisons that take at most as long as adding a piece to the index
  constexpr std::uint64_t kMostPieces = 1 << 20;
  const auto elements = static_cast<std::uint64_t>(count);
  return count > 1 && elements * kComparisons < runs.size() && runs.size() * elements <= kMostPieces;
}

std::vector<TypeRun> without_padding(const std::vector<TypeRun>& runs) {
  std::vector<TypeRun> values;
  for (const TypeRun& run : runs) {
    if (!has_padding(run.basic)) {
      values.push_back(run);
      continue;
    }
    const auto size = static_cast<std::int64_t>(size_of(run.basic));
    for (std::int64_t i = 0; i < run.repetitions; ++i) {
      for (const ValuePart& part : value_parts(run.basic)) {
        values.push_back({run.displacement + i * run.stride + part.offset, BasicType::kByte, part.size, run.elements,
                          run.elements > 1 ? size : 0});
      }
    }
  }
  return values;
}
}  // namespace

std::vector<TypeRun> sorted_by_address(const std::vector<TypeRun>& runs) {
  if (std::ranges::any_of(runs, [](const TypeRun& run) { return has_padding(run.basic); })) {
    return without_padding(runs);
  }
  if (runs.size() < kFewRuns) return {};
  std::size_t count = 0;
  bool far = false;
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  for (const TypeRun& run : runs) {
    if (run.elements <= 0 || run.repetitions <= 0) continue;
    count += static_cast<std::size_t>(run.repetitions);
    if (count > runs.size() * kShortRun) return {};
    const std::int64_t size = run.elements * static_cast<std::int64_t>(size_of(run.basic));
    const std::int64_t last = run.displacement + (run.repetitions - 1) * run.stride;
    far |= std::min(run.displacement, last) < end || (run.repetitions > 1 && run.repetitions < kRegular);
    end = std::max(end, std::max(run.displacement, last) + size);
  }
  if (!far) return {};
  std::vector<Block> blocks;
  blocks.reserve(count);
  for (const TypeRun& run : runs) {
    const std::int64_t size = run.elements * static_cast<std::int64_t>(size_of(run.basic));
    if (run.elements <= 0 || size == 0) continue;
    for (std::int64_t i = 0; i < run.repetitions; ++i) blocks.push_back({run.displacement + i * run.stride, size});
  }
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  // Adjacent blocks become one. (Overlapping ones stay: their elements may not coincide.)
  std::size_t kept = 0;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    if (blocks[i].begin == blocks[kept].begin + blocks[kept].size) {
      blocks[kept].size += blocks[i].size;
    } else {
      blocks[++kept] = blocks[i];
    }
  }
  if (!blocks.empty()) blocks.resize(kept + 1);
  return regular_runs(blocks);
}

Pieces Datatype::bytes(std::uint64_t address, std::int64_t count) const {
  Pieces pieces;
  if (count <= 0) return pieces;
  // Adjacent elements: nearly every operation moves these.
  if (by_address.empty() && runs.size() == 1 && runs[0].repetitions == 1 && runs[0].elements > 0 && extent > 0) {
    const TypeRun& run = runs[0];
    const auto block = static_cast<std::uint64_t>(run.elements) * size_of(run.basic);
    if (block == static_cast<std::uint64_t>(extent)) {
      pieces.push_back({address + static_cast<std::uint64_t>(run.displacement),
                        block * static_cast<std::uint64_t>(count), 0, 1, 0, 1});
      return pieces;
    }
  }
  const std::vector<TypeRun>& all = by_address.empty() ? runs : by_address;
  const auto add = [&](const TypeRun& run, std::int64_t begin, std::int64_t repeated) {
    const auto block = static_cast<std::uint64_t>(run.elements) * size_of(run.basic);
    if (run.elements <= 0 || run.repetitions <= 0 || block == 0) return;
    const Strided piece =
        normalized(begin + run.displacement, block, run.stride, static_cast<std::uint64_t>(run.repetitions), extent,
                   static_cast<std::uint64_t>(repeated));
    // Runs that continue each other (a struct of int, int) are one piece.
    if (!pieces.empty() && pieces.back().contiguous() && piece.contiguous() && pieces.back().end() == piece.begin) {
      pieces.back().size += piece.size;
    } else if (!piece.empty()) {
      pieces.push_back(piece);
    }
  };
  const auto begin = static_cast<std::int64_t>(address);
  if (one_by_one(all, count)) {
    for (std::int64_t i = 0; i < count; ++i)
      for (const TypeRun& run : all) add(run, begin + i * extent, 1);
  } else {
    for (const TypeRun& run : all) add(run, begin, count);
  }
  return pieces;
}

const Group::List& Group::none() {
  static const List kNone = std::make_shared<const std::vector<ProcessId>>();
  return kNone;
}

Rank Group::rank_of(ProcessId process) const {
  // Every process is a member of most groups, with the same rank.
  if (const Rank same(process.number()); has(same) && (*this)[same] == process) return same;
  const auto at = std::find(begin(), end(), process);
  return at == end() ? Rank::kNone : Rank(at - begin());
}

Rank Communicator::rank_of(ProcessId process) const {
  const Rank rank = members.rank_of(process);
  return rank != Rank::kNone ? rank : remote_members.rank_of(process);
}

Rank Window::rank_of(ProcessId process) const {
  return processes.rank_of(process);
}

}  // namespace fencepost
