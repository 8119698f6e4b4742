// Memory as an operation sees it: a number of elements of a datatype at an address, and moving data between two such
// layouts, or between a layout and a packed buffer, in type-map order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "handles/datatypes.h"

namespace fencepost::rma {

// No buffer can be at such addresses: the null pointer, and small offsets from it.
inline bool is_nowhere(const std::byte* address) {
  const auto place = reinterpret_cast<std::int64_t>(address);
  return place >= 0 && place < 4096;
}

struct Layout {
  std::byte* address = nullptr;  // MPI_BOTTOM is null: the type then has absolute displacements
  std::int64_t count = 0;
  const handles::DatatypeInfo* type = nullptr;

  std::int64_t bytes() const { return type ? count * type->bytes : 0; }
  bool empty() const { return bytes() <= 0; }
  // One stretch of memory without holes.
  bool contiguous() const { return type->contiguous || (count == 1 && one_block()); }
  std::byte* data() const { return address + (type->blocks.empty() ? 0 : type->blocks[0].displacement); }

  // Bytes relative to `address` between which all data lies: [first, end). Both 0 if there is none.
  struct Hull {
    std::int64_t first = 0;
    std::int64_t end = 0;
  };
  Hull hull() const;

 private:
  bool one_block() const { return type->blocks.size() == 1 && type->blocks[0].repetitions == 1; }
};

// The contiguous pieces of a layout, one after the other: its bytes as they move (without what is between the parts of
// elements), or whole elements of the basic type, as atomic operations need them.
class Pieces {
 public:
  enum class Of : std::uint8_t { kBytes, kElements };
  explicit Pieces(const Layout& layout, Of of = Of::kBytes);

  bool done() const { return size_ == 0; }
  std::byte* address() const { return address_; }
  std::int64_t size() const { return size_; }
  void advance(std::int64_t bytes);  // at most size()

  // From here on there are `repeats()` pieces of size() bytes, stride() bytes apart; 1 if the piece has been begun.
  std::int64_t repeats() const {
    return whole_ && element_ < layout_.count ? runs_[block_].repetitions - repetition_ : 1;
  }
  std::int64_t stride() const { return runs_[block_].stride; }
  void skip(std::int64_t pieces);  // at most repeats(), whole pieces

 private:
  void next();
  std::int64_t length(const handles::Run& run) const {
    return run.elements * static_cast<std::int64_t>(size_of(run.basic));
  }

  Layout layout_;
  const std::vector<handles::Run>& runs_;
  std::byte* address_ = nullptr;
  std::int64_t size_ = 0;
  bool whole_ = true;  // nothing of the piece has been taken yet
  std::int64_t element_ = 0;
  std::size_t block_ = 0;
  std::int64_t repetition_ = 0;
};

// Calls `tell(address, size)` for memory that holds all data of a layout: consecutive pieces that are no more than
// `near` bytes apart count as one, with what is between them.
template <class Tell>
void each_region(const Layout& layout, std::int64_t near, const Tell& tell) {
  const Layout::Hull hull = layout.hull();
  if (layout.empty() || layout.contiguous() || hull.end - hull.first <= near) {
    return tell(layout.address + hull.first, hull.end - hull.first);
  }
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
  for (Pieces pieces(layout); !pieces.done();) {
    const std::int64_t count = std::abs(pieces.stride()) <= near ? pieces.repeats() : 1;
    const std::int64_t last = (count - 1) * pieces.stride();
    std::byte* const from = pieces.address() + std::min<std::int64_t>(last, 0);
    std::byte* const to = pieces.address() + pieces.size() + std::max<std::int64_t>(last, 0);
    if (begin != nullptr && (from - end > near || begin - to > near)) {
      tell(begin, end - begin);
      begin = nullptr;
    }
    end = begin == nullptr ? to : std::max(end, to);
    begin = begin == nullptr ? from : std::min(begin, from);
    pieces.skip(count);
  }
  tell(begin, end - begin);
}

// `count` pieces of `size` bytes, each side with its own stride.
void copy_strided(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
                  std::int64_t size, std::int64_t count);

// As many bytes as both have; returns how many. Source and destination may not overlap unless they are identical.
std::int64_t copy(const Layout& to, const Layout& from);
std::int64_t copy(Pieces& to, Pieces& from);  // from where they are, until one of them ends
std::int64_t pack(std::byte* to, const Layout& from, std::int64_t limit);
std::int64_t unpack(const Layout& to, const std::byte* from, std::int64_t limit);

// One write for the sizes that a processor writes at once, so that nobody sees half of an aligned word.
inline void copy_bytes(std::byte* to, const std::byte* from, std::int64_t size) {
  switch (size) {
    case 1:
      __builtin_memcpy(to, from, 1);
      return;
    case 2:
      __builtin_memcpy(to, from, 2);
      return;
    case 4:
      __builtin_memcpy(to, from, 4);
      return;
    case 8:
      __builtin_memcpy(to, from, 8);
      return;
    default:
      __builtin_memmove(to, from, static_cast<std::size_t>(size));
  }
}

}  // namespace fencepost::rma
