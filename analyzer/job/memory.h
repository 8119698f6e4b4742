// Memory of the job: which memory, and which of its bytes.
//
// A byte is (private memory of a process, address) or (shared segment, offset), so overlapping windows, origin buffers
// inside windows and segments mapped at several addresses need no special cases (semantics.md, 1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ids/ids.h"

namespace fencepost {

struct Memory {
  std::uint64_t segment = 0;  // key of the shared segment; 0: private memory
  ProcessId process;          // whose private memory; none for segments
  friend bool operator==(const Memory&, const Memory&) = default;
  friend auto operator<=>(const Memory&, const Memory&) = default;
};

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // one past the last
  bool empty() const { return begin >= end; }
  bool holds(const ByteRange& part) const { return begin <= part.begin && part.end <= end; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
// Whether two have a byte in common (an empty one has none, except inside of the other one).
inline bool meet(const ByteRange& one, const ByteRange& other) {
  return one.begin < other.end && other.begin < one.end;
}

// An exact set of bytes: `size` bytes, repeated `count` times every `stride` bytes, and all of that repeated
// `outer_count` times every `outer_stride` bytes. Normal form (made by `normalized`): strides are positive, the inner
// stride is the smaller one, adjacent blocks are merged, so contiguous memory is one block.
struct Strided {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::uint64_t stride = 0;
  std::uint64_t count = 1;
  std::uint64_t outer_stride = 0;
  std::uint64_t outer_count = 1;

  bool empty() const { return size == 0 || count == 0 || outer_count == 0; }
  bool contiguous() const { return count == 1 && outer_count == 1; }
  std::uint64_t end() const { return begin + (outer_count - 1) * outer_stride + (count - 1) * stride + size; }
  ByteRange hull() const { return empty() ? ByteRange{} : ByteRange{begin, end()}; }
  friend bool operator==(const Strided&, const Strided&) = default;
};

Strided normalized(std::int64_t begin, std::uint64_t size, std::int64_t stride, std::uint64_t count,
                   std::int64_t outer_stride = 0, std::uint64_t outer_count = 1);

// The first bytes that both sets have in common (a contiguous piece of one block of each), or nothing. Exact.
std::optional<ByteRange> overlap(const Strided& a, const Strided& b);

// A list of sets of bytes. Nearly always there is one, which needs no memory of its own.
class Pieces {
 public:
  Pieces() = default;
  Pieces(std::initializer_list<Strided> pieces) {
    for (const Strided& piece : pieces) push_back(piece);
  }
  Pieces(const Pieces& other)
      : size_(other.size_),
        one_(other.one_),
        many_(other.many_ ? std::make_unique<std::vector<Strided>>(*other.many_) : nullptr) {}
  Pieces(Pieces&& other) noexcept
      : size_(std::exchange(other.size_, 0)), one_(other.one_), many_(std::move(other.many_)) {}
  Pieces& operator=(Pieces other) noexcept {
    size_ = other.size_;
    one_ = other.one_;
    many_ = std::move(other.many_);
    return *this;
  }
  ~Pieces() = default;
  void push_back(const Strided& piece) {
    if (size_ == 0) {
      one_ = piece;
    } else {
      if (size_ == 1) many_ = std::make_unique<std::vector<Strided>>(1, one_);
      many_->push_back(piece);
    }
    ++size_;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Strided* begin() { return size_ <= 1 ? &one_ : many_->data(); }
  Strided* end() { return begin() + size_; }
  const Strided* begin() const { return size_ <= 1 ? &one_ : many_->data(); }
  const Strided* end() const { return begin() + size_; }
  Strided& operator[](std::size_t i) { return begin()[i]; }
  const Strided& operator[](std::size_t i) const { return begin()[i]; }
  Strided& front() { return *begin(); }
  const Strided& front() const { return *begin(); }
  Strided& back() { return begin()[size_ - 1]; }
  const Strided& back() const { return begin()[size_ - 1]; }
  friend bool operator==(const Pieces& one, const Pieces& other) { return std::ranges::equal(one, other); }

 private:
  std::size_t size_ = 0;
  Strided one_;
  std::unique_ptr<std::vector<Strided>> many_;  // all of them, if there are several
};

// Bytes of one memory. The pieces may overlap each other only if the program's layout does.
struct ByteSet {
  Memory memory;
  Pieces pieces;
  // The bytes of a datatype with absolute addresses in other memories: in several windows, or in a window and outside.
  std::vector<ByteSet> elsewhere;
  bool empty() const { return pieces.empty(); }
  // Only of `pieces`: addresses of different memories are unrelated.
  ByteRange hull() const;
  friend bool operator==(const ByteSet&, const ByteSet&) = default;
};
std::optional<ByteRange> overlap(const ByteSet& a, const ByteSet& b);

// How many of the piece's blocks (of its first row) begin before `until`: at least one.
std::uint64_t blocks_before(const Strided& piece, std::uint64_t until);

// The set's bytes, one memory after the other.
template <class Visit>
void each_memory(const ByteSet& set, Visit&& visit) {
  visit(set);
  for (const ByteSet& other : set.elsewhere) visit(other);
}

// Which addresses of a process are currently parts of shared segments.
class AddressMap {
 public:
  void map(std::uint64_t address, std::uint64_t size, std::uint64_t segment, std::uint64_t offset);
  void unmap(std::uint64_t address, std::uint64_t size);
  struct Location {
    std::uint64_t segment = 0;                // 0: private
    std::uint64_t offset = 0;                 // the address itself if private
    std::uint64_t until = ~std::uint64_t{0};  // first address beyond this answer
    // The memory that contains it, if it is an address of this process.
    Memory memory(ProcessId process) const { return segment != 0 ? Memory{segment, {}} : Memory{0, process}; }
  };
  Location find(std::uint64_t address) const;
  bool empty() const { return mappings_.empty(); }

  // Splits a set of addresses by what they are mapped to: each visit gets a location and the bytes there, as offsets.
  template <class Visit>
  void each_mapping(const Strided& whole, Visit&& visit) const;

 private:
  struct Mapping {
    std::uint64_t end = 0;
    std::uint64_t segment = 0;
    std::uint64_t offset = 0;
  };
  std::map<std::uint64_t, Mapping> mappings_;  // by first address
};

template <class Visit>
void AddressMap::each_mapping(const Strided& whole, Visit&& visit) const {
  const auto visit_there = [&](Strided piece, const Location& location) {
    piece.begin = location.offset;
    visit(location, piece);
  };
  const auto first = find(whole.begin);
  if (whole.end() <= first.until) return visit_there(whole, first);
  for (std::uint64_t row = 0; row < whole.outer_count; ++row) {
    Strided left{.begin = whole.begin + row * whole.outer_stride,
                 .size = whole.size,
                 .stride = whole.stride,
                 .count = whole.count};
    while (left.count != 0) {
      const auto location = find(left.begin);
      Strided here = left;
      here.count = blocks_before(left, location.until);
      visit_there(here, location);
      left.begin += here.count * left.stride;
      left.count -= here.count;
    }
  }
}

}  // namespace fencepost
