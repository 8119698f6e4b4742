#include "trial/one_event.h"

#include <type_traits>
#include <variant>

#include "check/event_place.h"

namespace fencepost::trial {
namespace {

template <class Event>
StackId stack_of(const Event& event) {
  if constexpr (check::HasStack<Event>) {
    return StackId(event.stack);
  } else {
    return StackId();
  }
}

}  // namespace

Place place_of(ThreadName thread, const AnyEvent& any) {
  Place place{.process = thread.process, .thread = thread.thread};
  std::visit(
      [&](const auto& event) {
        place.stack = stack_of(event);
        using Event = std::decay_t<decltype(event)>;
        if constexpr (std::is_same_v<Event, event::Access>) {
          place.pc = event.pc;
        } else if constexpr (!std::is_same_v<Event, std::monostate>) {
          place.call = check::call_of(event);
        }
      },
      any);
  return place;
}

bool begins(const AnyEvent& any) {
  return std::visit(
      [](const auto& event) {
        if constexpr (std::is_same_v<std::decay_t<decltype(event)>, std::monostate>)
          return false;
        else
          return check::begins_blocking(event);
      },
      any);
}

bool ends(const AnyEvent& any) {
  return std::visit([](const auto& event) { return check::ends_blocking<std::decay_t<decltype(event)>>; }, any);
}

std::uint64_t window_of(const AnyEvent& any) {
  return std::visit(
      [](const auto& event) -> std::uint64_t {
        if constexpr (requires { event.window; })
          return event.window;
        else
          return 0;
      },
      any);
}

std::uint64_t request_of(const AnyEvent& any) {
  return std::visit(
      [](const auto& event) -> std::uint64_t {
        if constexpr (requires { event.request + event.stack; })
          return event.request;
        else
          return 0;
      },
      any);
}

const Buffer* buffer_of(const AnyEvent& any) {
  if (const auto* transfer = std::get_if<event::Transfer>(&any)) return &transfer->origin;
  if (const auto* atomic = std::get_if<event::AtomicOperation>(&any)) return &atomic->origin;
  if (const auto* send = std::get_if<event::SendBegin>(&any)) return &send->buffer;
  if (const auto* part = std::get_if<event::PartitionsReady>(&any)) return &part->buffer;
  return nullptr;
}

bool has_no_lists(const AnyEvent& any) {
  return std::holds_alternative<event::Access>(any) || std::holds_alternative<event::Release>(any) ||
         std::holds_alternative<event::AtomicOperation>(any) || std::holds_alternative<event::Executed>(any) ||
         std::holds_alternative<event::FlushBegin>(any) || std::holds_alternative<event::FlushEnd>(any) ||
         std::holds_alternative<event::WindowSync>(any) || std::holds_alternative<event::WindowFreeBegin>(any) ||
         std::holds_alternative<event::WindowFreeEnd>(any) || std::holds_alternative<event::WindowMemoryGone>(any) ||
         std::holds_alternative<event::SharedUnmapping>(any) || std::holds_alternative<event::Freed>(any) ||
         std::holds_alternative<event::MemoryOrder>(any);
}

bool of_flush(MpiCall call) {
  return call == MpiCall::kWin_flush || call == MpiCall::kWin_flush_local;
}

bool of_one_target(MpiCall call) {
  return of_flush(call) || call == MpiCall::kWin_lock || call == MpiCall::kWin_unlock;
}

void accept(AnyEvent& any) {
  if (auto* transfer = std::get_if<event::Transfer>(&any)) transfer->outcome = 0;
  if (auto* atomic = std::get_if<event::AtomicOperation>(&any)) atomic->outcome = 0;
}

bool leave_out(AnyEvent& any, std::uint64_t assertion) {
  return std::visit(
      [&](auto& event) {
        if constexpr (requires { event.asserts; }) {
          const bool given = (event.asserts & assertion) != 0;
          event.asserts &= ~assertion;
          return given;
        } else {
          return false;
        }
      },
      any);
}

bool make_atomic(AnyEvent& any) {
  const auto* given = std::get_if<event::Transfer>(&any);
  if (given == nullptr) return false;
  const bool put = given->call == static_cast<std::uint64_t>(MpiCall::kPut);
  event::AtomicOperation made{};
  made.stack = given->stack;
  made.call = static_cast<std::uint64_t>(MpiCall::kAccumulate);
  made.window = given->window;
  made.target = given->target;
  made.origin = given->origin;
  if (!put) made.origin.address = 0, made.origin.count = 0;
  made.displacement = given->displacement;
  made.target_count = given->target_count;
  made.target_datatype = given->target_datatype;
  made.op = static_cast<std::uint64_t>(put ? ReduceOp::kReplace : ReduceOp::kNoOp);
  made.outcome = given->outcome;
  any = made;
  return true;
}

}  // namespace fencepost::trial
