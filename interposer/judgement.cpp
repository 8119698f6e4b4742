#include "interposer/judgement.h"

#include "handles/handle_key.h"
#include "interposer/failure.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

// The window whose handle (or its lower half) an int has; null: none.
const rma::Window* window_in(std::int64_t value) {
  for (const rma::Window* window : rma::all_windows()) {
    if (static_cast<std::uint32_t>(handles::handle_key(window->handle)) == static_cast<std::uint32_t>(value))
      return window;
  }
  return nullptr;
}

}  // namespace

void write_judgement(const Judgement& judgement, MpiCall call, std::uint64_t window, std::uint64_t stack) {
  record::write(event::WrongArgument{
      .stack = stack,
      .call = static_cast<std::uint64_t>(call),
      .window = judgement.window != 0 ? judgement.window : window,
      .argument = static_cast<std::uint64_t>(judgement.argument),
      .problem = static_cast<std::uint64_t>(judgement.problem),
      .given = judgement.given,
      .against = judgement.against,
      .swapped = static_cast<std::uint64_t>(judgement.swapped + 1),
      .error = judgement.error == MPI_SUCCESS ? std::string_view{} : error_class_name(judgement.error)});
}

Judgement judge_no_window(MPI_Win handle, int position, std::initializer_list<IntArgument> others) {
  const std::uint64_t value = handles::handle_key(handle);
  Judgement judgement{.problem = ArgumentProblem::kNoHandle,
                      .argument = position,
                      .error = MPI_ERR_WIN,
                      .given = static_cast<std::int64_t>(value)};
  const HandleKind kind = handles::kind_of_handle(value);
  if (handle == MPI_WIN_NULL) {
    judgement.problem = ArgumentProblem::kNull;
  } else if (rma::number_of(nullptr, handle) != 0) {
    judgement.problem = ArgumentProblem::kFreed;
  } else if (kind != HandleKind::kUnknown && kind != HandleKind::kWindow) {
    judgement.problem = ArgumentProblem::kOtherKind;
    judgement.against = static_cast<std::uint64_t>(kind);
  }
  for (const IntArgument& other : others) {
    const rma::Window* const meant = other.position >= 0 ? window_in(other.value) : nullptr;
    if (meant == nullptr) continue;
    judgement.swapped = other.position;
    judgement.window = meant->id;
  }
  return judgement;
}

Judgement judge_rank(int rank, int size, int position, Nobody nobody) {
  if (rank >= 0 && rank < size) return {};
  if (rank == MPI_PROC_NULL && nobody == Nobody::kAllowed) return {};
  return {.problem = rank == MPI_PROC_NULL    ? ArgumentProblem::kNobody
                     : rank == MPI_ANY_SOURCE ? ArgumentProblem::kAnybody
                                              : ArgumentProblem::kNoRank,
          .argument = position,
          .error = MPI_ERR_RANK,
          .given = rank,
          .against = static_cast<std::uint64_t>(size)};
}

Judgement judge_handle(handles::HandleVerdict verdict, std::uint64_t value, int position, int error, Null null) {
  if (!verdict || (verdict.problem == ArgumentProblem::kNull && null == Null::kAllowed)) return {};
  return {.problem = verdict.problem,
          .argument = position,
          .error = error,
          .given = static_cast<std::int64_t>(value),
          .against = static_cast<std::uint64_t>(verdict.kind)};
}

Judgement judge_info(MPI_Info info, int position, Null null) {
  return judge_handle(handles::verdict_on_info(info), handles::handle_key(info), position, MPI_ERR_INFO, null);
}

Judgement judge_pointer(const void* pointer, int position) {
  if (pointer != nullptr) return {};
  return {.problem = ArgumentProblem::kNull, .argument = position, .error = MPI_ERR_ARG};
}

}  // namespace fencepost::interposer
