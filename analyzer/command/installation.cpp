#include "command/installation.h"

#include <algorithm>
#include <system_error>

namespace fencepost::command {

std::filesystem::path library_directory() {
  std::error_code error;
  std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return self.parent_path().parent_path() / "lib" / "fencepost";
}

std::filesystem::path preload_library() {
  return library_directory() / "libfencepost.so";
}

std::filesystem::path compiler_pass() {
  return library_directory() / "libfencepost-pass.so";
}

std::filesystem::path source_reader() {
  return library_directory() / "fencepost-lint";
}

std::vector<std::string> backends() {
  constexpr std::string_view kPrefix = "libfencepost-";
  constexpr std::string_view kSuffix = ".so";
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(library_directory(), error)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) continue;
    if (name == compiler_pass().filename()) continue;
    names.push_back(name.substr(kPrefix.size(), name.size() - kPrefix.size() - kSuffix.size()));
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace fencepost::command
