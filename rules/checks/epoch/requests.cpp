// Requests of request-based operations: FP-EPOCH-018, 019.
#include <map>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "epoch_checks/epoch_fixes.h"
#include "epoch_checks/makers.h"
#include "facts/calls.h"
#include "job/recycled.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

class RequestCheck : public CheckOf<RequestCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job&, const Operation& operation) override {
    if (operation.request == 0 || operation.outcome != 0) return;  // a refused call has made no request
    const auto process = static_cast<std::size_t>(operation.place.process);
    if (requests_.size() <= process) requests_.resize(process + 1);
    requests_[process][operation.request] = {operation.place, operation.window, operation.kind};
  }

  void on(const event::RequestsDone& done, const Here& here) {
    if (here.place.call == MpiCall::kRequest_get_status) return;  // the request stays
    if (Requests* const of_process = requests_of(here.place.process)) {
      for (const std::uint64_t request : done.requests) of_process->erase(request);
    }
  }
  void on(const event::RequestFree& free, const Here& here) { given_up(here.place, free.request, "frees"); }
  void on(const event::Cancel& cancel, const Here& here) { given_up(here.place, cancel.request, "cancels"); }

  void finished(const Job& job, const EndOfRun&) override {
    for (std::size_t process = 0; process < requests_.size(); ++process) {
      // A program that was stopped before MPI_Finalize might still have completed them.
      if (!job.process(static_cast<int>(process)).finalizing) continue;
      const std::map<std::uint64_t, Made> in_order(requests_[process].begin(), requests_[process].end());
      for (const auto& [request, made] : in_order) never_completed(made);
    }
  }

 private:
  struct Made {
    Place place;
    WindowKey window;
    OperationKind kind = OperationKind::kPut;
  };
  using Requests = RecyclingHashMap<std::uint64_t, Made>;
  std::vector<Requests> requests_;  // not completed, by process

  // Null: the process has made none.
  Requests* requests_of(int process) {
    const auto index = static_cast<std::size_t>(process);
    return index < requests_.size() ? &requests_[index] : nullptr;
  }

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

  void never_completed(const Made& made) {
    if (!report().is_new(rule::kRmaRequestNotCompleted, made.place, made.window)) return;
    Violation v;
    v.message = fmt::format("The request of {} of rank {} at {} is never completed by a wait or test call.",
                            name_of(made.place.call), made.place.process, words().position(made.place));
    v.why.push_back(
        "Unlock and flush complete the operation, but not its request; MPI_Request_get_status only inspects it.");
    const auto name = request_text(made.place, made.kind, words());
    Fix wait{.kind = FixKind::kAdd, .purpose = FixPurpose::kComplete, .call = wait_for(name, made.place)};
    wait.place = wait.operation = words().fix_place(made.place);
    wait.window = made.window;
    v.fixes = {
        std::move(wait),
        must_hold("if a flush or the end of the epoch completes it before its buffer is used, use the form without "
                  "a request; otherwise wait for the request before that")};
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
               must_hold("use the form without a request")};
    v.accesses.push_back(words().call(place));
    add(rule::kRmaRequestFreed, made, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_request_check(Report& report) {
  return std::make_unique<RequestCheck>(report);
}

}  // namespace fencepost
