#include "reports/json.h"

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/names.h"
#include "reports/raw_controls.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

// -1: the call names no rank, or none that a group can have.
int number_of(Rank rank) {
  return rank.ordinary() ? static_cast<int>(rank.number()) : -1;
}

// The fields of each struct, once, for both directions: `archive` is a Writer or a Reader.
template <class Archive>
void place_fields(Archive& archive, SourceLocation& place) {
  archive("file", place.file);
  archive("line", place.line);
  archive("column", place.column);
  archive("function", place.function);
  archive("module", place.module);
  archive("address", place.address);
  archive("called", place.called);
  archive("called_module", place.called_module);
}

template <class Archive>
void fields(Archive& archive, SourceLocation& place) {
  place_fields(archive, place);
}

template <class Archive>
void fields(Archive& archive, Epoch& epoch) {
  archive("kind", epoch.kind);
  archive("window", epoch.window);
  archive("targets", epoch.targets);
  archive("target_processes", epoch.target_processes);
  archive("opened", epoch.opened);
  archive("opened_call", epoch.opened_call);
  archive("closed", epoch.closed);
  archive("closed_call", epoch.closed_call);
  archive("origin_completion", epoch.origin_completion);
  archive("target_completion", epoch.target_completion);
  archive("completion", epoch.completion);
  archive("complete_at_origin", epoch.complete_at_origin);
  archive("complete_at_target", epoch.complete_at_target);
}

// The byte range, and the memory in which it counts.
struct Bytes {
  std::uint64_t& first;
  std::uint64_t& end;
  Rank& part;
  std::string& of;
};
template <class Archive>
void fields(Archive& archive, Bytes& bytes) {
  archive("first", bytes.first);
  archive("end", bytes.end);
  archive("part", bytes.part);
  archive("of", bytes.of);
}

template <class Archive>
void fields(Archive& archive, VariableAround& variable) {
  archive("name", variable.name);
  archive("first", variable.first);
  archive("end", variable.end);
}

template <class Archive>
void fields(Archive& archive, Access& access) {
  archive("rank", access.rank);
  archive("thread", access.thread);
  archive("role", access.role);
  archive("kind", access.kind);
  archive("call", access.call);
  place_fields(archive, access.location);
  archive("stack", access.stack);
  archive("window", access.window);
  archive("target", access.target);
  archive("target_process", access.target_process);
  Bytes bytes{access.first_byte, access.end_byte, access.bytes_part, access.bytes_of};
  archive("bytes", bytes);
  archive("variable", access.variable);
  archive("description", access.description);
  archive("epoch", access.epoch);
  archive("locks", access.locks);
  archive("waits_for", access.waits_for);
  archive("time", access.time);
}

template <class Archive>
void fields(Archive& archive, TimelineEvent& event) {
  archive("rank", event.rank);
  archive("thread", event.thread);
  archive("order", event.order);
  archive("label", event.label);
  place_fields(archive, event.location);
  archive("access", event.access);
}

template <class Archive>
void fields(Archive& archive, TimelineEdge& edge) {
  archive("from", edge.from);
  archive("to", edge.to);
  archive("label", edge.label);
}

template <class Archive>
void fields(Archive& archive, Timeline& timeline) {
  archive("events", timeline.events);
  archive("edges", timeline.edges);
}

template <class Archive>
void fields(Archive& archive, SourceEdit& edit) {
  archive("file", edit.file);
  archive("checksum", edit.checksum);
  archive("line", edit.line);
  archive("removed", edit.removed);
  archive("added", edit.added);
}

template <class Archive>
void fields(Archive& archive, Fix& fix) {
  archive("kind", fix.kind);
  archive("text", fix.text);
  archive("tried", fix.tried);
  archive("patch", fix.patch);
}

template <class Archive>
void fields(Archive& archive, Finding& finding) {
  archive("rule", finding.rule);
  archive("family", finding.family);
  archive("severity", finding.severity);
  archive("title", finding.title);
  archive("message", finding.message);
  archive("section", finding.section);
  archive("suggestion", finding.suggestion);
  archive("fixes", finding.fixes);
  archive("why", finding.why);
  archive("count", finding.count);
  archive("ranks", finding.ranks);
  archive("jobs", finding.jobs);
  archive("fingerprint", finding.fingerprint);
  archive("consequence_of", finding.consequence_of);
  archive("library", finding.library);
  archive("accesses", finding.accesses);
  archive("timeline", finding.timeline);
}

template <class Archive>
void fields(Archive& archive, Suppression& suppression) {
  archive("kind", suppression.kind);
  archive("place", suppression.place);
  archive("text", suppression.text);
  archive("problem", suppression.problem);
  archive("used", suppression.used);
  archive("findings", suppression.findings);
  archive("occurrences", suppression.occurrences);
}

template <class Archive>
void fields(Archive& archive, SuppressedFinding& suppressed) {
  archive("by", suppressed.by);
  archive("finding", suppressed.finding);
}

template <class Archive>
void fields(Archive& archive, ProgramInfo& program) {
  archive("command", program.command);
  archive("directory", program.directory);
  archive("mpi_library", program.mpi_library);
  archive("ranks", program.ranks);
  archive("files", program.files);
  archive("files_not_read", program.files_not_read);
  archive("schedule", program.schedule);
  archive("rma", program.rma);
  archive("exit_status", program.exit_status);
  archive("started", program.started);
  archive("milliseconds", program.milliseconds);
}

template <class Archive>
void fields(Archive& archive, Findings::Statistics& statistics) {
  archive("events", statistics.events);
  archive("window_calls", statistics.window_calls);
  archive("operations", statistics.operations);
  archive("memory_accesses", statistics.memory_accesses);
  archive("trace_bytes", statistics.trace_bytes);
}

template <class Archive>
void fields(Archive& archive, OverviewLane& lane) {
  archive("first", lane.first);
  archive("last", lane.last);
  archive("operations", lane.operations);
  archive("epochs", lane.epochs);
}

template <class Archive>
void fields(Archive& archive, OverviewBars& bars) {
  archive("lane", bars.lane);
  archive("kind", bars.kind);
  archive("window", bars.window);
  archive("begin", bars.begin);
  archive("end", bars.end);
}

template <class Archive>
void fields(Archive& archive, OverviewLines& lines) {
  archive("time", lines.time);
  archive("name", lines.name);
  archive("group", lines.group);
}

template <class Archive>
void fields(Archive& archive, OverviewTicks& ticks) {
  archive("lane", ticks.lane);
  archive("time", ticks.time);
  archive("kind", ticks.kind);
  archive("window", ticks.window);
  archive("target", ticks.target);
}

template <class Archive>
void fields(Archive& archive, OverviewTraffic& traffic) {
  archive("origin", traffic.origin);
  archive("target", traffic.target);
  archive("operations", traffic.operations);
  archive("bytes", traffic.bytes);
}

template <class Archive>
void fields(Archive& archive, OverviewBytes& part) {
  archive("rank", part.rank);
  archive("size", part.size);
  archive("read", part.read);
  archive("written", part.written);
  archive("updated", part.updated);
  archive("local", part.local);
  archive("read_by", part.read_by);
  archive("written_by", part.written_by);
  archive("updated_by", part.updated_by);
  archive("local_by", part.local_by);
}

template <class Archive>
void fields(Archive& archive, WindowOverview& window) {
  archive("name", window.name);
  archive("memory", window.memory);
  archive("flavor", window.flavor);
  archive("model", window.model);
  archive("ranks", window.ranks);
  archive("smallest", window.smallest);
  archive("largest", window.largest);
  archive("total", window.total);
  archive("displacement_unit", window.displacement_unit);
  archive("created", window.created);
  archive("freed", window.freed);
  archive("fences", window.fences);
  archive("starts", window.starts);
  archive("shared_locks", window.shared_locks);
  archive("exclusive_locks", window.exclusive_locks);
  archive("lock_alls", window.lock_alls);
  archive("flushes", window.flushes);
  archive("operations", window.operations);
  archive("bytes", window.bytes);
  archive("group", window.group);
  archive("traffic", window.traffic);
  archive("cells", window.cells);
  archive("who", window.who);
  archive("parts", window.parts);
}

template <class Archive>
void fields(Archive& archive, RunOverview& run) {
  archive("nanoseconds", run.nanoseconds);
  archive("slot", run.slot);
  archive("operations", run.operations);
  archive("short_epochs", run.short_epochs);
  archive("lines_left_out", run.lines_left_out);
  archive("windows_left_out", run.windows_left_out);
  archive("names", run.names);
  archive("lanes", run.lanes);
  archive("groups", run.groups);
  archive("fine_slot", run.fine_slot);
  archive("fine_lanes", run.fine_lanes);
  archive("bars", run.bars);
  archive("lines", run.lines);
  archive("ticks", run.ticks);
  archive("windows", run.windows);
}

template <class Archive>
void fields(Archive& archive, Findings& findings) {
  archive("status", findings.status);
  archive("failure", findings.failure);
  archive("incomplete", findings.incomplete);
  archive("program", findings.program);
  archive("jobs", findings.jobs);
  archive("blind_spots", findings.blind_spots);
  archive("findings", findings.findings);
  archive("suppressed", findings.suppressed);
  archive("suppressions", findings.suppressions);
  archive("statistics", findings.statistics);
  archive("overviews", findings.overviews);
}

class Writer {
 public:
  template <class Value>
  void operator()(const char* name, Value& value) {
    object_[name] = write(value);
  }
  Json take() { return std::move(object_); }

 private:
  template <class Value>
  static Json write(Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      return name_of(value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      return value;
    } else if constexpr (std::is_same_v<Value, Rank>) {
      return number_of(value);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return valid_utf8(value);
    } else {
      Writer writer;
      fields(writer, value);
      return writer.take();
    }
  }
  template <class Value>
  static Json write(std::optional<Value>& value) {
    return value ? write(*value) : Json(nullptr);
  }
  template <class Value>
  static Json write(std::vector<Value>& values) {
    Json array = Json::array();
    for (Value& value : values) array.push_back(write(value));
    return array;
  }

  Json object_ = Json::object();
};

// The names of an enumeration, up to its last value.
template <class Value>
std::vector<std::string> names_up_to(Value last) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.emplace_back(name_of(static_cast<Value>(i)));
  return names;
}
std::vector<std::string> names_of(Severity) {
  return names_up_to(Severity::kNote);
}
std::vector<std::string> names_of(Family) {
  return names_up_to(Family::kUse);
}
std::vector<std::string> names_of(SuppressionKind) {
  return names_up_to(SuppressionKind::kBaseline);
}
std::vector<std::string> names_of(Role) {
  return names_up_to(Role::kCall);
}
std::vector<std::string> names_of(AccessVerb) {
  return names_up_to(AccessVerb::kCall);
}
std::vector<std::string> names_of(EpochType) {
  return names_up_to(EpochType::kLockAll);
}
std::vector<std::string> names_of(FixKind) {
  return names_up_to(FixKind::kGuard);
}
std::vector<std::string> names_of(RunStatus) {
  return names_up_to(RunStatus::kFailed);
}

// The JSON Schema of a struct, from the same lists of fields.
class Describer {
 public:
  template <class Value>
  void operator()(const char* name, Value& value) {
    properties_[name] = describe(value);
    required_.push_back(name);
  }
  Json take() {
    return {{"type", "object"}, {"properties", std::move(properties_)}, {"required", std::move(required_)}};
  }

 private:
  template <class Value>
  static Json describe(Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      return {{"type", "string"}, {"enum", names_of(value)}};
    } else if constexpr (std::is_same_v<Value, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::is_unsigned_v<Value>) {
      return {{"type", "integer"}, {"minimum", 0}};
    } else if constexpr (std::is_integral_v<Value> || std::is_same_v<Value, Rank>) {
      return {{"type", "integer"}};
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return {{"type", "string"}};
    } else {
      Describer describer;
      fields(describer, value);
      return describer.take();
    }
  }
  template <class Value>
  static Json describe(std::optional<Value>&) {
    Value value{};
    return {{"anyOf", {describe(value), {{"type", "null"}}}}};
  }
  template <class Value>
  static Json describe(std::vector<Value>&) {
    Value value{};
    return {{"type", "array"}, {"items", describe(value)}};
  }

  Json properties_ = Json::object();
  Json required_ = Json::array();
};

// Like nlohmann's dump(2), but a list of numbers is on one line.
void print(const Json& json, std::string& out, std::size_t depth) {
  const auto line = [&](std::size_t deeper) { out.append("\n").append(2 * (depth + deeper), ' '); };
  if (json.is_object() && !json.empty()) {
    out += '{';
    bool first = true;
    for (const auto& [name, value] : json.items()) {
      if (!std::exchange(first, false)) out += ',';
      line(1);
      out += Json(name).dump() + ": ";
      print(value, out, depth + 1);
    }
    line(0);
    out += '}';
  } else if (json.is_array() && !json.empty() && !json.front().is_number()) {
    out += '[';
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (i > 0) out += ',';
      line(1);
      print(json[i], out, depth + 1);
    }
    line(0);
    out += ']';
  } else {
    out += json.dump();
  }
}

// The place in the text of an invalid value.
struct BadValue {
  std::string path;
  std::string problem;
};

class Reader {
 public:
  Reader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object_.is_object()) throw BadValue{path_, "is not an object"};
  }
  template <class Value>
  void operator()(const char* name, Value& value) {
    auto found = object_.find(name);
    if (found != object_.end()) read(*found, path_.empty() ? name : path_ + "." + name, value);
  }

 private:
  template <class Value>
  static void read(const Json& json, const std::string& path, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      if (!json.is_string()) throw BadValue{path, "is not a string"};
      const auto named = value_named<Value>(json.get_ref<const std::string&>());
      if (!named) throw BadValue{path, "has the unknown value \"" + json.get_ref<const std::string&>() + "\""};
      value = *named;
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (!json.is_string()) throw BadValue{path, "is not a string"};
      value = json.get_ref<const std::string&>();
    } else if constexpr (std::is_same_v<Value, bool>) {
      if (!json.is_boolean()) throw BadValue{path, "is neither true nor false"};
      value = json.get<bool>();
    } else if constexpr (std::is_integral_v<Value>) {
      read_integer(json, path, value);
    } else if constexpr (std::is_same_v<Value, Rank>) {
      int number = -1;
      read_integer(json, path, number);
      value = number >= 0 ? Rank(number) : Rank::kNone;
    } else {
      Reader reader(json, path);
      fields(reader, value);
    }
  }
  template <class Value>
  static void read_integer(const Json& json, const std::string& path, Value& value) {
    if (!json.is_number_integer()) throw BadValue{path, "is not an integer"};
    bool fits = json.is_number_unsigned() ? std::in_range<Value>(json.get<std::uint64_t>())
                                          : std::in_range<Value>(json.get<std::int64_t>());
    if (!fits) throw BadValue{path, "is out of range"};
    value = json.get<Value>();
  }
  template <class Value>
  static void read(const Json& json, const std::string& path, std::optional<Value>& value) {
    if (json.is_null()) {
      value.reset();
    } else {
      read(json, path, value.emplace());
    }
  }
  template <class Value>
  static void read(const Json& json, const std::string& path, std::vector<Value>& values) {
    if (!json.is_array()) throw BadValue{path, "is not an array"};
    values.clear();
    for (std::size_t i = 0; i < json.size(); ++i) read(json[i], fmt::format("{}[{}]", path, i), values.emplace_back());
  }

  const Json& object_;
  std::string path_;
};

void check_indices(const Finding& finding, std::size_t jobs, const std::string& path) {
  for (const int job : finding.jobs) {
    if (job < 1 || static_cast<std::size_t>(job) > jobs)
      throw BadValue{path + ".jobs", "names a job that is not there"};
  }
  for (const TimelineEvent& event : finding.timeline.events) {
    if (event.access < -1 || event.access >= static_cast<std::int64_t>(finding.accesses.size()))
      throw BadValue{path + ".timeline.events", "names an access that is not there"};
  }
  for (const TimelineEdge& edge : finding.timeline.edges) {
    if (edge.from >= finding.timeline.events.size() || edge.to >= finding.timeline.events.size())
      throw BadValue{path + ".timeline.edges", "names an event that is not there"};
  }
}

void check_indices(const Findings& findings) {
  const std::size_t jobs = findings.jobs.size();
  for (std::size_t i = 0; i < findings.findings.size(); ++i)
    check_indices(findings.findings[i], jobs, fmt::format("findings[{}]", i));
  for (std::size_t i = 0; i < findings.suppressed.size(); ++i) {
    const std::string path = fmt::format("suppressed[{}]", i);
    if (findings.suppressed[i].by >= findings.suppressions.size())
      throw BadValue{path + ".by", "names a suppression that is not there"};
    check_indices(findings.suppressed[i].finding, jobs, path + ".finding");
  }
}

}  // namespace

std::string to_json(const Findings& findings) {
  Json text = Json::object();
  text["schema"] = kJsonSchema;
  Writer writer;
  fields(writer, const_cast<Findings&>(findings));  // the Writer only reads
  text.update(writer.take());
  std::string printed;
  print(text, printed, 0);
  return without_raw_controls(printed) + "\n";
}

std::string json_schema() {
  Findings findings;
  Describer describer;
  fields(describer, findings);
  Json object = describer.take();
  Json schema = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "Findings of Fencepost"},
      {"description",
       "What --json writes. Fields are added, never renamed or removed; readers ignore those that they do not "
       "know."}};
  schema.update(object);
  schema["properties"]["schema"] = {{"const", kJsonSchema}};
  schema["required"].push_back("schema");
  return schema.dump(2) + "\n";
}

std::optional<Findings> from_json(std::string_view text, std::string& error) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    error = "This is not a JSON object.";
    return std::nullopt;
  }
  auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_string()) {
    error = fmt::format("This is not a findings file: it has no \"schema\": \"{}\".", kJsonSchema);
    return std::nullopt;
  }
  if (schema->get_ref<const std::string&>() != kJsonSchema) {
    error = fmt::format("The findings have the schema \"{}\"; this version reads \"{}\".",
                        schema->get_ref<const std::string&>(), kJsonSchema);
    return std::nullopt;
  }
  try {
    Findings findings;
    Reader reader(json, "");
    fields(reader, findings);
    check_indices(findings);
    return findings;
  } catch (const BadValue& bad) {
    error = fmt::format("The findings are damaged: {} {}.", bad.path.empty() ? "the file" : bad.path, bad.problem);
    return std::nullopt;
  }
}

}  // namespace fencepost::reports
