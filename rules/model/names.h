// The values of the model's enumerations by their names (name_of, where each is declared).
#pragma once

#include <optional>
#include <string_view>

namespace fencepost {

// Of Severity, Family, Role, AccessVerb, EpochType, RunStatus, SuppressionKind and FixKind. None: there is no such
// value.
template <class Value>
std::optional<Value> value_named(std::string_view name);

}  // namespace fencepost
