#include "interposer/rma_call.h"

#include <algorithm>

#include "handles/handle_key.h"
#include "interposer/buffer_judgement.h"
#include "rma/operations.h"

namespace fencepost::interposer {
namespace {

// Where the arguments are in a call.
struct Positions {
  int origin = 0, origin_count = 1, origin_type = 2;
  int compare = -1;
  int result = -1, result_count = -1, result_type = -1;
  int target = 3, displacement = 4, target_count = 5, target_type = 6;
  int op = -1, window = 7;
};
constexpr Positions kTransfer{};
constexpr Positions kAccumulate{.op = 7, .window = 8};
constexpr Positions kGetAccumulate{.result = 3,
                                   .result_count = 4,
                                   .result_type = 5,
                                   .target = 6,
                                   .displacement = 7,
                                   .target_count = 8,
                                   .target_type = 9,
                                   .op = 10,
                                   .window = 11};
constexpr Positions kFetchAndOp{.origin_count = -1,
                                .origin_type = 2,
                                .result = 1,
                                .result_type = 2,
                                .displacement = 4,
                                .target_count = -1,
                                .target_type = 2,
                                .op = 5,
                                .window = 6};
constexpr Positions kCompareAndSwap{.origin_count = -1,
                                    .origin_type = 3,
                                    .compare = 1,
                                    .result = 2,
                                    .result_type = 3,
                                    .target = 4,
                                    .displacement = 5,
                                    .target_count = -1,
                                    .target_type = 3,
                                    .window = 6};

const Positions& positions_of(const Call& call) {
  switch (call.kind) {
    case rma::Kind::kAccumulate:
      return kAccumulate;
    case rma::Kind::kGetAccumulate:
      return call.single_element ? kFetchAndOp : kGetAccumulate;
    case rma::Kind::kCompareAndSwap:
      return kCompareAndSwap;
    default:
      return kTransfer;
  }
}

// The null handle and operations of the program have rules of their own.
Judgement judge_op(const Call& call, int position) {
  if (call.op != ReduceOp::kUserDefined) return {};
  return judge_handle(handles::verdict_on_op(call.given_op), handles::handle_key(call.given_op), position, MPI_ERR_OP);
}

Judgement judge_count(std::int64_t count, int position) {
  if (count >= 0) return {};
  return {.problem = ArgumentProblem::kNegative, .argument = position, .error = MPI_ERR_COUNT, .given = count};
}

// This many elements of a known datatype.
Judgement judge_length(std::int64_t count, const handles::DatatypeInfo& type, int position) {
  std::int64_t bytes = 0;
  if (!__builtin_mul_overflow(count, std::max({type.size, type.extent, type.true_extent}), &bytes)) return {};
  return {.problem = ArgumentProblem::kTooLarge,
          .argument = position,
          .error = MPI_ERR_COUNT,
          .given = count,
          .against = static_cast<std::uint64_t>(type.size)};
}

// `count` and its position: in MPICH it may be a handle.
Judgement judge_type(MPI_Datatype datatype, const handles::DatatypeInfo* info, int position, IntArgument count) {
  if (info != nullptr && info->committed) return {};
  const std::uint64_t value = handles::handle_key(datatype);
  Judgement judgement = judge_handle(handles::verdict_on_datatype(datatype), value, position, MPI_ERR_TYPE);
  if (judgement && count.value > 0 &&
      handles::kind_of_handle(static_cast<std::uint64_t>(count.value)) == HandleKind::kDatatype) {
    judgement.swapped = count.position;
  }
  if (judgement) return judgement;
  return {.problem = info == nullptr ? ArgumentProblem::kNoHandle
                     : info->freed   ? ArgumentProblem::kFreed
                                     : ArgumentProblem::kNotCommitted,
          .argument = position,
          .error = MPI_ERR_TYPE,
          .given = static_cast<std::int64_t>(value)};
}

// Reaches memory at the target that cannot be written.
bool writes_past(const rma::Window& window, const rma::Operation& operation) {
  if (window.native || operation.kind == rma::Kind::kGet || operation.op == ReduceOp::kNoOp) return false;
  const rma::Target& target = window.targets[static_cast<std::size_t>(operation.target)];
  std::int64_t begin = 0, end = 0;
  return !target.writable_throughout() && !operation.at_target.empty() &&
         !__builtin_mul_overflow(operation.displacement, target.displacement_unit, &begin) &&
         !__builtin_add_overflow(begin, operation.at_target.hull().end, &end) && end > target.writable &&
         end <= target.size;
}

}  // namespace

rma::Layout layout_of(const Given& given, MPI_Datatype known_type, const handles::DatatypeInfo* known) {
  return {static_cast<std::byte*>(const_cast<void*>(given.address)), given.count,
          known != nullptr && given.datatype == known_type ? known : handles::peek_datatype(given.datatype)};
}

rma::Operation operation_of(const Call& call) {
  rma::Operation operation;
  operation.kind = call.kind;
  operation.target = call.target;
  operation.displacement = call.displacement;
  operation.op = call.op;
  operation.at_target = {nullptr, call.target_count, handles::peek_datatype(call.target_datatype)};
  const handles::DatatypeInfo* const type = operation.at_target.type;
  if (operation.op != ReduceOp::kNoOp) operation.origin = layout_of(call.origin, call.target_datatype, type);
  if (call.kind >= rma::Kind::kGetAccumulate) operation.result = layout_of(call.result, call.target_datatype, type);
  operation.compare = static_cast<const std::byte*>(call.compare);
  rma::choose_elements(operation);
  return operation;
}

Judgement judge_arguments(const Call& call, const rma::Window& window, const rma::Operation& operation) {
  using memory::MemoryCheck;
  const Positions& at = positions_of(call);
  if (const auto wrong = judge_rank(call.target, window.size, at.target, Nobody::kAllowed)) return wrong;
  if (const auto wrong = judge_count(call.target_count, at.target_count)) return wrong;
  if (const auto wrong = judge_type(call.target_datatype, operation.at_target.type, at.target_type,
                                    {at.target_count, call.target_count}))
    return wrong;
  if (const auto wrong = judge_length(call.target_count, *operation.at_target.type, at.target_count)) return wrong;
  if (call.single_element && !operation.at_target.type->predefined)
    return {.problem = ArgumentProblem::kUnknownValue, .argument = at.target_type, .error = MPI_ERR_TYPE};
  if (const auto wrong = judge_op(call, at.op)) return wrong;
  const auto judge_given = [&](const Given& given, const rma::Layout& layout, int count_at, int type_at) {
    if (const auto wrong = judge_count(given.count, count_at)) return wrong;
    if (const auto wrong = judge_type(given.datatype, layout.type, type_at, {count_at, given.count})) return wrong;
    return judge_length(given.count, *layout.type, count_at);
  };
  // For an operation to nobody no buffer is touched, but numbers and types must still be valid (12.3): libraries refuse
  // others.
  const bool to_nobody = call.target == MPI_PROC_NULL;
  if (to_nobody && call.displacement < 0 && !window.dynamic())
    return {.problem = ArgumentProblem::kNegative,
            .argument = at.displacement,
            .error = MPI_ERR_DISP,
            .given = call.displacement};
  const auto judge_memory = [&](const rma::Layout& layout, int position, MemoryCheck::Use use) {
    return to_nobody ? Judgement{} : judge_buffer(layout, position, use, window.native);
  };
  const bool reads = operation.op != ReduceOp::kNoOp, fetches = operation.kind >= rma::Kind::kGetAccumulate;
  const auto origin_use = call.kind == rma::Kind::kGet ? MemoryCheck::Use::kWrite : MemoryCheck::Use::kRead;
  if (reads) {
    if (const auto wrong = judge_given(call.origin, operation.origin, at.origin_count, at.origin_type)) return wrong;
    if (const auto wrong = judge_memory(operation.origin, at.origin, origin_use)) return wrong;
  }
  if (fetches) {
    if (const auto wrong = judge_given(call.result, operation.result, at.result_count, at.result_type)) return wrong;
    if (const auto wrong = judge_memory(operation.result, at.result, MemoryCheck::Use::kWrite)) return wrong;
  }
  if (!to_nobody && writes_past(window, operation))
    return {.problem = ArgumentProblem::kReadOnlyWindow,
            .argument = at.target,
            .error = MPI_ERR_RMA_RANGE,
            .given = call.target};
  if (call.kind != rma::Kind::kCompareAndSwap) return {};
  rma::Layout compare = operation.origin;
  compare.address = static_cast<std::byte*>(const_cast<void*>(call.compare));
  return judge_memory(compare, at.compare, MemoryCheck::Use::kRead);
}

Judgement judge_its_window(const Call& call) {
  const Positions& at = positions_of(call);
  // MPICH's compilers accept a window in the place of an operation.
  const auto op = static_cast<std::int64_t>(handles::handle_key(call.given_op));
  return judge_no_window(call.window, at.window, {{at.target, call.target}, {at.op, op}});
}

Judgement judge_request(const Call& call) {
  return call.with_request ? judge_pointer(call.request, positions_of(call).window + 1) : Judgement{};
}

}  // namespace fencepost::interposer
