#include "reports/html.h"

#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/causes.h"
#include "reports/html/assets.h"
#include "reports/json.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kContext = 4;  // source lines before and after the marked one

// JSON inside a script element: no '<' can begin an end tag or a comment, no line separator can end a string.
std::string in_script(const Json& json) {
  std::string escaped;
  for (char c : json.dump(-1, ' ', true)) {
    switch (c) {
      case '<':
        escaped += "\\u003c";
        break;
      case '>':
        escaped += "\\u003e";
        break;
      case '&':
        escaped += "\\u0026";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

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
  Json json = {{"first_line", snippet.first_line}, {"marked_line", snippet.marked_line}, {"lines", Json::array()}};
  for (const std::string& line : snippet.lines) json["lines"].push_back(printable(line));
  json["note"] = valid_utf8(snippet.note);
  return json;
}

Json data_of(const Findings& findings, Sources& sources, const RuleTexts& rule_texts) {
  Json data;
  data["report"] = Json::parse(to_json(findings));
  data["suppressed"] = Json::array();
  for (const std::string& sentence : suppression_sentences(findings))
    data["suppressed"].push_back(valid_utf8(sentence));
  data["jobs"] = Json::array();
  for (const Finding& finding : findings.findings)
    data["jobs"].push_back(finding.jobs.empty() ? "" : jobs_text(finding.jobs, findings.jobs));
  data["snippets"] = Json::array();
  data["rules"] = Json::object();
  for (const Finding& finding : findings.findings) {
    Json snippets = Json::array();
    for (const Access& access : finding.accesses) snippets.push_back(snippet_of(access.location, sources));
    data["snippets"].push_back(std::move(snippets));
    std::string rule = valid_utf8(finding.rule);
    if (data["rules"].contains(rule) || !rule_texts) continue;
    if (auto text = rule_texts(finding.rule)) {
      data["rules"][rule] = {{"title", valid_utf8(text->title)}, {"page", valid_utf8(text->page)}};
    }
  }
  return data;
}

}  // namespace

std::string to_html(const Findings& findings, Sources& sources, const RuleTexts& rule_texts) {
  std::string program = findings.program.command.empty() ? "a program" : findings.program.command;
  std::string title = fmt::format("Fencepost: {} in {}",
                                  findings.findings.empty()
                                      ? std::string("no findings")
                                      : counted(findings.findings.size() - Causes(findings).consequences(), "finding"),
                                  program);
  std::string script;
  for (std::string_view part : {assets::kDomJs, assets::kCodeJs, assets::kDiagramJs, assets::kPageJs}) script += part;
  const std::pair<std::string_view, std::string> holes[] = {
      {"{{title}}", in_markup(title)},
      {"{{style}}", std::string(assets::kPageCss)},
      {"{{data}}", in_script(data_of(findings, sources, rule_texts))},
      {"{{script}}", script}};
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
