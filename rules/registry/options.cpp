#include "registry/options.h"

namespace fencepost {
namespace {

constexpr RuleOption kOptions[] = {
    {"--enable", "RULE", "", "report this rule (id or name, or a family such as USE) although it is off by default"},
    {"--disable", "RULE", "", "do not report this rule or family"},
    {"--severity", "LEVEL", "portability",
     "findings from this severity on make the exit status 66: error, undefined, portability, performance, note"},
    {"--strict", "", "off", "also report what only a strict reading of the standard forbids"},
    {"--predict", "", "off", "count a wrong order that another timing would give as a finding, not as a note"},
    {"--memory-model", "MODEL", "window",
     "window: as each window says; separate: check for machines without coherent memory; unified: never"},
};

// All rules that `word` names: one by id or name, or a family.
std::vector<std::string> rules_named(std::string_view word) {
  std::vector<std::string> ids;
  if (const Rule* rule = find_rule(word)) return {std::string(rule->id)};
  if (const auto family = family_named(word))
    for (const Rule& rule : all_rules())
      if (rule.family == *family) ids.emplace_back(rule.id);
  return ids;
}

}  // namespace

std::span<const RuleOption> rule_options() {
  return kOptions;
}

std::optional<std::string> apply(RuleOptions& options, std::string_view name, std::string_view value) {
  if (name == "--enable" || name == "--disable") {
    const auto ids = rules_named(value);
    if (ids.empty()) return "there is no rule '" + std::string(value) + "' (see fencepost rules)";
    auto& chosen = name == "--enable" ? options.enabled : options.disabled;
    chosen.insert(ids.begin(), ids.end());
  } else if (name == "--severity") {
    const auto severity = severity_named(value);
    if (!severity)
      return "'" + std::string(value) + "' is no severity (error, undefined, portability, performance, note)";
    options.threshold = *severity;
  } else if (name == "--strict") {
    options.strict = true;
  } else if (name == "--predict") {
    options.predict = true;
  } else if (name == "--memory-model") {
    if (value == "window") {
      options.memory_model = ModelChoice::kOfWindow;
    } else if (value == "unified") {
      options.memory_model = ModelChoice::kUnified;
    } else if (value == "separate") {
      options.memory_model = ModelChoice::kSeparate;
    } else {
      return "'" + std::string(value) + "' is no memory model (window, unified, separate)";
    }
  } else {
    return "there is no option " + std::string(name);
  }
  return std::nullopt;
}

bool is_separate(const RuleOptions& options, bool separate_window) {
  return options.memory_model == ModelChoice::kSeparate ||
         (options.memory_model == ModelChoice::kOfWindow && separate_window);
}

bool is_active(const Rule& rule, const RuleOptions& options, bool separate_window) {
  if (options.disabled.contains(rule.id)) return false;
  if (options.enabled.contains(rule.id)) return true;
  const bool separate = is_separate(options, separate_window);
  switch (rule.enabled) {
    case Enabled::kAlways:
      return true;
    case Enabled::kStrict:
      return options.strict;
    case Enabled::kSeparate:
      return separate;
    case Enabled::kStrictOrSeparate:
      return options.strict || separate;
    case Enabled::kOff:
      return false;
  }
  return false;
}

Severity effective_severity(Severity severity, const Rule& rule, const RuleOptions& options) {
  const bool about_timing = rule.family == Family::kRace || rule.family == Family::kMatch;
  return options.predict && severity == Severity::kNote && about_timing ? Severity::kUndefined : severity;
}

bool at_or_above(Severity severity, Severity threshold) {
  return static_cast<int>(severity) <= static_cast<int>(threshold);
}

}  // namespace fencepost
