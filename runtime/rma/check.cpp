// Which operations the standard forbids.
#include <algorithm>

#include <mpi.h>

#include "rma/epochs.h"
#include "rma/operations.h"

namespace fencepost::rma {
namespace {

// [address, address + size) lies in one attached region.
bool holds(std::uint64_t begin, std::uint64_t size, std::uint64_t address, std::uint64_t length) {
  return address >= begin && address - begin <= size && length <= size - (address - begin);
}

bool is_attached(const Window& window, const Target& target, std::uint64_t address, std::uint64_t length) {
  if (rank_of(window, target) == window.rank) {
    const std::lock_guard lock(window.attached_mutex);
    return std::any_of(window.attached.begin(), window.attached.end(),
                       [&](const auto& region) { return holds(region.address, region.size, address, length); });
  }
  if (!target.control) return true;  // its owner will judge
  const AttachedRegions& regions = target.control->attached;
  for (;;) {
    const std::uint32_t before = regions.version.load(std::memory_order_acquire);
    bool found = regions.overflow.load(std::memory_order_acquire) != 0;
    const std::uint32_t count = regions.count.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < count && !found; ++i) {
      found = holds(regions.regions[i].address.load(std::memory_order_relaxed),
                    regions.regions[i].size.load(std::memory_order_relaxed), address, length);
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 && regions.version.load(std::memory_order_relaxed) == before) return found;
  }
}

int check_range(const Window& window, const Target& target, const Operation& operation) {
  if (operation.at_target.empty()) return MPI_SUCCESS;
  const Layout::Hull hull = operation.at_target.hull();
  std::int64_t offset = 0;
  if (__builtin_mul_overflow(operation.displacement, target.displacement_unit, &offset)) return MPI_ERR_RMA_RANGE;
  if (window.dynamic()) {
    const std::uint64_t first = static_cast<std::uint64_t>(offset) + static_cast<std::uint64_t>(hull.first);
    return is_attached(window, target, first, static_cast<std::uint64_t>(hull.end - hull.first)) ? MPI_SUCCESS
                                                                                                 : MPI_ERR_RMA_RANGE;
  }
  if (operation.displacement < 0) return MPI_ERR_DISP;
  std::int64_t first = 0, end = 0;
  if (__builtin_add_overflow(offset, hull.first, &first) || __builtin_add_overflow(offset, hull.end, &end)) {
    return MPI_ERR_RMA_RANGE;
  }
  return first >= 0 && end <= target.size ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
}

int check_reduction(const Operation& operation) {
  if (!operation.atomic()) return MPI_SUCCESS;
  const auto uniform = [&](const Layout& layout) {
    return !layout.type || layout.empty() || layout.type->uniform == operation.basic;
  };
  if (operation.basic == BasicType::kUnknown && !operation.at_target.empty()) return MPI_ERR_TYPE;
  if (!uniform(operation.at_target) || !uniform(operation.origin) || !uniform(operation.result)) return MPI_ERR_TYPE;
  if (operation.kind == Kind::kCompareAndSwap) return comparable(operation.basic) ? MPI_SUCCESS : MPI_ERR_TYPE;
  if (operation.op == ReduceOp::kReplace) return MPI_SUCCESS;
  if (operation.op == ReduceOp::kNoOp) {
    return operation.kind == Kind::kGetAccumulate ? MPI_SUCCESS : MPI_ERR_OP;
  }
  if (operation.op == ReduceOp::kUserDefined || operation.op == ReduceOp::kNull) return MPI_ERR_OP;
  if (operation.at_target.empty()) return MPI_SUCCESS;
  return kernel(operation.op, operation.basic) ? MPI_SUCCESS : MPI_ERR_OP;
}

int check_data(const Window& window, const Operation& operation) {
  const Target& target = window.targets[static_cast<std::size_t>(operation.target)];
  const int reduction = check_reduction(operation);
  return reduction != MPI_SUCCESS ? reduction : check_range(window, target, operation);
}

}  // namespace

bool in_epoch(const Window& window, const Target& target, bool passive) {
  if (target.lock != Lock::kNone) return true;
  if (passive || window.locked > 0) return false;
  return window.started ? target.started : window.fence_open;
}

int check(Window& window, const Operation& operation, bool with_request) {
  if (!in_epoch(window, window.target(operation.target), with_request)) return MPI_ERR_RMA_SYNC;
  return check_data(window, operation);
}

bool is_executable(Window& window, const Operation& operation) {
  return check_data(window, operation) == MPI_SUCCESS;
}

int check_asserts(std::uint32_t given, std::uint32_t allowed) {
  return (given & ~allowed) == 0 ? MPI_SUCCESS : MPI_ERR_ASSERT;
}

}  // namespace fencepost::rma
