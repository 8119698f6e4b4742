// Which findings of a report follow from which others (Finding::consequence_of). If a consequence's cause is not in the
// report, because it was suppressed, the consequence counts as a separate mistake.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>

#include "model/finding.h"

namespace fencepost::reports {

class Causes {
 public:
  explicit Causes(const Findings& findings) {
    for (const Finding& finding : findings.findings)
      if (finding.consequence_of.empty()) causes_.try_emplace(finding.fingerprint, &finding);
    for (const Finding& finding : findings.findings) consequences_ += of(finding) != nullptr ? 1 : 0;
  }
  // Null: it is a separate mistake.
  const Finding* of(const Finding& finding) const {
    if (finding.consequence_of.empty()) return nullptr;
    const auto cause = causes_.find(finding.consequence_of);
    return cause == causes_.end() ? nullptr : cause->second;
  }
  std::size_t consequences() const { return consequences_; }

 private:
  std::map<std::string_view, const Finding*> causes_;  // by fingerprint
  std::size_t consequences_ = 0;
};

}  // namespace fencepost::reports
