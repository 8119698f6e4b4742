// What the user can decide about rules: which ones, from which severity on, under which reading of the standard. One
// list of options (rule_options); the command line and the manual come from it.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "registry/rule.h"

namespace fencepost {

enum class ModelChoice { kOfWindow, kUnified, kSeparate };

// What happens to findings inside a library, if no line of the user is at fault.
enum class LibraryChoice { kReport, kNote, kHide };

// The names in --enable, --disable or --fail-on: single rules, and whole families. A rule's own name takes precedence
// over its family.
struct RuleChoice {
  std::set<std::string, std::less<>> rules;  // ids
  std::set<Family> families;
};

struct RuleOptions {
  RuleChoice enabled;
  RuleChoice disabled;                          // wins over enabled if both name the same
  std::vector<std::string> suppressions;        // files
  std::vector<std::string> baselines;           // files
  Severity threshold = Severity::kPortability;  // findings at or above it make the exit status 66
  RuleChoice fail_on;                           // of these, only those of these rules; empty: all
  bool strict = false;
  bool predict = false;  // count what another timing would cause: notes about order become undefined
  ModelChoice memory_model = ModelChoice::kOfWindow;
  LibraryChoice libraries = LibraryChoice::kNote;
  bool explains = true;  // false: nobody reads the reasons (Finding::why), as in trials of advice
};

struct RuleOption {
  std::string_view name;      // "--enable"
  std::string_view value;     // "RULE", "" for a switch
  std::string_view standard;  // default, in words
  std::string_view help;
};
std::span<const RuleOption> rule_options();

// The ids of all rules that a word names: one rule by id or name, or a family (in upper or lower case, with or without
// "FP-" before it). Empty: the word names nothing.
std::vector<std::string> rules_named(std::string_view word);

// Applies one option. Returns a sentence for the user if its value is not understood.
std::optional<std::string> apply(RuleOptions& options, std::string_view name, std::string_view value);

// Whether the rule is active. `separate_window`: the window in question has the separate memory model.
bool is_active(const Rule& rule, const RuleOptions& options, bool separate_window = false);

// Whether the separate memory model holds for a window under these options.
bool is_separate(const RuleOptions& options, bool separate_window);

// The severity of the finding: --predict changes notes about order and waiting to undefined.
Severity effective_severity(Severity severity, const Rule& rule, const RuleOptions& options);

// Whether a finding makes the exit status 66.
bool fails_run(const Finding& finding, const RuleOptions& options);

// A sentence for the user if options that are each right contradict each other. `found_before`: they concern findings
// of saved reports, whose rules may be off here.
std::optional<std::string> contradiction(const RuleOptions& options, bool found_before);

}  // namespace fencepost
