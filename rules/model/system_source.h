// Headers of compiler and system: the user's statement leads to code in them, but the code is not the statement.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace fencepost {

inline bool is_system_source(std::string_view file) {
  constexpr std::array<std::string_view, 4> kFolders = {"/usr/include/", "/usr/lib/gcc/", "/usr/lib/llvm",
                                                        "/build/reproducible-path/"};
  return std::ranges::any_of(kFolders, [&](std::string_view folder) { return file.starts_with(folder); });
}

}  // namespace fencepost
