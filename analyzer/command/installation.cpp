#include "command/installation.h"

#include <system_error>

#include <fmt/format.h>

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

std::filesystem::path backend_sources() {
  return library_directory().parent_path().parent_path() / "share" / "fencepost" / "source";
}

std::vector<std::string> backends() {
  std::vector<std::string> names;
  std::error_code error;
  for (const char* name : {"mpiabi", "mpich", "openmpi"}) {
    if (std::filesystem::exists(library_directory() / fmt::format("libfencepost-{}.so", name), error))
      names.emplace_back(name);
  }
  return names;
}

}  // namespace fencepost::command
