#include "rma/element_types.h"

#include <array>

namespace fencepost::rma {

const handles::DatatypeInfo& element_type(BasicType basic) {
  constexpr auto kTypes = static_cast<std::size_t>(BasicType::kCount);
  static const auto* types = [] {
    auto* made = new std::array<handles::DatatypeInfo, kTypes>;
    for (std::size_t i = 0; i < kTypes; ++i) {
      const auto type = static_cast<BasicType>(i);
      handles::DatatypeInfo& info = (*made)[i];
      const auto size = static_cast<std::int64_t>(size_of(type));
      info.size = info.extent = info.true_extent = info.bytes = size;
      info.predefined = info.contiguous = true;
      info.uniform = type;
      if (size == 0) continue;
      info.runs = {{0, type, 1, 1, 0}};
      info.blocks = {{0, BasicType::kByte, size, 1, 0}};
    }
    return made;
  }();
  return (*types)[static_cast<std::size_t>(basic)];
}

}  // namespace fencepost::rma
