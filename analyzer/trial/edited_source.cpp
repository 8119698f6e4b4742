#include "trial/edited_source.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "trial/made_calls.h"
#include "trial/one_event.h"
#include "trial/other_argument.h"

namespace fencepost::trial {
class EditedSource::Definitions : public EventStream {
 public:
  Definitions(EventStream& inner, ProcessId process, EditedSource& owner)
      : inner_(inner), process_(process), owner_(owner) {}

  const TimedEvent* next() override {
    const TimedEvent* event = inner_.next();
    if (event == nullptr) return nullptr;
    owner_.awaited_.follow(process_, event->event);
    if (const auto* given = std::get_if<event::Process>(&event->event);
        given && owner_.edit_.kind == EditKind::kThreadLevel) {
      constexpr std::uint64_t kMultiple = 3;
      event::Process process = *given;
      process.thread_level = kMultiple;
      changed_ = {event->time, process};
      event = &changed_;
      owner_.note_change(process_);
    }
    if (const auto* given = std::get_if<event::Window>(&event->event);
        given && owner_.edit_.kind == EditKind::kDropInfo && WindowKey(given->key) == owner_.edit_.window) {
      if (const auto info = owner_.without_info(given->info)) {
        event::Window window = *given;
        window.info = *info;
        changed_ = {event->time, window};
        event = &changed_;
      }
    }
    if (const auto* window = std::get_if<event::Window>(&event->event);
        window && WindowKey(window->key) == owner_.edit_.window)
      owner_.window_[process_] = window->id;
    if (const auto* window = std::get_if<event::Window>(&event->event)) {
      owner_.keys_[{process_, window->id}] = WindowKey(window->key);
      owner_.made_.push_back({process_, window->id, WindowKey(window->key), place_of_definition(*window)});
    }
    if (const auto* made = std::get_if<event::Communicator>(&event->event);
        made && made->parent == 0 && made->remote_members.empty() && made->members.size() == owner_.processes().size())
      owner_.world_.try_emplace(process_, made->id);
    return event;
  }
  StreamState state() const override { return inner_.state(); }
  std::uint64_t complete_until() const override { return inner_.complete_until(); }
  std::uint64_t awaited_until() const override { return inner_.awaited_until(); }

 private:
  Place place_of_definition(const event::Window& window) const {
    return {process_, kMainThread, static_cast<MpiCall>(window.call), StackId(window.stack)};
  }

  EventStream& inner_;
  ProcessId process_;
  EditedSource& owner_;
  TimedEvent changed_;
};

class EditedSource::Stream : public EventStream {
 public:
  Stream(EventStream& inner, ThreadName thread, EditedSource& owner) : inner_(inner), thread_(thread), owner_(owner) {}

  // The text and lists of a trace's event are in the trace's memory until the next event is requested: added events are
  // in the queue around the current one.
  const TimedEvent* next() override {
    while (queue_.empty()) {
      const TimedEvent* event = inner_.next();
      if (event == nullptr) {
        count_rounds(0);
        for (const TimedEvent& one : std::exchange(segment_, {})) pass(one);
        give_held(last_time_);
        give_waiting();
        if (held_lock_.holds()) owner_.unsure_ = true;
        for (TimedEvent& one : held_lock_.given({})) queue_.push_back(std::move(one));
        if (queue_.empty()) return nullptr;
        break;
      }
      last_time_ = event->time;
      take(*event);
    }
    given_ = std::move(queue_.front());
    queue_.pop_front();
    return &given_;
  }
  StreamState state() const override { return queue_.empty() ? inner_.state() : StreamState::kMore; }
  std::uint64_t complete_until() const override { return inner_.complete_until(); }
  std::uint64_t awaited_until() const override { return inner_.awaited_until(); }

 private:
  const Edit& edit() const { return owner_.edit_; }

  bool is_at(const FixPlace& place, const Place& where) {
    if (!place.known() || (!where.stack && where.pc == 0)) return false;
    if (place.call != name_of(where.call)) return false;
    auto [known, fresh] = statements_.try_emplace({where.stack, where.pc});
    if (fresh) known->second = owner_.symbolizer_.statement(where);
    return place.is_at(known->second);
  }

  // Whether it happens in a function that a statement calls, or in a function below that.
  bool is_below(const FixPlace& place, const Place& where) {
    if (!place.known() || (!where.stack && where.pc == 0)) return false;
    auto [known, fresh] = below_.try_emplace({where.stack, where.pc}, false);
    if (fresh)
      known->second = std::ranges::any_of(owner_.symbolizer_.frames(where),
                                          [&](const SourceLocation& frame) { return place.is_at(frame); });
    return known->second;
  }

  void take(const TimedEvent& event) {
    if (const auto* lock = std::get_if<event::LockBegin>(&event.event);
        lock && lock->type == static_cast<std::uint64_t>(LockType::kExclusive))
      owner_.exclusive_.insert(key_of(lock->window));
    note_grant(event.event);
    if (is_refusal(event.event)) return;
    if (is_free_grant(event.event)) return;
    if (const auto held = without_made(event)) return take_its_turn(*held);
  }

  void take_its_turn(const TimedEvent& event) {
    if (edit().gaps.empty() && edit().added.empty()) return pass(event);
    // The accesses of one segment have no order: those before the gap come first.
    if (std::holds_alternative<event::Access>(event.event)) {
      segment_.push_back(event);
      return;
    }
    const auto held = [&](const TimedEvent& one) { return !is_beyond(line_of(one)); };
    std::ranges::stable_partition(segment_, held);
    count_rounds(line_of(event).value_or(0));
    upcoming_ = &event.event;
    for (const TimedEvent& one : std::exchange(segment_, {})) pass_gap(one);
    pass_gap(event);
    upcoming_ = nullptr;
  }

  // ---- what the run would not have recorded

  bool is_own(std::uint64_t window) const {
    const auto own = owner_.window_.find(thread_.process);
    return own != owner_.window_.end() && own->second == window;
  }

  // A call on the window that was refused because its epoch was missing or wrong, or because of an assertion that is
  // now removed.
  bool is_refusal(const AnyEvent& any) {
    const auto* failed = std::get_if<event::CallFailed>(&any);
    const bool of_assertion = failed != nullptr && left_out_ && failed->name == "MPI_ERR_ASSERT";
    opens_ = opens_ || of_assertion;
    const bool of_epoch = failed != nullptr && of_window_ && failed->name == "MPI_ERR_RMA_SYNC";
    const bool refusal = of_assertion || (of_epoch && (edit().accepts || opens_));
    if (ends(any)) left_out_ = false;
    const std::uint64_t window = window_of(any);
    of_window_ =
        window != 0 && (is_own(window) || edit().names_window.known() || edit().kind == EditKind::kOtherWindow);
    return refusal;
  }

  // The event without requests that an added call has already
  // completed; nothing: the event has no other content.
  std::optional<TimedEvent> without_made(const TimedEvent& event) {
    TimedEvent held = event;
    if (edit().accepts) accept(held.event);
    if (waited_for_.empty()) return held;
    const auto is_left = [&](std::uint64_t request) { return !waited_for_.contains(request); };
    if (auto* wait = std::get_if<event::WaitBegin>(&held.event);
        wait && !std::ranges::all_of(wait->requests, is_left)) {
      // (Which of several would be the next, we do not know.)
      const bool all = wait->call == static_cast<std::uint64_t>(MpiCall::kWaitall);
      if (wait->requests.size() != 1 && !all) owner_.unsure_ = true;
      wait->requests = kept(wait->requests, wait->requests, is_left);
      if (wait->requests.empty()) return std::nullopt;
    }
    if (auto* done = std::get_if<event::RequestsDone>(&held.event);
        done && !std::ranges::all_of(done->requests, is_left)) {
      const bool all = done->call == static_cast<std::uint64_t>(MpiCall::kWaitall);
      if (done->requests.size() != 1 && !all) owner_.unsure_ = true;
      done->sources = kept(done->sources, done->requests, is_left);
      done->tags = kept(done->tags, done->requests, is_left);
      done->cancelled = kept(done->cancelled, done->requests, is_left);
      done->requests = kept(done->requests, done->requests, is_left);
      if (done->requests.empty()) return std::nullopt;
    }
    return held;
  }

  // Of a list that belongs to requests: what belongs to those that are left.
  template <class Value, class IsLeft>
  std::span<const Value> kept(std::span<const Value> values, std::span<const std::uint64_t> requests,
                              const IsLeft& is_left) {
    std::vector<Value> left;
    for (std::size_t i = 0; i < values.size() && i < requests.size(); ++i)
      if (is_left(requests[i])) left.push_back(values[i]);
    if constexpr (std::is_same_v<Value, std::uint64_t>)
      return lists_.numbers.emplace_back(std::move(left));
    else
      return lists_.signed_numbers.emplace_back(std::move(left));
  }

  WindowKey key_of(std::uint64_t window) const {
    const auto known = owner_.keys_.find({thread_.process, window});
    return known == owner_.keys_.end() ? WindowKey() : known->second;
  }

  // ---- gaps: places where all ranks make a call

  bool is_free_grant(const AnyEvent& any) const {
    if (!owner_.granted_) return false;
    const auto is_free = [&](std::uint64_t window) { return !owner_.granted_->contains(key_of(window)); };
    if (const auto* granted = std::get_if<event::LockGranted>(&any)) return is_free(granted->window);
    if (const auto* released = std::get_if<event::LockReleased>(&any)) return is_free(released->window);
    return false;
  }

  // The line in the function of the gaps; 0: the thread is not in it. Nothing: the event has no place.
  std::optional<int> line_of(const TimedEvent& event) {
    const Place where = place_of(thread_, event.event);
    if (!where.stack && where.pc == 0) return std::nullopt;
    auto [known, fresh] = lines_.try_emplace({where.stack, where.pc}, 0);
    if (fresh) {
      const SourceGap& gap = edit().gaps.empty() ? edit().added.front().gap : edit().gaps.front();
      for (const SourceLocation& frame : owner_.symbolizer_.frames(where)) {
        if (frame.file != gap.file || frame.line < gap.function_first || frame.line > gap.function_last) continue;
        known->second = frame.line;
        break;
      }
    }
    return known->second;
  }
  bool is_beyond(std::optional<int> line) const {
    const auto crossed = [&](const SourceGap& gap) { return gap.is_crossed(line_, *line); };
    return line &&
           (std::ranges::any_of(edit().gaps, crossed) || std::ranges::any_of(edit().added, crossed, &CallMade::gap));
  }
  bool is_in_called_function(const TimedEvent& event, const SourceGap& gap) {
    const auto& frames = owner_.symbolizer_.frames(place_of(thread_, event.event));
    return !frames.empty() && (frames.front().file != gap.file || frames.front().line < gap.function_first ||
                               frames.front().line > gap.function_last);
  }
  // Loads and stores of several rounds of a loop may be one record, and a thread that makes no call there leaves no
  // sign of its rounds: it is not known how often it passes a gap in that loop.
  void count_rounds(int next_line) {
    for (const SourceGap& gap : edit().gaps)
      for (const TimedEvent& one : segment_) {
        if (!gap.is_of_round(line_of(one).value_or(0))) continue;
        // (Those of a loop in a called function are of one round.)
        const bool several = std::get<event::Access>(one.event).count > 1 && !is_in_called_function(one, gap);
        if (several || !(gap.is_of_round(call_line_) || gap.is_of_round(next_line))) owner_.unsure_ = true;
      }
  }
  // A call is made again before any other: a round has passed.
  bool comes_round(const SourceGap& gap, const TimedEvent& event, int line) {
    const StackId stack = place_of(thread_, event.event).stack;
    if (!stack || stack != call_stack_ || !gap.is_of_round(line)) return false;
    if (std::holds_alternative<event::RequestsDone>(event.event)) return false;
    // (Some calls are two events.)
    if (std::holds_alternative<event::SendBegin>(event.event) ||
        std::holds_alternative<event::ReceiveBegin>(event.event))
      owner_.unsure_ = true;
    return true;
  }
  void pass_gap(const TimedEvent& event) {
    if (const auto line = line_of(event)) {
      for (const SourceGap& gap : edit().gaps) {
        if (!gap.is_crossed(line_, *line) && !comes_round(gap, event, *line)) continue;
        if (gap.may_be_left && *line == 0) owner_.unsure_ = true;
        meet(event.time, place_of(thread_, event.event).stack);
        break;
      }
      for (const CallMade& made : edit().added) {
        if (!made.gap.is_crossed(line_, *line)) continue;
        segment_ends(event.time);
        insert(event.time, place_of(thread_, event.event).stack, made.call, made.target);
      }
      line_ = *line;
      if (!std::holds_alternative<event::Access>(event.event)) {
        call_line_ = *line;
        call_stack_ = place_of(thread_, event.event).stack;
      }
    }
    pass(event);
  }
  void meet(std::uint64_t time, StackId stack) {
    const bool fence = edit().meeting == MpiCall::kWin_fence;
    const auto world = owner_.world_.find(thread_.process);
    if (!fence && world == owner_.world_.end()) return;
    std::uint64_t window = 0;
    if (fence || edit().synchronizes) {
      const auto alike = owner_.alike_window(thread_.process);
      if (!alike) return;
      window = *alike;
    }
    segment_ends(time);
    if (edit().waits) insert(time, stack, MpiCall::kWait, std::nullopt);
    if (fence) {
      push(time, event::FenceBegin{.stack = stack.number(), .window = window, .asserts = 0});
      push(time, event::FenceEnd{});
    } else {
      if (edit().synchronizes) push(time, event::WindowSync{.stack = stack.number(), .window = window});
      event::CollectiveBegin barrier{};
      barrier.stack = stack.number();
      barrier.call = static_cast<std::uint64_t>(MpiCall::kBarrier);
      barrier.communicator = world->second;
      push(time, barrier);
      push(time, event::CollectiveEnd{});
      if (edit().synchronizes) push(time, event::WindowSync{.stack = stack.number(), .window = window});
    }
    owner_.note_change(thread_.process);
  }

  void pass(const TimedEvent& event) {
    const bool access = std::holds_alternative<event::Access>(event.event);
    if (!access) segment_ends(event.time);
    const Place where = place_of(thread_, event.event);
    note_operation(event.event, where);
    switch (edit().kind) {
      case EditKind::kAdd:
        return add(event, where, access);
      case EditKind::kRemove:
      case EditKind::kReplace:
        return change(event, where);
      case EditKind::kAtomic:
        queue_.push_back(event);
        if (is_changed(where)) make_atomic(queue_.back().event);
        return;
      case EditKind::kMove:
        return move(event, where, access);
      case EditKind::kAddInBlocks:
        if (edit().moved_there) return change(event, where);
        return queue_.push_back(event);
      case EditKind::kMeet:
        queue_.push_back(event);
        // (A wait for a send may last until it is received.)
        if (auto* send = std::get_if<event::SendBegin>(&queue_.back().event);
            send != nullptr && edit().waits && is_at(edit().place, where))
          send->mode = static_cast<std::uint64_t>(SendMode::kSynchronous);
        return;
      case EditKind::kThreadLevel:
        return queue_.push_back(event);
      case EditKind::kOtherWindow:
        queue_.push_back(event);
        if (const std::uint64_t window = other_window();
            is_at(edit().place, where) && window != 0 && give_window(queue_.back().event, window))
          owner_.note_change(thread_.process);
        return;
      case EditKind::kOtherTarget:
        return hold_lock(event, where);
      case EditKind::kLockType:
        queue_.push_back(event);
        return change_lock(queue_.back().event, where);
      case EditKind::kDropInfo:
        queue_.push_back(event);
        return drop_info(queue_.back().event);
      case EditKind::kWaitForReceive:
        queue_.push_back(event);
        if (auto* send = std::get_if<event::SendBegin>(&queue_.back().event);
            send != nullptr && send->request == 0 && is_at(edit().place, where)) {
          send->mode = static_cast<std::uint64_t>(SendMode::kSynchronous);
          owner_.note_change(thread_.process);
        }
        return;
      case EditKind::kMoveUp:
        return move_up(event, where, access);
      case EditKind::kLetGo:
        let_go(event, where);
        return queue_.push_back(event);
      case EditKind::kLeaveOut:
        queue_.push_back(event);
        if (is_changed(where)) leave_out(queue_.back().event);
    }
  }

  bool is_changed(const Place& where) {
    return is_at(edit().place, where) ||
           std::ranges::any_of(edit().also, [&](const FixPlace& place) { return is_at(place, where); });
  }

  // 0: not known.
  std::uint64_t other_window() const {
    if (edit().names_window.known()) return named_window_;
    const auto own = owner_.window_.find(thread_.process);
    return own == owner_.window_.end() ? 0 : own->second;
  }

  void note_operation(const AnyEvent& any, const Place& where) {
    note_lock(any);
    if (const std::uint64_t window = window_of(any); window != 0 && is_at(edit().names_window, where))
      named_window_ = window;
    // (We cannot say whose message a receive takes earlier.)
    const bool receives = std::holds_alternative<event::ReceiveBegin>(any);
    if (const std::uint64_t request = receives ? 0 : request_of(any); request != 0 && is_at(edit().operation, where))
      request_ = request;
    const auto note = [&](std::uint64_t window, Rank target) {
      if (!is_at(edit().operation, where)) return;
      window_ = window;
      target_ = target;
      stack_ = where.stack;
    };
    if (const auto* transfer = std::get_if<event::Transfer>(&any)) note(transfer->window, Rank(transfer->target));
    if (const auto* atomic = std::get_if<event::AtomicOperation>(&any)) note(atomic->window, Rank(atomic->target));
  }

  // The targets whose locks this thread holds; the latest is last.
  void note_lock(const AnyEvent& any) {
    if (const auto* lock = std::get_if<event::LockBegin>(&any)) {
      locked_[lock->window].emplace_back(lock->target);
    } else if (const auto* unlock = std::get_if<event::UnlockBegin>(&any)) {
      std::vector<Rank>& locked = locked_[unlock->window];
      const auto found = std::ranges::find(locked, Rank(unlock->target));
      if (found != locked.end()) locked.erase(found);
    }
  }
  // The target that was locked last.
  std::optional<Rank> locked_target(std::uint64_t window) const {
    const auto found = locked_.find(window);
    return found == locked_.end() || found->second.empty() ? std::nullopt : std::optional(found->second.back());
  }

  // ---- adding

  void add(const TimedEvent& event, const Place& where, bool access) {
    const FixPlace& place = edit().place;
    const bool here = is_at(place, where);
    came_there_ = came_there_ || here;
    const bool before = (here && !edit().after) || (!came_there_ && is_at(edit().otherwise_before, where));
    // (A statement that frees memory may load as well.)
    const bool at_once = here && was_here_ && place.call.empty();
    was_here_ = here;
    if (before && !at_once && !(access && added_in_segment_)) {
      upcoming_ = &event.event;
      insert(event.time, where.stack, edit().call, edit().target);
      upcoming_ = nullptr;
      added_in_segment_ = access;
    }
    queue_.push_back(event);
    if (here && (edit().after || edit().closing != MpiCall::kNone)) {
      if (access || begins(event.event)) {
        awaits_ = access ? Awaits::kSegment : Awaits::kReturn;
        awaiting_stack_ = where.stack;
        return;
      }
      insert_behind(event.time, where.stack);
    } else if (awaits_ == Awaits::kReturn && ends(event.event)) {
      awaits_ = Awaits::kNothing;
      insert_behind(event.time, awaiting_stack_);
    }
  }
  void insert_behind(std::uint64_t time, StackId stack) {
    const bool around = edit().closing != MpiCall::kNone;
    insert(time, stack, around ? edit().closing : edit().call, edit().target);
  }

  // The accesses before the next event have come.
  void segment_ends(std::uint64_t time) {
    added_in_segment_ = false;
    if (awaits_ != Awaits::kSegment) return;
    awaits_ = Awaits::kNothing;
    insert_behind(time, awaiting_stack_);
  }

  // The target of an added call; nothing: it is not known here.
  std::optional<Rank> target_of(MpiCall call, std::uint64_t window, std::optional<Rank> number) const {
    switch (call) {
      case MpiCall::kWin_lock:
        if (number || upcoming_ == nullptr) return number;
        if (const auto* transfer = std::get_if<event::Transfer>(upcoming_)) return Rank(transfer->target);
        if (const auto* atomic = std::get_if<event::AtomicOperation>(upcoming_)) return Rank(atomic->target);
        return std::nullopt;
      case MpiCall::kWin_unlock:
        return number ? number : locked_target(window);
      case MpiCall::kWin_flush:
      case MpiCall::kWin_flush_local:
        return number || !target_.ordinary() ? number : std::optional(target_);
      default:
        return Rank::kAllTargets;
    }
  }

  void insert(std::uint64_t time, StackId stack, MpiCall call, std::optional<Rank> number) {
    const auto own = owner_.window_.find(thread_.process);
    std::uint64_t window = named_window_ != 0 ? named_window_ : window_;
    if (edit().on_upcoming_window && upcoming_ != nullptr)
      if (const std::uint64_t upcoming = window_of(*upcoming_); upcoming != 0) window = upcoming;
    if (window == 0 && own != owner_.window_.end()) window = own->second;
    MadeCall made{.call = call, .stack = stack ? stack : stack_, .window = window};
    if (call == MpiCall::kWait) {
      // A request that is complete, or was not made here, does not exist any more.
      if (request_ == 0 || !waited_for_.insert(request_).second) return;
      lists_.single.push_back(request_);
      made.requests = {&lists_.single.back(), 1};
    } else if (window == 0) {
      return;
    } else if (const auto target = target_of(call, window, number)) {
      made.target = *target;
    } else {
      owner_.unsure_ = true;
      return;
    }
    append_begin(queue_, time, made);
    note_lock(queue_.back().event);
    append_end(queue_, time, made);
    owner_.note_change(thread_.process);
  }

  template <class Event>
  void push(std::uint64_t time, const Event& event) {
    queue_.push_back({time, event});
  }

  // ---- locks

  void note_grant(const AnyEvent& any) {
    if (const auto* granted = std::get_if<event::LockGranted>(&any))
      owner_.locks_.note(thread_.process, key_of(granted->window), Rank(granted->target), granted->sequence, false);
    if (const auto* released = std::get_if<event::LockReleased>(&any))
      owner_.locks_.note(thread_.process, key_of(released->window), Rank(released->target), released->sequence, true);
  }

  // Exclusive locks are granted one after the other.
  void change_lock(AnyEvent& any, const Place& where) {
    if (auto* lock = std::get_if<event::LockBegin>(&any); lock && is_changed(where)) {
      lock->type = static_cast<std::uint64_t>(edit().shared ? LockType::kShared : LockType::kExclusive);
      owner_.note_change(thread_.process);
    }
    if (edit().shared || owner_.locks_before_ == nullptr) return;
    const auto in_turn = [&](auto& event) {
      if (is_own(event.window))
        event.sequence = owner_.locks_before_->in_turn(edit().window, Rank(event.target), event.sequence);
    };
    if (auto* granted = std::get_if<event::LockGranted>(&any)) in_turn(*granted);
    if (auto* released = std::get_if<event::LockReleased>(&any)) in_turn(*released);
  }

  void hold_lock(const TimedEvent& event, const Place& where) {
    const bool lock = std::holds_alternative<event::LockBegin>(event.event) && is_at(edit().place, where);
    if (!lock && !held_lock_.holds()) return queue_.push_back(event);
    if (!held_lock_.holds() || (!lock && HeldLock::can_wait(event.event))) return held_lock_.take(event);
    std::optional<Rank> target;
    if (const auto* transfer = std::get_if<event::Transfer>(&event.event); transfer && is_at(edit().operation, where))
      target = Rank(transfer->target);
    if (const auto* atomic = std::get_if<event::AtomicOperation>(&event.event);
        atomic && is_at(edit().operation, where))
      target = Rank(atomic->target);
    if (!target) owner_.unsure_ = true;
    for (TimedEvent& one : held_lock_.given(target)) queue_.push_back(std::move(one));
    if (target) owner_.note_change(thread_.process);
    queue_.push_back(event);
  }

  // ---- infos

  void drop_info(AnyEvent& any) {
    auto* set = std::get_if<event::WindowSetInfo>(&any);
    if (set == nullptr || !is_own(set->window)) return;
    if (const auto info = owner_.without_info(set->info)) set->info = *info;
  }

  // ---- calls for which others wait

  void let_go(const TimedEvent& event, const Place& where) {
    if (!is_at(edit().place, where)) return;
    // At the earlier times it has returned: it is not known where the other call was then.
    if (came_there_) owner_.unsure_ = true;
    came_there_ = true;
    if (owner_.awaited_.append(queue_, event.time, where.stack, thread_.process, edit().call))
      owner_.note_change(thread_.process);
  }

  // ---- assertions

  void leave_out(AnyEvent& any) {
    if (!trial::leave_out(any, edit().assertion)) return;
    left_out_ = true;
    owner_.note_change(thread_.process);
  }

  // ---- atomic operations

  void make_atomic(AnyEvent& any) {
    if (trial::make_atomic(any)) owner_.note_change(thread_.process);
  }

  // ---- removing and replacing

  void change(const TimedEvent& event, const Place& where) {
    if (!inside_ && is_changed(where)) {
      owner_.note_change(thread_.process);
      inside_ = begins(event.event);
      if (edit().kind == EditKind::kReplace) begin_instead(event);
      return;
    }
    if (inside_ && ends(event.event)) {
      inside_ = false;
      if (edit().kind == EditKind::kReplace) append_end(queue_, event.time, instead_);
      return;
    }
    queue_.push_back(event);
  }

  // The call that replaces another one, with its window.
  void begin_instead(const TimedEvent& event) {
    std::optional<Rank> named;
    instead_ = {.call = edit().call, .window = window_of(event.event)};
    std::visit(
        [&](const auto& given) {
          if constexpr (requires { given.stack; }) instead_.stack = StackId(given.stack);
          if constexpr (requires { given.target; }) named = Rank(given.target);
        },
        event.event);
    if (const auto* freed = std::get_if<event::RequestFree>(&event.event)) {
      lists_.single.push_back(freed->request);
      instead_.requests = {&lists_.single.back(), 1};
    } else if (edit().call == MpiCall::kWait || instead_.window == 0) {
      owner_.unsure_ = true;
    }
    if (of_one_target(edit().call)) {
      auto target = edit().target;
      // A flush of the same kind has the target of the other one.
      if (!target) target = of_flush(edit().call) ? named : target_of(edit().call, instead_.window, std::nullopt);
      if (!target) owner_.unsure_ = true;
      instead_.target = target.value_or(Rank::kProcNull);
    }
    append_begin(queue_, event.time, instead_);
    note_lock(queue_.back().event);
    if (!inside_) append_end(queue_, event.time, instead_);
  }

  // ---- moving

  void move(const TimedEvent& event, const Place& where, bool access) {
    if (std::holds_alternative<event::Freed>(event.event) && is_at(edit().moved, where)) {
      held_.push_back(event.event);
      owner_.note_change(thread_.process);
      return;
    }
    if (is_below(edit().moved, where) && !access && edit().moved.call.empty()) owner_.unsure_ = true;
    if (access && (is_at(edit().moved, where) || is_below(edit().moved, where))) {
      // It comes again, and the thread has not been at the other place meanwhile: its new place is not known.
      if (passed_while_held_) owner_.unsure_ = true;
      held_.push_back(event.event);
      owner_.note_change(thread_.process);
      return;
    }
    if (!held_.empty() && reads_held(event.event)) owner_.unsure_ = true;
    queue_.push_back(event);
    passed_while_held_ = !held_.empty() && (passed_while_held_ || !access);
    // (Events about requests name their call themselves.)
    const bool here = is_at(edit().place, where);
    if (here && begins(event.event)) inside_ = true;
    if (!ends(event.event) || !(inside_ || here)) return;
    inside_ = false;
    give_held(event.time);
  }
  // Whether a call that comes meanwhile reads a buffer with values that the moved accesses have stored: moving these to
  // after the call would change its effect.
  bool reads_held(const AnyEvent& any) const {
    constexpr std::uint64_t kElement = 16;  // bytes of the largest predefined type
    const auto reads = [&](const Buffer& buffer) {
      const std::uint64_t bytes = kElement * static_cast<std::uint64_t>(std::max<std::int64_t>(buffer.count, 0));
      return std::ranges::any_of(held_, [&](const AnyEvent& held) {
        const auto* access = std::get_if<event::Access>(&held);
        if (access == nullptr || static_cast<AccessKind>(access->kind) == AccessKind::kLoad) return false;
        const std::uint64_t last = access->count == 0 ? 0 : access->count - 1;
        const std::uint64_t end = access->address + access->size +
                                  last * static_cast<std::uint64_t>(std::max<std::int64_t>(access->stride, 0));
        return buffer.address < end && access->address < buffer.address + bytes;
      });
    };
    const Buffer* const read = buffer_of(any);
    return read != nullptr && reads(*read);
  }
  void give_held(std::uint64_t time) {
    passed_while_held_ = false;
    for (const AnyEvent& one : std::exchange(held_, {})) queue_.push_back({time, one});
  }

  // Events from the place on wait until the accesses have passed.
  void move_up(const TimedEvent& event, const Place& where, bool access) {
    // The signal of an access to memory that was gone; the access now comes before that.
    if (std::holds_alternative<event::Signal>(event.event) && is_below(edit().moved, where)) return;
    const bool moves = access && is_at(edit().moved, where);
    if (moves && !waiting_.empty()) {
      queue_.push_back(event);
      moved_up_ = true;
      owner_.note_change(thread_.process);
      return;
    }
    const bool here = is_at(edit().place, where);
    if (here || moved_up_ || waiting_.size() == kMostWaiting || (!waiting_.empty() && !has_no_lists(event.event)))
      give_waiting();
    if (here || !waiting_.empty())
      waiting_.push_back(event);
    else
      queue_.push_back(event);
  }
  void give_waiting() {
    moved_up_ = false;
    for (TimedEvent& one : std::exchange(waiting_, {})) queue_.push_back(std::move(one));
  }

  static constexpr std::size_t kMostWaiting = 64;
  std::vector<TimedEvent> waiting_;
  bool moved_up_ = false;
  HeldLock held_lock_;
  EventStream& inner_;
  ThreadName thread_;
  EditedSource& owner_;
  std::deque<TimedEvent> queue_;
  TimedEvent given_;
  std::uint64_t last_time_ = 0;
  std::map<std::pair<StackId, std::uint64_t>, SourceLocation> statements_;  // by stack and pc
  std::map<std::pair<StackId, std::uint64_t>, bool> below_;                 // of the moved statement
  // The last operation at the edit's place in this thread.
  std::uint64_t window_ = 0;
  StackId stack_;
  Rank target_;
  enum class Awaits : std::uint8_t { kNothing, kReturn, kSegment };
  Awaits awaits_ = Awaits::kNothing;
  StackId awaiting_stack_;
  std::uint64_t request_ = 0;
  std::map<std::uint64_t, std::vector<Rank>> locked_;  // by window, as the process numbers it
  std::uint64_t named_window_ = 0;                     // the last one, if the edit names one
  const AnyEvent* upcoming_ = nullptr;                 // after the added events
  bool of_window_ = false;                             // the event before this one
  bool left_out_ = false;                              // the assertion, in the current call
  bool opens_ = false;                                 // it was refused for the assertion: its epoch was missing
  // Requests for which added calls have waited, and the memory of the lists in their events.
  struct Lists {
    std::deque<std::uint64_t> single;
    std::deque<std::vector<std::uint64_t>> numbers;
    std::deque<std::vector<std::int64_t>> signed_numbers;
  };
  std::set<std::uint64_t> waited_for_;
  Lists lists_;
  MadeCall instead_;
  bool was_here_ = false;  // with the event before
  bool came_there_ = false, added_in_segment_ = false;
  bool inside_ = false;  // the call that is removed, replaced or passed
  std::vector<AnyEvent> held_;
  bool passed_while_held_ = false;  // another call
  // For gaps: the line in their function, by stack and pc; the thread's position; events that wait for its segment.
  std::map<std::pair<StackId, std::uint64_t>, int> lines_;
  int line_ = 0;
  int call_line_ = 0;  // of the last call
  StackId call_stack_;
  std::vector<TimedEvent> segment_;
};

EditedSource::EditedSource(TraceSource& source, Symbolizer& symbolizer, Edit edit)
    : source_(source), symbolizer_(symbolizer), edit_(std::move(edit)) {}
EditedSource::~EditedSource() = default;

// (Communicators are often divided, and each part has a window: one variable, and one statement that makes it.)
std::optional<std::uint64_t> EditedSource::alike_window(ProcessId process) {
  if (const auto own = window_.find(process); own != window_.end()) return own->second;
  const auto meant = std::ranges::find(made_, edit_.window, &MadeWindow::key);
  if (meant == made_.end()) return std::nullopt;
  const auto at = [&](const MadeWindow& made) {
    const SourceLocation statement = symbolizer_.statement(made.place);
    return std::pair(statement.file, statement.line);
  };
  const auto statement = at(*meant);
  if (statement.second <= 0) return std::nullopt;
  std::optional<std::uint64_t> only;
  for (const MadeWindow& made : made_) {
    if (made.process != process || at(made) != statement) continue;
    if (only) return std::nullopt;
    only = made.number;
  }
  return only;
}

std::optional<std::string_view> EditedSource::without_info(std::string_view info) {
  std::string left;
  bool found = false;
  while (!info.empty()) {
    const std::string_view row = info.substr(0, std::min(info.find('\n'), info.size() - 1) + 1);
    info.remove_prefix(row.size());
    const bool dropped = row.substr(0, row.find('=')) == edit_.info;
    found = found || dropped;
    if (!dropped) left += row;
  }
  if (!found) return std::nullopt;
  ++changes_;
  return infos_.insert(std::move(left)).first->c_str();
}

EventStream& EditedSource::events(ThreadName thread) {
  auto& stream = streams_[thread];
  if (!stream) stream = std::make_unique<Stream>(source_.events(thread), thread, *this);
  return *stream;
}

void EditedSource::thread_done(ThreadName thread) {
  streams_.erase(thread);
  source_.thread_done(thread);
}

EventStream& EditedSource::definitions(ProcessId process) {
  EventStream& inner = source_.definitions(process);
  auto& stream = definitions_[process];
  if (!stream) stream = std::make_unique<Definitions>(inner, process, *this);
  return *stream;
}

}  // namespace fencepost::trial
