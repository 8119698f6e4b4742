// What the user may say about rules: which ones, from which severity on, under which reading of the standard. One list
// of options (rule_options) from which the command line and the manual come.
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

// What becomes of findings inside a library, with no line of the user's at fault.
enum class LibraryChoice { kReport, kNote, kHide };

// What --enable, --disable or --fail-on name: single rules, and whole families. A rule that is named itself goes before
// its family.
struct RuleChoice {
  std::set<std::string, std::less<>> rules;  // ids
  std::set<Family> families;
};

struct RuleOptions {
  RuleChoice enabled;
  RuleChoice disabled;                          // wins over enabled where both name the same
  std::vector<std::string> suppressions;        // files
  std::vector<std::string> baselines;           // files
  Severity threshold = Severity::kPortability;  // findings at or above it make the exit status 66
  RuleChoice fail_on;                           // of these only those; empty: all
  bool strict = false;
  bool predict = false;  // count what another timing would do: notes on order become undefined
  ModelChoice memory_model = ModelChoice::kOfWindow;
  LibraryChoice libraries = LibraryChoice::kNote;
  bool explains = true;  // false: nobody reads why (Finding::why), as in trials of advice
};

struct RuleOption {
  std::string_view name;      // "--enable"
  std::string_view value;     // "RULE", "" for a switch
  std::string_view standard;  // default, in words
  std::string_view help;
};
std::span<const RuleOption> rule_options();

// The ids of all rules that a word names: one by id or name, or a family (in upper or lower case, with or without "FP-"
// before it). Empty: there is nothing of that name.
std::vector<std::string> rules_named(std::string_view word);

// Applies one option. Returns a sentence for the user if its value is not understood.
std::optional<std::string> apply(RuleOptions& options, std::string_view name, std::string_view value);

// Is the rule active? `separate_window`: the window concerned has the separate memory model.
bool is_active(const Rule& rule, const RuleOptions& options, bool separate_window = false);

// Whether the separate memory model holds for a window under these options.
bool is_separate(const RuleOptions& options, bool separate_window);

// Severity as the finding gets it: --predict makes notes about order and waiting undefined.
Severity effective_severity(Severity severity, const Rule& rule, const RuleOptions& options);

// Whether a finding makes the exit status 66.
bool fails_run(const Finding& finding, const RuleOptions& options);

// A sentence for the user if options that are right one by one cannot all be meant. `found_before`: they are about
// findings of saved reports, which may be of rules that are off here.
std::optional<std::string> contradiction(const RuleOptions& options, bool found_before);

}  // namespace fencepost
