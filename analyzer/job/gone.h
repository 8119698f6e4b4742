// Things that are gone but can be found by id or key while somebody holds them.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "job/sweep.h"

namespace fencepost {

template <class Key, class Value>
class Gone {
 public:
  void add(Key id, std::weak_ptr<Value> value) {
    if (sweep_.due(values_.size())) {
      std::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
      sweep_.done(values_.size());
    }
    values_.insert_or_assign(id, std::move(value));
  }
  // Null: nobody holds it.
  std::shared_ptr<Value> find(Key id) const {
    const auto at = values_.find(id);
    return at == values_.end() ? nullptr : at->second.lock();
  }

 private:
  std::unordered_map<Key, std::weak_ptr<Value>> values_;
  Sweep<64> sweep_;
};

}  // namespace fencepost
