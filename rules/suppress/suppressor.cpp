#include "suppress/suppressor.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "suppress/comments.h"

namespace fencepost::suppress {
namespace {

std::string comment_place(const std::string& file, int line) {
  return fmt::format("{}:{}", name_of_file(file), line);
}

// All suppressions of a run with their counts; apply() reports them at the end.
class Account {
 public:
  explicit Account(std::vector<Suppression> before) : suppressions_(std::move(before)) {}
  std::size_t add(Suppression suppression) {
    suppressions_.push_back(std::move(suppression));
    return suppressions_.size() - 1;
  }
  Suppression& operator[](std::size_t index) { return suppressions_[index]; }
  std::vector<Suppression> take() { return std::move(suppressions_); }

 private:
  std::vector<Suppression> suppressions_;
};

// Nobody could follow advice about a finding that is not shown.
void stand_alone(Finding& finding) {
  finding.consequence_of.clear();
  if (!finding.without_cause) return;
  finding.suggestion = std::move(finding.without_cause->suggestion);
  finding.fixes = std::move(finding.without_cause->fixes);
  finding.without_cause.reset();
}

}  // namespace

std::vector<std::string> Suppressor::add_file(std::string_view text, const std::string& name) {
  ParsedFile parsed = parse(text, name);
  for (FileEntry& entry : parsed.entries) entries_.push_back(std::move(entry));
  return std::move(parsed.problems);
}

void Suppressor::add_baseline(std::set<std::string> fingerprints, const std::string& name) {
  baselines_.push_back({name, std::move(fingerprints)});
}

void Suppressor::apply(Findings& findings) const {
  Account account(std::move(findings.suppressions));
  Comments comments;
  std::map<std::pair<std::string, int>, std::size_t> of_comment;
  std::vector<std::size_t> of_entry, of_baseline;
  for (const FileEntry& entry : entries_)
    of_entry.push_back(account.add({.kind = SuppressionKind::kFile, .place = entry.place, .text = entry.text}));
  std::vector<std::set<std::string>> occurred(baselines_.size());
  for (const Baseline& baseline : baselines_)
    of_baseline.push_back(account.add({.kind = SuppressionKind::kBaseline, .place = baseline.name, .text = ""}));

  const auto suppressed_by = [&](const Finding& finding) {
    std::optional<std::size_t> first;
    const auto hit = [&](std::size_t index) {
      account[index].used = true;
      if (!first) first = index;
    };
    for (const Access& access : finding.accesses)
      for (const Comments::Found& found : comments.at(access.location)) {
        if (!found.comment->rules.contains(finding.rule)) continue;
        const auto [known, fresh] = of_comment.try_emplace({found.file, found.line}, 0);
        if (fresh)
          known->second = account.add({.kind = SuppressionKind::kComment,
                                       .place = comment_place(found.file, found.line),
                                       .text = found.comment->reason});
        hit(known->second);
      }
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].fits(finding)) hit(of_entry[i]);
    for (std::size_t i = 0; i < baselines_.size(); ++i)
      if (baselines_[i].fingerprints.contains(finding.fingerprint)) {
        occurred[i].insert(finding.fingerprint);
        hit(of_baseline[i]);
      }
    return first;
  };

  std::vector<Finding> kept;
  for (Finding& finding : findings.findings) {
    const auto by = suppressed_by(finding);
    if (!by) {
      kept.push_back(std::move(finding));
      continue;
    }
    ++account[*by].findings;
    account[*by].occurrences += finding.count;
    findings.suppressed.push_back({.by = *by, .finding = std::move(finding)});
  }
  findings.findings = std::move(kept);
  std::set<std::string> shown;
  for (const Finding& finding : findings.findings) shown.insert(finding.fingerprint);
  for (Finding& finding : findings.findings)
    if (!shown.contains(finding.consequence_of)) stand_alone(finding);

  for (std::size_t i = 0; i < baselines_.size(); ++i) {
    const std::size_t missing = baselines_[i].fingerprints.size() - occurred[i].size();
    if (missing > 0)
      account[of_baseline[i]].text =
          baselines_[i].fingerprints.size() == 1
              ? "its finding did not occur"
              : fmt::format("{} of its {} findings did not occur", missing, baselines_[i].fingerprints.size());
  }
  // Comments that hid nothing, in the files that were read.
  for (const Comments::Found& found : comments.all()) {
    if (of_comment.contains({found.file, found.line})) continue;
    Suppression suppression{.kind = SuppressionKind::kComment,
                            .place = comment_place(found.file, found.line),
                            .text = found.comment->reason,
                            .problem = found.comment->problem};
    if (comments.changed().contains(found.file))
      suppression.problem = "the file was changed after the program was built: its comments do not count";
    account.add(std::move(suppression));
  }
  findings.suppressions = account.take();
}

}  // namespace fencepost::suppress
