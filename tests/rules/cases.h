// For each rule, a run that breaks it and a near miss that does not. The run that breaks it gives only that rule (and
// those in `also`); the near miss gives no finding at all.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "checks/checks.h"
#include "registry/options.h"
#include "registry/rule_ids.h"
#include "scenario/scenario.h"

namespace fencepost::test {

using Script = std::function<void(Scenario&)>;

struct Case {
  std::string_view rule;
  Script wrong, right;
  int ranks = 2;
  RuleOptions options = {};
  std::vector<std::string_view> also;  // rules that the wrong run breaks as well
  std::vector<std::string> hosts = {"node0"};
  std::uint64_t thread_level = 3;  // MPI_THREAD_MULTIPLE
  std::string_view advises;        // part of the suggestion
  std::string_view says;           // part of the sentence
};

std::vector<Case>& cases();
bool add(std::vector<Case> more);

inline RuleOptions strict() {
  RuleOptions options;
  options.strict = true;
  return options;
}
inline RuleOptions enabling(std::string_view rule) {
  RuleOptions options;
  options.enabled.rules.emplace(rule);
  return options;
}

inline constexpr auto kExclusive = LockType::kExclusive;
inline constexpr auto kShared = LockType::kShared;

}  // namespace fencepost::test
