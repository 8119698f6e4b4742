// Which findings of a report follow from which (Finding::consequence_of): a consequence whose cause is not in the
// report, because it was suppressed, stands for itself.
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
  // Null: it is a mistake of its own.
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
