#include "services/access_buffer.h"

namespace fencepost::check {

Buffer compare_buffer(const Operation& operation) {
  return {operation.compare, operation.compare != 0 ? 1 : 0, operation.target_buffer.datatype};
}

Buffer buffer_of(const index::Activity& activity) {
  if (activity.call_buffer != nullptr) return activity.call_buffer->buffer;
  if (activity.role != AccessRole::kOrigin) return {};
  const Operation& operation = *activity.operation;
  if (activity.by_role.buffer == index::OperationBuffer::kCompare) return compare_buffer(operation);
  const bool result =
      activity.by_role.buffer == index::OperationBuffer::kResult && operation.kind != OperationKind::kGet;
  return result ? operation.result : operation.origin;
}

}  // namespace fencepost::check
