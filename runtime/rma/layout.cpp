#include "rma/layout.h"

#include <algorithm>

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
    element_ = layout.count;  // nothing behind it
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
  if (size_ == 0) next();
}

std::int64_t copy(const Layout& to, const Layout& from) {
  if (to.empty() || from.empty()) return 0;
  if (to.contiguous() && from.contiguous()) {
    const std::int64_t size = std::min(to.bytes(), from.bytes());
    copy_bytes(to.data(), from.data(), size);
    return size;
  }
  std::int64_t moved = 0;
  Pieces source(from);
  Pieces destination(to);
  while (!source.done() && !destination.done()) {
    const std::int64_t size = std::min(source.size(), destination.size());
    copy_bytes(destination.address(), source.address(), size);
    source.advance(size);
    destination.advance(size);
    moved += size;
  }
  return moved;
}

std::int64_t pack(std::byte* to, const Layout& from, std::int64_t limit) {
  std::int64_t moved = 0;
  for (Pieces source(from); !source.done() && moved < limit;) {
    const std::int64_t size = std::min(source.size(), limit - moved);
    copy_bytes(to + moved, source.address(), size);
    moved += size;
    source.advance(size);
  }
  return moved;
}

std::int64_t unpack(const Layout& to, const std::byte* from, std::int64_t limit) {
  std::int64_t moved = 0;
  for (Pieces destination(to); !destination.done() && moved < limit;) {
    const std::int64_t size = std::min(destination.size(), limit - moved);
    copy_bytes(destination.address(), from + moved, size);
    moved += size;
    destination.advance(size);
  }
  return moved;
}

}  // namespace fencepost::rma
