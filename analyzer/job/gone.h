// What is gone and can still be asked for while anybody holds it, by id or key.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace fencepost {

template <class Value>
class Gone {
 public:
  void add(std::uint64_t id, std::weak_ptr<Value> value) {
    if (values_.size() >= 2 * kept_) {
      std::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
      kept_ = std::max(kFew, values_.size());
    }
    values_.insert_or_assign(id, std::move(value));
  }
  // Null: nobody does.
  std::shared_ptr<Value> find(std::uint64_t id) const {
    const auto at = values_.find(id);
    return at == values_.end() ? nullptr : at->second.lock();
  }

 private:
  static constexpr std::size_t kFew = 64;
  std::unordered_map<std::uint64_t, std::weak_ptr<Value>> values_;
  std::size_t kept_ = kFew;  // so many after the expired ones were dropped last
};

}  // namespace fencepost
