#include "rma/layout.h"

#include <algorithm>

#include "rma/element_types.h"

namespace fencepost::rma {

Layout::Hull Layout::hull() const {
  if (empty()) return {};
  const std::int64_t first = type->true_lower_bound;
  const std::int64_t end = first + type->true_extent;
  const std::int64_t last = (count - 1) * type->extent;
  return {first + std::min<std::int64_t>(last, 0), end + std::max<std::int64_t>(last, 0)};
}

Pieces::Pieces(const Layout& layout, Of of)
    : layout_(layout), runs_(of == Of::kBytes ? layout.type->blocks : layout.type->runs) {
  if (layout.empty()) return;
  if (layout.type->contiguous) {
    address_ = layout.data();
    size_ = layout.bytes();
    element_ = layout.count;  // nothing after it
    return;
  }
  address_ = layout.address + runs_[0].displacement;
  size_ = length(runs_[0]);
}

void Pieces::next() {
  if (element_ >= layout_.count) return;
  if (++repetition_ == runs_[block_].repetitions) {
    repetition_ = 0;
    if (++block_ == runs_.size()) {
      block_ = 0;
      if (++element_ == layout_.count) return;
    }
  }
  const handles::Run& run = runs_[block_];
  address_ = layout_.address + element_ * layout_.type->extent + run.displacement + repetition_ * run.stride;
  size_ = length(run);
}

void Pieces::advance(std::int64_t bytes) {
  address_ += bytes;
  size_ -= bytes;
  whole_ = size_ == 0;
  if (whole_) next();
}

void Pieces::skip(std::int64_t pieces) {
  repetition_ += pieces - 1;
  size_ = 0;
  next();
}

namespace {

template <std::int64_t kSize>
void copy_fixed(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
                std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) __builtin_memcpy(to + i * to_stride, from + i * from_stride, kSize);
}

}  // namespace

void copy_strided(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
                  std::int64_t size, std::int64_t count) {
  switch (size) {
    case 1:
      return copy_fixed<1>(to, to_stride, from, from_stride, count);
    case 2:
      return copy_fixed<2>(to, to_stride, from, from_stride, count);
    case 4:
      return copy_fixed<4>(to, to_stride, from, from_stride, count);
    case 8:
      return copy_fixed<8>(to, to_stride, from, from_stride, count);
    case 16:
      return copy_fixed<16>(to, to_stride, from, from_stride, count);
    default:
      for (std::int64_t i = 0; i < count; ++i) {
        __builtin_memmove(to + i * to_stride, from + i * from_stride, static_cast<std::size_t>(size));
      }
  }
}

namespace {

// Some bytes: many pieces at once if they are regular. Returns how many.
std::int64_t copy_some(Pieces& to, Pieces& from) {
  const std::int64_t to_repeats = to.repeats();
  const std::int64_t from_repeats = from.repeats();
  if (to_repeats > 1 && from_repeats > 1 && to.size() == from.size()) {
    const std::int64_t size = to.size();
    const std::int64_t count = std::min(to_repeats, from_repeats);
    copy_strided(to.address(), to.stride(), from.address(), from.stride(), size, count);
    to.skip(count);
    from.skip(count);
    return size * count;
  }
  if (to_repeats > 1 && from.size() >= 2 * to.size()) {
    const std::int64_t size = to.size();
    const std::int64_t count = std::min(to_repeats, from.size() / size);
    copy_strided(to.address(), to.stride(), from.address(), size, size, count);
    to.skip(count);
    from.advance(size * count);
    return size * count;
  }
  if (from_repeats > 1 && to.size() >= 2 * from.size()) {
    const std::int64_t size = from.size();
    const std::int64_t count = std::min(from_repeats, to.size() / size);
    copy_strided(to.address(), size, from.address(), from.stride(), size, count);
    from.skip(count);
    to.advance(size * count);
    return size * count;
  }
  const std::int64_t size = std::min(to.size(), from.size());
  copy_bytes(to.address(), from.address(), size);
  from.advance(size);
  to.advance(size);
  return size;
}

Layout packed(const std::byte* bytes, std::int64_t size) {
  return {const_cast<std::byte*>(bytes), size, &element_type(BasicType::kByte)};
}

}  // namespace

std::int64_t copy(const Layout& to, const Layout& from) {
  if (to.empty() || from.empty()) return 0;
  if (to.contiguous() && from.contiguous()) {
    const std::int64_t size = std::min(to.bytes(), from.bytes());
    copy_bytes(to.data(), from.data(), size);
    return size;
  }
  Pieces source(from);
  Pieces destination(to);
  return copy(destination, source);
}

std::int64_t copy(Pieces& to, Pieces& from) {
  std::int64_t moved = 0;
  while (!from.done() && !to.done()) moved += copy_some(to, from);
  return moved;
}

std::int64_t pack(std::byte* to, const Layout& from, std::int64_t limit) {
  return copy(packed(to, limit), from);
}

std::int64_t unpack(const Layout& to, const std::byte* from, std::int64_t limit) {
  return copy(to, packed(from, limit));
}

}  // namespace fencepost::rma
