#include "handles/defined_types.h"

#include <utility>

#include "recorder/recorder.h"

namespace fencepost::handles {
namespace {

std::string content_of(const event::Datatype& definition) {
  std::string text;
  const auto add = [&](const auto& value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(definition.size);
  add(definition.lower_bound);
  add(definition.extent);
  add(definition.true_lower_bound);
  add(definition.true_extent);
  add(definition.predefined);
  add(definition.name.size());
  text.append(definition.name);
  add(definition.description.size());
  text.append(definition.description);
  for (const std::int64_t number : definition.runs) add(number);
  return text;
}

}  // namespace

std::uint64_t DefinedTypes::id_of(event::Datatype definition) {
  std::string content = content_of(definition);
  std::uint64_t id = 0;
  if (const auto known = known_.find(content); known != known_.end()) return known->second;
  if (const auto known = known_before_.find(content); known != known_before_.end()) id = known->second;
  if (id == 0) {
    definition.id = id = record::next_id();
    record::define(definition);
  }
  if (content.size() > kLongest) return id;
  if (known_.size() >= kMost / 2) {
    known_before_ = std::move(known_);
    known_.clear();
  }
  known_.emplace(std::move(content), id);
  return id;
}

}  // namespace fencepost::handles
