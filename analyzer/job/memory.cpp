#include "job/memory.h"

#include <algorithm>
#include <cstdlib>

namespace fencepost {

namespace {

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

// floor(a / b) for b > 0.
std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return (a % b != 0 && a < 0) ? q - 1 : q;
}

std::optional<ByteRange> common(std::uint64_t a, std::uint64_t a_size, std::uint64_t b, std::uint64_t b_size) {
  const std::uint64_t begin = std::max(a, b);
  const std::uint64_t end = std::min(a + a_size, b + b_size);
  if (begin < end) return ByteRange{begin, end};
  return std::nullopt;
}

struct Row {  // a one-level set
  std::uint64_t begin, size, stride, count;
  std::uint64_t end() const { return begin + (count - 1) * stride + size; }
};

// First block of `row` that meets [begin, begin + size).
std::optional<ByteRange> block_meets(const Row& row, std::uint64_t begin, std::uint64_t size) {
  if (row.count == 1) return common(row.begin, row.size, begin, size);
  if (begin + size <= row.begin || begin >= row.end()) return std::nullopt;
  // Smallest i with row.begin + i*stride + row.size > begin.
  std::uint64_t i = 0;
  if (begin >= row.begin + row.size) i = (begin - row.begin - row.size) / row.stride + 1;
  if (i >= row.count) return std::nullopt;
  return common(row.begin + i * row.stride, row.size, begin, size);
}

std::optional<ByteRange> rows_meet(const Row& a, const Row& b) {
  if (a.begin >= b.end() || b.begin >= a.end()) return std::nullopt;
  if (a.count == 1) return block_meets(b, a.begin, a.size);
  if (b.count == 1) return block_meets(a, b.begin, b.size);
  if (a.stride == b.stride) {
    // a.begin + i*S and b.begin + j*S meet iff -a.size < (a.begin - b.begin) + (i - j)*S < b.size. With k = i - j the
    // first common bytes have the smallest i, j.
    const auto stride = static_cast<std::int64_t>(a.stride);
    const auto difference = static_cast<std::int64_t>(b.begin - a.begin);
    std::int64_t low = floor_div(difference - static_cast<std::int64_t>(a.size), stride) + 1;
    std::int64_t high = floor_div(difference + static_cast<std::int64_t>(b.size) - 1, stride);
    low = std::max(low, -(static_cast<std::int64_t>(b.count) - 1));
    high = std::min(high, static_cast<std::int64_t>(a.count) - 1);
    std::optional<ByteRange> best;
    for (std::int64_t k = low; k <= high; ++k) {
      const std::uint64_t i = k > 0 ? static_cast<std::uint64_t>(k) : 0;
      const std::uint64_t j = k < 0 ? static_cast<std::uint64_t>(-k) : 0;
      const auto found = common(a.begin + i * a.stride, a.size, b.begin + j * b.stride, b.size);
      if (found && (!best || found->begin < best->begin)) best = found;
    }
    return best;
  }
  // Different strides: walk the blocks of the one with fewer in the common hull.
  const Row& few = a.count <= b.count ? a : b;
  const Row& many = a.count <= b.count ? b : a;
  std::uint64_t i = 0;
  if (many.begin >= few.begin + few.size) i = (many.begin - few.begin - few.size) / few.stride + 1;
  const std::uint64_t many_end = many.end();
  for (; i < few.count && few.begin + i * few.stride < many_end; ++i) {
    if (const auto found = block_meets(many, few.begin + i * few.stride, few.size)) return found;
  }
  return std::nullopt;
}

Row row_of(const Strided& set, std::uint64_t outer) {
  return {set.begin + outer * set.outer_stride, set.size, set.stride, set.count};
}

}  // namespace

Strided normalized(std::int64_t begin, std::uint64_t size, std::int64_t stride, std::uint64_t count,
                   std::int64_t outer_stride, std::uint64_t outer_count) {
  Strided set;
  if (size == 0 || count == 0 || outer_count == 0) {
    set.begin = static_cast<std::uint64_t>(begin);
    set.count = set.outer_count = 1;
    return set;
  }
  if (stride == 0) count = 1;
  if (outer_stride == 0) outer_count = 1;
  if (count == 1) stride = 0;
  if (outer_count == 1) outer_stride = 0;
  // Negative strides: begin at the other end.
  if (stride < 0) begin += stride * static_cast<std::int64_t>(count - 1);
  if (outer_stride < 0) begin += outer_stride * static_cast<std::int64_t>(outer_count - 1);
  std::uint64_t inner = magnitude(stride);
  std::uint64_t outer = magnitude(outer_stride);
  if (count == 1 || (outer_count > 1 && outer < inner)) {
    std::swap(inner, outer);
    std::swap(count, outer_count);
  }
  // Adjacent or overlapping blocks are one block.
  if (count > 1 && inner <= size) {
    size += (count - 1) * inner;
    count = 1;
    inner = 0;
    std::swap(inner, outer);
    std::swap(count, outer_count);
    if (count > 1 && inner <= size) {
      size += (count - 1) * inner;
      count = 1;
      inner = 0;
    }
  }
  // Rows that continue each other are one row.
  if (outer_count > 1 && outer == inner * count) {
    count *= outer_count;
    outer_count = 1;
    outer = 0;
  }
  set.begin = static_cast<std::uint64_t>(begin);
  set.size = size;
  set.stride = inner;
  set.count = count;
  set.outer_stride = outer;
  set.outer_count = outer_count;
  return set;
}

std::optional<ByteRange> overlap(const Strided& a, const Strided& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  if (a.begin >= b.end() || b.begin >= a.end()) return std::nullopt;
  if (a.contiguous() && b.contiguous()) return common(a.begin, a.size, b.begin, b.size);
  const Strided& few = a.outer_count <= b.outer_count ? a : b;
  const Strided& many = a.outer_count <= b.outer_count ? b : a;
  for (std::uint64_t i = 0; i < few.outer_count; ++i) {
    const Row row = row_of(few, i);
    const std::uint64_t row_end = row.end();
    if (row.begin >= many.end()) break;
    std::uint64_t j = 0;
    if (many.outer_count > 1) {
      const std::uint64_t first_end = row_of(many, 0).end();
      if (row.begin >= first_end) j = (row.begin - first_end) / many.outer_stride + 1;
    }
    for (; j < many.outer_count; ++j) {
      const Row other = row_of(many, j);
      if (other.begin >= row_end) break;
      if (const auto found = rows_meet(row, other)) return found;
    }
  }
  return std::nullopt;
}

ByteRange ByteSet::hull() const {
  ByteRange all;
  for (const Strided& piece : pieces) {
    const ByteRange one = piece.hull();
    if (one.empty()) continue;
    if (all.empty()) {
      all = one;
    } else {
      all.begin = std::min(all.begin, one.begin);
      all.end = std::max(all.end, one.end);
    }
  }
  return all;
}

std::uint64_t blocks_before(const Strided& piece, std::uint64_t until) {
  if (piece.count <= 1 || piece.stride == 0) return piece.count;
  const std::uint64_t room = until - std::min(until, piece.begin);
  return std::clamp<std::uint64_t>((room + piece.stride - 1) / piece.stride, 1, piece.count);
}

namespace {
std::optional<ByteRange> overlap_in_one_memory(const ByteSet& a, const ByteSet& b) {
  if (a.memory != b.memory) return std::nullopt;
  for (const Strided& x : a.pieces) {
    for (const Strided& y : b.pieces) {
      if (const auto found = overlap(x, y)) return found;
    }
  }
  return std::nullopt;
}
}  // namespace

std::optional<ByteRange> overlap(const ByteSet& a, const ByteSet& b) {
  std::optional<ByteRange> found;
  each_memory(a, [&](const ByteSet& one) {
    each_memory(b, [&](const ByteSet& other) {
      if (!found) found = overlap_in_one_memory(one, other);
    });
  });
  return found;
}

void AddressMap::map(std::uint64_t address, std::uint64_t size, std::uint64_t segment, std::uint64_t offset) {
  if (size == 0) return;
  unmap(address, size);
  mappings_[address] = {address + size, segment, offset};
}

void AddressMap::unmap(std::uint64_t address, std::uint64_t size) {
  const std::uint64_t end = address + size;
  auto at = mappings_.upper_bound(address);
  if (at != mappings_.begin()) --at;
  while (at != mappings_.end() && at->first < end) {
    const std::uint64_t begin = at->first;
    const Mapping mapping = at->second;
    if (mapping.end <= address) {
      ++at;
      continue;
    }
    at = mappings_.erase(at);
    if (begin < address) mappings_[begin] = {address, mapping.segment, mapping.offset};
    if (mapping.end > end)
      at = mappings_.insert({end, {mapping.end, mapping.segment, mapping.offset + (end - begin)}}).first;
  }
}

AddressMap::Location AddressMap::find(std::uint64_t address) const {
  Location answer{0, address, ~std::uint64_t{0}};
  const auto above = mappings_.upper_bound(address);
  if (above != mappings_.end()) answer.until = above->first;
  if (above == mappings_.begin()) return answer;
  const auto& [begin, mapping] = *std::prev(above);
  if (address < mapping.end) answer = {mapping.segment, mapping.offset + (address - begin), mapping.end};
  return answer;
}

}  // namespace fencepost
