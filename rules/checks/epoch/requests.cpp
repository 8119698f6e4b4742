// Requests of request-based operations: FP-EPOCH-018, 019.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "advice/request_form.h"
#include "checks_base/check.h"
#include "epoch_checks/epoch_fixes.h"
#include "epoch_checks/makers.h"
#include "facts/calls.h"
#include "job/recycled.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

class RequestCheck : public CheckOf<RequestCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job&, const Operation& operation) override {
    if (operation.request == 0 || operation.outcome != 0) return;  // a refused call has made no request
    const std::size_t maker = maker_of(operation.place);
    const std::uint64_t number = maker < kMostMakers ? makers_of(operation.place.process)[maker].made++ : 0;
    requests_.grown(operation.place.process)[operation.request] = {operation.place, operation.window, operation.kind,
                                                                   maker, number};
  }

  void on(const event::RequestsDone& done, const Here& here) {
    if (here.place.call == MpiCall::kRequest_get_status) return;  // the request stays
    if (Requests* const of_process = requests_of(here.place.process)) {
      for (const std::uint64_t request : done.requests) {
        const auto found = of_process->find(request);
        if (found == of_process->end()) continue;
        if (found->second.maker < kMostMakers) makers_of(here.place.process)[found->second.maker].completed(here.place);
        of_process->erase(found);
      }
    }
  }
  void on(const event::RequestFree& free, const Here& here) { given_up(here.place, free.request, "frees"); }
  void on(const event::Cancel& cancel, const Here& here) { given_up(here.place, cancel.request, "cancels"); }

  void finished(const Job& job, const EndOfRun&) override {
    for (const ProcessId process : requests_.processes()) {
      // A program that was stopped before MPI_Finalize might still have completed them.
      if (!job.process(process).finalizing) continue;
      const std::map<std::uint64_t, Made> in_order(requests_[process].begin(), requests_[process].end());
      for (const auto& [request, made] : in_order)
        if (made.maker < kMostMakers) makers_of(process)[made.maker].left.push_back(made.number);
      for (const auto& [request, made] : in_order) never_completed(made);
    }
  }

 private:
  struct Made {
    Place place;
    WindowKey window;
    OperationKind kind = OperationKind::kPut;
    std::size_t maker = 0;     // in makers_of the process
    std::uint64_t number = 0;  // among the requests of its maker, from 0
  };
  // A call that makes requests, mostly in a loop.
  struct Maker {
    Place place;
    std::uint64_t made = 0, done = 0;
    Place completing;                 // the call that completed the last of them
    bool by_one = true;               // that call completed all of them
    std::vector<std::uint64_t> left;  // at the end: their numbers
    void completed(const Place& by) {
      by_one &= done == 0 || completing == by;
      completing = by;
      ++done;
    }
  };
  static constexpr std::size_t kMostMakers = 64;    // of a process: the first ones
  std::map<ProcessId, std::vector<Maker>> makers_;  // by process

  std::vector<Maker>& makers_of(ProcessId process) { return makers_[process]; }
  // kMostMakers: it is not one of those that are kept.
  std::size_t maker_of(const Place& place) {
    std::vector<Maker>& makers = makers_of(place.process);
    const auto known = std::ranges::find(makers, place, &Maker::place);
    if (known != makers.end()) return static_cast<std::size_t>(known - makers.begin());
    if (makers.size() == kMostMakers) return kMostMakers;
    makers.push_back({.place = place});
    return makers.size() - 1;
  }
  using Requests = RecyclingHashMap<std::uint64_t, Made>;
  PerProcess<Requests> requests_;  // not completed

  // Null: the process has made none.
  Requests* requests_of(ProcessId process) { return requests_.has(process) ? &requests_[process] : nullptr; }

  Report::Number add(std::string_view rule, const Made& made, Violation v) {
    Access access = words().call(made.place);
    access.window = words().window(made.window);
    v.accesses.insert(v.accesses.begin(), std::move(access));
    return report().add(rule, made.place, std::move(v));
  }

  static FixCall wait_for(const std::optional<std::string>& request, const Place& made) {
    FixCall wait{.function = std::string(name_of(MpiCall::kWait))};
    if (request) {
      wait.arguments = {*request, "MPI_STATUS_IGNORE"};
    } else {
      wait.arguments_of = "the request of " + std::string(name_of(made.call));
    }
    return wait;
  }

  static bool completes_several(MpiCall call) {
    return call == MpiCall::kWaitall || call == MpiCall::kTestall || call == MpiCall::kWaitsome ||
           call == MpiCall::kTestsome;
  }

  // "Rank 0 has made 8 requests there and completed 7 of them, all in MPI_Waitall at halo.c:8. The last one is left."
  std::string some_are_left(const Maker& maker) {
    const std::size_t left = maker.left.size();
    const bool last = maker.left.front() + left == maker.made, first = maker.left.back() + 1 == left;
    std::string which = fmt::format("{} of them are left", left);
    if (last || first)
      which = left == 1 ? fmt::format("the {} one is left", last ? "last" : "first")
                        : fmt::format("the {} {} are left", last ? "last" : "first", left);
    else if (left == 1)
      which = fmt::format("number {} is left", maker.left.front() + 1);
    return fmt::format("Rank {} has made {} there and completed {} of them{} in {}. {}.", maker.place.process,
                       count_of(maker.made, "request"), maker.done, maker.by_one ? "" : ", most recently",
                       words().call_at(maker.completing), upper_first(std::move(which)));
  }

  void never_completed(const Made& made) {
    if (!report().is_new(rule::kRmaRequestNotCompleted, made.place, made.window)) return;
    Violation v;
    v.message = fmt::format("The request of {} of rank {} at {} is never completed by a wait or test call.",
                            name_of(made.place.call), made.place.process, words().position(made.place));
    const Maker* const maker = made.maker < kMostMakers ? &makers_of(made.place.process)[made.maker] : nullptr;
    const bool some = maker != nullptr && maker->done > 0 && !maker->left.empty();
    if (some) v.why.push_back(some_are_left(*maker));
    v.why.push_back(
        "Unlock and flush complete the operation, but not its request; MPI_Request_get_status only inspects it.");
    const auto name = request_text(made.place, made.kind, words());
    Fix wait{.kind = FixKind::kAdd, .purpose = FixPurpose::kComplete, .call = wait_for(name, made.place)};
    wait.place = wait.operation = words().fix_place(made.place);
    wait.window = made.window;
    wait.holds = fmt::format("{} has to complete the request of {}", text_of(wait.call), words().call_at(made.place));
    if (some && completes_several(maker->completing.call))
      v.fixes.push_back(must_hold(
          fmt::format("{} has to complete the other {} as well", words().call_at(maker->completing),
                      maker->left.size() == 1 ? std::string("one") : count_of(maker->left.size(), "request"))));
    const bool at_once = waits_at_once(wait);
    const bool as_others = at_once && some && !completes_several(maker->completing.call);
    if (at_once) wait.only_if = {.clause = kIfNothingGoesOn, .of_aim = true};
    if (as_others)
      v.fixes.push_back(must_hold(
          fmt::format("each request has to be waited for before its buffer is used or freed, as {} waits for {}",
                      words().call_at(maker->completing), maker->by_one ? "others" : "some of the others")));
    v.fixes.push_back(std::move(wait));
    v.fixes.push_back(must_hold(
        as_others
            ? "where a flush or the end of the epoch completes the operation before that, the form without a request "
              "is enough"
            : "the request has to be waited for before its buffer is used; where a flush or the end of the epoch "
              "completes the operation before that, the form without a request is enough"));
    const Report::Number number = add(rule::kRmaRequestNotCompleted, made, std::move(v));
    // The wait would have kept the buffer until then.
    if (const auto freed = report().number_of(rule::kPendingBufferFreed, made.place)) report().follows(*freed, number);
  }

  void given_up(const Place& place, std::uint64_t request, std::string_view verb) {
    Requests* const of_process = requests_of(place.process);
    if (of_process == nullptr) return;
    const auto found = of_process->find(request);
    if (found == of_process->end()) return;
    const Made made = found->second;
    of_process->erase(found);
    if (!report().is_new(rule::kRmaRequestFreed, made.place, made.window)) return;
    Violation v;
    v.message = fmt::format("Rank {} {} the request of {} (made at {}) with {}.", place.process, verb,
                            name_of(made.place.call), words().position(made.place), words().call_at(place));
    const auto name = argument_text(place, 0, words());
    v.fixes = {call_instead(wait_for(name, made.place), place, made.window, FixPurpose::kComplete, words()),
               must_hold("the operation needs the form without a request")};
    v.accesses.push_back(words().call(place));
    add(rule::kRmaRequestFreed, made, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_request_check(Report& report) {
  return std::make_unique<RequestCheck>(report);
}

}  // namespace fencepost
