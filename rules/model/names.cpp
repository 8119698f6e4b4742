#include "model/names.h"

#include <array>
#include <cstddef>

#include "model/finding.h"
#include "model/fix.h"

namespace fencepost {
namespace {

// In the order of the values.
template <class Value>
constexpr std::array<const char*, 0> kNames{};
template <>
constexpr auto kNames<Severity> =
    std::to_array<const char*>({"error", "undefined", "portability", "performance", "note"});
template <>
constexpr auto kNames<Family> =
    std::to_array<const char*>({"RACE", "EPOCH", "MATCH", "RANGE", "TYPE", "ASSERT", "INFO", "WINDOW", "USE"});
template <>
constexpr auto kNames<Role> = std::to_array<const char*>({"origin", "target", "local", "call"});
template <>
constexpr auto kNames<AccessVerb> = std::to_array<const char*>(
    {"put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap", "load", "store", "call"});
template <>
constexpr auto kNames<EpochType> =
    std::to_array<const char*>({"none", "fence", "PSCW access", "lock (exclusive)", "lock (shared)", "lock_all"});
template <>
constexpr auto kNames<RunStatus> = std::to_array<const char*>({"clean", "findings", "failed"});
template <>
constexpr auto kNames<SuppressionKind> = std::to_array<const char*>({"file", "comment", "baseline"});
template <>
constexpr auto kNames<FixKind> =
    std::to_array<const char*>({"must-hold", "add", "remove", "move", "replace-call", "replace-argument", "guard"});

template <class Value>
const char* name_in_list(Value value) {
  return kNames<Value>.at(static_cast<std::size_t>(value));
}

}  // namespace

template <class Value>
std::optional<Value> value_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames<Value>.size(); ++i) {
    if (name == kNames<Value>[i]) return static_cast<Value>(i);
  }
  return std::nullopt;
}

const char* name_of(Severity severity) {
  return name_in_list(severity);
}
template std::optional<Severity> value_named(std::string_view name);

const char* name_of(Family family) {
  return name_in_list(family);
}
template std::optional<Family> value_named(std::string_view name);

const char* name_of(Role role) {
  return name_in_list(role);
}
template std::optional<Role> value_named(std::string_view name);

const char* name_of(AccessVerb verb) {
  return name_in_list(verb);
}
template std::optional<AccessVerb> value_named(std::string_view name);

const char* name_of(EpochType type) {
  return name_in_list(type);
}
template std::optional<EpochType> value_named(std::string_view name);

const char* name_of(RunStatus status) {
  return name_in_list(status);
}
template std::optional<RunStatus> value_named(std::string_view name);

const char* name_of(SuppressionKind kind) {
  return name_in_list(kind);
}
template std::optional<SuppressionKind> value_named(std::string_view name);

const char* name_of(FixKind kind) {
  return name_in_list(kind);
}
template std::optional<FixKind> value_named(std::string_view name);

}  // namespace fencepost
