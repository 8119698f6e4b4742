// Windows: creation, memory, info, attributes, names, freeing. What is not here (error handlers, keyvals, names being
// asked for) goes to the native window underneath.
#include <optional>

#include "interposer/allocations.h"
#include "interposer/entry.h"
#include "interposer/window_attributes.h"
#include "interposer/window_call.h"
#include "memory/tracked.h"

namespace fencepost::interposer {
namespace {

// ---- creation ----------------------------------------------------------------------------------------------------

// `base`: where the program wants the address of the memory, or null.
template <class Native>
int create(rma::CreationArguments arguments, void* base, MPI_Win* handle, const Native& native) {
  const Scope scope;
  if (!record::active()) return native();
  if (rma::spans_jobs(arguments.communicator)) {
    const int code = native();
    if (code == MPI_SUCCESS) rma::add_foreign_window(*handle);
    return code;
  }
  const bool records = scope.records();
  if (records) {
    arguments.stack = record::current_stack();
    if (arguments.size > 0) {
      const auto size = static_cast<std::size_t>(arguments.size);
      arguments.allocated = is_allocated(arguments.base, size);
      memory::announce(arguments.base, size);
    }
    record::write(event::WindowCreateBegin{.stack = arguments.stack,
                                           .call = number_of(arguments.call),
                                           .communicator = handles::communicator_id(arguments.communicator),
                                           .size = arguments.size,
                                           .displacement_unit = arguments.displacement_unit});
  }
  int inter = 0;
  rma::Creation creation{MPI_ERR_COMM, nullptr};
  if (arguments.communicator != MPI_COMM_NULL && PMPI_Comm_test_inter(arguments.communicator, &inter) == MPI_SUCCESS &&
      !inter) {
    creation = rma::create_window(arguments);
  }
  const rma::Window* const window = creation.window;
  *handle = window ? window->handle : MPI_WIN_NULL;
  if (base != nullptr) *static_cast<void**>(base) = window ? window->base : nullptr;
  // A window is made whatever the arguments of this rank: the call meets those of the others, and what is wrong with it
  // is said behind its end.
  if (records && window != nullptr) record::write(event::WindowCreateEnd{.window = window->id});
  int code = MPI_SUCCESS;
  if (creation.error != MPI_SUCCESS) code = creation_error(arguments.communicator, creation.error, records);
  if (records && window == nullptr) record::write(event::WindowCreateEnd{.window = 0});
  return code;
}

template <class Size, class Unit, auto kNative, MpiCall kCall>
int win_create(void* base, Size size, Unit unit, MPI_Info info, MPI_Comm communicator, MPI_Win* window) {
  return create({WindowFlavor::kCreate, kCall, base, size, unit, info, communicator}, nullptr, window,
                [&] { return kNative(base, size, unit, info, communicator, window); });
}

template <class Size, class Unit, auto kNative, MpiCall kCall, WindowFlavor kFlavor>
int win_allocate(Size size, Unit unit, MPI_Info info, MPI_Comm communicator, void* base, MPI_Win* window) {
  return create({kFlavor, kCall, nullptr, size, unit, info, communicator}, base, window,
                [&] { return kNative(size, unit, info, communicator, base, window); });
}

int win_create_dynamic(MPI_Info info, MPI_Comm communicator, MPI_Win* window) {
  return create({WindowFlavor::kDynamic, MpiCall::kWin_create_dynamic, nullptr, 0, 1, info, communicator}, nullptr,
                window, [&] { return PMPI_Win_create_dynamic(info, communicator, window); });
}

int win_free(MPI_Win* handle) {
  rma::Window* const window = rma::find_window(*handle);
  if (window != nullptr) {  // first, as their functions may use this window and free others
    if (const int code = delete_attributes(*window); code != MPI_SUCCESS) return code;
  }
  const Scope scope;
  if (is_foreign(window, *handle)) {
    rma::remove_foreign_window(*handle);
    return PMPI_Win_free(handle);
  }
  if (scope.records()) {
    record::write(event::WindowFreeBegin{.stack = record::current_stack(), .window = rma::number_of(window, *handle)});
  }
  int code = MPI_SUCCESS;
  if (window == nullptr) {
    code = window_error(*handle, MPI_ERR_WIN, scope.records());
  } else {
    // The window's handler is asked while there is a window. Not recorded as a failure: the window is freed all the
    // same, and the call waits for the other ranks'.
    if (!window->native && rma::has_open_epoch(*window)) code = window_error(*handle, MPI_ERR_RMA_SYNC, false);
    if (const int freed = rma::free_window(*window); freed != MPI_SUCCESS) code = freed;
    *handle = MPI_WIN_NULL;
  }
  if (scope.records()) record::write(event::WindowFreeEnd{});
  return code;
}

// ---- memory ------------------------------------------------------------------------------------------------------

int win_attach(MPI_Win handle, void* base, MPI_Aint size) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_attach(handle, base, size);
  if (scope.records()) {
    if (size > 0) memory::announce(base, static_cast<std::size_t>(size));
    record::write(event::Attach{.stack = record::current_stack(),
                                .window = rma::number_of(window, handle),
                                .address = address_number(base),
                                .size = size < 0 ? 0 : static_cast<std::uint64_t>(size)});
  }
  if (window == nullptr) return window_error(handle, MPI_ERR_WIN, scope.records());
  const int error = rma::attach(*window, base, size);
  if (!window->native) return window_error(handle, error, scope.records());
  const int code = PMPI_Win_attach(handle, base, size);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

int win_detach(MPI_Win handle, const void* base) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_detach(handle, base);
  if (scope.records()) {
    record::write(event::Detach{
        .stack = record::current_stack(), .window = rma::number_of(window, handle), .address = address_number(base)});
  }
  if (window == nullptr) return window_error(handle, MPI_ERR_WIN, scope.records());
  const int error = rma::detach(*window, base);
  if (!window->native) return window_error(handle, error, scope.records());
  const int code = PMPI_Win_detach(handle, base);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

template <class Unit, auto kNative>
int win_shared_query(MPI_Win handle, int rank, MPI_Aint* size, Unit* unit, void* base) {
  const Scope scope;
  const rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return kNative(handle, rank, size, unit, base);
  rma::SharedPart part;
  int error = MPI_ERR_WIN;
  int code = MPI_SUCCESS;
  if (window != nullptr && window->native) {
    code = kNative(handle, rank, size, unit, base);
    part = {*static_cast<void**>(base), *size, *unit};
    error = MPI_SUCCESS;
  } else if (window != nullptr) {
    error = rma::shared_query(*window, rank, part);
    *static_cast<void**>(base) = part.base;
    *size = part.size;
    *unit = rma::unit_as<Unit>(part.displacement_unit);
  }
  if (scope.records()) {
    record::write(event::SharedQuery{.stack = record::current_stack(),
                                     .window = rma::number_of(window, handle),
                                     .rank = rank_number(rank),
                                     .base = address_number(part.base),
                                     .size = static_cast<std::uint64_t>(part.size)});
  }
  if (code != MPI_SUCCESS) return scope.records() ? record_failure(code) : code;
  return window_error(handle, error, scope.records());
}

// ---- what a window is asked and told -----------------------------------------------------------------------------

int win_get_group(MPI_Win handle, MPI_Group* group) {
  const Scope scope;
  const rma::Window* const window = rma::find_window(handle);
  if (window == nullptr || window->native) return PMPI_Win_get_group(handle, group);
  return PMPI_Comm_group(window->communicator, group);
}

int win_set_info(MPI_Win handle, MPI_Info info) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_set_info(handle, info);
  const std::string text = rma::text_of(info);
  if (scope.records()) {
    record::write(
        event::WindowSetInfo{.stack = record::current_stack(), .window = rma::number_of(window, handle), .info = text});
  }
  if (window == nullptr) return window_error(handle, MPI_ERR_WIN, scope.records());
  if (info == MPI_INFO_NULL || info == MPI_Info()) return window_error(handle, MPI_ERR_INFO, scope.records());
  if (window->native) return PMPI_Win_set_info(handle, info);
  rma::set_info(*window, info);
  return MPI_SUCCESS;
}

int win_get_info(MPI_Win handle, MPI_Info* info) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr || window->native) return PMPI_Win_get_info(handle, info);
  return rma::get_info(*window, info);
}

// The predefined attributes are pointers into our window; all others the native window keeps.
int win_get_attr(MPI_Win handle, int key, void* value, int* flag) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr || window->native) return PMPI_Win_get_attr(handle, key, value, flag);
  void* found = nullptr;
  if (key == MPI_WIN_BASE) {
    found = window->base;
  } else if (key == MPI_WIN_SIZE) {
    found = &window->bytes;
  } else if (key == MPI_WIN_DISP_UNIT) {
    found = &window->displacement_unit_as_int;
  } else if (key == MPI_WIN_CREATE_FLAVOR) {
    found = &window->create_flavor;
  } else if (key == MPI_WIN_MODEL) {
    found = &window->memory_model;
  } else {
    return PMPI_Win_get_attr(handle, key, value, flag);
  }
  *static_cast<void**>(value) = found;
  *flag = 1;
  return MPI_SUCCESS;
}

int win_set_name(MPI_Win handle, const char* name) {
  const Scope scope;
  const rma::Window* const window = rma::find_window(handle);
  if (window != nullptr && record::active()) record::define(event::WindowName{.id = window->id, .name = name});
  return PMPI_Win_set_name(handle, name);
}

}  // namespace

std::span<const Entry> window_entries() {
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
      FENCEPOST_ENTRY(Win_shared_query_c, (win_shared_query<MPI_Aint, PMPI_Win_shared_query_c>)),
      FENCEPOST_ENTRY(Win_create_dynamic, win_create_dynamic),
      FENCEPOST_ENTRY(Win_free, win_free),
      FENCEPOST_ENTRY(Win_attach, win_attach),
      FENCEPOST_ENTRY(Win_detach, win_detach),
      FENCEPOST_ENTRY(Win_shared_query, (win_shared_query<int, PMPI_Win_shared_query>)),
      FENCEPOST_ENTRY(Win_get_group, win_get_group),
      FENCEPOST_ENTRY(Win_set_info, win_set_info),
      FENCEPOST_ENTRY(Win_get_info, win_get_info),
      FENCEPOST_ENTRY(Win_get_attr, win_get_attr),
      FENCEPOST_ENTRY(Win_set_name, win_set_name),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
