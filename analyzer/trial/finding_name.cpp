#include "trial/finding_name.h"

#include <algorithm>
#include <vector>

#include "record/vocabulary.h"

namespace fencepost::trial {

std::string name_of_access(const Access& access, const std::string& call) {
  return access.location.file + ':' + std::to_string(access.location.line) + ' ' + call;
}

std::string name_of_finding(const Finding& finding, const Edit* edit) {
  const bool other = edit && edit->kind == EditKind::kAtomic;
  std::vector<std::string> lines;
  for (const Access& access : finding.accesses) {
    const bool replaced = other && edit->place.is_at(access.location) && access.call == name_of(MpiCall::kAccumulate);
    lines.push_back(name_of_access(access, replaced ? edit->place.call : access.call));
  }
  std::ranges::sort(lines);
  std::string name = finding.rule;
  for (const std::string& line : lines) name += '\n' + line;
  return name;
}

}  // namespace fencepost::trial
