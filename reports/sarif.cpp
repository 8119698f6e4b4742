#include "reports/sarif.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRoot = "%SRCROOT%";

const char* level_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
    case Severity::kUndefined:
      return "error";
    case Severity::kPortability:
    case Severity::kPerformance:
      return "warning";
    case Severity::kNote:
      break;
  }
  return "note";
}

// RFC 3986: what may stand in a path as it is; every other byte is written as %XX.
std::string uri_path(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  std::string uri;
  for (char c : path) {
    uri += kPlain.find(c) != std::string_view::npos ? std::string(1, c)
                                                    : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json text_message(const std::string& text) {
  return {{"text", valid_utf8(text)}};
}

class SarifWriter {
 public:
  SarifWriter(const Findings& findings, const RuleTexts& rule_texts) : findings_(findings), rule_texts_(rule_texts) {}

  Json run(std::string_view tool_version) {
    Json results = Json::array();
    for (const Finding& finding : findings_.findings) results.push_back(result(finding));
    for (const SuppressedFinding& suppressed : findings_.suppressed) {
      const Suppression& by = findings_.suppressions.at(suppressed.by);
      Json json = result(suppressed.finding);
      Json suppression = {{"kind", by.kind == SuppressionKind::kComment ? "inSource" : "external"}};
      suppression["justification"] = valid_utf8(by.text.empty() ? by.place : by.place + ": " + by.text);
      json["suppressions"] = Json::array({suppression});
      results.push_back(std::move(json));
    }
    Json run;
    run["tool"]["driver"] = {{"name", "Fencepost"}, {"version", tool_version}, {"rules", rules_}};
    run["invocations"] = Json::array({invocation()});
    if (!findings_.program.directory.empty()) {
      run["originalUriBaseIds"][kRoot]["uri"] = "file://" + uri_path(findings_.program.directory) + "/";
    }
    run["results"] = results;
    run["columnKind"] = "unicodeCodePoints";
    return run;
  }

 private:
  std::size_t rule_index(const Finding& finding) {
    auto [found, inserted] = indices_.try_emplace(finding.rule, rules_.size());
    if (!inserted) return found->second;
    Json rule = {{"id", valid_utf8(finding.rule)}, {"shortDescription", text_message(finding.title)}};
    if (auto text = rule_texts_ ? rule_texts_(finding.rule) : std::nullopt) {
      rule["shortDescription"] = text_message(text->title);
      rule["help"] = {{"text", valid_utf8(text->page)}, {"markdown", valid_utf8(text->page)}};
    }
    rule["defaultConfiguration"]["level"] = level_of(finding.severity);
    rule["properties"]["tags"] = {name_of(finding.family), name_of(finding.severity)};
    rules_.push_back(std::move(rule));
    return found->second;
  }

  Json physical_location(const SourceLocation& place) const {
    std::string relative = shorten(place.file, findings_.program.directory);
    Json artifact;
    if (relative != place.file) {
      artifact = {{"uri", uri_path(relative)}, {"uriBaseId", kRoot}};
    } else {
      artifact = {{"uri", (place.file.starts_with("/") ? "file://" : "") + uri_path(place.file)}};
    }
    Json region = {{"startLine", place.line}};
    if (place.column > 0) region["startColumn"] = place.column;
    return {{"artifactLocation", artifact}, {"region", region}};
  }

  Json location(const SourceLocation& place, const std::string& text) const {
    Json json = Json::object();
    if (place.line > 0 && !place.file.empty()) json["physicalLocation"] = physical_location(place);
    if (!place.function.empty()) {
      json["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", valid_utf8(place.function)}, {"kind", "function"}}});
    }
    if (!text.empty()) json["message"] = text_message(text);
    return json;
  }

  Json stack(const Access& access, const std::string& text) const {
    Json frames = Json::array();
    for (const SourceLocation& frame : access.stack) frames.push_back({{"location", location(frame, "")}});
    return {{"message", text_message(text)}, {"frames", frames}};
  }

  Json result(const Finding& finding) {
    Json json;
    json["ruleId"] = valid_utf8(finding.rule);
    json["ruleIndex"] = rule_index(finding);
    json["level"] = level_of(finding.severity);
    std::string text = finding.message.empty() ? finding.title : finding.message;
    for (const std::string& sentence : finding.why) text += "\n" + sentence;
    if (!finding.suggestion.empty()) text += "\n" + finding.suggestion;
    json["message"] = text_message(text);
    json["locations"] = Json::array();
    Json related = Json::array();
    Json stacks = Json::array();
    for (const Access& access : finding.accesses) {
      std::string what = fmt::format("{} on rank {}", what_of(access), access.rank);
      if (json["locations"].empty()) json["locations"].push_back(location(access.location, what));
      Json other = location(access.location, what);
      other["id"] = related.size() + 1;
      related.push_back(std::move(other));
      if (!access.stack.empty()) stacks.push_back(stack(access, what));
    }
    if (!related.empty()) json["relatedLocations"] = related;
    if (!stacks.empty()) json["stacks"] = stacks;
    if (!finding.fingerprint.empty()) json["partialFingerprints"]["fencepost/v1"] = valid_utf8(finding.fingerprint);
    if (finding.count > 0) json["occurrenceCount"] = finding.count;
    json["properties"] = {
        {"severity", name_of(finding.severity)}, {"section", valid_utf8(finding.section)}, {"ranks", finding.ranks}};
    if (!finding.jobs.empty()) json["properties"]["jobs"] = valid_utf8(jobs_text(finding.jobs, findings_.jobs));
    if (!finding.consequence_of.empty()) json["properties"]["consequenceOf"] = valid_utf8(finding.consequence_of);
    return json;
  }

  Json invocation() const {
    Json json;
    json["executionSuccessful"] = findings_.status != RunStatus::kFailed;
    if (!findings_.program.command.empty()) json["commandLine"] = valid_utf8(findings_.program.command);
    Json notifications = Json::array();
    for (const std::string& sentence : findings_.blind_spots)
      notifications.push_back({{"level", "note"}, {"message", text_message(sentence)}});
    json["toolExecutionNotifications"] = notifications;
    return json;
  }

  const Findings& findings_;
  const RuleTexts& rule_texts_;
  Json rules_ = Json::array();
  std::map<std::string, std::size_t> indices_;
};

}  // namespace

std::string to_sarif(const Findings& findings, const RuleTexts& rule_texts, std::string_view tool_version) {
  Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  log["runs"] = Json::array({SarifWriter(findings, rule_texts).run(tool_version)});
  return log.dump(2) + "\n";
}

}  // namespace fencepost::reports
