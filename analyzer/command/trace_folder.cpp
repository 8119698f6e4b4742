#include "command/trace_folder.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "command/program.h"
#include "read/job_folders.h"
#include "record/reading_along.h"

namespace fencepost::command {

namespace fs = std::filesystem;

bool has_traces(const fs::path& folder) {
  return !read::job_folders(folder).empty();
}

bool is_full(const fs::path& folder) {
  struct statvfs status{};
  if (statvfs(folder.c_str(), &status) != 0) return false;
  const std::uint64_t reserve = format::reserve_of_disk(std::uint64_t{status.f_blocks} * status.f_frsize);
  return std::uint64_t{status.f_bavail} * status.f_frsize < reserve + (1 << 20);
}

void TraceFolder::remove() const {
  std::error_code error;
  if (!keep_ && !path_.empty()) fs::remove_all(path_, error);
}

std::string TraceFolder::open(const Arguments& arguments) {
  if (auto wanted = arguments.value("--trace-dir")) return use(*wanted);
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  // Ranks on other machines do not see this one's temporary directory.
  if (error || names_hosts(arguments.rest)) parent = fs::current_path(error);
  return make_temporary(parent, arguments.has("--keep"));
}

std::string TraceFolder::use(const std::string& path) {
  keep_ = true;
  std::error_code error;
  fs::create_directories(path, error);
  path_ = fs::absolute(path);
  if (error) return fmt::format("cannot make the trace directory {}: {}", path, error.message());
  if (access(path.c_str(), W_OK | X_OK) != 0)
    return fmt::format("cannot write to the trace directory {}: {}", path, std::strerror(errno));
  if (has_traces(path_) || !read::folders_beside_jobs(path_).empty())
    return fmt::format("{} holds the trace of another run: remove it or name another directory", path);
  return "";
}

std::string TraceFolder::make_temporary(const fs::path& parent, bool keep) {
  keep_ = keep;
  std::string pattern = (parent / "fencepost-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    const char* full = errno == ENOSPC || errno == EDQUOT ? "the disk is full: " : "";
    return fmt::format("cannot make a trace directory in {}: {}{} (choose another place with --trace-dir)",
                       parent.string(), full, std::strerror(errno));
  }
  path_ = pattern;
  return "";
}

}  // namespace fencepost::command
