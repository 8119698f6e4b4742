// Which operations the standard forbids.
#include <algorithm>

#include <mpi.h>

#include "rma/epochs.h"
#include "rma/operations.h"
#include "rma/transport.h"

namespace fencepost::rma {
namespace {

bool is_attached(Window& window, Target& target, const Layout& layout) {
  if (rank_of(window, target) != window.rank) return target.transport->is_attached(window, target, layout);
  const LockGuard lock(window.attached_mutex);
  return hold(window.attached, layout);
}

int check_range(Window& window, Target& target, const Operation& operation) {
  if (operation.at_target.empty()) return MPI_SUCCESS;
  std::int64_t offset = 0;
  if (__builtin_mul_overflow(operation.displacement, target.displacement_unit, &offset)) return MPI_ERR_RMA_RANGE;
  if (window.dynamic()) {
    Layout layout = operation.at_target;
    layout.address = reinterpret_cast<std::byte*>(offset);
    return is_attached(window, target, layout) ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
  }
  if (operation.displacement < 0) return MPI_ERR_DISP;
  const Layout::Hull hull = operation.at_target.hull();
  std::int64_t first = 0, end = 0;
  if (__builtin_add_overflow(offset, hull.first, &first) || __builtin_add_overflow(offset, hull.end, &end)) {
    return MPI_ERR_RMA_RANGE;
  }
  return first >= 0 && end <= target.size ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
}

bool is_without_padding(const Layout& layout) {
  return !layout.type || std::ranges::none_of(layout.type->runs, [](const handles::Run& run) {
    return run.basic == BasicType::kUnknown || has_padding(run.basic);
  });
}

int check_reduction(const Operation& operation) {
  if (!operation.atomic()) return MPI_SUCCESS;
  const auto uniform = [&](const Layout& layout) {
    if (!layout.type || layout.empty()) return true;
    return layout.type->uniform == operation.basic || operation.of_mixed_types;
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

int check_data(Window& window, const Operation& operation) {
  Target& target = window.target(operation.target);
  const int reduction = check_reduction(operation);
  return reduction != MPI_SUCCESS ? reduction : check_range(window, target, operation);
}

}  // namespace

void choose_elements(Operation& operation) {
  const handles::DatatypeInfo* const type = operation.at_target.type;
  if (!operation.atomic() || type == nullptr) return;
  operation.basic = type->uniform;
  const auto same = [&](const Layout& layout) { return layout.empty() || layout.type->uniform == operation.basic; };
  if (operation.basic != BasicType::kUnknown && same(operation.origin) && same(operation.result)) return;
  const bool moves = operation.op == ReduceOp::kReplace || operation.op == ReduceOp::kNoOp;
  if (!moves || operation.kind == Kind::kCompareAndSwap || !is_without_padding(operation.at_target) ||
      !is_without_padding(operation.origin) || !is_without_padding(operation.result)) {
    return;
  }
  operation.basic = BasicType::kByte;
  operation.of_mixed_types = true;
}

// (Operations with a request belong in passive epochs. In other epochs the libraries execute them as well, and a rule
// reports it.)
bool in_epoch(const Window& window, const Target& target) {
  if (target.lock.is_called()) return true;
  if (window.epochs.locked > 0) return false;
  return window.epochs.started ? target.started : window.epochs.fence;
}

int check(Window& window, const Operation& operation) {
  {
    const Guard guard(window.mutex);
    if (!in_epoch(window, window.target(operation.target))) return MPI_ERR_RMA_SYNC;
  }
  return check_data(window, operation);
}

bool is_executable(Window& window, const Operation& operation) {
  return check_data(window, operation) == MPI_SUCCESS;
}

int check_asserts(std::uint32_t given, std::uint32_t allowed) {
  return (given & ~allowed) == 0 ? MPI_SUCCESS : MPI_ERR_ASSERT;
}

}  // namespace fencepost::rma
