// Findings as JSON, schema "fencepost-findings/1", and back.
//
// The field names are a contract with other tools: fields are added, never renamed or removed. Every enumeration is
// written by name, and every place as file, line, column, function (and module, address for code without debug
// information).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/finding.h"

namespace fencepost::reports {

inline constexpr std::string_view kJsonSchema = "fencepost-findings/1";

// Valid UTF-8 whatever the findings contain (foreign bytes become U+FFFD), indented, ends with a newline.
std::string to_json(const Findings& findings);

// The JSON Schema (draft 7) of to_json()'s output; docs/findings.schema.json is a copy of it.
std::string json_schema();

// Unknown fields are ignored, missing ones keep their defaults. None, with one sentence in `error`, if the text is not
// JSON, has another schema, a value of the wrong type, or an index out of range.
std::optional<Findings> from_json(std::string_view text, std::string& error);

}  // namespace fencepost::reports
