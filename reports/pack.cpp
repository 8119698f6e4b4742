#include "reports/pack.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace fencepost::reports {
namespace {

using Json = nlohmann::ordered_json;

class Packer {
 public:
  std::size_t add(const Json& json) {
    if (json.is_object()) return add_object(json);
    if (json.is_array()) return add_array(json);
    return place_of(json);
  }

  // Values that are named often get small numbers.
  Json take(std::size_t root) {
    std::vector<std::size_t> order(values_.size()), place(values_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return uses_[i]; });
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    Json values = Json::array();
    for (const std::size_t i : order) {
      Json& value = values_[i];
      if (value.is_array() && value[0].get<int>() != kNumbers)
        for (std::size_t k = 1; k < value.size(); ++k) value[k] = place[value[k].get<std::size_t>()];
      values.push_back(std::move(value));
    }
    return {{"shapes", std::move(shapes_)}, {"values", std::move(values)}, {"root", place[root]}};
  }

 private:
  static constexpr int kList = -1, kNumbers = -2;

  std::size_t place_of(Json value) {
    const auto [found, fresh] = places_.try_emplace(value.dump(), values_.size());
    if (fresh) {
      values_.push_back(std::move(value));
      uses_.push_back(0);
    }
    ++uses_[found->second];
    return found->second;
  }

  std::size_t add_object(const Json& json) {
    Json names = Json::array();
    for (const auto& [name, value] : json.items()) names.push_back(name);
    const auto [shape, fresh] = shape_places_.try_emplace(names.dump(), shapes_.size());
    if (fresh) shapes_.push_back(std::move(names));
    Json value = Json::array({shape->second});
    for (const auto& [name, member] : json.items()) value.push_back(add(member));
    return place_of(std::move(value));
  }

  std::size_t add_array(const Json& json) {
    const bool numbers = std::ranges::all_of(json, [](const Json& entry) { return entry.is_number(); });
    Json value = Json::array({numbers ? kNumbers : kList});
    for (const Json& entry : json) value.push_back(numbers ? entry : Json(add(entry)));
    return place_of(std::move(value));
  }

  Json shapes_ = Json::array();
  std::vector<Json> values_;
  std::vector<std::size_t> uses_;
  std::unordered_map<std::string, std::size_t> places_, shape_places_;
};

}  // namespace

Json packed(const Json& json) {
  Packer packer;
  const std::size_t root = packer.add(json);
  return packer.take(root);
}

}  // namespace fencepost::reports
