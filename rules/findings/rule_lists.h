// Whether a finding's rule is one of several.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "model/finding.h"

namespace fencepost {

template <std::size_t kCount>
bool is_one_of(const Finding& finding, const std::array<std::string_view, kCount>& rules) {
  return std::ranges::find(rules, finding.rule) != rules.end();
}

}  // namespace fencepost
