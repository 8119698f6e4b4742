#include "checks/calls.h"

#include <type_traits>

namespace fencepost {

WindowCall window_call(const Job& job, int process, std::uint64_t window_id) {
  WindowCall call;
  const Window* window = job.window_by_id(process, window_id);
  if (!window) return call;
  const WindowState& state = job.state(process, window->key);
  if (state.freed) return call;
  return {window, &state, window->rank_of(process)};
}

std::optional<std::uint64_t> window_id_of(const AnyEvent& event) {
  return std::visit(
      [](const auto& e) -> std::optional<std::uint64_t> {
        using Event = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<Event, event::WindowFreeBegin> || std::is_same_v<Event, event::Attach> ||
                      std::is_same_v<Event, event::Detach> || std::is_same_v<Event, event::WindowSetInfo> ||
                      std::is_same_v<Event, event::SharedQuery> || std::is_same_v<Event, event::Transfer> ||
                      std::is_same_v<Event, event::AtomicOperation> || std::is_same_v<Event, event::FenceBegin> ||
                      std::is_same_v<Event, event::Post> || std::is_same_v<Event, event::StartBegin> ||
                      std::is_same_v<Event, event::CompleteBegin> || std::is_same_v<Event, event::ExposureWaitBegin> ||
                      std::is_same_v<Event, event::ExposureTest> || std::is_same_v<Event, event::LockBegin> ||
                      std::is_same_v<Event, event::UnlockBegin> || std::is_same_v<Event, event::FlushBegin> ||
                      std::is_same_v<Event, event::WindowSync>) {
          return e.window;
        } else {
          return std::nullopt;
        }
      },
      event);
}

bool is_request_based(MpiCall call) {
  switch (call) {
    case MpiCall::kRput:
    case MpiCall::kRput_c:
    case MpiCall::kRget:
    case MpiCall::kRget_c:
    case MpiCall::kRaccumulate:
    case MpiCall::kRaccumulate_c:
    case MpiCall::kRget_accumulate:
    case MpiCall::kRget_accumulate_c:
      return true;
    default:
      return false;
  }
}

}  // namespace fencepost
