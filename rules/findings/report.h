// Collects what checks find: drops what the user does not want, merges occurrences of one finding over time and ranks,
// and fills in everything that comes from the rule's page.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "findings/missing_calls.h"
#include "model/finding.h"
#include "registry/options.h"
#include "registry/rule.h"
#include "registry/rule_ids.h"
#include "words/words.h"

namespace fencepost {

// One case of a rule, as a check describes it.
struct Violation {
  std::string message;     // one sentence, with the facts of this case
  Fixes fixes;             // what would fix it, the best first
  std::string suggestion;  // a sentence of the rule, if there are no fixes, or only fixes that have to be tried first
  std::vector<std::string> why;
  std::vector<Access> accesses;      // at least one
  std::vector<ProcessId> ranks;      // processes; empty: those of the accesses
  std::optional<Severity> severity;  // instead of the rule's
  std::uint64_t count = 1;
  Timeline timeline;
};

class Report {
 public:
  Report(Symbolizer& symbolizer, RuleOptions options);

  const RuleOptions& options() const { return options_; }
  Words& words() { return words_; }
  const Job& job() const { return words_.job(); }

  // Whether the rule is active, for this window (key; 0: none).
  bool wants(std::string_view rule, WindowKey window = {}) const;

  // A cheap check before a violation is built: false if the rule is not wanted, or was found at this place of this
  // process before (then the occurrence is counted). `detail` distinguishes cases at one place.
  bool is_new(std::string_view rule, const Place& place, WindowKey window = {}, std::uint64_t detail = 0);

  // Reports a violation; the same rule at the same source lines is one finding. `place` and `detail` as for is_new.
  // Returns the finding's number, for the functions below.
  using Number = std::size_t;
  Number add(std::string_view rule, const Place& place, Violation violation, std::uint64_t detail = 0);

  // The finding about the rule at this place.
  std::optional<Number> number_of(std::string_view rule, const Place& place, std::uint64_t detail = 0) const;

  // What a rule last reported about a thread's current call: that the call is wrong, and in which finding (nothing: the
  // user does not want it). Null: nothing was reported.
  struct Told {
    Place place;
    std::optional<Number> finding;
  };
  const Told* told_of_call(const Place& call) const;
  void next_call(const Place& call);  // the thread's: nothing has been reported about it yet
  // Whether a finding concerns the process.
  bool has_found(ProcessId process) const { return found_.contains(process); }

  // Consequences of a reported mistake at other places belong to its finding. The reference must not be kept.
  Finding& finding(Number number) {
    occurs();
    return findings_[number];
  }
  // Replaces the advice.
  void advise(Number number, Fixes fixes);
  void advise(Number number, std::string sentence);
  // The fix of the other finding fixes this one, too.
  void advise_as(Number number, Number other);
  // The violation of `rule` at `place` is covered by that finding, as one more access of it.
  void belongs(Number number, std::string_view rule, const Place& place, Access access, std::uint64_t detail = 0);
  // A separate finding that would not exist without the other (Finding::consequence_of). The first cause stays, and a
  // finding that follows from another one is never its cause.
  void follows(Number consequence, Number cause);
  bool is_consequence(Number number) const { return causes_.contains(number); }
  MissingCalls& missing() { return missing_; }

  // Called with each finding that fails the run (fails_run) when it is found, until it returns true.
  void when_found(std::function<bool(const Finding&)> listener) { listener_ = std::move(listener); }
  bool announces() const { return listener_ != nullptr; }
  // Called with each occurrence of a violation, before anything else happens.
  void when_occurs(std::function<void()> listener) { occurs_ = std::move(listener); }
  // Announces a violation that will be added only at the end, when more is known about it.
  void announce(std::string_view rule, Violation violation);

  // At the end of the run: adds to early findings what became known later about their operations.
  void finish_accesses();

  // All findings, sorted by severity, rule, location. The report is empty afterwards.
  std::vector<Finding> take();

 private:
  using Key = std::tuple<std::string_view, ProcessId, StackId, std::uint64_t, std::uint64_t>;
  static Key key(std::string_view rule, const Place& place, std::uint64_t detail) {
    return {rule, place.process, place.stack, place.pc, detail};
  }

  Finding finding_of(std::string_view rule, Violation violation) const;
  void occurs() {
    if (occurs_) occurs_();
  }
  void keep_own_advice(Number consequence);
  void note_told(std::string_view rule, const Place& place, std::optional<Number> finding);
  void tell_apart();
  void link();
  void tell(const Finding& finding);

  Words words_;
  RuleOptions options_;
  std::function<bool(const Finding&)> listener_;
  std::function<void()> occurs_;
  std::vector<Finding> findings_;
  std::map<Key, std::size_t> at_place_;
  std::map<std::string, std::size_t> by_places_;
  std::map<Number, Number> causes_;  // by consequence
  MissingCalls missing_;
  std::map<ThreadName, Told> told_;
  std::set<ProcessId> found_;  // processes
};

// The stable identity of a finding: the rule, and for each access its kind and its line as text (basename, function,
// text of the line if the source can be read, otherwise its number). Ranks, addresses and moved lines do not change it.
std::string fingerprint_of(std::string_view rule, const std::vector<Access>& accesses);

}  // namespace fencepost
