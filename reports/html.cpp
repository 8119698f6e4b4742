#include "reports/html.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/source_lines.h"
#include "reports/causes.h"
#include "reports/deflate.h"
#include "reports/html/assets.h"
#include "reports/json.h"
#include "reports/pack.h"
#include "reports/patch.h"
#include "reports/place.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kContext = 4;  // source lines before and after the marked one
constexpr const char* kEditor = "vscode://file/{file}:{line}:{column}";

std::string in_markup(std::string_view text) {
  std::string escaped;
  for (char c : printable(text)) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

Json snippet_of(const SourceLocation& location, Sources& sources) {
  Snippet snippet = sources.snippet(location, kContext);
  // Columns of debug information count bytes; the page counts characters of the text that it shows.
  const auto marked = static_cast<std::size_t>(snippet.marked_line - snippet.first_line);
  if (snippet.column > 1 && marked < snippet.lines.size())
    snippet.column =
        characters_of(printable(
            std::string_view(snippet.lines[marked]).substr(0, static_cast<std::size_t>(snippet.column - 1)))) +
        1;
  Json json = {{"first_line", snippet.first_line},
               {"marked_line", snippet.marked_line},
               {"column", snippet.column},
               {"lines", Json::array()}};
  for (const std::string& line : snippet.lines) json["lines"].push_back(printable(line));
  json["note"] = valid_utf8(snippet.note);
  return json;
}

// The lines of the diff that fixes it.
Json diff_lines(const Finding& finding, const std::string& root, SourceLines& sources) {
  Json lines = Json::array();
  const Fix* fix = patched_fix(finding);
  if (fix == nullptr) return lines;
  const std::string diff = diff_of(*fix, root, sources);
  for (std::size_t at = 0; at < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', at), diff.size());
    lines.push_back(printable(std::string_view(diff).substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

// The page's additional data about each finding: source lines, its diff, the words for its jobs.
void add_finding(Json& data, const Finding& finding, const Findings& findings, Context& context, SourceLines& lines) {
  data["diffs"].push_back(diff_lines(finding, root_of(findings, context.source_root), lines));
  Json snippets = Json::array();
  for (const Access& access : finding.accesses) snippets.push_back(snippet_of(access.location, context.sources));
  data["snippets"].push_back(std::move(snippets));
  data["jobs"].push_back(finding.jobs.empty() ? "" : jobs_text(finding.jobs, findings.jobs));
  const std::string rule = valid_utf8(finding.rule);
  if (data["rules"].contains(rule) || !context.rule_texts) return;
  if (auto text = context.rule_texts(finding.rule))
    data["rules"][rule] = {{"title", valid_utf8(text->title)}, {"page", valid_utf8(text->page)}};
}

Json data_of(const Findings& findings, Context& context) {
  Json data;
  data["report"] = Json::parse(to_json(findings));
  data["directory"] = valid_utf8(root_of(findings, context.source_root));
  data["editor"] = context.editor == "none" ? "" : context.editor.empty() ? kEditor : valid_utf8(context.editor);
  data["summary"] = valid_utf8(summary_of(findings));
  data["suppressed"] = Json::array();
  for (const std::string& sentence : suppression_sentences(findings))
    data["suppressed"].push_back(valid_utf8(sentence));
  data["jobs"] = Json::array();
  data["diffs"] = Json::array();
  data["snippets"] = Json::array();
  data["rules"] = Json::object();
  SourceLines lines;
  for (const Finding& finding : findings.findings) add_finding(data, finding, findings, context, lines);
  for (const SuppressedFinding& suppressed : findings.suppressed)
    add_finding(data, suppressed.finding, findings, context, lines);
  return data;
}

}  // namespace

std::string to_html(const Findings& findings, Context& context) {
  std::string program = findings.program.command.empty() ? "a program" : findings.program.command;
  std::string title = fmt::format("Fencepost: {} in {}",
                                  findings.findings.empty()
                                      ? std::string("no findings")
                                      : counted(findings.findings.size() - Causes(findings).consequences(), "finding"),
                                  program);
  const std::string data = packed(data_of(findings, context)).dump(-1, ' ', true);
  const std::pair<std::string_view, std::string> holes[] = {{"{{title}}", in_markup(title)},
                                                            {"{{style}}", std::string(assets::kPageCss)},
                                                            {"{{size}}", std::to_string(data.size())},
                                                            {"{{data}}", base64(deflated(data))},
                                                            {"{{script}}", std::string(assets::kScript)}};
  std::string page;
  std::string_view rest = assets::kPageHtml;
  for (const auto& [hole, text] : holes) {
    std::size_t found = rest.find(hole);
    page += rest.substr(0, found);
    page += text;
    rest.remove_prefix(found + hole.size());
  }
  page += rest;
  return page;
}

}  // namespace fencepost::reports
