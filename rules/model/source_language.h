// What language a file is in, by the ending of its name.
#pragma once

#include <string_view>

namespace fencepost {

// ".f90", ".F", ".for": of any form.
inline bool is_fortran_source(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot != std::string_view::npos && dot + 1 < file.size() && (file[dot + 1] == 'f' || file[dot + 1] == 'F');
}

}  // namespace fencepost
