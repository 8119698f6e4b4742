#include "words/picture.h"

#include <algorithm>
#include <optional>
#include <string>

namespace fencepost {
namespace {

TimelineEvent event_of(const NamedPlace& named, std::string label, Words& words) {
  return {.rank = named.place.process.number(),
          .thread = named.place.thread.number(),
          .order = named.place.order,
          .label = std::move(label),
          .location = words.symbolizer().statement(named.place)};
}

bool is_at(const TimelineEvent& event, const Place& place, const SourceLocation& location) {
  return ProcessId(event.rank) == place.process && ThreadId(event.thread) == place.thread &&
         event.location.file == location.file && event.location.line == location.line &&
         event.location.column == location.column;
}

// The call that completed an access ends it.
void end_access(const Operation::Completion& end, int access, Timeline& picture, Words& words) {
  const SourceLocation location = words.symbolizer().statement(end.place);
  bool begun = false;
  for (TimelineEvent& event : picture.events) {
    if (begun && event.access < 0 && is_at(event, end.place, location)) {
      event.access = access;
      return;
    }
    begun = begun || event.access == access;
  }
  picture.events.push_back(event_of({{end.place, end.at.order}}, std::string(name_of(end.place.call)), words));
  picture.events.back().access = access;
}

}  // namespace

void add_to(Timeline& picture, const NamedPlace& named, Words& words) {
  const SourceLocation location = words.symbolizer().statement(named.place);
  if (std::ranges::any_of(picture.events,
                          [&](const TimelineEvent& event) { return is_at(event, named.place, location); }))
    return;
  picture.events.push_back(
      event_of(named, named.label.empty() ? std::string(name_of(named.place.call)) : named.label, words));
}

NamedPlace named_access(const ConflictAccess& access) {
  const char* const kind = access.kind == AccessClass::kLoad ? "load" : "store";
  return {{access.place, access.start.order}, access.place.call == MpiCall::kNone ? kind : ""};
}

Timeline picture_of(const Conflict& conflict, const std::vector<NamedPlace>& named, Words& words) {
  Timeline picture;
  for (const TimelinePoint& point : conflict.timeline) {
    picture.events.push_back(event_of({point.place}, point.label, words));
    picture.events.back().access = point.access;
  }
  for (const TimelineLink& link : conflict.timeline_links) picture.edges.push_back({link.from, link.to, link.label});
  if (conflict.first.end) end_access(*conflict.first.end, 0, picture, words);
  if (conflict.second.end) end_access(*conflict.second.end, 1, picture, words);
  // At the origin only, or at the target only.
  for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
    if (!access->operation) continue;
    for (const auto& completion : {access->operation->local, access->operation->remote})
      if (completion) add_to(picture, {{completion->place, completion->at.order}}, words);
  }
  if (conflict.common) {
    add_to(picture, {conflict.common->first}, words);
    add_to(picture, {conflict.common->second}, words);
  }
  for (const auto& passed : {conflict.wrong_way, conflict.too_late}) {
    if (!passed) continue;
    add_to(picture, {passed->given}, words);
    add_to(picture, {passed->taken}, words);
  }
  if (conflict.late_at) add_to(picture, {*conflict.late_at}, words);
  if (conflict.other_thread) add_to(picture, {conflict.other_thread->call}, words);
  for (const NamedPlace& one : named) add_to(picture, one, words);
  return picture;
}

}  // namespace fencepost
