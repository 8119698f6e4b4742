#include "findings/mixed_types.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "record/vocabulary.h"

namespace fencepost {
namespace {

constexpr std::size_t kMost = 256;  // each is compared with each

std::string type_of(const ConflictAccess& access, const Job& job) {
  const Datatype* type = job.datatype(access.place.process, access.operation->target_buffer.datatype);
  return type && type->uniform != BasicType::kUnknown ? std::string(name_of(type->uniform)) : "";
}

}  // namespace

void MixedTypes::add(Report::Number finding, const Conflict& conflict, const Words& words) {
  if (conflict.kind != ConflictKind::kAtomicTypes && conflict.kind != ConflictKind::kAtomicElements) return;
  if (!conflict.first.operation || !conflict.second.operation || pairs_.size() == kMost) return;
  const auto side = [&](const ConflictAccess& access) {
    return Side{words.call_at(access.place), type_of(access, words.job())};
  };
  pairs_.push_back({finding, side(conflict.first), side(conflict.second)});
}

std::size_t MixedTypes::met_by(const std::string& statement) const {
  std::set<std::string> others;
  for (const Pair& pair : pairs_)
    if (pair.has(statement)) others.insert(pair.other(statement).statement);
  return others.size();
}

const MixedTypes::Side* MixedTypes::odd(const Pair& pair) const {
  const std::size_t first = met_by(pair.first.statement), second = met_by(pair.second.statement);
  return first == second ? nullptr : first > second ? &pair.first : &pair.second;
}

void MixedTypes::link(Report& report) const {
  std::set<std::string> told;
  for (const Pair& pair : pairs_) {
    const Side* const one = odd(pair);
    if (one == nullptr || !told.insert(one->statement).second) continue;
    const Pair* cause = &pair;
    for (const Pair& other : pairs_)
      if (other.has(one->statement) && odd(other) && odd(other)->statement == one->statement &&
          other.other(one->statement).statement < cause->other(one->statement).statement)
        cause = &other;
    advise(report, *cause, *one);
    for (const Pair& other : pairs_)
      if (other.finding != cause->finding && odd(other) && odd(other)->statement == one->statement)
        report.follows(other.finding, cause->finding);
  }
}

void MixedTypes::advise(Report& report, const Pair& cause, const Side& odd) const {
  std::set<std::string> types;
  for (const Pair& pair : pairs_)
    if (pair.has(odd.statement)) types.insert(pair.other(odd.statement).type);
  const bool other_type =
      types.size() == 1 && !types.begin()->empty() && !types.contains(odd.type) && !odd.type.empty();
  const std::size_t others = met_by(odd.statement);
  Fixes fixes = {must_hold(
      other_type
          ? fmt::format("{} names {}, and {} other calls name {} for the same elements: its datatype has to be the "
                        "same or, if it is meant for other elements, its displacement another",
                        odd.statement, odd.type, others, *types.begin())
          : fmt::format(
                "{} meets {} other calls with other elements than they have: its displacement or its datatype is wrong",
                odd.statement, others))};
  report.advise(cause.finding, std::move(fixes));
}

}  // namespace fencepost
