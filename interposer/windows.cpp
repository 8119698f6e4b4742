// Windows: memory, info, attributes, names, error handlers, freeing. What is not here (keyvals) goes to the native
// window.
#include <initializer_list>
#include <optional>

#include "handles/freed_objects.h"
#include "handles/handle_key.h"
#include "interposer/allocations.h"
#include "interposer/buffer_judgement.h"
#include "interposer/entry.h"
#include "interposer/judgement.h"
#include "interposer/window_attributes.h"
#include "interposer/window_call.h"
#include "interposer/window_memory.h"
#include "tracking/tracked.h"

namespace fencepost::interposer {
namespace {

int refuse(MPI_Win handle, const Judgement& judgement, MpiCall call, const Scope& scope) {
  if (scope.records()) write_judgement(judgement, call, rma::number_of(nullptr, handle), record::current_stack());
  return window_error(handle, judgement.error, false);
}

int win_free(MPI_Win* handle) {
  rma::Window* const window = handle != nullptr ? rma::find_window(*handle) : nullptr;
  if (window != nullptr) {  // first, because their functions may use this window and free others
    if (const int code = delete_attributes(*window); code != MPI_SUCCESS) return code;
  }
  const Scope scope;
  if (const auto wrong = judge_pointer(handle, 0)) return refuse(MPI_WIN_NULL, wrong, MpiCall::kWin_free, scope);
  if (is_foreign(window, *handle)) {
    rma::remove_foreign_window(*handle);
    return PMPI_Win_free(handle);
  }
  if (scope.records()) {
    const std::uint64_t number = rma::number_of(window, *handle), stack = record::current_stack();
    if (window == nullptr) write_judgement(judge_no_window(*handle, 0), MpiCall::kWin_free, number, stack);
    record::write(event::WindowFreeBegin{.stack = stack, .window = number});
  }
  int code = MPI_SUCCESS;
  if (window == nullptr) {
    code = window_error(*handle, MPI_ERR_WIN, scope.records());
  } else {
    // A program that learns of the error may fix it and free the window then. One that would be ended continues: the
    // window is freed nevertheless, because the other ranks wait for this one, and that is not recorded as a failure.
    if (!window->native && rma::has_open_epoch(*window)) code = window_error(*handle, MPI_ERR_RMA_SYNC, false);
    if (code != MPI_SUCCESS) {
      if (scope.records()) record_failure(code);
    } else {
      code = rma::free_window(*window);
      *handle = MPI_WIN_NULL;
    }
  }
  if (scope.records()) record::write(event::WindowFreeEnd{});
  return code;
}

// ---- memory ------------------------------------------------------------------------------------------------------

Judgement judge_flavor(const rma::Window& window) {
  if (window.dynamic()) return {};
  return {.problem = ArgumentProblem::kWrongFlavor,
          .argument = 0,
          .error = MPI_ERR_RMA_FLAVOR,
          .against = static_cast<std::uint64_t>(window.flavor)};
}

Judgement judge_attach(const rma::Window& window, const void* base, MPI_Aint size) {
  constexpr int kBase = 1, kSize = 2;
  if (const auto wrong = judge_flavor(window)) return wrong;
  if (size < 0) return {.problem = ArgumentProblem::kNegative, .argument = kSize, .error = MPI_ERR_SIZE, .given = size};
  return judge_memory(base, size, kBase, MPI_ERR_RMA_ATTACH);
}

int win_attach(MPI_Win handle, void* base, MPI_Aint size) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_attach(handle, base, size);
  const Judgement judgement = window != nullptr ? judge_attach(*window, base, size) : judge_no_window(handle, 0);
  if (scope.records()) {
    const std::uint64_t number = rma::number_of(window, handle), stack = record::current_stack();
    if (size > 0) announce_memory(base, static_cast<std::size_t>(size));
    if (judgement) write_judgement(judgement, MpiCall::kWin_attach, number, stack);
    record::write(event::Attach{.stack = stack,
                                .window = number,
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
  const Judgement judgement = window != nullptr ? judge_flavor(*window) : judge_no_window(handle, 0);
  if (scope.records()) {
    const std::uint64_t number = rma::number_of(window, handle), stack = record::current_stack();
    if (judgement) write_judgement(judgement, MpiCall::kWin_detach, number, stack);
    record::write(event::Detach{.stack = stack, .window = number, .address = address_number(base)});
  }
  if (window == nullptr) return window_error(handle, MPI_ERR_WIN, scope.records());
  const int error = rma::detach(*window, base);
  if (!window->native) return window_error(handle, error, scope.records());
  const int code = PMPI_Win_detach(handle, base);
  return code == MPI_SUCCESS || !scope.records() ? code : record_failure(code);
}

// ---- shared memory -----------------------------------------------------------------------------------------------

Judgement judge_query(const rma::Window* window, MPI_Win handle, int rank, std::initializer_list<const void*> places) {
  constexpr int kRank = 1;
  if (window == nullptr) return judge_no_window(handle, 0, {{kRank, rank}});
  if (window->dynamic()) return {};  // refused for that; a rule of its own reports it
  Judgement judgement = judge_rank(rank, window->size, kRank, Nobody::kAllowed);
  int position = kRank;
  for (const void* place : places) {
    ++position;
    if (!judgement) judgement = judge_pointer(place, position);
  }
  return judgement;
}

template <class Unit, auto kNative, MpiCall kCall>
int win_shared_query(MPI_Win handle, int rank, MPI_Aint* size, Unit* unit, void* base) {
  const Scope scope;
  const rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return kNative(handle, rank, size, unit, base);
  const Judgement judgement = judge_query(window, handle, rank, {size, unit, base});
  rma::SharedPart part;
  int error = judgement.error;
  int code = MPI_SUCCESS;
  if (error != MPI_SUCCESS) {
    // What the program has stored in them stays.
  } else if (window->native) {
    code = kNative(handle, rank, size, unit, base);
    part = {*static_cast<void**>(base), *size, *unit};
  } else {
    error = rma::shared_query(*window, rank, part);
    *static_cast<void**>(base) = part.base;
    *size = part.size;
    *unit = rma::unit_as<Unit>(part.displacement_unit);
  }
  if (scope.records()) {
    const std::uint64_t number = rma::number_of(window, handle), stack = record::current_stack();
    if (judgement) write_judgement(judgement, kCall, number, stack);
    record::write(event::SharedQuery{.stack = stack,
                                     .window = number,
                                     .rank = rank_number(rank),
                                     .base = address_number(part.base),
                                     .size = static_cast<std::uint64_t>(part.size)});
  }
  if (code != MPI_SUCCESS) return scope.records() ? record_failure(code) : code;
  return window_error(handle, error, scope.records());
}

// ---- what a window is asked and told -----------------------------------------------------------------------------

// Calls without an event of their own: only an error in the handle, or in the place of the answer, is recorded.
template <class Own, class Native>
int ask(MPI_Win handle, MpiCall call, std::initializer_list<const void*> places, int first_place, const Own& own,
        const Native& native) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return native();
  Judgement judgement = window == nullptr ? judge_no_window(handle, 0) : Judgement{};
  int position = first_place;
  for (const void* place : places) {
    if (!judgement) judgement = judge_pointer(place, position);
    ++position;
  }
  if (judgement) return refuse(handle, judgement, call, scope);
  return window->native ? native() : own(*window);
}

int win_get_group(MPI_Win handle, MPI_Group* group) {
  const int code = ask(
      handle, MpiCall::kWin_get_group, {group}, 1,
      [&](const rma::Window& window) { return PMPI_Comm_group(window.communicator, group); },
      [&] { return PMPI_Win_get_group(handle, group); });
  if (code == MPI_SUCCESS) handles::got_group(*group);
  return code;
}

int win_set_info(MPI_Win handle, MPI_Info info) {
  const Scope scope;
  rma::Window* const window = rma::find_window(handle);
  if (is_foreign(window, handle)) return PMPI_Win_set_info(handle, info);
  const Judgement judgement = window == nullptr ? judge_no_window(handle, 0) : judge_info(info, 1, Null::kRefused);
  const std::string text = judgement ? std::string() : rma::text_of(info);
  if (scope.records()) {
    const std::uint64_t number = rma::number_of(window, handle), stack = record::current_stack();
    if (judgement) write_judgement(judgement, MpiCall::kWin_set_info, number, stack);
    record::write(event::WindowSetInfo{.stack = stack, .window = number, .info = text});
  }
  if (judgement) return window_error(handle, judgement.error, scope.records());
  if (window->native) return PMPI_Win_set_info(handle, info);
  rma::set_info(*window, info);
  return MPI_SUCCESS;
}

int win_get_info(MPI_Win handle, MPI_Info* info) {
  const int code = ask(
      handle, MpiCall::kWin_get_info, {info}, 1, [&](rma::Window& window) { return rma::get_info(window, info); },
      [&] { return PMPI_Win_get_info(handle, info); });
  if (code == MPI_SUCCESS) handles::got_info(*info);
  return code;
}

// The predefined attributes are pointers into our window; the native window keeps all others.
int win_get_attr(MPI_Win handle, int key, void* value, int* flag) {
  const auto native = [&] { return PMPI_Win_get_attr(handle, key, value, flag); };
  const auto own = [&](rma::Window& window) -> int {
    void* found = nullptr;
    if (key == MPI_WIN_BASE) {
      found = window.predefined.base;
    } else if (key == MPI_WIN_SIZE) {
      found = &window.predefined.bytes;
    } else if (key == MPI_WIN_DISP_UNIT) {
      found = &window.predefined.displacement_unit_as_int;
    } else if (key == MPI_WIN_CREATE_FLAVOR) {
      found = &window.predefined.create_flavor;
    } else if (key == MPI_WIN_MODEL) {
      found = &window.predefined.memory_model;
    } else {
      return native();
    }
    *static_cast<void**>(value) = found;
    *flag = 1;
    return MPI_SUCCESS;
  };
  return ask(handle, MpiCall::kWin_get_attr, {value, flag}, 2, own, native);
}

int win_set_name(MPI_Win handle, const char* name) {
  return ask(
      handle, MpiCall::kWin_set_name, {name}, 1,
      [&](const rma::Window& window) {
        if (record::active()) record::define(event::WindowName{.id = window.id, .name = name});
        return PMPI_Win_set_name(handle, name);
      },
      [&] { return PMPI_Win_set_name(handle, name); });
}

int win_get_name(MPI_Win handle, char* name, int* length) {
  const auto native = [&] { return PMPI_Win_get_name(handle, name, length); };
  return ask(handle, MpiCall::kWin_get_name, {name, length}, 1, [&](const rma::Window&) { return native(); }, native);
}

int win_set_errhandler(MPI_Win handle, MPI_Errhandler handler) {
  const auto native = [&] { return PMPI_Win_set_errhandler(handle, handler); };
  return ask(
      handle, MpiCall::kWin_set_errhandler, {}, 1,
      [&](const rma::Window& window) {
        const auto wrong =
            judge_handle(handles::verdict_on_errhandler(handler), handles::handle_key(handler), 1, MPI_ERR_ARG);
        if (!wrong) return native();
        if (record::active()) write_judgement(wrong, MpiCall::kWin_set_errhandler, window.id, record::current_stack());
        return window_error(handle, wrong.error, false);
      },
      native);
}

int win_get_errhandler(MPI_Win handle, MPI_Errhandler* handler) {
  const auto native = [&] { return PMPI_Win_get_errhandler(handle, handler); };
  return ask(handle, MpiCall::kWin_get_errhandler, {handler}, 1, [&](const rma::Window&) { return native(); }, native);
}

int win_call_errhandler(MPI_Win handle, int code) {
  // (No Scope of ours may be open while the program's handler runs.)
  if (rma::find_window(handle) != nullptr) return PMPI_Win_call_errhandler(handle, code);
  const auto native = [&] { return PMPI_Win_call_errhandler(handle, code); };
  return ask(handle, MpiCall::kWin_call_errhandler, {}, 1, [&](const rma::Window&) { return native(); }, native);
}

}  // namespace

std::span<const Entry> window_entries() {
  using enum MpiCall;
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Win_shared_query_c, (win_shared_query<MPI_Aint, PMPI_Win_shared_query_c, kWin_shared_query_c>)),
      FENCEPOST_ENTRY(Win_free, win_free),
      FENCEPOST_ENTRY(Win_attach, win_attach),
      FENCEPOST_ENTRY(Win_detach, win_detach),
      FENCEPOST_ENTRY(Win_shared_query, (win_shared_query<int, PMPI_Win_shared_query, kWin_shared_query>)),
      FENCEPOST_ENTRY(Win_get_group, win_get_group),
      FENCEPOST_ENTRY(Win_set_info, win_set_info),
      FENCEPOST_ENTRY(Win_get_info, win_get_info),
      FENCEPOST_ENTRY(Win_get_attr, win_get_attr),
      FENCEPOST_ENTRY(Win_set_name, win_set_name),
      FENCEPOST_ENTRY(Win_get_name, win_get_name),
      FENCEPOST_ENTRY(Win_set_errhandler, win_set_errhandler),
      FENCEPOST_ENTRY(Win_get_errhandler, win_get_errhandler),
      FENCEPOST_ENTRY(Win_call_errhandler, win_call_errhandler),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
