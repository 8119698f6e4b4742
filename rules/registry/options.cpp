#include "registry/options.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "model/names.h"

namespace fencepost {
namespace {

constexpr RuleOption kOptions[] = {
    {"--enable", "RULE", "",
     "report this rule although it is off by default (id, name, or a family such as USE; separate several by commas)"},
    {"--disable", "RULE", "", "do not report this rule or family"},
    {"--severity", "LEVEL", "portability",
     "findings of at least this severity cause exit status 66: error, undefined, portability, performance, note"},
    {"--fail-on", "RULE", "all of them",
     "of these findings, only those of this rule or family cause exit status 66; the others are reported, too "
     "(separate "
     "several by commas)"},
    {"--strict", "", "off", "also report what only a strict reading of the standard forbids"},
    {"--predict", "", "off", "report a wrong order that only another timing would cause as a finding, not as a note"},
    {"--memory-model", "MODEL", "window",
     "window: as each window requires; separate: check for machines without coherent memory; unified: do not"},
    {"--suppressions", "FILE", "", "do not report findings that a line of this file describes"},
    {"--baseline", "FILE", "", "do not report the findings of this file, written by --json of another run"},
    {"--libraries", "CHOICE", "note",
     "findings inside a library, where no line of your code is wrong: report, note (they do not count), or hide"},
};

// kError is the most severe.
bool is_milder(Severity severity, Severity than) {
  return static_cast<int>(severity) > static_cast<int>(than);
}

std::optional<Family> family_of(std::string_view word) {
  std::string upper(word);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return value_named<Family>(upper.starts_with("FP-") ? upper.substr(3) : upper);
}

// "FP-RACE-001,USE". Returns a sentence if a name does not exist.
std::optional<std::string> choose(RuleChoice& choice, std::string_view words) {
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    if (const Rule* rule = find_rule(word)) {
      choice.rules.emplace(rule->id);
    } else if (const auto family = family_of(word)) {
      choice.families.insert(*family);
    } else {
      return "there is no rule or family '" + std::string(word) + "' (see fencepost rules)";
    }
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<std::string> choose(LibraryChoice& choice, std::string_view word) {
  if (word == "report") {
    choice = LibraryChoice::kReport;
  } else if (word == "note") {
    choice = LibraryChoice::kNote;
  } else if (word == "hide") {
    choice = LibraryChoice::kHide;
  } else {
    return "'" + std::string(word) + "' is not a value of --libraries (report, note, hide)";
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> rules_named(std::string_view word) {
  if (const Rule* rule = find_rule(word)) return {std::string(rule->id)};
  std::vector<std::string> ids;
  if (const auto family = family_of(word))
    for (const Rule& rule : all_rules())
      if (rule.family == *family) ids.emplace_back(rule.id);
  return ids;
}

std::span<const RuleOption> rule_options() {
  return kOptions;
}

std::optional<std::string> apply(RuleOptions& options, std::string_view name, std::string_view value) {
  if (name == "--enable" || name == "--disable") {
    return choose(name == "--enable" ? options.enabled : options.disabled, value);
  } else if (name == "--fail-on") {
    return choose(options.fail_on, value);
  } else if (name == "--libraries") {
    return choose(options.libraries, value);
  } else if (name == "--suppressions") {
    options.suppressions.emplace_back(value);
  } else if (name == "--baseline") {
    options.baselines.emplace_back(value);
  } else if (name == "--severity") {
    const auto severity = value_named<Severity>(value);
    if (!severity)
      return "'" + std::string(value) + "' is not a severity (error, undefined, portability, performance, note)";
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
      return "'" + std::string(value) + "' is not a memory model (window, unified, separate)";
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
  if (options.disabled.rules.contains(rule.id)) return false;
  if (options.enabled.rules.contains(rule.id)) return true;
  if (options.disabled.families.contains(rule.family)) return false;
  if (options.enabled.families.contains(rule.family)) return true;
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

bool fails_run(const Finding& finding, const RuleOptions& options) {
  if (is_milder(finding.severity, options.threshold)) return false;
  const RuleChoice& only = options.fail_on;
  return (only.rules.empty() && only.families.empty()) || only.rules.contains(finding.rule) ||
         only.families.contains(finding.family);
}

std::optional<std::string> contradiction(const RuleOptions& options, bool found_before) {
  const auto is_off = [&](const Rule& rule) { return !found_before && !is_active(rule, options, true); };
  for (const std::string& id : options.fail_on.rules) {
    const Rule& rule = rule_of(id);
    if (options.disabled.rules.contains(id)) return "both --fail-on and --disable name " + id;
    if (is_off(rule))
      return options.disabled.families.contains(rule.family)
                 ? fmt::format("--fail-on names {}, and --disable its family {}", id, name_of(rule.family))
                 : fmt::format("--fail-on names {}, which is not checked; add --enable {}", id, id);
    const std::string_view severity = name_of(rule.severity);
    if (is_milder(effective_severity(rule.severity, rule, options), options.threshold))
      return fmt::format("--fail-on names {}, whose severity ({}) does not fail a run; add --severity {}", id, severity,
                         severity);
  }
  for (const Family family : options.fail_on.families) {
    if (std::ranges::all_of(all_rules(), [&](const Rule& rule) { return rule.family != family || is_off(rule); }))
      return fmt::format("both --fail-on and --disable name {}", name_of(family));
  }
  return std::nullopt;
}

}  // namespace fencepost
