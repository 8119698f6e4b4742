// Values that many share: one object for equal values, as long as anybody holds it.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "job/sweep.h"

namespace fencepost {

template <class Value>
class SharedValues {
 public:
  // An object that equals `value`, whose hash this is.
  std::shared_ptr<const Value> of(std::uint64_t hash, Value value) {
    const auto [begin, end] = values_.equal_range(hash);
    for (auto at = begin; at != end; ++at) {
      auto known = at->second.lock();
      if (known != nullptr && *known == value) return known;
    }
    if (sweep_.due(values_.size())) {
      std::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
      sweep_.done(values_.size());
    }
    auto made = std::make_shared<const Value>(std::move(value));
    values_.emplace(hash, made);
    return made;
  }

 private:
  std::unordered_multimap<std::uint64_t, std::weak_ptr<const Value>> values_;
  Sweep<64> sweep_;
};

}  // namespace fencepost
