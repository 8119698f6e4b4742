// Where an event comes from: its call and its kind of event, from what the event itself says and from one table.
#pragma once

#include "job/place.h"
#include "record/event.h"

namespace fencepost::check {

template <class Event>
concept HasStack = requires(const Event& event) { event.stack; };
template <class Event>
concept HasCall = requires(const Event& event) { event.call; };

// The function behind events that do not name it.
template <class Event>
constexpr MpiCall call_of_kind = MpiCall::kNone;
template <>
inline constexpr MpiCall call_of_kind<event::FenceBegin> = MpiCall::kWin_fence;
template <>
inline constexpr MpiCall call_of_kind<event::Post> = MpiCall::kWin_post;
template <>
inline constexpr MpiCall call_of_kind<event::StartBegin> = MpiCall::kWin_start;
template <>
inline constexpr MpiCall call_of_kind<event::CompleteBegin> = MpiCall::kWin_complete;
template <>
inline constexpr MpiCall call_of_kind<event::ExposureWaitBegin> = MpiCall::kWin_wait;
template <>
inline constexpr MpiCall call_of_kind<event::ExposureTest> = MpiCall::kWin_test;
template <>
inline constexpr MpiCall call_of_kind<event::WindowFreeBegin> = MpiCall::kWin_free;
template <>
inline constexpr MpiCall call_of_kind<event::Attach> = MpiCall::kWin_attach;
template <>
inline constexpr MpiCall call_of_kind<event::Detach> = MpiCall::kWin_detach;
template <>
inline constexpr MpiCall call_of_kind<event::WindowSetInfo> = MpiCall::kWin_set_info;
template <>
inline constexpr MpiCall call_of_kind<event::SharedQuery> = MpiCall::kWin_shared_query;
template <>
inline constexpr MpiCall call_of_kind<event::WindowSync> = MpiCall::kWin_sync;
template <>
inline constexpr MpiCall call_of_kind<event::Abort> = MpiCall::kAbort;
template <>
inline constexpr MpiCall call_of_kind<event::RequestFree> = MpiCall::kRequest_free;
template <>
inline constexpr MpiCall call_of_kind<event::Cancel> = MpiCall::kCancel;

template <class Event>
MpiCall call_of(const Event& event) {
  if constexpr (HasCall<Event>) {
    return static_cast<MpiCall>(event.call);
  } else {
    return call_of_kind<Event>;
  }
}

// Begin events of calls that block: the thread is inside until the End.
template <class Event>
bool begins_blocking(const Event& event) {
  if constexpr (std::is_same_v<Event, event::SendBegin> || std::is_same_v<Event, event::ReceiveBegin> ||
                std::is_same_v<Event, event::CollectiveBegin>) {
    return event.request == 0;
  } else {
    return std::is_same_v<Event, event::ProbeBegin> || std::is_same_v<Event, event::WaitBegin> ||
           std::is_same_v<Event, event::WindowCreateBegin> || std::is_same_v<Event, event::WindowFreeBegin> ||
           std::is_same_v<Event, event::FenceBegin> || std::is_same_v<Event, event::StartBegin> ||
           std::is_same_v<Event, event::CompleteBegin> || std::is_same_v<Event, event::ExposureWaitBegin> ||
           std::is_same_v<Event, event::LockBegin> || std::is_same_v<Event, event::UnlockBegin> ||
           std::is_same_v<Event, event::FlushBegin> || std::is_same_v<Event, event::FinalizeBegin>;
  }
}

// Events of which only the thread's next one tells whether their call was refused (CallFailed) and had no effect.
template <class Event>
bool can_be_refused(const Event& event) {
  return begins_blocking(event) || std::is_same_v<Event, event::Post> || std::is_same_v<Event, event::Attach> ||
         std::is_same_v<Event, event::Detach> || std::is_same_v<Event, event::WindowSetInfo>;
}

// End events, and what ends a call without one.
template <class Event>
constexpr bool ends_blocking =
    std::is_same_v<Event, event::SendEnd> || std::is_same_v<Event, event::ReceiveEnd> ||
    std::is_same_v<Event, event::ProbeEnd> || std::is_same_v<Event, event::RequestsDone> ||
    std::is_same_v<Event, event::CollectiveEnd> || std::is_same_v<Event, event::WindowCreateEnd> ||
    std::is_same_v<Event, event::WindowFreeEnd> || std::is_same_v<Event, event::FenceEnd> ||
    std::is_same_v<Event, event::StartEnd> || std::is_same_v<Event, event::CompleteEnd> ||
    std::is_same_v<Event, event::ExposureWaitEnd> || std::is_same_v<Event, event::LockEnd> ||
    std::is_same_v<Event, event::UnlockEnd> || std::is_same_v<Event, event::FlushEnd> ||
    std::is_same_v<Event, event::FinalizeEnd> || std::is_same_v<Event, event::CallFailed>;

}  // namespace fencepost::check
