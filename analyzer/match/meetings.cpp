#include "match/meetings.h"

#include <algorithm>

#include "job/invariant.h"

namespace fencepost::match {

namespace {
void range(std::vector<std::size_t>& list, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) list.push_back(i);
}
}  // namespace

std::vector<std::size_t> Meeting::needs(std::size_t member) const {
  std::vector<std::size_t> list;
  const Arrival& self = members[member];
  const bool in_first = member < first_group;
  const std::size_t other_begin = in_first ? first_group : 0;
  const std::size_t other_end = in_first ? members.size() : first_group;
  const Rank root = self.call.root;
  switch (self.direction) {
    case Direction::kNone:
      break;
    case Direction::kAll:
      if (inter()) {
        range(list, other_begin, other_end);
      } else {
        range(list, 0, members.size());
      }
      break;
    case Direction::kFromRoot:
      if (!root.ordinary()) break;  // it is the root itself, or next to it
      if (inter()) {
        list.push_back(other_begin + root.index());
      } else {
        list.push_back(root.index());
      }
      break;
    case Direction::kToRoot:
      if (inter()) {
        if (root == Rank::kRootOfIntercommunicator) range(list, other_begin, other_end);
      } else if (root == Rank(member)) {
        range(list, 0, members.size());
      }
      break;
    case Direction::kPrefix:
      range(list, 0, member + 1);
      break;
    case Direction::kNeighbors:
      for (const Rank source : self.sources) {
        if (source.ordinary()) list.push_back((inter() ? other_begin : 0) + source.index());
      }
      break;
  }
  std::erase_if(list, [&](std::size_t index) { return index >= members.size(); });
  return list;
}

std::vector<std::size_t> Meeting::may_wait_for(std::size_t member) const {
  if (members[member].direction != Direction::kNone) return needs(member);
  std::vector<std::size_t> all;
  range(all, 0, members.size());
  return all;
}

std::optional<std::size_t> Meeting::missing(std::size_t member) {
  if (everybody() || !members[member].waits) return std::nullopt;
  if (!inter() && members[member].direction == Direction::kAll) {
    // All wait for all, and each asks: members that have come are not checked again.
    while (first_missing_ < members.size() && members[first_missing_].clock) ++first_missing_;
    FENCEPOST_ASSERT(first_missing_ < members.size(), "of a meeting that is not complete, somebody is missing");
    return first_missing_;
  }
  for (const std::size_t needed : needs(member)) {
    if (!members[needed].clock) return needed;
  }
  return std::nullopt;
}

bool Meeting::whole_group(std::size_t group) const {
  if (everybody()) return true;
  const std::size_t begin = group == 0 ? 0 : first_group;
  const std::size_t end = group == 0 ? first_group : members.size();
  for (std::size_t i = begin; i < end; ++i) {
    if (!members[i].clock) return false;
  }
  return true;
}

const order::Clocks& Meeting::joined(std::size_t group) {
  if (!joined_[group]) {
    order::ClocksBuilder builder;
    const std::size_t begin = group == 0 ? 0 : first_group;
    const std::size_t end = group == 0 ? first_group : members.size();
    for (std::size_t i = begin; i < end; ++i) {
      if (members[i].clock && members[i].releases) builder.add(*members[i].clock);
    }
    joined_[group] = order::copy_of(builder.build());
  }
  return *joined_[group];
}

const order::Clocks& Meeting::prefix(std::size_t member) {
  while (prefixes_.size() <= member) {
    order::Clocks clocks = prefixes_.empty() ? order::Clocks{} : prefixes_.back();
    const Arrival& arrival = members[prefixes_.size()];
    if (arrival.clock && arrival.releases) clocks.join(*arrival.clock);
    prefixes_.push_back(std::move(clocks));
  }
  return prefixes_[member];
}

std::shared_ptr<Meeting> Meetings::next(const LineName& name, std::size_t member, std::size_t members,
                                        std::size_t first_group) {
  FENCEPOST_ASSERT(member < members && first_group <= members, "who meets is a member");
  Line& line = lines_[name];
  if (line.calls.size() < members) line.calls.resize(members);
  const std::uint64_t number = line.calls[member]++;
  while (!line.meetings.empty() && line.meetings.front()->left == line.meetings.front()->members.size()) {
    line.meetings.pop_front();
    ++line.first;
  }
  FENCEPOST_ASSERT(number >= line.first, "a meeting is kept until its last member has left");
  while (line.first + line.meetings.size() <= number) {
    auto meeting = std::make_shared<Meeting>();
    if (name.second == Sequence::kCommunicator) {
      meeting->communicator = CommunicatorKey(name.first);
    } else {
      meeting->window = WindowKey(name.first);
    }
    meeting->number = line.first + line.meetings.size() + 1;
    meeting->members.resize(members);
    meeting->first_group = first_group;
    line.meetings.push_back(std::move(meeting));
  }
  return line.meetings[number - line.first];
}

bool Meetings::forget(const LineName& name) {
  const auto line = lines_.find(name);
  if (line == lines_.end()) return true;
  if (!std::ranges::all_of(line->second.meetings, [](const auto& meeting) { return meeting->everybody(); }))
    return false;
  lines_.erase(line);
  return true;
}

std::vector<std::shared_ptr<Meeting>> Meetings::incomplete() const {
  std::vector<std::shared_ptr<Meeting>> all;
  for (const auto& [key, line] : lines_) {
    for (const auto& meeting : line.meetings) {
      if (!meeting->everybody()) all.push_back(meeting);
    }
  }
  return all;
}

}  // namespace fencepost::match
