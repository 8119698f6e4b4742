#include "trial/made_calls.h"

namespace fencepost::trial {
namespace {

constexpr std::int64_t kNoStatus[] = {0};
constexpr std::uint64_t kNotCancelled[] = {0};

}  // namespace

void append_begin(std::deque<TimedEvent>& queue, std::uint64_t time, const MadeCall& made) {
  const auto push = [&](const auto& event) { queue.push_back({time, event}); };
  const auto call = static_cast<std::uint64_t>(made.call);
  switch (made.call) {
    case MpiCall::kWin_fence:
      return push(event::FenceBegin{.stack = made.stack.number(), .window = made.window, .asserts = 0});
    case MpiCall::kWin_flush:
    case MpiCall::kWin_flush_all:
    case MpiCall::kWin_flush_local:
    case MpiCall::kWin_flush_local_all:
      return push(event::FlushBegin{
          .stack = made.stack.number(), .call = call, .window = made.window, .target = made.target.number()});
    case MpiCall::kWin_lock:
    case MpiCall::kWin_lock_all:
      return push(event::LockBegin{.stack = made.stack.number(),
                                   .call = call,
                                   .window = made.window,
                                   .target = made.target.number(),
                                   .type = static_cast<std::uint64_t>(LockType::kShared),
                                   // Nobody has granted it.
                                   .asserts = kNoCheck});
    case MpiCall::kWin_unlock:
    case MpiCall::kWin_unlock_all:
      return push(event::UnlockBegin{
          .stack = made.stack.number(), .call = call, .window = made.window, .target = made.target.number()});
    case MpiCall::kWin_complete:
      return push(event::CompleteBegin{.stack = made.stack.number(), .window = made.window});
    case MpiCall::kWin_wait:
      return push(event::ExposureWaitBegin{.stack = made.stack.number(), .window = made.window});
    case MpiCall::kWin_free:
      return push(event::WindowFreeBegin{.stack = made.stack.number(), .window = made.window});
    case MpiCall::kWin_sync:
      return push(event::WindowSync{.stack = made.stack.number(), .window = made.window});
    case MpiCall::kWait:
      return push(event::WaitBegin{.stack = made.stack.number(), .call = call, .need = 0, .requests = made.requests});
    default:
      return;
  }
}

void append_end(std::deque<TimedEvent>& queue, std::uint64_t time, const MadeCall& made) {
  const auto push = [&](const auto& event) { queue.push_back({time, event}); };
  switch (made.call) {
    case MpiCall::kWin_fence:
      return push(event::FenceEnd{});
    case MpiCall::kWin_flush:
    case MpiCall::kWin_flush_all:
    case MpiCall::kWin_flush_local:
    case MpiCall::kWin_flush_local_all:
      return push(event::FlushEnd{});
    case MpiCall::kWin_lock:
    case MpiCall::kWin_lock_all:
      return push(event::LockEnd{});
    case MpiCall::kWin_unlock:
    case MpiCall::kWin_unlock_all:
      return push(event::UnlockEnd{});
    case MpiCall::kWin_complete:
      return push(event::CompleteEnd{});
    case MpiCall::kWin_wait:
      return push(event::ExposureWaitEnd{});
    case MpiCall::kWin_free:
      return push(event::WindowFreeEnd{});
    case MpiCall::kWait:
      return push(event::RequestsDone{.stack = made.stack.number(),
                                      .call = static_cast<std::uint64_t>(made.call),
                                      .requests = made.requests,
                                      .sources = kNoStatus,
                                      .tags = kNoStatus,
                                      .cancelled = kNotCancelled});
    default:
      return;
  }
}

}  // namespace fencepost::trial
