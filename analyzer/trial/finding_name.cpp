#include "trial/finding_name.h"

#include <algorithm>

#include "record/vocabulary.h"

namespace fencepost::trial {

AccessName name_of(const Access& access) {
  return {.file = access.location.file, .line = access.location.line, .call = access.call};
}

FindingName name_of_finding(const Finding& finding, const Edit* edit) {
  const bool other = edit && edit->kind == EditKind::kAtomic;
  FindingName name{.rule = finding.rule, .accesses = {}};
  for (const Access& access : finding.accesses) {
    const bool replaced =
        other && edit->place.is_at(access.location) && access.call == fencepost::name_of(MpiCall::kAccumulate);
    name.accesses.push_back(name_of(access));
    if (replaced) name.accesses.back().call = edit->place.call;
  }
  std::ranges::sort(name.accesses);
  return name;
}

}  // namespace fencepost::trial
