#include "command/unseen_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fencepost::command {
namespace {

constexpr std::size_t kNamed = 4;  // more modules than these are counted

std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}
std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_of_system(std::string_view path) {
  constexpr std::array<std::string_view, 5> kFolders = {"/usr/lib", "/lib", "/usr/libexec/", "/usr/local/lib/",
                                                        "/opt/"};
  return std::ranges::any_of(kFolders, [&](std::string_view folder) { return path.starts_with(folder); });
}

}  // namespace

std::string unseen_code(const read::Definitions& definitions) {
  const event::Process* process = definitions.process();
  if (process == nullptr) return "";
  std::map<std::string_view, bool> seen;  // by path; the later definition counts
  std::vector<std::string_view> others;   // folders of the tool and of the MPI library
  for (const event::Module& module : definitions.modules()) {
    seen[module.path] = module.instrumented != 0;
    const std::string_view name = name_of(module.path);
    if (name.starts_with("libfencepost") || name.starts_with("libmpi")) others.push_back(folder_of(module.path));
  }
  std::vector<std::string> names;
  for (const auto& [path, instrumented] : seen) {
    if (instrumented || !path.starts_with('/')) continue;
    const bool executable = path == process->executable;
    const bool foreign = is_of_system(path) || std::ranges::find(others, folder_of(path)) != others.end();
    if (executable)
      names.insert(names.begin(), std::string(name_of(path)));
    else if (!foreign)
      names.emplace_back(name_of(path));
  }
  if (names.empty()) return "";
  if (names.size() > kNamed) {
    const std::size_t more = names.size() - kNamed + 1;
    names.resize(kNamed - 1);
    names.push_back(fmt::format("{} more libraries", more));
  }
  const std::string last = names.back();
  names.pop_back();
  const std::string who = names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
  return fmt::format(
      "The loads and stores of {} were not seen: compile and link with fencepost-cc, fencepost-cxx or fencepost-fc to "
      "have them checked, too.",
      who);
}

}  // namespace fencepost::command
