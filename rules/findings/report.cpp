#include "findings/report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_scope.h"
#include "findings/fold.h"
#include "findings/library.h"
#include "findings/refused_synchronization.h"
#include "findings/steps.h"
#include "findings/values_read.h"
#include "model/source_lines.h"
#include "model/template_name.h"
#include "record/text_hash.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

// Without blanks, so that re-indenting changes nothing; nullopt if the line cannot be read.
std::optional<std::string> line_of(const SourceLocation& location, SourceLines& sources) {
  const auto& lines = sources.of(location.file);
  if (location.line < 1 || static_cast<std::size_t>(location.line) > lines.size()) return std::nullopt;
  std::string text = lines[static_cast<std::size_t>(location.line) - 1];
  std::erase_if(text, [](unsigned char c) { return c <= ' '; });
  return text;
}

std::string normalized(const SourceLocation& location, SourceLines& sources) {
  std::string text(name_of_file(location.file));
  text += ':' + template_name(location.function) + ':';
  if (location.line > 0) {
    const auto line = line_of(location, sources);
    text += line ? *line : std::to_string(location.line);
  } else {
    text += name_of_file(location.module);
  }
  return text;
}

// The rule and one line for each access, in an order that does not depend on the run: `place` says where it is.
template <class PlaceOf>
std::string identity(std::string_view rule, const std::vector<Access>& accesses, PlaceOf place) {
  std::vector<std::string> parts;
  parts.reserve(accesses.size());
  for (const Access& access : accesses)
    parts.push_back(
        fmt::format("{} {} {} {}", name_of(access.role), name_of(access.kind), access.call, place(access.location)));
  std::ranges::sort(parts);                                           // the run decides which of the two came first
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());  // and how many ranks were at one line
  return fmt::format("{}\n{}", rule, fmt::join(parts, "\n"));
}

// The places themselves: they distinguish two findings of one run.
std::string places_of(std::string_view rule, const std::vector<Access>& accesses) {
  return identity(rule, accesses, [](const SourceLocation& at) {
    return fmt::format("{}:{} {} {:x}", at.file, at.line, template_name(at.function), at.line > 0 ? 0 : at.address);
  });
}

// Stands in a fingerprint before what tells it apart from that of another finding, until the findings are in order.
constexpr char kOfSeveral = '#';

void merge_ranks(std::vector<int>& into, const std::vector<int>& more) {
  into.insert(into.end(), more.begin(), more.end());
  std::ranges::sort(into);
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

std::vector<int> ranks_of(const Violation& violation) {
  std::vector<int> ranks;
  for (const ProcessId process : violation.ranks) ranks.push_back(process.number());
  if (ranks.empty())
    for (const Access& access : violation.accesses)
      if (access.rank >= 0) ranks.push_back(access.rank);
  merge_ranks(ranks, {});
  return ranks;
}

}  // namespace

std::string fingerprint_of(std::string_view rule, const std::vector<Access>& accesses) {
  static thread_local SourceLines sources;
  const std::string text =
      identity(rule, accesses, [](const SourceLocation& location) { return normalized(location, sources); });
  return fmt::format("{:016x}", text_hash(text));
}

Report::Report(Symbolizer& symbolizer, RuleOptions options) : words_(symbolizer), options_(std::move(options)) {}

bool Report::wants(std::string_view rule, WindowKey window) const {
  bool separate = false;
  if (window) {
    const Window* found = words_.job().window(window);
    separate = found && found->model == MemoryModel::kSeparate;
  }
  return is_active(rule_of(rule), options_, separate);
}

bool Report::is_new(std::string_view rule, const Place& place, WindowKey window, std::uint64_t detail) {
  const auto found = at_place_.find(key(rule, place, detail));
  if (found != at_place_.end()) {
    occurs();
    ++findings_[found->second].count;
    note_told(rule, place, found->second);
    return false;
  }
  const bool wanted = wants(rule, window);
  if (!wanted) note_told(rule, place, std::nullopt);
  return wanted;
}

void Report::note_told(std::string_view rule, const Place& place, std::optional<Number> finding) {
  // There may be other things to say about a call that is right.
  if (rule_of(rule).severity > Severity::kUndefined) return;  // milder
  if (finding) found_.insert(place.process);
  told_[place.by()] = {place, finding};
}

const Report::Told* Report::told_of_call(const Place& call) const {
  const auto told = told_.find(call.by());
  const bool same =
      told != told_.end() && told->second.place.call == call.call && told->second.place.stack == call.stack;
  return same ? &told->second : nullptr;
}

void Report::next_call(const Place& call) {
  if (!told_.empty()) told_.erase(call.by());
}

Finding Report::finding_of(std::string_view rule_id, Violation violation) const {
  const Rule& rule = rule_of(rule_id);
  Finding finding;
  finding.rule = rule.id;
  finding.family = rule.family;
  finding.severity = effective_severity(violation.severity.value_or(rule.severity), rule, options_);
  finding.title = rule.title;
  finding.message = std::move(violation.message);
  finding.section = citation(rule);
  finding.suggestion = text_of(violation.fixes);
  if (finding.suggestion.empty()) finding.suggestion = std::move(violation.suggestion);
  finding.fixes = std::move(violation.fixes);
  for (std::string& sentence : violation.why)  // two accesses on one line have much in common
    if (std::ranges::find(finding.why, sentence) == finding.why.end()) finding.why.push_back(std::move(sentence));
  finding.count = violation.count;
  finding.ranks = ranks_of(violation);
  finding.fingerprint = fingerprint_of(rule_id, violation.accesses);
  finding.library = library_at_fault(rule.family, violation.accesses);
  if (!finding.library.empty()) {
    finding.suggestion = advice_on_library(finding.library);
    if (options_.libraries != LibraryChoice::kReport) finding.severity = Severity::kNote;
  }
  finding.accesses = std::move(violation.accesses);
  finding.timeline = std::move(violation.timeline);
  return finding;
}

void Report::tell(const Finding& finding) {
  if (!listener_ || !fails_run(finding, options_)) return;
  if (listener_(finding)) listener_ = nullptr;
}

void Report::announce(std::string_view rule, Violation violation) {
  occurs();
  if (listener_) tell(finding_of(rule, std::move(violation)));
}

Report::Number Report::add(std::string_view rule, const Place& place, Violation violation, std::uint64_t detail) {
  occurs();
  const auto [known, fresh] = by_places_.try_emplace(places_of(rule, violation.accesses), findings_.size());
  at_place_.try_emplace(key(rule_of(rule).id, place, detail), known->second);
  note_told(rule, place, known->second);
  if (!fresh) {
    Finding& finding = findings_[known->second];
    finding.count += violation.count;
    merge_ranks(finding.ranks, ranks_of(violation));
    return known->second;
  }
  findings_.push_back(finding_of(rule, std::move(violation)));
  tell(findings_.back());
  return known->second;
}

std::optional<Report::Number> Report::number_of(std::string_view rule, const Place& place, std::uint64_t detail) const {
  const auto found = at_place_.find(key(rule, place, detail));
  return found == at_place_.end() ? std::nullopt : std::optional(found->second);
}

void Report::follows(Number consequence, Number cause) {
  Number above = cause;
  for (auto at = causes_.find(above); at != causes_.end() && above != consequence; at = causes_.find(above))
    above = at->second;
  if (above != consequence) causes_.try_emplace(consequence, cause);
}

// Advice that a consequence gets later is about its cause.
void Report::keep_own_advice(Number consequence) {
  Finding& finding = findings_[consequence];
  if (is_consequence(consequence) && !finding.without_cause)
    finding.without_cause = {finding.suggestion, finding.fixes};
}

void Report::advise(Number number, Fixes fixes) {
  keep_own_advice(number);
  findings_[number].suggestion = text_of(fixes);
  findings_[number].fixes = std::move(fixes);
}

void Report::advise(Number number, std::string sentence) {
  keep_own_advice(number);
  findings_[number].suggestion = std::move(sentence);
  findings_[number].fixes.clear();
}

void Report::advise_as(Number number, Number other) {
  keep_own_advice(number);
  findings_[number].suggestion = findings_[other].suggestion;
  findings_[number].fixes = findings_[other].fixes;
}

void Report::belongs(Number number, std::string_view rule, const Place& place, Access access, std::uint64_t detail) {
  occurs();
  Finding& finding = findings_[number];
  at_place_.try_emplace(key(rule_of(rule).id, place, detail), number);
  note_told(rule, place, number);
  merge_ranks(finding.ranks, {access.rank});
  const auto same = [&](const Access& other) {
    return other.call == access.call && other.location.file == access.location.file &&
           other.location.line == access.location.line &&
           (access.location.line > 0 || other.location.address == access.location.address);
  };
  if (std::ranges::none_of(finding.accesses, same)) finding.accesses.push_back(std::move(access));
}

// Lines with the same text have the same fingerprint, and a consequence must not name one of another finding.
void Report::tell_apart() {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < findings_.size(); ++i)
    if (!seen.insert(findings_[i].fingerprint).second) findings_[i].fingerprint += fmt::format("{}{}", kOfSeveral, i);
}

void Report::link() {
  for (const auto& [consequence, cause] : causes_) {
    Number first = cause;
    std::size_t steps = 0;
    for (auto above = causes_.find(first); above != causes_.end() && steps <= causes_.size();
         above = causes_.find(first), ++steps)
      first = above->second;
    if (steps <= causes_.size()) findings_[consequence].consequence_of = findings_[first].fingerprint;
  }
  causes_.clear();
}

void Report::finish_accesses() {
  for (Finding& finding : findings_)
    for (Access& access : finding.accesses) words_.finish(access);
}

namespace {

// Nobody could follow advice whose variables are unknown at its place.
void name_what_is_known(Fixes& fixes, std::string& suggestion, KnownNames& names) {
  bool changed = false;
  for (Fix& fix : fixes) changed |= names.leave_out_others(fix) | names.add_error_argument(fix);
  const std::string text = changed ? text_of(fixes) : "";
  if (!text.empty()) suggestion = text;
}

void name_what_is_known(Finding& finding, KnownNames& names) {
  std::string words = finding.suggestion;
  name_what_is_known(finding.fixes, words, names);
  if (finding.library.empty()) finding.suggestion = words;
  if (auto& own = finding.without_cause) name_what_is_known(own->fixes, own->suggestion, names);
}

// What mends the cause mends a consequence. Advice of its own would lead away from it.
void leave_advice_to_cause(Finding& finding) {
  if (finding.consequence_of.empty() || finding.without_cause) return;
  finding.without_cause = {std::exchange(finding.suggestion, {}), std::exchange(finding.fixes, {})};
}

// The rows of a picture are counted from 1, whatever else the run did.
void number_rows(Timeline& picture) {
  std::set<std::uint64_t> orders;
  for (const TimelineEvent& event : picture.events) orders.insert(event.order);
  for (TimelineEvent& event : picture.events)
    event.order = static_cast<std::uint64_t>(std::distance(orders.begin(), orders.find(event.order))) + 1;
}

// In the order of the report, the second finding of a fingerprint gets its own, and so on: in each run the same ones.
void number_fingerprints(std::vector<Finding>& findings) {
  std::map<std::string, int> seen;
  std::map<std::string, std::string> now;
  for (Finding& finding : findings) {
    const std::string of_text = finding.fingerprint.substr(0, finding.fingerprint.find(kOfSeveral));
    const int before = seen[of_text]++;
    std::string numbered =
        before == 0 ? of_text : fmt::format("{:016x}", text_hash(fmt::format("{}#{}", of_text, before)));
    now[finding.fingerprint] = numbered;
    finding.fingerprint = std::move(numbered);
  }
  for (Finding& finding : findings)
    if (const auto cause = now.find(finding.consequence_of); cause != now.end()) finding.consequence_of = cause->second;
}

}  // namespace

std::vector<Finding> Report::take() {
  for (const auto& [consequence, cause] : wrong_by_values_read(findings_)) follows(consequence, cause);
  for (const auto& [consequence, cause] : races_of_steps(findings_)) follows(consequence, cause);
  for (const auto& [consequence, cause] : after_refused_synchronization(findings_)) follows(consequence, cause);
  tell_apart();
  link();
  std::vector<Finding> findings = std::move(findings_);
  if (options_.explains) {  // in trials nobody reads it, and each fix would parse the source
    SourceLines sources;
    KnownNames names(sources);
    for (Finding& finding : findings) name_what_is_known(finding, names);
  }
  findings_.clear();
  at_place_.clear();
  by_places_.clear();
  fold_alike(findings);
  for (Finding& finding : findings) {
    leave_advice_to_cause(finding);
    number_rows(finding.timeline);
  }
  put_in_order(findings);
  number_fingerprints(findings);
  return findings;
}

}  // namespace fencepost
