// Which loaded objects are the program's own, by their paths: the executable, and libraries that are neither the
// system's nor lie beside the tool's or the MPI library's.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace fencepost::record {

inline std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}
inline std::string_view name_of_file(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

inline bool lies_in_system_folder(std::string_view path) {
  constexpr std::array<std::string_view, 5> kFolders = {"/usr/lib", "/lib", "/usr/libexec/", "/usr/local/lib/",
                                                        "/opt/"};
  return std::any_of(kFolders.begin(), kFolders.end(),
                     [&](std::string_view folder) { return path.starts_with(folder); });
}
// What lies in the folder of such a file is not the program's own.
inline bool is_of_tool_or_mpi(std::string_view path) {
  constexpr std::array<std::string_view, 6> kNames = {"libfencepost", "libmpi",     "libpmpi",
                                                      "libopen-",     "libmvapich", "mca_"};
  const std::string_view name = name_of_file(path);
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace fencepost::record
