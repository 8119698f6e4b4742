// Small tools over events that several checks need.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "job/job.h"

namespace fencepost {

template <class Event>
const Event* as(const AnyEvent& event) {
  return std::get_if<Event>(&event);
}

// The window a synchronization call names, its state and the caller's rank in it. Null window: the handle is unknown or
// freed, which is another rule's business (FP-WINDOW-008).
struct WindowCall {
  const Window* window = nullptr;
  const WindowState* state = nullptr;
  int rank = -1;
  explicit operator bool() const { return window != nullptr; }
};
WindowCall window_call(const Job& job, int process, std::uint64_t window_id);

// The id of the window that an event names: any RMA call, attach, info, free. Nothing for other events.
std::optional<std::uint64_t> window_id_of(const AnyEvent& event);

// Identifies a process's side of a window.
using Side = std::pair<int, std::uint64_t>;  // process, window key

// MPI_Rput, MPI_Rget, MPI_Raccumulate, MPI_Rget_accumulate and their large-count forms.
bool is_request_based(MpiCall call);

}  // namespace fencepost
