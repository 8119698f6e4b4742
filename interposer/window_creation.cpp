// The calls that create windows.
#include "handles/handle_key.h"
#include "interposer/allocations.h"
#include "interposer/aside.h"
#include "interposer/buffer_judgement.h"
#include "interposer/entry.h"
#include "interposer/judgement.h"
#include "interposer/window_call.h"
#include "interposer/window_memory.h"
#include "tracking/tracked.h"

namespace fencepost::interposer {
namespace {

// Where the arguments are in a creating call; -1: it has none.
struct CreationPositions {
  int memory = -1, size = 0, unit = 1, info = 2, communicator = 3, base = 4, window = 5;
};
constexpr CreationPositions kOverMemory{
    .memory = 0, .size = 1, .unit = 2, .info = 3, .communicator = 4, .base = -1, .window = 5};
constexpr CreationPositions kAllocating{};
constexpr CreationPositions kDynamic{.size = -1, .unit = -1, .info = 0, .communicator = 1, .base = -1, .window = 2};

const CreationPositions& positions_of(WindowFlavor flavor) {
  return flavor == WindowFlavor::kCreate ? kOverMemory : flavor == WindowFlavor::kDynamic ? kDynamic : kAllocating;
}

Judgement judge_communicator(MPI_Comm communicator, int position) {
  const std::uint64_t value = handles::handle_key(communicator);
  if (const auto wrong = judge_handle(handles::verdict_on_communicator(communicator), value, position, MPI_ERR_COMM))
    return wrong;
  int inter = 0;
  if (PMPI_Comm_test_inter(communicator, &inter) == MPI_SUCCESS && !inter) return {};
  return {.problem = ArgumentProblem::kUnknownValue,
          .argument = position,
          .error = MPI_ERR_COMM,
          .given = static_cast<std::int64_t>(value)};
}

Judgement judge_creation(const rma::CreationArguments& arguments) {
  const CreationPositions& at = positions_of(arguments.flavor);
  if (const auto wrong = judge_info(arguments.info, at.info, Null::kAllowed)) return wrong;
  if (arguments.flavor == WindowFlavor::kDynamic) return {};
  if (arguments.size < 0)
    return {.problem = ArgumentProblem::kNegative, .argument = at.size, .error = MPI_ERR_SIZE, .given = arguments.size};
  if (arguments.displacement_unit <= 0)
    return {.problem = ArgumentProblem::kNotPositive,
            .argument = at.unit,
            .error = MPI_ERR_DISP,
            .given = arguments.displacement_unit};
  if (arguments.flavor != WindowFlavor::kCreate) return {};
  return judge_memory(arguments.base, arguments.size, at.memory, MPI_ERR_BASE);
}

void write_creation(const rma::CreationArguments& arguments, std::uint64_t communicator) {
  record::write(event::WindowCreateBegin{.stack = arguments.stack,
                                         .call = number_of(arguments.call),
                                         .communicator = communicator,
                                         .size = arguments.size,
                                         .displacement_unit = arguments.displacement_unit});
}

// A call without a communicator on which others could be waiting.
int refuse_creation(const rma::CreationArguments& arguments, const Judgement& judgement, bool records) {
  const bool exists = judgement.problem == ArgumentProblem::kUnknownValue;  // an intercommunicator
  if (records) {
    write_judgement(judgement, arguments.call, 0, arguments.stack);
    write_creation(arguments, exists ? handles::communicator_id(arguments.communicator) : 0);
  }
  const int code = creation_error(exists ? arguments.communicator : MPI_COMM_NULL, judgement.error, records);
  if (records) record::write(event::WindowCreateEnd{.window = 0});
  return code;
}

// `base`: the place for the address of the memory, or null.
template <class Native>
int create(rma::CreationArguments arguments, bool has_base, void* base, MPI_Win* handle, const Native& native) {
  const Scope scope;
  if (!record::active()) {
    if (scope.outermost()) note_unseen_window();
    return native();
  }
  const bool records = scope.records();
  const CreationPositions& at = positions_of(arguments.flavor);
  if (records) arguments.stack = record::current_stack();
  MPI_Win own_handle = MPI_WIN_NULL;
  const Judgement no_place = handle == nullptr ? judge_pointer(handle, at.window)
                             : has_base        ? judge_pointer(base, at.base)
                                               : Judgement{};
  if (handle == nullptr) handle = &own_handle;
  *handle = MPI_WIN_NULL;
  if (const auto wrong = judge_communicator(arguments.communicator, at.communicator))
    return refuse_creation(arguments, wrong, records);
  if (rma::spans_jobs(arguments.communicator)) {
    const int code = native();
    if (code == MPI_SUCCESS) rma::add_foreign_window(*handle);
    return code;
  }
  Judgement judgement = judge_creation(arguments);
  if (!judgement) judgement = no_place;
  arguments.error = judgement.error;
  if (arguments.error == MPI_ERR_INFO) arguments.info = MPI_INFO_NULL;
  if (records) {
    if (arguments.size > 0) {
      const auto size = static_cast<std::size_t>(arguments.size);
      arguments.allocated = is_allocated(arguments.base, size);
      announce_memory(arguments.base, size);
    }
    if (judgement) write_judgement(judgement, arguments.call, 0, arguments.stack);
    write_creation(arguments, handles::communicator_id(arguments.communicator));
  }
  const rma::Creation creation = rma::create_window(arguments);
  const rma::Window* const window = creation.window;
  *handle = window ? window->handle : MPI_WIN_NULL;
  if (base != nullptr) *static_cast<void**>(base) = window ? window->predefined.base : nullptr;
  // A window is made whatever the arguments of this rank: the call meets those of the others, and what is wrong with it
  // is reported after its end.
  if (records && window != nullptr) record::write(event::WindowCreateEnd{.window = window->id});
  int code = MPI_SUCCESS;
  if (creation.error != MPI_SUCCESS) code = creation_error(arguments.communicator, creation.error, records);
  if (records && window == nullptr) record::write(event::WindowCreateEnd{.window = 0});
  return code;
}

template <class Size, class Unit, auto kNative, MpiCall kCall>
int win_create(void* base, Size size, Unit unit, MPI_Info info, MPI_Comm communicator, MPI_Win* window) {
  return create({WindowFlavor::kCreate, kCall, base, size, unit, info, communicator}, false, nullptr, window,
                [&] { return kNative(base, size, unit, info, communicator, window); });
}

template <class Size, class Unit, auto kNative, MpiCall kCall, WindowFlavor kFlavor>
int win_allocate(Size size, Unit unit, MPI_Info info, MPI_Comm communicator, void* base, MPI_Win* window) {
  return create({kFlavor, kCall, nullptr, size, unit, info, communicator}, true, base, window,
                [&] { return kNative(size, unit, info, communicator, base, window); });
}

int win_create_dynamic(MPI_Info info, MPI_Comm communicator, MPI_Win* window) {
  return create({WindowFlavor::kDynamic, MpiCall::kWin_create_dynamic, nullptr, 0, 1, info, communicator}, false,
                nullptr, window, [&] { return PMPI_Win_create_dynamic(info, communicator, window); });
}

}  // namespace

std::span<const Entry> window_creation_entries() {
  using enum MpiCall;
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Win_create, (win_create<MPI_Aint, int, PMPI_Win_create, kWin_create>)),
      FENCEPOST_ENTRY(Win_allocate,
                      (win_allocate<MPI_Aint, int, PMPI_Win_allocate, kWin_allocate, WindowFlavor::kAllocate>)),
      FENCEPOST_ENTRY(
          Win_allocate_shared,
          (win_allocate<MPI_Aint, int, PMPI_Win_allocate_shared, kWin_allocate_shared, WindowFlavor::kAllocateShared>)),
      FENCEPOST_ENTRY(Win_create_c, (win_create<MPI_Aint, MPI_Aint, PMPI_Win_create_c, kWin_create_c>)),
      FENCEPOST_ENTRY(
          Win_allocate_c,
          (win_allocate<MPI_Aint, MPI_Aint, PMPI_Win_allocate_c, kWin_allocate_c, WindowFlavor::kAllocate>)),
      FENCEPOST_ENTRY(Win_allocate_shared_c, (win_allocate<MPI_Aint, MPI_Aint, PMPI_Win_allocate_shared_c,
                                                           kWin_allocate_shared_c, WindowFlavor::kAllocateShared>)),
      FENCEPOST_ENTRY(Win_create_dynamic, win_create_dynamic),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
