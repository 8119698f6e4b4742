#include "reports/sarif.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/place.h"
#include "reports/raw_controls.h"
#include "reports/sarif_rules.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRoot = "%SRCROOT%";
// The limit of code scanning.
constexpr std::size_t kMostResults = 5'000;
constexpr std::size_t kMostBytes = 10'000'000;
constexpr std::size_t kMostRelated = 100;

// How much is written about each result, and which findings become one, until the log is small enough.
struct Size {
  enum class Fold { kNothing, kFunctions, kFiles, kRules } fold = Fold::kNothing;
  bool flows = true;   // codeFlows and stacks
  bool pretty = true;  // with line ends and spaces
};
constexpr Size kSizes[] = {
    {},
    {.pretty = false},
    {.flows = false, .pretty = false},
    {.fold = Size::Fold::kFunctions, .pretty = false},
    {.fold = Size::Fold::kFunctions, .flows = false, .pretty = false},
    {.fold = Size::Fold::kFiles, .flows = false, .pretty = false},
    {.fold = Size::Fold::kRules, .flows = false, .pretty = false},
};

// RFC 3986: characters that a path may contain; every other byte becomes %XX.
std::string uri_path(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  std::string uri;
  for (char c : path) {
    uri += kPlain.find(c) != std::string_view::npos ? std::string(1, c)
                                                    : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

bool is_in_sources(const SourceLocation& place) {
  return place.line > 0 && !place.file.empty();
}

// A finding, and the number of others that it represents.
struct Result {
  const Finding* finding = nullptr;
  const SuppressedFinding* suppressed = nullptr;
  std::uint64_t others = 0;
  std::uint64_t occurrences = 0;
};

class SarifWriter {
 public:
  SarifWriter(const Findings& findings, Context& context)
      : findings_(findings),
        context_(context),
        root_(root_of(findings, context.source_root)),
        rules_(context.rule_texts) {}

  Json run(const Size& size) {
    size_ = size;
    Json results = Json::array();
    const std::vector<Result> all = folded();
    for (const Result& one : all) results.push_back(result(one));
    Json run;
    run["tool"]["driver"] = {{"name", "Fencepost"},
                             {"fullName", "Fencepost, a checker of MPI one-sided communication"},
                             {"version", context_.tool_version},
                             {"rules", rules_.all()}};
    run["invocations"] = Json::array({invocation()});
    if (!root_.empty()) run["originalUriBaseIds"][kRoot]["uri"] = directory_uri(root_);
    run["artifacts"] = artifacts_;
    run["results"] = results;
    run["columnKind"] = "unicodeCodePoints";
    return run;
  }
  // How many results there are when findings are folded in this way.
  std::size_t results(const Size& size) {
    size_ = size;
    return folded().size();
  }

 private:
  static std::string directory_uri(const std::string& directory) {
    return "file://" + uri_path(directory) + (directory.ends_with("/") ? "" : "/");
  }

  std::vector<Result> folded() {
    std::vector<Result> all;
    std::map<std::string, std::size_t> known;
    const auto add = [&](const Finding& finding, const SuppressedFinding* suppressed) {
      if (size_.fold != Size::Fold::kNothing) {
        std::string key = fmt::format("{}|{}", finding.rule, suppressed != nullptr ? suppressed->by + 1 : 0);
        const SourceLocation* place = place_in_sources(finding);
        if (size_.fold != Size::Fold::kRules && place != nullptr) key += "|" + place->file;
        if (size_.fold == Size::Fold::kFunctions && place != nullptr) key += "|" + place->function;
        const auto [found, fresh] = known.try_emplace(key, all.size());
        if (!fresh) {
          ++all[found->second].others;
          all[found->second].occurrences += finding.count;
          return;
        }
      }
      all.push_back({&finding, suppressed, 0, finding.count});
    };
    for (const Finding& finding : findings_.findings) add(finding, nullptr);
    for (const SuppressedFinding& suppressed : findings_.suppressed) add(suppressed.finding, &suppressed);
    results_ = all.size();
    return all;
  }

  // ---- places ----
  Json artifact(const std::string& file) {
    const std::string path = path_below(file, root_);
    const bool inside = !path.starts_with("/") && !path.starts_with("..");
    // If it is not known to what it is relative, it is at least a URI.
    Json location = {{"uri", (inside ? "" : path.starts_with("/") ? "file://" : "file:///") + uri_path(path)}};
    if (inside) location["uriBaseId"] = kRoot;
    const auto [known, fresh] = artifact_numbers_.try_emplace(path, artifacts_.size());
    if (fresh) artifacts_.push_back({{"location", location}});
    location["index"] = known->second;
    return location;
  }

  // From the statement to the end of its line; columns of debug information count bytes.
  Json region(const SourceLocation& place) {
    Json region = {{"startLine", place.line}};
    std::string line = valid_utf8(context_.sources.line(place));
    line.erase(line.find_last_not_of(" \t") + 1);
    const auto before = static_cast<std::size_t>(std::max(place.column - 1, 0));
    int start = place.column;
    if (place.column > 0 && before <= line.size()) start = characters_of(std::string_view(line).substr(0, before)) + 1;
    if (start > 0) region["startColumn"] = start;
    region["endLine"] = place.line;
    if (const int end = characters_of(line) + 1; end > std::max(start, 1))
      region["endColumn"] = end;
    else if (start > 0)
      region["endColumn"] = start + 1;
    return region;
  }

  Json location(const SourceLocation& place, const std::string& text) {
    Json json = Json::object();
    if (is_in_sources(place))
      json["physicalLocation"] = {{"artifactLocation", artifact(place.file)}, {"region", region(place)}};
    if (!place.function.empty()) {
      json["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", valid_utf8(place.function)}, {"kind", "function"}}});
    }
    if (!text.empty()) json["message"] = sarif_text(text);
    return json;
  }

  // The place of a result. Code scanning refuses results without a file: these get the whole project.
  Json main_location(const Finding& finding) {
    if (const SourceLocation* place = place_in_sources(finding)) return location(*place, "");
    Json json;
    json["physicalLocation"] = {{"artifactLocation", {{"uri", "./"}, {"uriBaseId", kRoot}}},
                                {"region", {{"startLine", 1}, {"endLine", 1}}}};
    if (!finding.accesses.empty()) json["message"] = sarif_text(place_of(finding.accesses.front().location, root_));
    return json;
  }

  // ---- what belongs to a result ----
  Json related(const Finding& finding) {
    Json all = Json::array();
    std::set<std::string> known;
    const auto add = [&](const SourceLocation& place, const std::string& text) {
      if (!is_in_sources(place) || all.size() >= kMostRelated) return;
      Json one = location(place, text);
      if (!known.insert(one.dump()).second) return;
      one["id"] = all.size() + 1;
      all.push_back(std::move(one));
    };
    for (const Access& access : finding.accesses) add(access.location, what_of_rank(access));
    for (const Access& access : finding.accesses) {
      if (!access.epoch) continue;
      add(access.epoch->opened, "the epoch was opened here, by " + access.epoch->opened_call);
      add(access.epoch->closed, "the epoch was closed here, by " + access.epoch->closed_call);
    }
    return all;
  }

  // Each stack once: the schema requires it, and ranks often have the same stack.
  Json stacks(const Finding& finding) {
    Json all = Json::array();
    std::set<std::string> known;
    for (const Access& access : finding.accesses) {
      if (access.stack.empty()) continue;
      Json frames = Json::array();
      for (const SourceLocation& frame : access.stack) frames.push_back({{"location", location(frame, "")}});
      if (!known.insert(frames.dump()).second) continue;
      all.push_back({{"message", sarif_text(what_of_rank(access))}, {"frames", std::move(frames)}});
    }
    return all;
  }

  // The space-time picture: what each rank did, in an order that extends happens-before.
  Json code_flows(const Finding& finding) {
    std::map<std::pair<int, int>, Json> threads;
    for (const TimelineEvent& event : finding.timeline.events) {
      if (!is_in_sources(event.location)) continue;
      Json step = {{"location", location(event.location, event.label)}, {"executionOrder", event.order}};
      step["importance"] = event.access >= 0 ? "essential" : "important";
      auto& steps = threads.try_emplace({event.rank, event.thread}, Json::array()).first->second;
      steps.push_back(std::move(step));
    }
    if (threads.empty()) return Json::array();
    Json flows = Json::array();
    for (auto& [thread, steps] : threads) {
      std::stable_sort(steps.begin(), steps.end(), [](const Json& a, const Json& b) {
        return a["executionOrder"].get<std::uint64_t>() < b["executionOrder"].get<std::uint64_t>();
      });
      std::string name = fmt::format("rank {}", thread.first);
      if (thread.second != 0) name += fmt::format(" thread {}", thread.second);
      flows.push_back({{"id", name}, {"message", sarif_text(name)}, {"locations", std::move(steps)}});
    }
    return Json::array({{{"threadFlows", std::move(flows)}}});
  }

  // Replacements of lines, which a consumer offers to apply. Only fixes that were tried on the recorded run.
  Json fixes(const Finding& finding) {
    Json all = Json::array();
    for (const Fix& fix : finding.fixes) {
      std::map<std::string, Json> by_file;
      for (const SourceEdit& edit : fix.patch) {
        std::string text;
        for (const std::string& line : edit.added) text += valid_utf8(line) + "\n";
        const int end = edit.line + static_cast<int>(edit.removed.size());
        Json replacement;
        replacement["deletedRegion"] = {
            {"startLine", edit.line}, {"startColumn", 1}, {"endLine", end}, {"endColumn", 1}};
        if (!text.empty()) replacement["insertedContent"] = {{"text", text}};
        by_file.try_emplace(edit.file, Json::array()).first->second.push_back(std::move(replacement));
      }
      if (by_file.empty()) continue;
      Json changes = Json::array();
      for (auto& [file, replacements] : by_file)
        changes.push_back({{"artifactLocation", artifact(file)}, {"replacements", std::move(replacements)}});
      all.push_back({{"description", sarif_text(fix.text)}, {"artifactChanges", std::move(changes)}});
    }
    return all;
  }

  static std::string message_of(const Result& one) {
    const Finding& finding = *one.finding;
    std::string text = finding.message.empty() ? finding.title : finding.message;
    for (const std::string& sentence : finding.why) text += "\n" + sentence;
    if (!finding.suggestion.empty()) text += "\n" + finding.suggestion;
    if (one.others > 0)
      text += fmt::format("\n{} like it nearby are not listed here; the HTML and JSON reports have them.",
                          counted(one.others, "more finding"));
    return text;
  }

  Json result(const Result& one) {
    const Finding& finding = *one.finding;
    Json json;
    json["ruleId"] = valid_utf8(finding.rule);
    json["ruleIndex"] = rules_.index_of(finding);
    json["level"] = sarif_level(finding.severity);
    json["message"] = sarif_text(message_of(one));
    json["locations"] = Json::array({main_location(finding)});
    const auto add = [&](const char* name, Json list) {
      if (!list.empty()) json[name] = std::move(list);
    };
    add("relatedLocations", related(finding));
    if (size_.flows) {
      add("stacks", stacks(finding));
      add("codeFlows", code_flows(finding));
    }
    add("fixes", fixes(finding));
    if (!finding.fingerprint.empty()) {
      const std::string fingerprint = valid_utf8(finding.fingerprint);
      json["partialFingerprints"] = {{"fencepost/v1", fingerprint}, {"primaryLocationLineHash", fingerprint + ":1"}};
    }
    if (one.occurrences > 0) json["occurrenceCount"] = one.occurrences;
    add_judgement(json, one.suppressed);
    json["properties"] = {
        {"severity", name_of(finding.severity)}, {"section", valid_utf8(finding.section)}, {"ranks", finding.ranks}};
    if (!finding.jobs.empty()) json["properties"]["jobs"] = valid_utf8(jobs_text(finding.jobs, findings_.jobs));
    if (!finding.consequence_of.empty()) json["properties"]["consequenceOf"] = valid_utf8(finding.consequence_of);
    return json;
  }

  bool has_baseline() const {
    return std::ranges::any_of(findings_.suppressions,
                               [](const Suppression& one) { return one.kind == SuppressionKind::kBaseline; });
  }

  // The effect of the user's suppressions and the baseline. If one result has a state, all must have one.
  void add_judgement(Json& json, const SuppressedFinding* suppressed) const {
    const Suppression* by = suppressed != nullptr ? &findings_.suppressions.at(suppressed->by) : nullptr;
    if (has_baseline())
      json["baselineState"] = by != nullptr && by->kind == SuppressionKind::kBaseline ? "unchanged" : "new";
    if (by == nullptr) return;
    Json suppression = {{"kind", by->kind == SuppressionKind::kComment ? "inSource" : "external"},
                        {"status", "accepted"}};
    suppression["justification"] = valid_utf8(by->text.empty() ? by->place : by->place + ": " + by->text);
    json["suppressions"] = Json::array({suppression});
  }

  Json invocation() const {
    const ProgramInfo& program = findings_.program;
    Json json;
    json["executionSuccessful"] = findings_.status != RunStatus::kFailed;
    if (!program.command.empty()) json["commandLine"] = valid_utf8(program.command);
    if (!program.directory.empty()) json["workingDirectory"]["uri"] = directory_uri(program.directory);
    if (!program.started.empty()) json["startTimeUtc"] = valid_utf8(program.started);
    if (program.exit_status) {
      json["exitCode"] = *program.exit_status;
      if (*program.exit_status > 128) json["exitSignalNumber"] = *program.exit_status - 128;
    }
    Json notifications = Json::array();
    if (!findings_.failure.empty())
      notifications.push_back({{"level", "error"}, {"message", sarif_text(findings_.failure)}});
    for (const std::string& reason : findings_.incomplete)
      notifications.push_back({{"level", "warning"}, {"message", sarif_text("Incomplete: " + reason)}});
    for (const std::string& sentence : findings_.blind_spots)
      notifications.push_back({{"level", "note"}, {"message", sarif_text(sentence)}});
    if (size_.fold != Size::Fold::kNothing)
      notifications.push_back(
          {{"level", "warning"},
           {"message",
            sarif_text(fmt::format("{} were folded into {}: code scanning takes {} and {} MB.",
                                   counted(findings_.findings.size() + findings_.suppressed.size(), "finding"),
                                   counted(results_, "result"), grouped(kMostResults), kMostBytes / 1'000'000))}});
    json["toolExecutionNotifications"] = notifications;
    return json;
  }

  const Findings& findings_;
  Context& context_;
  const std::string root_;
  Size size_;
  SarifRules rules_;
  Json artifacts_ = Json::array();
  std::map<std::string, std::size_t> artifact_numbers_;
  std::size_t results_ = 0;
};

}  // namespace

std::string to_sarif(const Findings& findings, Context& context) {
  std::string text;
  for (const Size& size : kSizes) {
    SarifWriter writer(findings, context);
    if (&size != &kSizes[std::size(kSizes) - 1] && writer.results(size) > kMostResults) continue;
    Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
    log["runs"] = Json::array({writer.run(size)});
    text = without_raw_controls(log.dump(size.pretty ? 2 : -1)) + "\n";
    if (text.size() <= kMostBytes) break;
  }
  return text;
}

}  // namespace fencepost::reports
