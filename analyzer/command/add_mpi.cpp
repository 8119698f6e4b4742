#include "command/add_mpi.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "command/exit_status.h"
#include "command/installation.h"
#include "command/program.h"
#include "command/say.h"

extern char** environ;

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

int fail(const std::string& sentence) {
  say("fencepost add-mpi: {}\n", sentence);
  return kStatusFailed;
}

bool succeeds(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "fencepost-add-mpi-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Puts the built files next to the preloaded library. A file that processes have mapped is replaced, not overwritten.
std::string put_in_place(const fs::path& built, std::vector<std::string>& names) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(built, error)) {
    if (entry.path().extension() != ".so") continue;
    const fs::path target = library_directory() / entry.path().filename();
    const fs::path beside = target.string() + ".new";
    fs::copy_file(entry.path(), beside, fs::copy_options::overwrite_existing, error);
    if (!error) fs::rename(beside, target, error);
    if (error) return fmt::format("{} cannot be written: {}", target.string(), error.message());
    names.push_back(target.filename().string());
  }
  return error ? error.message() : "";
}

}  // namespace

int add_mpi(const std::string& compiler) {
  std::error_code error;
  const fs::path found = find_executable(compiler);
  if (found.empty()) return fail(fmt::format("{} is not a program: name the mpicc of the MPI library", compiler));
  if (!fs::exists(backend_sources() / "CMakeLists.txt", error))
    return fail(
        fmt::format("the sources of back ends are not in {}: install the package fencepost-dev, or build Fencepost "
                    "with -DFENCEPOST_MPIS",
                    backend_sources().string()));
  if (find_executable("cmake").empty())
    return fail("cmake is missing; add-mpi needs cmake and a C++ compiler (g++ 12 or later)");
  if (access(library_directory().c_str(), W_OK) != 0)
    return fail(fmt::format("{} cannot be written: {}; ask the person who installed Fencepost",
                            library_directory().string(), std::strerror(errno)));
  const TemporaryFolder build;
  if (build.path().empty()) return fail("cannot make a temporary directory; set TMPDIR to another place");
  say_text(stdout,
           fmt::format("Building a back end for the MPI library of {}; this takes some minutes.\n", found.string()));
  std::fflush(stdout);
  const std::string folder = build.path().string();
  const std::string jobs = std::to_string(std::max(1u, std::thread::hardware_concurrency()));
  if (!succeeds({"cmake", "-S", backend_sources().string(), "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DFENCEPOST_BUILD_ONCE=ON", "-DFENCEPOST_ONLY_BACKENDS=ON",
                 "-DFENCEPOST_MPIS=" + fs::absolute(found).string()}))
    return fail("cmake could not configure the build: see its messages above");
  if (!succeeds({"cmake", "--build", folder, "--target", "backends", "-j", jobs}))
    return fail("the back end does not compile: see the compiler's messages above");
  std::vector<std::string> names;
  if (const std::string problem = put_in_place(build.path() / "stage" / "lib" / "fencepost", names); !problem.empty())
    return fail(problem);
  if (names.empty()) return fail("nothing was built");
  for (const std::string& name : names) fmt::print("{}\n", (library_directory() / name).string());
  return kStatusClean;
}

}  // namespace fencepost::command
