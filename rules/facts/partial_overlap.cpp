#include "facts/partial_overlap.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace fencepost {
namespace {

constexpr std::uint64_t kMostBlocks = 100'000;

// Blocks in ascending order; adjacent ones are merged.
std::optional<std::vector<ByteRange>> blocks_of(const Pieces& pieces) {
  std::uint64_t count = 0;
  for (const Strided& piece : pieces) {
    if (piece.count > kMostBlocks || piece.outer_count > kMostBlocks) return std::nullopt;
    count += piece.count * piece.outer_count;
    if (count > kMostBlocks) return std::nullopt;
  }
  std::vector<ByteRange> blocks;
  blocks.reserve(count);
  for (const Strided& piece : pieces) {
    if (piece.empty()) continue;
    for (std::uint64_t row = 0; row < piece.outer_count; ++row) {
      for (std::uint64_t i = 0; i < piece.count; ++i) {
        const std::uint64_t begin = piece.begin + row * piece.outer_stride + i * piece.stride;
        blocks.push_back({begin, begin + piece.size});
      }
    }
  }
  std::ranges::sort(blocks, {}, &ByteRange::begin);
  std::size_t last = 0;
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    if (blocks[i].begin <= blocks[last].end)
      blocks[last].end = std::max(blocks[last].end, blocks[i].end);
    else
      blocks[++last] = blocks[i];
  }
  if (!blocks.empty()) blocks.resize(last + 1);
  return blocks;
}

bool has_all_of(const std::vector<ByteRange>& whole, const std::vector<ByteRange>& part) {
  auto at = whole.begin();
  return std::ranges::all_of(part, [&](const ByteRange& block) {
    while (at != whole.end() && at->end < block.end) ++at;
    return at != whole.end() && at->begin <= block.begin;
  });
}

}  // namespace

bool reach_into_each_other(const ByteSet& one, const ByteSet& other) {
  if (!one.elsewhere.empty() || !other.elsewhere.empty()) return false;  // not examined
  if (!overlap(one, other)) return false;
  const auto mine = blocks_of(one.pieces), others = blocks_of(other.pieces);
  return mine && others && !has_all_of(*mine, *others) && !has_all_of(*others, *mine);
}

}  // namespace fencepost
