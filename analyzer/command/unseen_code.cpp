#include "command/unseen_code.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "record/program_code.h"

namespace fencepost::command {
namespace {

constexpr std::size_t kNamed = 4;  // further modules are only counted

}  // namespace

std::string unseen_code(const read::Definitions& definitions) {
  const event::Process* process = definitions.process();
  if (process == nullptr) return "";
  std::map<std::string_view, bool> seen;  // by path; the later definition counts
  std::vector<std::string_view> others;   // folders of the tool and of the MPI library
  for (const event::Module& module : definitions.modules()) {
    seen[module.path] = module.instrumented != 0;
    if (record::is_of_tool_or_mpi(module.path)) others.push_back(record::folder_of(module.path));
  }
  std::vector<std::string> names;
  for (const auto& [path, instrumented] : seen) {
    if (instrumented || !path.starts_with('/')) continue;
    const bool executable = path == process->executable;
    const bool foreign =
        record::lies_in_system_folder(path) || std::ranges::find(others, record::folder_of(path)) != others.end();
    if (executable)
      names.insert(names.begin(), std::string(record::name_of_file(path)));
    else if (!foreign)
      names.emplace_back(record::name_of_file(path));
  }
  if (names.empty()) return "";
  if (record::name_of_file(process->executable).starts_with("python"))
    return "The loads and stores of Python and numpy were not seen, except what the C library copies for them.";
  if (names.size() > kNamed) {
    const std::size_t more = names.size() - kNamed + 1;
    names.resize(kNamed - 1);
    names.push_back(fmt::format("{} more libraries", more));
  }
  const std::string last = names.back();
  names.pop_back();
  const std::string who = names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
  return fmt::format("The loads and stores of {} were not seen: compile and link it with fencepost-cc.", who);
}

}  // namespace fencepost::command
