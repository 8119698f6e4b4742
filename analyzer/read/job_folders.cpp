#include "read/job_folders.h"

#include <algorithm>
#include <map>
#include <string>
#include <system_error>

#include "read/folder_names.h"
#include "record/job_folders.h"

namespace fencepost::read {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kFirst = 1;

std::vector<fs::path> in_order(std::map<std::uint64_t, fs::path>& folders) {
  std::vector<fs::path> list;
  for (auto& [number, folder] : folders) list.push_back(std::move(folder));
  return list;
}

}  // namespace

std::uint64_t job_number(const fs::path& folder) {
  return std::max(kFirst, number_in(folder.filename().string(), format::kJobFolder, "").value_or(kFirst));
}

std::vector<fs::path> job_folders(const fs::path& directory) {
  std::map<std::uint64_t, fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (number_in(name, "rank-", "")) folders.try_emplace(kFirst, directory);
    if (const std::uint64_t number = job_number(entry->path()); number > kFirst) folders.emplace(number, entry->path());
  }
  return in_order(folders);
}

std::vector<fs::path> folders_beside_jobs(const fs::path& directory) {
  std::map<std::uint64_t, fs::path> folders;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (const auto number = number_in(name, format::kBesideFolder, "")) folders.emplace(*number, entry->path());
  }
  return in_order(folders);
}

bool lies_beside_jobs(const fs::path& folder) {
  return number_in(folder.filename().string(), format::kBesideFolder, "").has_value();
}

fs::path command_directory(const fs::path& folder) {
  return job_number(folder) > kFirst ? folder.parent_path() : folder;
}

}  // namespace fencepost::read
