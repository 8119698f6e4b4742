#include "reports/groups.h"

#include <algorithm>

namespace fencepost::reports {
namespace {

bool same_place(const SourceLocation& a, const SourceLocation& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column && a.function == b.function &&
         a.module == b.module && a.called == b.called && (a.line != 0 || a.address == b.address);
}

bool same_epoch(const std::optional<Epoch>& a, const std::optional<Epoch>& b) {
  if (!a || !b) return !a && !b;
  return a->kind == b->kind && a->window == b->window && same_place(a->opened, b->opened) &&
         same_place(a->closed, b->closed) && a->origin_completion == b->origin_completion &&
         a->target_completion == b->target_completion;
}

// Everything except the rank and its target.
bool same_but_rank(const Access& a, const Access& b) {
  const bool call = a.role == Role::kCall;
  return a.thread == b.thread && a.role == b.role && a.kind == b.kind && a.call == b.call && a.window == b.window &&
         a.description == b.description && same_place(a.location, b.location) &&
         std::ranges::equal(a.stack, b.stack, same_place) && same_epoch(a.epoch, b.epoch) && a.locks == b.locks &&
         (call || (a.target == b.target && a.first_byte == b.first_byte && a.end_byte == b.end_byte));
}

}  // namespace

std::vector<AccessGroup> groups_of(const Finding& finding) {
  std::vector<AccessGroup> groups;
  for (const Access& access : finding.accesses) {
    auto known = groups.end();
    if (finding.accesses.size() > 2)
      known = std::ranges::find_if(groups, [&](const AccessGroup& one) { return same_but_rank(*one.access, access); });
    if (known == groups.end()) known = groups.insert(groups.end(), {&access, {}});
    if (access.rank >= 0) known->ranks.push_back(access.rank);
  }
  for (AccessGroup& group : groups) {
    std::ranges::sort(group.ranks);
    group.ranks.erase(std::ranges::unique(group.ranks).begin(), group.ranks.end());
  }
  return groups;
}

}  // namespace fencepost::reports
