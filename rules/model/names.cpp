#include <array>
#include <cstddef>

#include "model/finding.h"

namespace fencepost {
namespace {

constexpr std::array kSeverityNames = {"error", "undefined", "portability", "performance", "note"};
constexpr std::array kFamilyNames = {"RACE", "EPOCH", "MATCH", "RANGE", "TYPE", "ASSERT", "INFO", "WINDOW", "USE"};
constexpr std::array kRoleNames = {"origin", "target", "local", "call"};
constexpr std::array kVerbNames = {"put",  "get",   "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap",
                                   "load", "store", "call"};
constexpr std::array kEpochNames = {"none", "fence", "PSCW access", "lock (exclusive)", "lock (shared)", "lock_all"};
constexpr std::array kStatusNames = {"clean", "findings", "failed"};
constexpr std::array kSuppressionNames = {"file", "comment", "baseline"};

// The value with that name, if there is one.
template <class Value, std::size_t count>
std::optional<Value> find_name(const std::array<const char*, count>& names, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i) {
    if (name == names[i]) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace

const char* name_of(Severity severity) {
  return kSeverityNames.at(static_cast<std::size_t>(severity));
}
const char* name_of(Family family) {
  return kFamilyNames.at(static_cast<std::size_t>(family));
}
const char* name_of(Role role) {
  return kRoleNames.at(static_cast<std::size_t>(role));
}
const char* name_of(AccessVerb verb) {
  return kVerbNames.at(static_cast<std::size_t>(verb));
}
const char* name_of(EpochType type) {
  return kEpochNames.at(static_cast<std::size_t>(type));
}
const char* name_of(RunStatus status) {
  return kStatusNames.at(static_cast<std::size_t>(status));
}
const char* name_of(SuppressionKind kind) {
  return kSuppressionNames.at(static_cast<std::size_t>(kind));
}

std::optional<Severity> severity_named(std::string_view name) {
  return find_name<Severity>(kSeverityNames, name);
}
std::optional<Family> family_named(std::string_view name) {
  return find_name<Family>(kFamilyNames, name);
}
std::optional<Role> role_named(std::string_view name) {
  return find_name<Role>(kRoleNames, name);
}
std::optional<AccessVerb> access_verb_named(std::string_view name) {
  return find_name<AccessVerb>(kVerbNames, name);
}
std::optional<EpochType> epoch_type_named(std::string_view name) {
  return find_name<EpochType>(kEpochNames, name);
}
std::optional<SuppressionKind> suppression_kind_named(std::string_view name) {
  return find_name<SuppressionKind>(kSuppressionNames, name);
}
std::optional<RunStatus> run_status_named(std::string_view name) {
  return find_name<RunStatus>(kStatusNames, name);
}

}  // namespace fencepost
