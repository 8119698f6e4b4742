#include "services/pending_groups.h"

namespace fencepost::check {

using index::Activity;
using index::ActivityNumber;

namespace {

bool fetches_at_target(const Activity& activity) {
  return activity.role == AccessRole::kTarget && is_atomic(activity.kind) && activity.operation &&
         activity.operation->fetches();
}

}  // namespace

bool PendingGroups::alike(const Activity& one, const Activity& other) {
  const auto window = [](const Activity& activity) {
    return activity.operation ? activity.operation->window : WindowKey();
  };
  return !one.ended() && !other.ended() && one.stream == other.stream && one.thread == other.thread &&
         one.kind == other.kind && one.role == other.role && one.stack == other.stack && one.call == other.call &&
         one.locks == other.locks && one.op == other.op && one.type == other.type &&
         one.by_role.buffer == other.by_role.buffer && window(one) == window(other);
}

void PendingGroups::set_group(ActivityNumber number, std::uint32_t group) {
  if (number >= group_of_.size()) group_of_.resize(number + 1, kNone);
  group_of_[number] = group;
}

void PendingGroups::join(index::Entry& entry, ActivityNumber number) {
  std::uint32_t group = group_of(entry.activity);
  if (group == kNone) {
    if (free_groups_.empty()) {
      group = static_cast<std::uint32_t>(groups_.size());
      groups_.emplace_back();
    } else {
      group = free_groups_.back();
      free_groups_.pop_back();
    }
    groups_[group] = {
        .leader = entry.activity, .entry = index_.number_of(entry), .as = entry, .members = {}, .kept = {}};
    set_group(entry.activity, group);
  }
  groups_[group].members.push_back(number);
  set_group(number, group);
}

void PendingGroups::ends(ActivityNumber number) {
  const std::uint32_t group = group_of(number);
  if (group == kNone) return;
  set_group(number, kNone);
  if (number == groups_[group].leader) {
    leader_ends(group);
  } else {
    member_ends(number, groups_[group]);
  }
}

void PendingGroups::member_ends(ActivityNumber number, const Group& group) {
  const Activity& activity = index_[number];
  const bool by_another = activity.end[0].stream != activity.stream;
  if (by_another || fetches_at_target(activity)) {
    index_.insert(group.as.space, group.as.piece, number, group.as.key);
  } else {
    index_.release(number);
  }
}

void PendingGroups::leader_ends(std::uint32_t number) {
  Group& group = groups_[number];
  while (!group.members.empty() && group_of(group.members.front()) != number) group.members.pop_front();
  if (group.members.empty()) {
    free_groups_.push_back(number);
    return;
  }
  const Activity& old = index_[group.leader];
  const index::EndPoint end = old.end[0];
  const bool by_another = end.stream != old.stream && end != group.kept;
  const bool keeps = by_another || fetches_at_target(old);
  group.leader = group.members.front();
  group.members.pop_front();
  if (keeps) {
    group.kept = end;
    group.entry = index_.insert(group.as.space, group.as.piece, group.leader, group.as.key);
  } else {
    index_.replace(index_.entry(group.entry), group.leader);
  }
}

}  // namespace fencepost::check
