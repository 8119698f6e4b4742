#include "rma/execute.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "rma/layout.h"
#include "rma/reduce.h"

namespace fencepost::rma {
namespace {

void copy_elements(std::byte* to, const std::byte* from, std::int64_t bytes, BasicType basic) {
  if (!has_padding(basic)) {
    copy_bytes(to, from, bytes);
    return;
  }
  const auto size = static_cast<std::int64_t>(size_of(basic));
  for (std::int64_t at = 0; at < bytes; at += size) {
    for (const ValuePart& part : value_parts(basic)) {
      std::memcpy(to + at + part.offset, from + at + part.offset, static_cast<std::size_t>(part.size));
    }
  }
}

// target = target op origin, for one stretch of elements. Returns whether something else is there now.
bool reduce(const Operation& operation, std::byte* target, const std::byte* origin, std::int64_t bytes) {
  const bool replaces = operation.op == ReduceOp::kReplace;
  const Kernel apply = replaces ? nullptr : kernel(operation.op, operation.basic);
  if (!replaces && apply == nullptr) return false;
  constexpr std::size_t kMostCompared = 256;
  std::byte before[kMostCompared];
  const auto size = static_cast<std::size_t>(bytes);
  if (size <= kMostCompared) std::memcpy(before, target, size);
  if (replaces)
    copy_elements(target, origin, bytes, operation.basic);
  else
    apply(target, origin, bytes / static_cast<std::int64_t>(size_of(operation.basic)));
  return size > kMostCompared || std::memcmp(before, target, size) != 0;
}

Combined compare_and_swap(const Operation& operation, std::byte* target) {
  const auto size = size_of(operation.basic);
  // Loaded, compared and stored once: a peer's load sees one value or the other.
  alignas(16) std::byte found[32];
  copy_bytes(found, target, static_cast<std::int64_t>(size));
  const bool equal = std::memcmp(found, operation.compare, size) == 0;
  if (equal) copy_bytes(target, operation.origin.data(), static_cast<std::int64_t>(size));
  copy_bytes(operation.result.data(), found, static_cast<std::int64_t>(size));
  return {equal, equal && std::memcmp(found, target, size) != 0, equal};
}

// The target comes in stretches; `origin` and `result` keep pace.
class Combination {
 public:
  explicit Combination(const Operation& operation)
      : operation_(operation),
        reads_(operation.op != ReduceOp::kNoOp),
        fetches_(operation.kind == Kind::kGetAccumulate),
        origin_(reads_ ? operation.origin : Layout{}),
        result_(fetches_ ? operation.result : Layout{}) {}

  // False: origin or result has come to its end.
  bool combine(std::byte* target, std::int64_t bytes) {
    auto* const origin = reads_ && origin_.pieces ? &*origin_.pieces : nullptr;
    auto* const result = fetches_ && result_.pieces ? &*result_.pieces : nullptr;
    while (bytes > 0) {
      std::int64_t size = bytes;
      if (reads_) size = std::min(size, origin != nullptr ? origin->size() : 0);
      if (fetches_) size = std::min(size, result != nullptr ? result->size() : 0);
      if (size == 0) return false;
      if (result != nullptr) {
        copy_elements(result->address(), target, size, operation_.basic);
        result->advance(size);
      }
      if (origin != nullptr) {
        differs_ |= reduce(operation_, target, origin->address(), size);
        wrote_ |= differs_ || operation_.op == ReduceOp::kReplace;
        origin->advance(size);
      }
      target += size;
      bytes -= size;
    }
    return true;
  }
  Combined done() const { return {operation_.op != ReduceOp::kNoOp, differs_, wrote_}; }

 private:
  struct Side {
    explicit Side(const Layout& layout) {
      if (!layout.empty()) pieces.emplace(layout, Pieces::Of::kElements);
    }
    std::optional<Pieces> pieces;
  };
  const Operation& operation_;
  bool reads_;
  bool fetches_;
  bool differs_ = false, wrote_ = false;
  Side origin_;
  Side result_;
};

}  // namespace

Combined combine_in_place(const Operation& operation) {
  std::byte* const target = operation.at_target.data();
  if (operation.kind == Kind::kCompareAndSwap) return compare_and_swap(operation, target);
  Combination combination(operation);
  for (Pieces pieces(operation.at_target, Pieces::Of::kElements); !pieces.done(); pieces.advance(pieces.size())) {
    if (!combination.combine(pieces.address(), pieces.size())) break;
  }
  return combination.done();
}

Combined combine_packed(const Operation& operation, std::byte* elements) {
  if (operation.kind == Kind::kCompareAndSwap) return compare_and_swap(operation, elements);
  Combination combination(operation);
  combination.combine(elements, element_bytes(operation.at_target));
  return combination.done();
}

std::int64_t element_bytes(const Layout& layout) {
  std::int64_t bytes = 0;
  for (const handles::Run& run : layout.type->runs) {
    bytes += run.elements * run.repetitions * static_cast<std::int64_t>(size_of(run.basic));
  }
  return bytes * layout.count;
}

void pack_elements(std::byte* to, const Layout& from, BasicType basic) {
  if (from.empty()) return;
  for (Pieces pieces(from, Pieces::Of::kElements); !pieces.done(); pieces.advance(pieces.size())) {
    copy_elements(to, pieces.address(), pieces.size(), basic);
    to += pieces.size();
  }
}

void unpack_elements(const Layout& to, const std::byte* from, BasicType basic) {
  if (to.empty()) return;
  for (Pieces pieces(to, Pieces::Of::kElements); !pieces.done(); pieces.advance(pieces.size())) {
    copy_elements(pieces.address(), from, pieces.size(), basic);
    from += pieces.size();
  }
}

}  // namespace fencepost::rma
