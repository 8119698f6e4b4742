#include "command/found_meanwhile.h"

#include <cstddef>
#include <cstdio>

#include <fmt/format.h>

#include "command/say.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

constexpr std::size_t kMostKept = 20;

std::string describe(const Access& access) {
  const std::string what = access.call.empty() ? name_of(access.kind) : access.call;
  return fmt::format("{} of rank {} at {}", what, access.rank, reports::place_of(access.location, "an unknown place"));
}

void tell(const Finding& finding) {
  std::string text = fmt::format("fencepost: found while the job runs: {}: {}\n", finding.rule, finding.title);
  if (!finding.accesses.empty()) text += "fencepost:  ";
  for (std::size_t i = 0; i < finding.accesses.size() && i < 2; ++i)
    text += fmt::format("{} {}", i == 0 ? "" : " and", describe(finding.accesses[i]));
  if (!finding.accesses.empty()) text += finding.accesses.size() > 2 ? " and others\n" : "\n";
  say_text(stderr, text);
  std::fflush(stderr);
}

}  // namespace

bool FoundMeanwhile::add(const Finding& finding, bool quietly) {
  Findings alone;
  alone.findings.push_back(finding);
  suppressor_.apply(alone);
  if (alone.findings.empty()) return false;
  any_ = true;
  const Guard guard(mutex_);
  kept_.push_back(finding);
  if (!quiet_ && !quietly && !said_) {
    said_ = finding;
    tell(finding);
  }
  return kept_.size() >= kMostKept;
}

std::vector<Finding> FoundMeanwhile::so_far() const {
  const Guard guard(mutex_);
  return kept_;
}

std::optional<Finding> FoundMeanwhile::said() const {
  const Guard guard(mutex_);
  return said_;
}

}  // namespace fencepost::command
