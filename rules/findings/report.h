// Collects what checks find: drops what the user does not want, merges occurrences of one finding over time and ranks,
// fills in everything that comes from the rule's page.
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
  Fixes fixes;             // what would mend it, the best first
  std::string suggestion;  // a sentence of the rule's own, where there are none, or only such as have to be tried first
  std::vector<std::string> why;
  std::vector<Access> accesses;      // at least one
  std::vector<int> ranks;            // processes; empty: those of the accesses
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

  // Is the rule active, for this window (key; 0: none)?
  bool wants(std::string_view rule, WindowKey window = {}) const;

  // Cheap guard in front of the work of building a violation: false if the rule is not wanted or was found at this
  // place of this process before (then the occurrence is counted). `detail` distinguishes cases at one place.
  bool is_new(std::string_view rule, const Place& place, WindowKey window = {}, std::uint64_t detail = 0);

  // Reports; the same rule at the same source lines is one finding. `place` and `detail` as for is_new. Returns the
  // finding's number, for what is said below.
  using Number = std::size_t;
  Number add(std::string_view rule, const Place& place, Violation violation, std::uint64_t detail = 0);

  // The finding that tells of the rule at this place.
  std::optional<Number> number_of(std::string_view rule, const Place& place, std::uint64_t detail = 0) const;

  // What a rule had to say of a thread's call in hand, last: that the call is wrong, and in which finding (nothing: the
  // user does not want to hear it). Null: nothing.
  struct Told {
    Place place;
    std::optional<Number> finding;
  };
  const Told* told_of_call(const Place& call) const;
  void next_call(const Place& call);  // the thread's: nothing has been told of it yet
  // Whether something was found wrong about the process.
  bool has_found(int process) const { return found_.contains(process); }

  // What follows at other places from a mistake that was reported belongs to its finding. No reference is kept.
  Finding& finding(Number number) { return findings_[number]; }
  // What mends it, instead of what was said before.
  void advise(Number number, Fixes fixes);
  void advise(Number number, std::string sentence);
  // What mends the other one mends it.
  void advise_as(Number number, Number other);
  // What breaks `rule` at `place` is told by that finding, as one more access of it.
  void belongs(Number number, std::string_view rule, const Place& place, Access access, std::uint64_t detail = 0);
  // A finding of its own, but one that would not be there without the other (Finding::consequence_of).
  // The first cause stays, and of two neither follows from the other one and causes it.
  void follows(Number consequence, Number cause);
  bool is_consequence(Number number) const { return causes_.contains(number); }
  MissingCalls& missing() { return missing_; }

  // Called with each finding that fails the run (fails_run) when it is found, until it returns true.
  void when_found(std::function<bool(const Finding&)> listener) { listener_ = std::move(listener); }
  bool announces() const { return listener_ != nullptr; }
  // Says that a violation was found that will be added at the end only, when more is known of it.
  void announce(std::string_view rule, Violation violation);

  // At the end of the run: adds to what was found early what became known of its operations later.
  void finish_accesses();

  // All findings, sorted by severity, rule, location. The report is empty afterwards.
  std::vector<Finding> take();

 private:
  using Key = std::tuple<std::string_view, int, StackId, std::uint64_t, std::uint64_t>;
  static Key key(std::string_view rule, const Place& place, std::uint64_t detail) {
    return {rule, place.process, place.stack, place.pc, detail};
  }

  Finding finding_of(std::string_view rule, Violation violation) const;
  void note_told(std::string_view rule, const Place& place, std::optional<Number> finding);
  void link();
  void tell(const Finding& finding);

  Words words_;
  RuleOptions options_;
  std::function<bool(const Finding&)> listener_;
  std::vector<Finding> findings_;
  std::map<Key, std::size_t> at_place_;
  std::map<std::string, std::size_t> by_places_;
  std::map<Number, Number> causes_;  // by consequence
  MissingCalls missing_;
  std::map<std::pair<int, int>, Told> told_;  // by process and thread
  std::set<int> found_;                       // processes
};

// The stable identity of a finding: rule, and for each access its kind and its line as text (basename, function, text
// of the line if the source can be read, else its number). Neither ranks nor addresses nor moved lines change it.
std::string fingerprint_of(std::string_view rule, const std::vector<Access>& accesses);

}  // namespace fencepost
