#include "chapters/windows.h"

#include <utility>

namespace fencepost::check {

// ---- creation

void WindowChapter::apply(Thread& thread, const event::WindowCreateBegin& event) {
  CallInHand& inside = thread.call;
  if (inside.refused) return;
  const CollectiveChapter::Membership membership = collectives_.join(thread, event.communicator, inside.place);
  inside.communicator = event.communicator;
  inside.node = clocks_.add_node(thread, inside.place);
  if (!membership.meeting) return;
  CollectiveMember& call = membership.arrival().call;
  call.size = event.size;
  call.displacement_unit = event.displacement_unit;
  collectives_.arrive(thread, membership, inside.place, true, inside.node);
  collectives_.stay(thread, membership);
}

// Whether all members have described their parts of the window. One member may leave the creation and use the window
// before the last has described its part, which matters while traces grow.
bool WindowChapter::parts_known(Thread& thread, std::uint64_t id) {
  definitions_.pull(thread.name.process);
  const Window* window = job_.window_by_id(thread.name.process, id);
  if (!window || scheduler_.finished()) return true;
  for (const Rank rank : window->processes.ranks()) {
    const ProcessId process = window->processes[rank];
    const WindowPart& part = window->part(rank);
    while (!part.defined && definitions_.take(process, Definitions::kEver)) {
    }
    if (!part.defined && !definitions_.at_end(process)) return scheduler_.wait_for_more(thread);
  }
  return true;
}

bool WindowChapter::ready(Thread& thread, const event::WindowCreateEnd& event) {
  if (!thread.call.active || !collectives_.membership(thread).meeting) return true;
  return collectives_.is_ready(thread) && parts_known(thread, event.window);
}

void WindowChapter::apply(Thread& thread, const event::WindowCreateEnd& event) {
  const ProcessId process = thread.name.process;
  CallInHand& inside = thread.call;
  const auto& membership = collectives_.membership(thread);
  if (inside.active && membership.meeting) {
    collectives_.done(thread, *membership.meeting, membership.member, clocks_.add_node(thread, inside.place));
  }
  definitions_.pull(process);
  if (Window* window = job_.window_by_id(process, event.window)) {
    WindowState& state = job_.state(process, window->key);
    state.created = true;
    const Rank rank = window->rank_of(process);
    if (window->has_rank(rank) && inside.active) window->part(rank).created = inside.place;
  }
}

// ---- freeing

void WindowChapter::apply(Thread& thread, const event::WindowFreeBegin& event) {
  CallInHand& inside = thread.call;
  if (inside.refused) return;
  const ProcessId process = thread.name.process;
  Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  inside.node = clocks_.add_node(thread, inside.place);
  const Rank rank = window->rank_of(process);
  if (window->has_rank(rank)) window->part(rank).freed = inside.place;
  const CollectiveChapter::Membership membership = collectives_.join(thread, match::Sequence::kWindowFree, *window);
  if (!membership.meeting) return;
  // Freeing completes pending operations, as far as the process can know.
  operations_.complete_reached(thread, window->key, kAll, inside.place, true);
  // With no_locks it need not be a barrier (12.2.5).
  const bool barrier = window->info(rank, "no_locks") != "true";
  collectives_.arrive(thread, membership, inside.place, barrier, inside.node);
  if (barrier) collectives_.stay(thread, membership);
}

bool WindowChapter::ready(Thread& thread, const event::WindowFreeEnd&) {
  return collectives_.is_ready(thread);
}

void WindowChapter::apply(Thread& thread, const event::WindowFreeEnd&) {
  CallInHand& inside = thread.call;
  if (!inside.active) return;
  if (const auto& membership = collectives_.membership(thread); membership.meeting) {
    collectives_.done(thread, *membership.meeting, membership.member, clocks_.add_node(thread, inside.place));
  }
  Window* const window = inside.window ? job_.window(inside.window) : nullptr;
  if (!window) return;
  WindowState& state = job_.state(thread.name.process, window->key);
  if (std::exchange(state.freed, true)) return;
  if (window->rank_of(thread.name.process) == Rank::kNone)
    return;  // the window's communicator is missing in a damaged trace
  if (++window->freed_by == window->processes.size()) forget(*window);
}

// All members have freed it: programs that create a window for each of many exchanges have few at a time. Open epochs
// and operations of a wrong program stay, because the end of the run reports them.
void WindowChapter::forget(const Window& window) {
  bool all_closed = true;
  for (const ProcessId process : window.processes) {
    all_closed &= forget(process, window.key);
    WindowState& state = job_.state(process, window.key);
    if (state.fence && !state.fence->active()) state.fence = nullptr;
    all_closed &= !state.access_open() && !state.exposure;
  }
  all_closed &= collectives_.forget_window(window.key);
  if (!all_closed || !exposure_.forget_window(window.key)) return;
  locks_.forget_window(window.key);
  for (Observer* observer : observers_) observer->window_gone(window);
  job_.window_gone(window.key);
  locks_held_.forget_unused([&](const auto& mark) {
    accesses_.each([&](const Activity& activity) { mark(activity.locks); });
    const auto mark_operation = [&](const auto& operation) { mark(operation->locks); };
    in_flight_.each(mark_operation);
    // These may be complete at the origin.
    locks_.each_deferred(mark_operation);
    exposure_.each_deferred(mark_operation);
  });
}

// False: something is open on it and therefore stays.
bool WindowChapter::forget(ProcessId process, WindowKey window) {
  if (!in_flight_.is_idle(process, window) || !exposure_.is_idle(process, window) || !locks_.is_idle(process, window))
    return false;
  in_flight_.forget_window(process, window);
  exposure_.forget_window(process, window);
  locks_.forget_window(process, window);
  return true;
}

// ---- info, attached memory, sync

void WindowChapter::apply(Thread& thread, const event::WindowSetInfo& event) {
  const ProcessId process = thread.name.process;
  Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(thread)) return;
  const Place by{process, thread.name.thread, MpiCall::kWin_set_info, StackId(event.stack), 0};
  window->set_info(window->rank_of(process), event.info, by);
}

void WindowChapter::apply(Thread& thread, const event::Attach& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(thread)) return;
  Attachment attachment;
  attachment.address = event.address;
  attachment.size = event.size;
  attachment.attached = {process, thread.name.thread, MpiCall::kWin_attach, StackId(event.stack), 0};
  attachment.at = clocks_.now(thread);
  job_.state(process, window->key).attached[event.address] = attachment;
}

void WindowChapter::apply(Thread& thread, const event::Detach& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window || next_is_failure(thread)) return;
  job_.state(process, window->key).attached.erase(event.address);
}

void WindowChapter::apply(Thread& thread, const event::WindowSync& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  WindowState& state = job_.state(process, window->key);
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = {process, thread.name.thread, MpiCall::kWin_sync, StackId(event.stack), 0};
}

}  // namespace fencepost::check
