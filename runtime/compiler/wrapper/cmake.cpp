#include "wrapper/cmake.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

namespace fencepost::compiler {
namespace {

// "NAME:TYPE=value": the value, if the entry's name begins and ends so; we need to know nothing else about the cache.
bool names_wrapper(std::string_view line, std::string_view ending) {
  const std::size_t colon = line.find(':');
  const std::size_t equals = line.find('=', colon == std::string_view::npos ? 0 : colon);
  if (colon == std::string_view::npos || equals == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  return name.starts_with("CMAKE_") && name.ends_with(ending) &&
         line.find("fencepost-", equals) != std::string_view::npos;
}

std::optional<int> number_of(std::string_view line, std::string_view beginning) {
  if (!line.starts_with(beginning)) return std::nullopt;
  return std::atoi(std::string(line.substr(beginning.size())).c_str());
}

constexpr std::pair kLaunchesFortranLinks(4, 1);

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
  bool launches_fortran_links = false;
  bool is_fortran_compiler = false;
  int major = 0;
  int minor = 0;
  for (std::string line; std::getline(cache, line);) {
    compiles = compiles || names_wrapper(line, "_COMPILER_LAUNCHER");
    launches_fortran_links = launches_fortran_links || names_wrapper(line, "_Fortran_LINKER_LAUNCHER");
    is_fortran_compiler = is_fortran_compiler || names_wrapper(line, "_Fortran_COMPILER");
    links = links || (names_wrapper(line, "_LINKER_LAUNCHER") && !names_wrapper(line, "_Fortran_LINKER_LAUNCHER")) ||
            names_wrapper(line, "_COMPILER") || names_wrapper(line, "_LINKER_FLAGS");
    if (const auto number = number_of(line, "CMAKE_CACHE_MAJOR_VERSION:INTERNAL=")) major = *number;
    if (const auto number = number_of(line, "CMAKE_CACHE_MINOR_VERSION:INTERNAL=")) minor = *number;
  }
  if (launches_fortran_links && std::pair(major, minor) < kLaunchesFortranLinks && !is_fortran_compiler) {
    return "CMake " + std::to_string(major) + "." + std::to_string(minor) +
           " ignores CMAKE_Fortran_LINKER_LAUNCHER (4.1 does not), so its Fortran programs will not link: configure it "
           "with FC=\"fencepost-fc mpifort\" instead of the launchers for Fortran";
  }
  if (!compiles || links || launches_fortran_links) return "";
  return "this CMake build uses Fencepost only as compiler launcher and will not link: configure it with "
         "-DCMAKE_C_LINKER_LAUNCHER=fencepost-cc too (or CXX, Fortran), or with CC=\"fencepost-cc mpicc\" instead";
}

}  // namespace fencepost::compiler
