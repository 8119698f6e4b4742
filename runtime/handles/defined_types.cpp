#include "handles/defined_types.h"

#include <atomic>
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

DefinedType DefinedTypes::of(event::Datatype definition) {
  std::string content = content_of(definition);
  if (const auto known = known_.find(content); known != known_.end()) return known->second;
  DefinedType type;
  if (const auto known = known_before_.find(content); known != known_before_.end()) {
    type = std::move(known->second);
    known_before_.erase(known);
  } else {
    definition.id = record::next_id();
    record::define(definition);
    type = std::make_shared<const std::uint64_t>(definition.id);
    by_id_.emplace(*type, type);
  }
  if (known_.size() >= kMost || bytes_ >= kMostBytes) forget_oldest();
  bytes_ += content.size();
  known_.emplace(std::move(content), type);
  return type;
}

DefinedType DefinedTypes::with(std::uint64_t id) const {
  const auto known = by_id_.find(id);
  return known == by_id_.end() ? nullptr : known->second.lock();
}

void DefinedTypes::forget_oldest() {
  for (auto at = known_before_.begin(); at != known_before_.end();) {
    // Nobody else has it, and it can be found only from here.
    if (at->second.use_count() > 1) {
      ++at;
      continue;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    gone_.push_back(*at->second);
    by_id_.erase(*at->second);
    at = known_before_.erase(at);
  }
  known_before_.merge(known_);
  known_.clear();
  bytes_ = 0;
}

std::vector<std::uint64_t> DefinedTypes::take_gone() {
  return std::exchange(gone_, {});
}

}  // namespace fencepost::handles
