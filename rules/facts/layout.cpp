#include "facts/layout.h"

#include <algorithm>

namespace fencepost {
namespace {

ByteSet buffer_memory(const Job& job, ProcessId process, const Buffer& buffer) {
  const Datatype* type = job.datatype(process, buffer.datatype);
  if (!type || buffer.count <= 0 || type->size == 0) return {};
  return job.bytes_at(process, type->bytes(buffer.address, buffer.count));
}

}  // namespace

std::optional<Reach> reach_of(const Datatype& type, std::int64_t count) {
  if (count <= 0 || type.size == 0) return std::nullopt;
  const Reach::Wide last = static_cast<Reach::Wide>(count - 1) * type.extent;  // where the last element starts
  const Reach::Wide low = std::min<Reach::Wide>(0, last), high = std::max<Reach::Wide>(0, last);
  return Reach{low + type.true_lower_bound, high + type.true_lower_bound + type.true_extent};
}

std::optional<Reach> target_reach(const Job& job, const Operation& operation) {
  const Window* window = job.window(operation.window);
  const Datatype* type = job.datatype(operation.place.process, operation.target_buffer.datatype);
  if (!window || !type) return std::nullopt;
  return target_reach(*window, *type, operation);
}

std::optional<Reach> target_reach(const Window& window, const Datatype& type, const Operation& operation) {
  if (!window.has_rank(operation.target)) return std::nullopt;
  const WindowPart& part = window.part(operation.target);
  if (!part.defined) return std::nullopt;
  const auto reach = reach_of(type, operation.target_buffer.count);
  if (!reach) return std::nullopt;
  const std::uint64_t unit = window.flavor == WindowFlavor::kDynamic ? 1 : part.displacement_unit;
  const Reach::Wide start =
      static_cast<Reach::Wide>(operation.target_buffer.displacement) * static_cast<Reach::Wide>(unit);
  return Reach{start + reach->begin, start + reach->end};
}

ByteSet target_memory(const Job& job, const Operation& operation) {
  if (!operation.target_bytes.empty()) return operation.target_bytes;
  const Window* window = job.window(operation.window);
  const Datatype* type = job.datatype(operation.place.process, operation.target_buffer.datatype);
  if (!window || !type || type->size == 0 || operation.target_buffer.count <= 0) return {};
  return job.window_bytes(*window, operation.target, operation.target_buffer.displacement, *type,
                          operation.target_buffer.count);
}

ByteSet origin_memory(const Job& job, const Operation& operation) {
  if (operation.op == ReduceOp::kNoOp) return {};  // ignored (12.3.4.2)
  return buffer_memory(job, operation.place.process, operation.origin);
}
ByteSet result_memory(const Job& job, const Operation& operation) {
  return buffer_memory(job, operation.place.process, operation.result);
}
ByteSet compare_memory(const Job& job, const Operation& operation) {
  if (operation.kind != OperationKind::kCompareAndSwap || operation.compare == 0) return {};
  return buffer_memory(job, operation.place.process, {operation.compare, 1, operation.target_buffer.datatype});
}

bool looks_absolute(const Datatype& type) {
  // Displacements of this size are addresses: no object of a program reaches so far.
  constexpr std::int64_t kFar = std::int64_t{1} << 38;
  return type.size > 0 && (type.true_lower_bound > kFar || type.true_lower_bound < -kFar);
}

}  // namespace fencepost
