// Windows themselves: their creation, their use after MPI_Win_free, windows that are left over (FP-WINDOW-001, 002,
// 008, 009, 010, 012, 013).
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "window_checks/makers.h"
#include "window_checks/window_fixes.h"
#include "words/call_text.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

bool is_dynamic(MpiCall call) {
  return call == MpiCall::kWin_create_dynamic;
}
bool is_shared(MpiCall call) {
  return call == MpiCall::kWin_allocate_shared || call == MpiCall::kWin_allocate_shared_c;
}

// MPI_Win_fence(win, 0): the window is in the place of the assertion, and no assertion has such bits.
bool is_swapped(const event::FenceBegin& fence) {
  return fence.window == 0 && (fence.asserts & kUnknownAssert) != 0;
}
bool is_swapped(const auto&) {
  return false;
}

class WindowCheck : public CheckOf<WindowCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::CallFailed& failed, const Here& here) { on_failure(here.place, failed); }
  void on(const event::WrongArgument& wrong, const Here& here) {
    wrong_[here.place.by()] = wrong_argument_of(wrong);
    if (!asked_.empty()) asked_.erase(here.place.by());
  }
  // Whatever the thread does next: the library has answered the question.
  template <Notable Event>
  void on(const Event& event, const Here& here) {
    if constexpr (!std::is_same_v<Event, event::WindowCreateEnd>) {
      if (!asked_.empty()) asked_.erase(here.place.by());
    }
    if constexpr (kFactsOf<Event>.on_window) used(here.job, here.place, event.window, is_swapped(event));
    if constexpr (requires { on_call(event, here); }) on_call(event, here);
  }

  void on_done(const event::WindowCreateEnd& end, const Here& here) {
    const WindowCall call = window_call(here, end.window);
    if (!call || call.rank == Rank::kNone || call.window->flavor != WindowFlavor::kCreate) return;
    const WindowPart& part = call.window->part(call.rank);
    if (part.base == 0 && part.size != 0) null_base(part.created, part.size);
  }

  void window_gone(const Window& window) override { forget_sides(tried_, window); }

 private:
  std::set<Side> tried_;  // to free; the library may have refused, for a reason that another finding gives
  // By process and thread: a call whose arguments only the
  // library's answer judges, and its window (0: a new window).
  struct Asked {
    Place call;
    WindowKey window;
    std::uint64_t size = 0;
  };
  std::map<ThreadName, Asked> asked_;
  std::map<ThreadName, WrongArgument> wrong_;        // the thread's last
  std::map<WindowKey, Report::Number> never_freed_;  // the first finding about the window

  void add(std::string_view rule, const Place& place, std::string message, std::string suggestion,
           WindowKey window = {}, std::vector<Access> more = {}, Fixes fixes = {}) {
    Violation v;
    v.message = std::move(message);
    v.suggestion = std::move(suggestion);
    v.fixes = std::move(fixes);
    Access access = words().call(place);
    if (window) access.window = words().window(window);
    v.accesses = {std::move(access)};
    for (Access& other : more) v.accesses.push_back(std::move(other));
    report().add(rule, place, std::move(v), window.number());
  }

  void on_call(const event::WindowFreeBegin& free, const Here& here) {
    if (const Window* window = here.job.window_by_id(here.place.process, free.window))
      tried_.insert({here.place.process, window->key});
  }
  void on_call(const event::LockBegin& lock, const Here& here) {
    if (const WindowCall call = window_call(here, lock.window))
      plain_memory(here.place, *call.window, Rank(lock.target));
  }
  void on_call(const event::SharedQuery& query, const Here& here) {
    if (const WindowCall call = window_call(here, query.window)) on_query(here.place, *call.window);
  }
  void on_call(const event::FinalizeBegin&, const Here& here) { left(here.job, here.place); }

  void on_call(const event::WindowCreateBegin& create, const Here& here) {
    const Job& job = here.job;
    const Place& place = here.place;
    const bool bad_size = create.size < 0;
    asked_[place.by()] = {.call = place, .size = bad_size ? 0 : static_cast<std::uint64_t>(create.size)};
    const bool bad_unit = create.displacement_unit <= 0;
    if (!is_dynamic(place.call) && (bad_size || bad_unit) && report().is_new(rule::kInvalidCreationArguments, place))
      add(rule::kInvalidCreationArguments, place,
          fmt::format(
              "Rank {} calls {} with {}.", place.process, name_of(place.call),
              bad_size ? "size " + number_of(create.size) : "displacement unit " + number_of(create.displacement_unit)),
          bad_size ? "Sizes have to be computed as MPI_Aint: a product of ints may overflow."
                   : "The displacement unit is the size in bytes of one step of a displacement, for instance "
                     "sizeof(double).");
    const auto communicator = job.communicator_part(place.process, create.communicator);
    if (communicator && !communicator->remote_members.empty() && report().is_new(rule::kInvalidCommunicator, place))
      add(rule::kInvalidCommunicator, place,
          fmt::format("Rank {} calls {} on an intercommunicator.", place.process, name_of(place.call)),
          "The window needs an intracommunicator, such as one from MPI_Intercomm_merge.");
    if (create.communicator == 0 && report().is_new(rule::kInvalidCommunicator, place)) no_communicator(place);
    if (is_shared(place.call) && communicator) not_shareable(job, place, *communicator);
  }

  void no_communicator(const Place& call) {
    const auto wrong = wrong_.find(call.by());
    if (wrong == wrong_.end() || wrong->second.problem == ArgumentProblem::kNull)
      return add(rule::kInvalidCommunicator, call,
                 fmt::format("Rank {} calls {} on a null communicator.", call.process, name_of(call.call)),
                 "Processes that do not belong to the communicator (MPI_COMM_NULL) must not call it.");
    add(rule::kInvalidCommunicator, call,
        fmt::format("Rank {} calls {} with {}.", call.process, name_of(call.call), words_of(wrong->second, call.call)),
        advice_on(wrong->second, call.call));
  }

  void on_failure(const Place& place, const event::CallFailed& failed) {
    const auto asked = asked_.find(place.by());
    if (asked == asked_.end()) return;
    const auto [call, window, size] = asked->second;
    asked_.erase(asked);
    if (!window && failed.name == "MPI_ERR_INFO") no_info(call);
    if (!window && failed.name == "MPI_ERR_BASE") null_base(call, size);
    if (window && failed.name == "MPI_ERR_RMA_FLAVOR") not_shared(call, window);
  }

  void null_base(const Place& call, std::uint64_t size) {
    if (report().is_new(rule::kInvalidCreationArguments, call))
      add(rule::kInvalidCreationArguments, call,
          fmt::format("Rank {} creates a window of {} at a null base.", call.process, count_of(size, "byte")),
          "The window needs memory, or the size 0.");
  }

  void no_info(const Place& call) {
    if (report().is_new(rule::kInvalidCreationArguments, call))
      add(rule::kInvalidCreationArguments, call,
          fmt::format("Rank {} calls {} with an info argument that is not an info object.", call.process,
                      name_of(call.call)),
          "Where there is no info, the argument has to be MPI_INFO_NULL; it is not 0 in every MPI library.", {}, {},
          pass_null_info(call, words()));
  }

  void not_shareable(const Job& job, const Place& place, const CommunicatorPart& communicator) {
    const std::string& host = job.process(place.process).info.host;
    for (const ProcessId member : communicator.members) {
      if (!job.processes().contains(member)) continue;
      const ProcessInfo& other = job.process(member).info;
      if (!other.present || other.host.empty() || host.empty() || other.host == host) continue;
      if (!report().is_new(rule::kNotShareable, place)) return;
      return add(rule::kNotShareable, place,
                 fmt::format("Rank {} on {} calls MPI_Win_allocate_shared together with rank {} on {}.", place.process,
                             host, member, other.host),
                 "The processes have to be able to share memory, as those of a communicator from MPI_Comm_split_type "
                 "with MPI_COMM_TYPE_SHARED are.");
    }
  }

  void used(const Job& job, const Place& place, std::uint64_t id, bool swapped) {
    const Window* window = job.window_by_id(place.process, id);
    // A number without a definition comes from a damaged trace; 0 is a handle that the program never had.
    if (!window && id != 0) return;
    if (window && !job.state(place.process, window->key).freed) return;
    if (!report().is_new(rule::kUseAfterFree, place)) return;
    if (!window && swapped)
      return add(rule::kUseAfterFree, place,
                 fmt::format("Rank {} calls {} with its two arguments swapped: the window is in the place of the "
                             "assertion, and {} is not a window.",
                             place.process, name_of(place.call),
                             words().symbolizer().argument_text(place, 1).value_or("the second argument")),
                 "The call is MPI_Win_fence(assert, win): the assertion comes first.", {}, {},
                 fence_in_order(place, words()));
    if (!window)
      return add(rule::kUseAfterFree, place,
                 fmt::format("Rank {} calls {} with MPI_WIN_NULL or a handle that is not a window.", place.process,
                             name_of(place.call)),
                 "The handle has to be that of a window that has been created and not yet freed.");
    add(rule::kUseAfterFree, place,
        fmt::format("Rank {} calls {} on {}, which it has freed.", place.process, name_of(place.call),
                    words().window_short(window->key)),
        "The window may be freed only after its last use, which may be by a copy of the handle.", window->key);
  }

  void left(const Job& job, const Place& place) {
    for (const auto& [key, known] : job.windows()) {
      const Window& window = *known;
      const Rank rank = window.rank_of(place.process);
      if (rank == Rank::kNone) continue;
      const WindowState& state = job.state(place.process, key);
      const WindowPart& part = window.part(rank);
      if (!state.created || state.freed || part.freed.known() || tried_.contains({place.process, key}) ||
          !part.created.known())
        continue;
      if (!report().is_new(rule::kNeverFreed, part.created, key, key.number())) continue;
      add(rule::kNeverFreed, part.created,
          fmt::format("Rank {} calls {} and has not freed {}.", place.process, name_of(place.call),
                      words().window_short(key)),
          fmt::format("{} has to be called on {} before {}.", freeing_call(part.created, place, words()),
                      who_frees(window, part.created, words()), words().call_at(place)),
          key, {}, free_window_before(part.created, place, words().fix_place(place), window, words()));
      const auto told = report().number_of(rule::kNeverFreed, part.created, key.number());
      if (!told) continue;
      // Ranks may make one window at several lines: that is one mistake.
      const auto [first, fresh] = never_freed_.try_emplace(key, *told);
      if (!fresh && first->second != *told) report().follows(*told, first->second);
    }
  }

  // Since MPI-4.1, the library also answers for created and allocated windows (perhaps that nothing is shared): the
  // call is wrong only if the library refuses it. For dynamic windows it is always wrong.
  void on_query(const Place& place, const Window& window) {
    if (window.flavor == WindowFlavor::kAllocateShared) return;
    if (window.flavor == WindowFlavor::kDynamic)
      not_shared(place, window.key);
    else
      asked_[place.by()] = {place, window.key};
  }

  void not_shared(const Place& place, WindowKey window) {
    if (!report().is_new(rule::kSharedQueryFlavor, place, window, window.number())) return;
    add(rule::kSharedQueryFlavor, place,
        fmt::format("Rank {} calls MPI_Win_shared_query on {}, whose memory is not shared.", place.process,
                    words().window_short(window)),
        "The window has to come from MPI_Win_allocate_shared.", window);
  }

  // Memory that another window of the process got from MPI, or has attached.
  bool is_of_another_window(const Window& window, Rank rank) {
    const Job& job = report().job();
    const Job::PartPlace part = job.place_of_part(window, rank);
    const ByteRange bytes{part.begin, part.begin + window.part(rank).size};
    const ProcessId process = window.part(rank).created.process;
    return std::ranges::any_of(job.windows(), [&](const auto& known) {
      const Window& other = *known.second;
      const Rank own = other.rank_of(process);
      if (own == Rank::kNone || other.flavor == WindowFlavor::kCreate) return false;
      if (part.memory.segment != 0)  // all of it belongs to the other window, or the program has mapped it itself
        return std::ranges::any_of(other.parts,
                                   [&](const WindowPart& its) { return its.segment == part.memory.segment; });
      if (other.flavor == WindowFlavor::kDynamic)
        return std::ranges::any_of(job.state(process, other.key).attached, [&](const auto& region) {
          return ByteRange{region.second.address, region.second.address + region.second.size}.holds(bytes);
        });
      const WindowPart& whole = other.part(own);
      return ByteRange{whole.base, whole.base + whole.size}.holds(bytes);
    });
  }

  void plain_memory(const Place& place, const Window& window, Rank target) {
    if (window.flavor != WindowFlavor::kCreate) return;
    const auto plain = std::ranges::find_if(window.parts, [&](const WindowPart& part) {
      const Rank rank(&part - window.parts.data());
      const bool locked = target == Rank::kAllTargets || target == rank;
      return locked && part.defined && part.size > 0 && !part.allocated && !is_of_another_window(window, rank);
    });
    if (plain == window.parts.end() ||
        !report().is_new(rule::kLockOnPlainMemory, place, window.key, window.key.number()))
      return;
    add(rule::kLockOnPlainMemory, place,
        fmt::format("Rank {} calls {} on {}, which MPI_Win_create made; on rank {} its memory comes neither from "
                    "MPI_Alloc_mem nor from another window.",
                    place.process, name_of(place.call), words().window_short(window.key), plain->created.process),
        "The memory has to come from MPI_Win_allocate or MPI_Alloc_mem.", window.key);
  }
};

}  // namespace

std::unique_ptr<Check> make_window_check(Report& report) {
  return std::make_unique<WindowCheck>(report);
}

}  // namespace fencepost
