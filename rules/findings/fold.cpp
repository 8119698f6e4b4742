#include "findings/fold.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/template_name.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

std::string place_of(const Access& access) {
  const SourceLocation& at = access.location;
  return fmt::format("{}:{} {} {:x} {} {}", at.file, at.line, template_name(at.function), at.line > 0 ? 0 : at.address,
                     name_of(access.role), access.call);
}

bool is_pair(const Finding& finding) {
  return finding.family == Family::kRace && finding.accesses.size() == 2;
}

// The two statements, whether they load or store.
std::string lines_of(const Finding& finding) {
  std::string first = place_of(finding.accesses[0]), second = place_of(finding.accesses[1]);
  if (second < first) std::swap(first, second);
  return first + '\n' + second;
}

// -1: neither; otherwise the index of the one that is a plain access of this kind.
int plain(const Finding& finding, AccessVerb kind) {
  for (int i : {0, 1}) {
    const Access& access = finding.accesses[static_cast<std::size_t>(i)];
    if (access.role == Role::kLocal && access.kind == kind) return i;
  }
  return -1;
}

bool same_column(const Finding& a, const Finding& b) {
  const int i = plain(a, AccessVerb::kLoad), j = plain(b, AccessVerb::kLoad);
  if (i < 0 || j < 0) return false;
  return a.accesses[static_cast<std::size_t>(i)].location.column ==
         b.accesses[static_cast<std::size_t>(j)].location.column;
}

// Both are at the same two lines: whether `kept` says what `other` says, and more.
bool covers(const Finding& kept, const Finding& other) {
  if (other.rule == rule::kLockOrderOnly && kept.rule != rule::kLockOrderOnly) return true;
  if (kept.rule == rule::kPollingLoad && other.rule != rule::kPollingLoad) return same_column(kept, other);
  return kept.rule == other.rule && plain(kept, AccessVerb::kStore) >= 0 && plain(other, AccessVerb::kLoad) >= 0;
}

void take_over(Finding& kept, const Finding& other) {
  // A statement that loads what it overwrites wants it from the other one: other places are no help to it.
  if (is_of_places(kept) && !is_of_places(other) && plain(kept, AccessVerb::kStore) >= 0 &&
      plain(other, AccessVerb::kLoad) >= 0) {
    kept.suggestion = other.suggestion;
    kept.fixes = other.fixes;
  }
  if (kept.rule == other.rule) kept.count += other.count;
  kept.ranks.insert(kept.ranks.end(), other.ranks.begin(), other.ranks.end());
  std::ranges::sort(kept.ranks);
  kept.ranks.erase(std::unique(kept.ranks.begin(), kept.ranks.end()), kept.ranks.end());
}

bool same_place(const Access& a, const Access& b) {
  return a.location.file == b.location.file && a.location.line == b.location.line &&
         template_name(a.location.function) == template_name(b.location.function) && a.call == b.call;
}

// A buffer on the stack whose function has returned, or whose thread has ended: when the function's next call uses the
// same memory, on its way to the operation, that is not a separate mistake.
bool is_next_call(const Finding& race, const Finding& gone) {
  if (race.rule != rule::kOriginBufferReused && race.rule != rule::kResultBufferUsed) return false;
  if (race.accesses.size() != 2 || gone.accesses.empty() || !same_place(race.accesses[0], gone.accesses[0]))
    return false;
  const SourceLocation& other = race.accesses[1].location;
  const SourceLocation& operation = gone.accesses[0].location;
  return race.accesses[1].role == Role::kLocal && operation.line > 0 && other.file == operation.file &&
         other.function == operation.function && other.line <= operation.line;
}

void fold_next_calls(std::vector<Finding>& findings) {
  std::erase_if(findings, [&](const Finding& race) {
    return std::ranges::any_of(findings, [&](const Finding& gone) {
      // (The end of a thread has no place.)
      return gone.rule == rule::kPendingBufferFreed && (gone.accesses.size() == 1 || gone.accesses.back().ends_scope) &&
             is_next_call(race, gone);
    });
  });
}

}  // namespace

bool is_of_places(const Finding& finding) {
  return !finding.fixes.empty() && finding.fixes.front().purpose == FixPurpose::kApart;
}

bool gives_way(const Finding& finding, const Finding& other) {
  return is_pair(finding) && is_pair(other) && covers(other, finding) && lines_of(finding) == lines_of(other);
}

void fold_alike(std::vector<Finding>& findings) {
  fold_next_calls(findings);
  std::map<std::string, std::vector<std::size_t>> at_lines;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (is_pair(findings[i])) at_lines[lines_of(findings[i])].push_back(i);
  }
  std::vector<bool> gone(findings.size());
  std::map<std::string, std::string> moved;  // fingerprints of the removed findings
  for (const auto& [lines, alike] : at_lines) {
    for (const std::size_t other : alike) {
      for (const std::size_t kept : alike) {
        if (kept == other || gone[kept] || !covers(findings[kept], findings[other])) continue;
        take_over(findings[kept], findings[other]);
        gone[other] = true;
        moved[findings[other].fingerprint] = findings[kept].fingerprint;
        break;
      }
    }
  }
  std::size_t next = 0;
  std::erase_if(findings, [&](const Finding&) { return gone[next++]; });
  for (Finding& finding : findings) {
    if (const auto now = moved.find(finding.consequence_of); now != moved.end()) finding.consequence_of = now->second;
    if (finding.consequence_of == finding.fingerprint) finding.consequence_of.clear();
  }
}

namespace {

// Expects sorted findings.
void consequences_behind_causes(std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> causes;  // by fingerprint: the first finding
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (findings[i].consequence_of.empty()) causes.try_emplace(findings[i].fingerprint, i);
  const auto cause_of = [&](std::size_t i) {
    const auto cause = findings[i].consequence_of.empty() ? causes.end() : causes.find(findings[i].consequence_of);
    return cause == causes.end() ? i : cause->second;
  };
  std::vector<Finding> in_order;
  in_order.reserve(findings.size());
  std::vector<bool> done(findings.size());
  const auto take = [&](std::size_t i) {
    if (done[i]) return;
    done[i] = true;
    in_order.push_back(std::move(findings[i]));
  };
  std::vector<std::size_t> of(findings.size());
  for (std::size_t i = 0; i < of.size(); ++i) of[i] = cause_of(i);
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (done[i]) continue;
    take(of[i]);
    for (std::size_t other = i; other < of.size(); ++other)
      if (of[other] == of[i]) take(other);
  }
  findings = std::move(in_order);
}

}  // namespace

void put_in_order(std::vector<Finding>& findings) {
  const auto order = [](const Finding& finding) {
    std::vector<std::tuple<std::string_view, int, int>> lines;
    lines.reserve(finding.accesses.size());
    for (const Access& access : finding.accesses)
      lines.emplace_back(access.location.file, access.location.line, access.location.column);
    return std::tuple(static_cast<int>(finding.severity), std::string_view(finding.rule), std::move(lines),
                      std::string_view(finding.fingerprint));
  };
  std::ranges::stable_sort(findings, [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
  consequences_behind_causes(findings);
}

}  // namespace fencepost
