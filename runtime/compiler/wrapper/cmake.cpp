#include "wrapper/cmake.h"

#include <filesystem>
#include <fstream>
#include <string_view>

namespace fencepost::compiler {
namespace {

// "NAME:TYPE=value": the value, if the entry's name begins and ends so; nothing else has to be known of the cache.
bool names_wrapper(std::string_view line, std::string_view ending) {
  const std::size_t colon = line.find(':');
  const std::size_t equals = line.find('=', colon == std::string_view::npos ? 0 : colon);
  if (colon == std::string_view::npos || equals == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  return name.starts_with("CMAKE_") && name.ends_with(ending) &&
         line.find("fencepost-", equals) != std::string_view::npos;
}

}  // namespace

std::string missing_linker_launcher(const std::string& directory) {
  std::error_code error;
  std::filesystem::path folder = directory;
  while (!std::filesystem::exists(folder / "CMakeCache.txt", error)) {
    if (folder == folder.parent_path()) return "";
    folder = folder.parent_path();
  }
  std::ifstream cache(folder / "CMakeCache.txt");
  bool compiles = false;
  bool links = false;
  for (std::string line; std::getline(cache, line);) {
    compiles = compiles || names_wrapper(line, "_COMPILER_LAUNCHER");
    links = links || names_wrapper(line, "_LINKER_LAUNCHER") || names_wrapper(line, "_COMPILER") ||
            names_wrapper(line, "_LINKER_FLAGS");
  }
  if (!compiles || links) return "";
  return "this CMake build has Fencepost as compiler launcher only, and will not link: configure it with "
         "-DCMAKE_C_LINKER_LAUNCHER=fencepost-cc too (or CXX, Fortran), or with CC=\"fencepost-cc mpicc\" instead";
}

}  // namespace fencepost::compiler
