#include "trial/edited_source.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "check/event_place.h"

namespace fencepost::trial {
namespace {

template <class Event>
std::uint64_t stack_of(const Event& event) {
  if constexpr (check::HasStack<Event>) {
    return event.stack;
  } else {
    return 0;
  }
}

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

bool of_all_targets(MpiCall call) {
  return call == MpiCall::kWin_flush_all || call == MpiCall::kWin_flush_local_all;
}

}  // namespace

class EditedSource::Definitions : public EventStream {
 public:
  Definitions(EventStream& inner, int process, EditedSource& owner) : inner_(inner), process_(process), owner_(owner) {}

  const TimedEvent* next() override {
    const TimedEvent* event = inner_.next();
    if (event == nullptr) return nullptr;
    if (const auto* window = std::get_if<event::Window>(&event->event); window && window->key == owner_.edit_.window)
      owner_.window_[process_] = window->id;
    if (const auto* window = std::get_if<event::Window>(&event->event))
      owner_.keys_[{process_, window->id}] = window->key;
    if (const auto* made = std::get_if<event::Communicator>(&event->event);
        made && made->parent == 0 && made->remote_members.empty() &&
        made->members.size() == static_cast<std::size_t>(owner_.processes()))
      owner_.world_.try_emplace(process_, made->id);
    return event;
  }
  StreamState state() const override { return inner_.state(); }
  std::uint64_t complete_until() const override { return inner_.complete_until(); }

 private:
  EventStream& inner_;
  int process_;
  EditedSource& owner_;
};

class EditedSource::Stream : public EventStream {
 public:
  Stream(EventStream& inner, ThreadName thread, EditedSource& owner) : inner_(inner), thread_(thread), owner_(owner) {}

  // Events of the trace have their text and lists in its memory until the next one is asked for: what is added stands
  // in the queue around the one in hand.
  const TimedEvent* next() override {
    while (queue_.empty()) {
      const TimedEvent* event = inner_.next();
      if (event == nullptr) {
        for (const TimedEvent& one : std::exchange(segment_, {})) pass(one);
        give_held(last_time_);
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

 private:
  const Edit& edit() const { return owner_.edit_; }

  bool is_at(const FixPlace& place, const Place& where) {
    if (!place.known() || (where.stack == 0 && where.pc == 0)) return false;
    if (place.call != name_of(where.call)) return false;
    auto [known, fresh] = statements_.try_emplace({where.stack, where.pc});
    if (fresh) known->second = owner_.symbolizer_.statement(where);
    return place.is_at(known->second);
  }

  void take(const TimedEvent& event) {
    if (const auto* lock = std::get_if<event::LockBegin>(&event.event);
        lock && lock->type == static_cast<std::uint64_t>(LockType::kExclusive))
      owner_.exclusive_.insert(key_of(lock->window));
    if (edit().gaps.empty()) return pass(event);
    if (is_free_grant(event.event)) return;
    // Accesses of one segment come in no order: those in front of the gap first.
    if (std::holds_alternative<event::Access>(event.event)) {
      segment_.push_back(event);
      return;
    }
    const auto held = [&](const TimedEvent& one) { return !is_beyond(line_of(one)); };
    std::ranges::stable_partition(segment_, held);
    for (const TimedEvent& one : std::exchange(segment_, {})) pass_gap(one);
    pass_gap(event);
  }

  std::uint64_t key_of(std::uint64_t window) const {
    const auto known = owner_.keys_.find({thread_.process, window});
    return known == owner_.keys_.end() ? 0 : known->second;
  }

  // ---- gaps: where all ranks make a call

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
    if (where.stack == 0 && where.pc == 0) return std::nullopt;
    auto [known, fresh] = lines_.try_emplace({where.stack, where.pc}, 0);
    if (fresh) {
      const SourceGap& gap = edit().gaps.front();
      for (const SourceLocation& frame : owner_.symbolizer_.frames(where)) {
        if (frame.file != gap.file || frame.line < gap.function_first || frame.line > gap.function_last) continue;
        known->second = frame.line;
        break;
      }
    }
    return known->second;
  }
  bool is_beyond(std::optional<int> line) const {
    return line && std::ranges::any_of(edit().gaps, [&](const SourceGap& gap) { return gap.is_crossed(line_, *line); });
  }
  void pass_gap(const TimedEvent& event) {
    if (const auto line = line_of(event)) {
      for (const SourceGap& gap : edit().gaps) {
        if (!gap.is_crossed(line_, *line)) continue;
        meet(event.time, place_of(thread_, event.event).stack);
        break;
      }
      line_ = *line;
    }
    pass(event);
  }
  void meet(std::uint64_t time, std::uint64_t stack) {
    const bool fence = edit().meeting == MpiCall::kWin_fence;
    const auto& numbers = fence ? owner_.window_ : owner_.world_;
    const auto own = numbers.find(thread_.process);
    if (own == numbers.end()) return;
    segment_ends(time);
    if (fence) {
      push(time, event::FenceBegin{.stack = stack, .window = own->second, .asserts = 0});
      push(time, event::FenceEnd{});
    } else {
      const auto window = owner_.window_.find(thread_.process);
      if (edit().synchronizes && window == owner_.window_.end()) return;
      if (edit().synchronizes) push(time, event::WindowSync{.stack = stack, .window = window->second});
      event::CollectiveBegin barrier{};
      barrier.stack = stack;
      barrier.call = static_cast<std::uint64_t>(MpiCall::kBarrier);
      barrier.communicator = own->second;
      push(time, barrier);
      push(time, event::CollectiveEnd{});
      if (edit().synchronizes) push(time, event::WindowSync{.stack = stack, .window = window->second});
    }
    ++owner_.changes_;
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
      case EditKind::kMove:
        return move(event, where, access);
      case EditKind::kMeet:
        return queue_.push_back(event);
      case EditKind::kLeaveOut:
        queue_.push_back(event);
        if (is_at(edit().place, where)) leave_out(queue_.back().event);
    }
  }

  void note_operation(const AnyEvent& any, const Place& where) {
    const auto note = [&](std::uint64_t window, std::int64_t target) {
      if (!is_at(edit().operation, where)) return;
      window_ = window;
      target_ = target;
      stack_ = where.stack;
    };
    if (const auto* transfer = std::get_if<event::Transfer>(&any)) note(transfer->window, transfer->target);
    if (const auto* atomic = std::get_if<event::AtomicOperation>(&any)) note(atomic->window, atomic->target);
  }

  // ---- adding

  void add(const TimedEvent& event, const Place& where, bool access) {
    const FixPlace& place = edit().place;
    const bool here = is_at(place, where);
    came_there_ = came_there_ || here;
    const bool before = (here && !edit().after) || (!came_there_ && is_at(edit().otherwise_before, where));
    if (before && !(access && added_in_segment_)) {
      insert(event.time, where.stack);
      added_in_segment_ = access;
    }
    queue_.push_back(event);
    if (here && edit().after) {
      if (access || begins(event.event)) {
        awaits_ = access ? Awaits::kSegment : Awaits::kReturn;
        awaiting_stack_ = where.stack;
        return;
      }
      insert(event.time, where.stack);
    } else if (awaits_ == Awaits::kReturn && ends(event.event)) {
      awaits_ = Awaits::kNothing;
      insert(event.time, awaiting_stack_);
    }
  }

  // The accesses before the next event have come.
  void segment_ends(std::uint64_t time) {
    added_in_segment_ = false;
    if (awaits_ != Awaits::kSegment) return;
    awaits_ = Awaits::kNothing;
    insert(time, awaiting_stack_);
  }

  void insert(std::uint64_t time, std::uint64_t stack) {
    const auto own = owner_.window_.find(thread_.process);
    const std::uint64_t window = window_ != 0 ? window_ : own != owner_.window_.end() ? own->second : 0;
    if (window == 0) return;
    if (stack == 0) stack = stack_;
    if (edit().call == MpiCall::kWin_fence) {
      push(time, event::FenceBegin{.stack = stack, .window = window, .asserts = 0});
      push(time, event::FenceEnd{});
    } else {
      std::int64_t target = kAllTargets;
      if (!of_all_targets(edit().call)) {
        if (target_ < 0 && !edit().target) return;  // whom it would name is not known here
        target = edit().target.value_or(target_);
      }
      push(time,
           event::FlushBegin{
               .stack = stack, .call = static_cast<std::uint64_t>(edit().call), .window = window, .target = target});
      push(time, event::FlushEnd{});
    }
    ++owner_.changes_;
  }

  template <class Event>
  void push(std::uint64_t time, const Event& event) {
    queue_.push_back({time, event});
  }

  // ---- assertions

  void leave_out(AnyEvent& any) {
    std::visit(
        [&](auto& event) {
          if constexpr (requires { event.asserts; }) {
            if ((event.asserts & edit().assertion) == 0) return;
            event.asserts &= ~edit().assertion;
            ++owner_.changes_;
          }
        },
        any);
  }

  // ---- removing and replacing

  void change(const TimedEvent& event, const Place& where) {
    if (!inside_ && is_at(edit().place, where) && begins(event.event)) {
      inside_ = true;
      ++owner_.changes_;
      if (edit().kind == EditKind::kRemove) return;
      TimedEvent changed = event;
      auto* flush = std::get_if<event::FlushBegin>(&changed.event);
      if (flush == nullptr) {
        inside_ = false;
        queue_.push_back(event);
      } else if (edit().call == MpiCall::kWin_fence) {
        push(event.time, event::FenceBegin{.stack = flush->stack, .window = flush->window, .asserts = 0});
      } else {
        flush->call = static_cast<std::uint64_t>(edit().call);
        queue_.push_back(changed);
      }
      return;
    }
    if (inside_ && (ends(event.event))) {
      inside_ = false;
      if (edit().kind == EditKind::kRemove) return;
      if (edit().call == MpiCall::kWin_fence) return push(event.time, event::FenceEnd{});
    }
    queue_.push_back(event);
  }

  // ---- moving

  void move(const TimedEvent& event, const Place& where, bool access) {
    if (access && is_at(edit().moved, where)) {
      held_.push_back(std::get<event::Access>(event.event));
      ++owner_.changes_;
      return;
    }
    queue_.push_back(event);
    // (What tells of requests names its call itself.)
    const bool here = is_at(edit().place, where);
    if (here && begins(event.event)) inside_ = true;
    if (!ends(event.event) || !(inside_ || here)) return;
    inside_ = false;
    give_held(event.time);
  }
  void give_held(std::uint64_t time) {
    for (const event::Access& access : std::exchange(held_, {})) push(time, access);
  }

  EventStream& inner_;
  ThreadName thread_;
  EditedSource& owner_;
  std::deque<TimedEvent> queue_;
  TimedEvent given_;
  std::uint64_t last_time_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, SourceLocation> statements_;  // by stack and pc
  // The last operation at the place of the edit's, in this thread.
  std::uint64_t window_ = 0, stack_ = 0;
  std::int64_t target_ = -1;
  enum class Awaits : std::uint8_t { kNothing, kReturn, kSegment };
  Awaits awaits_ = Awaits::kNothing;
  std::uint64_t awaiting_stack_ = 0;
  bool came_there_ = false, added_in_segment_ = false;
  bool inside_ = false;  // the call that is removed, replaced or passed
  std::vector<event::Access> held_;
  // Of gaps: the line in their function, by stack and pc; where the thread is; what waits for the end of its segment.
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> lines_;
  int line_ = 0;
  std::vector<TimedEvent> segment_;
};

EditedSource::EditedSource(TraceSource& source, Symbolizer& symbolizer, Edit edit)
    : source_(source), symbolizer_(symbolizer), edit_(std::move(edit)) {}
EditedSource::~EditedSource() = default;

EventStream& EditedSource::events(ThreadName thread) {
  auto& stream = streams_[{thread.process, thread.thread}];
  if (!stream) stream = std::make_unique<Stream>(source_.events(thread), thread, *this);
  return *stream;
}

void EditedSource::thread_done(ThreadName thread) {
  streams_.erase({thread.process, thread.thread});
  source_.thread_done(thread);
}

EventStream& EditedSource::definitions(int process) {
  EventStream& inner = source_.definitions(process);
  auto& stream = definitions_[process];
  if (!stream) stream = std::make_unique<Definitions>(inner, process, *this);
  return *stream;
}

}  // namespace fencepost::trial
