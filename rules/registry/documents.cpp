#include "registry/documents.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

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

// "put_outside_epoch" → "kPutOutsideEpoch"
std::string constant_of(const Rule& rule) {
  std::string constant = "k";
  bool upper = true;
  for (const char c : rule.name) {
    if (c != '_') constant += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = c == '_';
  }
  return constant;
}

// Whether the text contains this name, and not only a longer one that begins with it.
bool names(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end == text.size() || std::isalnum(static_cast<unsigned char>(text[end])) == 0) return true;
  }
  return false;
}

// Whether the comments at the top of a program have a line "key: … id …" (tests/programs/marks.py).
bool has_header(std::string_view text, std::string_view key, std::string_view id) {
  const std::string needle = " " + std::string(key) + ": ";
  while (text.starts_with("//") || text.starts_with("!")) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find(needle) <= 2 && names(line, id)) return true;  // after the comment mark
  }
  return false;
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
      // The page's headings are moved to this page's level.
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

TestsOfRules find_tests(const std::filesystem::path& tests) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const char* folder : {"rules", "corpus"})
    for (const auto& entry : fs::recursive_directory_iterator(tests / folder))
      if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  TestsOfRules found;
  for (const fs::path& file : files) {
    const std::string name = file.lexically_relative(tests).string();
    const bool cases = name.ends_with("_cases.cpp");
    std::ifstream input(file);
    std::string text((std::istreambuf_iterator<char>(input)), {});
    for (const Rule& rule : all_rules()) {
      const auto list = [&]() -> TestsOfRule& { return found[std::string(rule.id)]; };
      if (cases) {
        if (names(text, ".rule = rule::" + constant_of(rule))) list().cases.push_back(name);
        continue;
      }
      if (has_header(text, "finds", rule.id)) list().programs.push_back(name);
      if (has_header(text, "near", rule.id)) list().near.push_back(name);
    }
  }
  return found;
}

namespace {

// "[a/b.c](…), [a/c.c](…) and more"
std::string links_to(const std::vector<std::string>& programs) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, programs.size()); ++i)
    text += (text.empty() ? "[" : ", [") + programs[i].substr(programs[i].find('/') + 1) + "](../tests/" + programs[i] +
            ")";
  if (programs.size() > kMost) text += " and more";
  return text;
}

// The cells of a rule's tests.
std::string cells_of(const TestsOfRule& tests) {
  std::string cases;
  for (const std::string& file : tests.cases)
    cases += (cases.empty() ? "[cases](../tests/" : ", [cases](../tests/") + file + ")";
  return cases + " | " + links_to(tests.programs) + " | " + links_to(tests.near);
}

}  // namespace

std::string rules_map_document(const TestsOfRules& tests) {
  std::string text(kGenerated);
  text +=
      "# From the rule book to rules\n\nEvery demand of the one-sided chapter that a checker can see, the rule that "
      "reports its violation (with its page), and the rule's tests: runs made by hand, each with a near miss that must "
      "give nothing (cases), and programs of the corpus, which run on both MPIs: those that break the rule, and near "
      "misses, "
      "which come as close to it as they can and must give nothing of it. Or the reason why there is no rule. "
      "W: "
      "windows and info; C: communication calls; L: local buffers; E: epochs; A: assertions; R: conflicting "
      "accesses.\n\n| row | demand | rule | cases | breaks it | near misses |\n|---|---|---|---|---|---|\n";
  for (const RuleBookRow& row : kRows) {
    const std::string begin = "| " + std::string(row.id) + " | " + std::string(row.demand) + " | ";
    if (!row.reason.empty()) text += begin + std::string(row.reason) + " | | | |\n";
    for (const Rule* rule : rules_covering(row.id)) {
      const auto tested = tests.find(rule->id);
      text += begin + "[" + std::string(rule->id) + "](rules.md#" + anchor(rule->id) + ") | " +
              (tested == tests.end() ? " | | " : cells_of(tested->second)) + " |\n";
    }
  }
  return text;
}

}  // namespace fencepost
