#include "trial/one_fix.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "advice/source_patch.h"
#include "findings/fold.h"
#include "record/vocabulary.h"
#include "registry/rule_ids.h"
#include "words/fix_text.h"
#include "words/words.h"

namespace fencepost::trial {
namespace {

// Whether what else is gone with it was the same mistake: what only keeps two apart, or never lets them meet, may hide
// others, and what holds only for the other order of two is not the likely mistake. What lets ranks go on that hang is
// tried at the end of the run, and shows nothing of what comes before.
bool mends(const Fix& fix) {
  return !fix.only_if.first.known() && fix.purpose != FixPurpose::kExclude && fix.purpose != FixPurpose::kApart &&
         fix.purpose != FixPurpose::kLetGoOn;
}

// Whether it is an error, or its outcome is undefined. (A hang has a cause of its own: hang.h.)
bool is_mistake(const Finding& finding) {
  return finding.severity <= Severity::kPortability && finding.library.empty() && finding.family != Family::kMatch;
}

// A call or promise that is wrong is mended by itself; what is open at the end of its window should often have ended
// long before; and a promise may be right where a call is missing.
int directness(const Fix& fix) {
  if (fix.purpose == FixPurpose::kKeepPromise) return 0;
  if (fix.purpose == FixPurpose::kCloseEpoch) return 1;
  return fix.kind == FixKind::kReplaceCall ? 3 : 2;
}

// "FP-RACE-006 (halo.c:3 and halo.c:9)"
std::string name_and_places(const Finding& finding) {
  std::string places;
  for (const Access& access : finding.accesses) {
    if (access.location.line <= 0) continue;
    places += (places.empty() ? " (" : " and ") + position_of(access.location);
    if (&access != finding.accesses.data()) break;
  }
  return finding.rule + places + (places.empty() ? "" : ")");
}

class Folding {
 public:
  Folding(std::vector<Finding>& findings, SourceLines& sources)
      : findings_(findings), sources_(sources), is_cause_(findings.size()) {
    for (const Finding& finding : findings) names_.push_back(name_of_finding(finding));
  }

  // The other findings that it mends, with all their consequences.
  std::vector<std::size_t> others(const PassedFix& passed) const {
    std::vector<std::size_t> others;
    if (!is_free(passed.finding) || !mends(findings_[passed.finding].fixes[passed.fix])) return others;
    const auto is_gone = [&](std::size_t one) { return passed.mended.contains(names_[one]); };
    if (!is_gone(passed.finding)) return others;  // it is about places
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (i != passed.finding && is_free(i) && is_gone(i) && !is_milder(passed.finding, i) &&
          std::ranges::all_of(consequences(i), is_gone))
        others.push_back(i);
    return others;
  }

  // Among those that mend as many.
  std::pair<bool, int> weight(const PassedFix& passed) {
    const Fix& fix = findings_[passed.finding].fixes[passed.fix];
    return std::pair(!patch_of(fix, sources_).empty(), directness(fix));
  }

  // Its finding becomes the cause of the others.
  void fold(const PassedFix& passed, const std::vector<std::size_t>& others) {
    Finding& cause = findings_[passed.finding];
    std::rotate(cause.fixes.begin(), cause.fixes.begin() + static_cast<std::ptrdiff_t>(passed.fix),
                cause.fixes.begin() + static_cast<std::ptrdiff_t>(passed.fix) + 1);
    cause.suggestion = text_of(cause.fixes);
    is_cause_[passed.finding] = true;
    const Fixes see = {must_hold(fmt::format(
        "see {}: the change that mends it also mends this, as was tried on the recorded run", name_and_places(cause)))};
    const auto follow = [&](Finding& finding) {
      finding.consequence_of = cause.fingerprint;
      finding.fixes = see;
      finding.suggestion = text_of(finding.fixes);
    };
    for (const std::size_t other : others) {
      for (const std::size_t one : consequences(other)) follow(findings_[one]);
      follow(findings_[other]);
    }
  }

  // A promise may be right and a fence be missing: then more is wrong with the same windows than the promise.
  void doubt_promises() {
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      Finding& finding = findings_[i];
      if (!finding.consequence_of.empty() || !others_remain(i)) continue;
      if (finding.rule == rule::kInvalidAssert) continue;  // it promises nothing
      for (Fix& fix : finding.fixes) {
        if (fix.purpose != FixPurpose::kKeepPromise || !fix.tried ||
            fix.place.call != fencepost::name_of(MpiCall::kWin_fence))
          continue;
        // (That the memory was stored to is certain: a fence before that would only be a second change.)
        if (fix.argument.instead_of == "MPI_MODE_NOSTORE") continue;
        fix.tried = false;
        fix.only_if.clause = "if no MPI_Win_fence is missing: other findings about this window remain with it";
        fix.holds = fmt::format(
            "what {0} in {1} promises has to be true. It may be an MPI_Win_fence that is missing: without {0} other "
            "findings about this window remain",
            fix.argument.instead_of, fix.place.name);
        finding.suggestion = text_of(finding.fixes);
      }
    }
  }

 private:
  // Whether another mistake is about one of the finding's windows, and may come from a missing fence. (A wrong range or
  // type does not.)
  static bool is_of_order(const Finding& finding) {
    constexpr std::array kOfOrder = {Family::kRace, Family::kEpoch, Family::kAssert, Family::kMatch};
    return std::ranges::find(kOfOrder, finding.family) != kOfOrder.end();
  }
  bool others_remain(std::size_t i) const {
    const auto is_of = [&](const Access& access) {
      return !access.window.empty() &&
             std::ranges::any_of(findings_[i].accesses, [&](const Access& own) { return own.window == access.window; });
    };
    for (std::size_t j = 0; j < findings_.size(); ++j)
      if (j != i && findings_[j].consequence_of.empty() && is_mistake(findings_[j]) && is_of_order(findings_[j]) &&
          findings_[j].rule != findings_[i].rule && std::ranges::any_of(findings_[j].accesses, is_of))
        return true;
    return false;
  }
  bool is_free(std::size_t i) const {
    return findings_[i].consequence_of.empty() && is_mistake(findings_[i]) && !is_cause_[i];
  }

  // A mistake does not hide behind a matter of portability.
  bool is_milder(std::size_t cause, std::size_t other) const {
    return findings_[cause].severity >= Severity::kPortability && findings_[other].severity < Severity::kPortability;
  }

  std::vector<std::size_t> consequences(std::size_t cause) const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (findings_[i].consequence_of == findings_[cause].fingerprint) all.push_back(i);
    return all;
  }

  std::vector<Finding>& findings_;
  SourceLines& sources_;
  std::vector<bool> is_cause_;
  std::vector<FindingName> names_;
};

}  // namespace

void fold_mended(std::vector<Finding>& findings, const std::vector<PassedFix>& passed, SourceLines& sources) {
  Folding folding(findings, sources);
  for (;;) {
    const PassedFix* best = nullptr;
    std::vector<std::size_t> most;
    std::pair<bool, int> weight;
    for (const PassedFix& one : passed) {
      std::vector<std::size_t> others = folding.others(one);
      if (others.empty() || others.size() < most.size()) continue;
      const std::pair<bool, int> own = folding.weight(one);
      if (others.size() == most.size() && own <= weight) continue;
      best = &one;
      most = std::move(others);
      weight = own;
    }
    if (best == nullptr) break;
    folding.fold(*best, most);
  }
  folding.doubt_promises();
  put_in_order(findings);
}

}  // namespace fencepost::trial
