#include "command/program.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "command/binary.h"
#include "command/installation.h"
#include "command/scarcity.h"
#include "model/location.h"
#include "symbolize/elf_file.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> kLaunchers = {
    "mpiexec", "mpirun", "orterun", "prterun", "srun", "aprun", "jsrun", "mpiexec.hydra", "flux", "ibrun", "prun"};
constexpr std::array<std::string_view, 10> kHostOptions = {
    "-host", "--host", "-H", "-hosts", "--hosts", "-hostfile", "--hostfile", "-f", "-machinefile", "--machinefile"};

bool is_launcher(const std::string& word) {
  const std::string_view name = name_of_file(word);
  return std::ranges::any_of(kLaunchers, [&](std::string_view launcher) {
    return name == launcher || name.starts_with(std::string(launcher) + ".") ||
           name.starts_with(std::string(launcher) + "-");
  });
}

// The number after -n or -np; 0: there is none.
unsigned ranks_of(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-n" || words[i] == "-np" || words[i] == "--np")
      return static_cast<unsigned>(std::max(0, std::atoi(words[i + 1].c_str())));
  }
  return 0;
}

// Open MPI's launcher starts nothing for root, and no more ranks than there are processors, unless told otherwise. "":
// the reason is different.
std::string what_launcher_refuses(const std::vector<std::string>& words, const std::vector<std::string>& libraries) {
  if (backend_for(libraries) != "openmpi") return "";
  if (geteuid() == 0 && std::getenv("OMPI_ALLOW_RUN_AS_ROOT") == nullptr)
    return ". Open MPI's mpiexec refuses to start as root: export OMPI_ALLOW_RUN_AS_ROOT=1 "
           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
  if (const unsigned processors = std::thread::hardware_concurrency(); ranks_of(words) > processors)
    return fmt::format(
        ". Open MPI's mpiexec starts at most as many ranks as there are processors, {} here: mpiexec --oversubscribe "
        "(Open "
        "MPI "
        "5: --map-by :oversubscribe)",
        processors);
  return "";
}

// Libraries that cannot start seldom give a reason. "": there is enough of everything.
std::string what_may_be_missing() {
  std::string text;
  for (const Scarcity& one : what_is_scarce()) {
    text += fmt::format("{}{}: {}; remedy: {}", text.empty() ? ". Something may be too small on this machine. " : ". ",
                        one.of, one.how, one.way_out);
  }
  return text;
}

}  // namespace

fs::path find_executable(const std::string& word) {
  if (word.find('/') != std::string::npos) return access(word.c_str(), X_OK) == 0 ? fs::path(word) : fs::path();
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    std::size_t end = std::min(rest.find(':'), rest.size());
    fs::path candidate = fs::path(rest.substr(0, end)) / word;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

bool is_one_job(const std::vector<std::string>& words) {
  return !words.empty() && is_launcher(words.front());
}

bool names_hosts(const std::vector<std::string>& words) {
  if (!is_one_job(words)) return false;
  const std::string_view launcher = name_of_file(words.front());
  if (launcher == "srun" || launcher == "aprun" || launcher == "jsrun" || launcher == "ibrun" || launcher == "flux")
    return true;
  // Batch systems and users also set launchers' options in the environment.
  const auto several = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && std::atoi(value) > 1;
  };
  if (several("SLURM_JOB_NUM_NODES") || several("PBS_NUM_NODES") || std::getenv("HYDRA_HOST_FILE") != nullptr)
    return true;
  return std::ranges::any_of(words, [](const std::string& word) {
    return std::ranges::any_of(kHostOptions, [&](std::string_view option) {
      return word == option || word.starts_with(std::string(option) + "=");
    });
  });
}

std::vector<std::string> with_exports(const std::vector<std::string>& words,
                                      const std::vector<std::string>& variables) {
  if (!names_hosts(words)) return words;
  std::error_code error;
  std::string real = fs::canonical(find_executable(words.front()), error).filename().string();
  bool open_mpi = real.find("orterun") != std::string::npos || real.find("prterun") != std::string::npos ||
                  real.find("openmpi") != std::string::npos;
  if (!open_mpi) return words;
  std::vector<std::string> result;
  for (const std::string& word : words) {
    result.push_back(word);
    // If there are several programs ("prog : prog"), each has its own options.
    if (result.size() > 1 && word != ":") continue;
    for (const std::string& variable : variables) result.insert(result.end(), {"-x", variable});
  }
  return result;
}

// The first word that is a file that uses MPI; options of launchers may name other programs and scripts.
std::optional<fs::path> program_of(const std::vector<std::string>& words) {
  std::optional<fs::path> first, executable;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("-") || (i == 0 && is_launcher(words[i]))) continue;
    fs::path path = find_executable(words[i]);
    std::error_code error;
    if (path.empty() || !fs::is_regular_file(path, error)) continue;
    if (!first) first = path;
    const auto file = symbolize::ElfFile::open(path.string());
    if (file == nullptr) continue;
    if (!executable) executable = path;
    const std::string loader = loader_of(*file);
    if (!loader.empty() && std::ranges::any_of(libraries_of(loader, path), is_mpi_library)) return path;
  }
  return executable ? executable : first;
}

std::string why_no_trace(const std::vector<std::string>& words, int status) {
  std::string ending = status == 0 ? "" : fmt::format(" (the command ended with status {})", status);
  auto program = program_of(words);
  if (!program) {
    auto missing = std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
      return word.find('/') != std::string::npos && !word.starts_with("-") && access(word.c_str(), F_OK) != 0;
    });
    if (missing != words.end()) return fmt::format("there is no program {}{}", *missing, ending);
    return fmt::format("no rank recorded anything: the command starts no program that can be found here{}", ending);
  }
  std::string name = program->string();
  auto file = symbolize::ElfFile::open(name);
  if (file == nullptr) {
    return fmt::format(
        "no rank recorded anything: {} is a script, and no MPI program that it started called MPI_Init{}", name,
        ending);
  }
  std::string loader = loader_of(*file);
  if (loader.empty()) {
    return fmt::format(
        "{} is statically linked: Fencepost is preloaded and can only check dynamically linked programs{}", name,
        ending);
  }
  std::vector<std::string> libraries = libraries_of(loader, *program);
  auto mpi = std::ranges::find_if(libraries, is_mpi_library);
  if (mpi == libraries.end()) {
    if (needs_symbol(*file, "dlopen")) {
      return fmt::format(
          "no rank recorded anything: {} is not linked with an MPI library; if it loads one itself (dlopen), Fencepost "
          "does not see calls through dlsym or of libraries loaded with RTLD_DEEPBIND{}",
          name, ending);
    }
    return fmt::format("{} does not use MPI: it is not linked with an MPI library{}", name, ending);
  }
  std::string known = fmt::format("{}", fmt::join(backends(), ", "));
  if (status != 0)
    return fmt::format("no rank of {} returned from MPI_Init; the command ended with status {}{}", name, status,
                       what_launcher_refuses(words, libraries) + what_may_be_missing());
  return fmt::format(
      "no rank recorded anything. Either {} never called MPI_Init; or the variables that fencepost run sets "
      "(LD_PRELOAD, FENCEPOST_TRACE_DIR) did not reach it (env -i, sudo, a container, a script that sets LD_PRELOAD "
      "itself); or this installation has no back end for its MPI library {} (it has: {}); or its ranks ran on other "
      "machines and wrote their traces there (--trace-dir names a directory that all share)",
      name, *mpi, known.empty() ? "none" : known);
}

}  // namespace fencepost::command
