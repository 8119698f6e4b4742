#include "registry/documents.h"

#include <array>

namespace fencepost {
namespace {

constexpr RuleBookRow kRows[] = {
#define ROW(id, demand, reason) {#id, demand, reason},
#include "registry/rows.def"
#undef ROW
};

struct FamilyText {
  Family family;
  std::string_view about;
};
constexpr FamilyText kFamilies[] = {
    {Family::kRace, "conflicting accesses that nothing orders"},
    {Family::kEpoch, "the epochs of one process"},
    {Family::kMatch, "what processes must agree on, and what they wait for"},
    {Family::kRange, "bounds and addresses"},
    {Family::kType, "datatypes and operations"},
    {Family::kAssert, "promises of the assert argument"},
    {Family::kInfo, "promises of info keys"},
    {Family::kWindow, "creation, attachment, lifetime"},
    {Family::kUse, "performance and good practice"},
};

bool lists_row(std::string_view rows, std::string_view row) {
  for (std::size_t at = rows.find(row); at != std::string_view::npos; at = rows.find(row, at + 1)) {
    const std::size_t end = at + row.size();
    if ((at == 0 || rows[at - 1] == ' ') && (end == rows.size() || rows[end] == ' ')) return true;
  }
  return false;
}

std::string anchor(std::string_view id) {
  std::string lower;
  for (const char c : id) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

constexpr std::string_view kGenerated =
    "<!-- Generated from rules/book and rules/registry by the target rule-docs: do not edit. -->\n\n";

}  // namespace

std::span<const RuleBookRow> rule_book_rows() {
  return kRows;
}

std::vector<const Rule*> rules_covering(std::string_view row) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : all_rules())
    if (lists_row(rule.rows, row)) rules.push_back(&rule);
  return rules;
}

std::string rules_document() {
  std::string text(kGenerated);
  text +=
      "# Rules\n\nWhat Fencepost reports. Sections are those of MPI-4.1. `fencepost explain ID` shows one of these "
      "pages in "
      "the terminal; `--enable`, `--disable` and `--severity` choose.\n";
  for (const FamilyText& family : kFamilies) {
    text += "\n## " + std::string(name_of(family.family)) + ": " + std::string(family.about) + "\n\n";
    text += "| id | title | severity | section | active |\n|---|---|---|---|---|\n";
    for (const Rule& rule : all_rules())
      if (rule.family == family.family)
        text += "| [" + std::string(rule.id) + "](#" + anchor(rule.id) + ") | " + std::string(rule.title) + " | " +
                name_of(rule.severity) + " | " + std::string(rule.section) + " | " +
                std::string(describe(rule.enabled)) + " |\n";
    for (const Rule& rule : all_rules()) {
      if (rule.family != family.family) continue;
      text += "\n### " + std::string(rule.id) + "\n\n**" + std::string(rule.title) + "** (`" + std::string(rule.name) +
              "`, " + name_of(rule.severity) + ", " + citation(rule) + ")\n\n";
      // Headings of the page become those of its depth.
      std::string_view page = rule.page;
      for (std::size_t at; (at = page.find("\n## ")) != std::string_view::npos; page.remove_prefix(at + 4)) {
        text += page.substr(0, at);
        text += "\n#### ";
      }
      text += page;
    }
  }
  return text;
}

std::string rules_map_document() {
  std::string text(kGenerated);
  text +=
      "# From the rule book to rules\n\nEvery demand of the one-sided chapter that a checker can see, and the rule "
      "that "
      "reports its violation, or why there is none. W: windows and info; C: communication calls; L: local buffers; E: "
      "epochs; A: assertions; R: conflicting accesses.\n\n| row | demand | rules |\n|---|---|---|\n";
  for (const RuleBookRow& row : kRows) {
    text += "| " + std::string(row.id) + " | " + std::string(row.demand) + " | ";
    std::string_view separator;
    for (const Rule* rule : rules_covering(row.id)) {
      text += std::string(separator) + "[" + std::string(rule->id) + "](rules.md#" + anchor(rule->id) + ")";
      separator = ", ";
    }
    text += std::string(row.reason) + " |\n";
  }
  return text;
}

}  // namespace fencepost
