// fencepost-cc, fencepost-cxx, fencepost-fc: put before a compiler's command line, they make what it compiles report
// its loads and stores. One program; FENCEPOST_WRAPPER is its name and FENCEPOST_DEFAULT_COMPILER what it calls if no
// compiler is named.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "wrapper/arguments.h"
#include "wrapper/clang.h"
#include "wrapper/cmake.h"
#include "wrapper/toolchain.h"
#include "wrapper/unseen_objects.h"

namespace {

using namespace fencepost::compiler;

constexpr int kUsage = 2;
constexpr int kSignals = 128;  // as shells show them

constexpr const char* kHelp =
    "usage: " FENCEPOST_WRAPPER
    " [options] [COMPILER] arguments of the compiler…\n"
    "\n"
    "Calls COMPILER (without one: " FENCEPOST_DEFAULT_COMPILER
    ") so that the program reports its loads and stores to\n"
    "Fencepost when it runs under `fencepost run`; it runs without Fencepost as well. COMPILER is an MPI wrapper\n"
    "(mpicc, mpicxx, mpifort) or gcc, g++, gfortran, clang, clang++, flang 19. Link with it, too.\n"
    "\n"
    "  make CC=\"fencepost-cc mpicc\"                      somebody's makefile\n"
    "  CC=\"fencepost-cc mpicc\" cmake -S . -B build       CMake\n"
    "  fencepost-cc mpicc -O2 app.c -o app               by hand\n"
    "\n"
    "options (before COMPILER):\n"
    "  --clang        C and C++: make the MPI wrapper call clang 19, for which Fencepost has a compiler pass\n"
    "  --no-pass      clang 19: plain -fsanitize=thread hooks instead of our compiler pass\n"
    "  --no-plugin    gcc, g++, gfortran: these hooks instead of our plugin. What they compile is several times "
    "slower,\n"
    "                 and structures, vectors and expanded copies are not seen whole\n"
    "  --plugin       say so if there is no plugin for this gcc (it then uses the hooks; see `fencepost doctor`)\n"
    "  --stats        the pass or the plugin prints what it found in each file\n"
    "  --dry-run      print the command instead of running it\n"
    "  --link-flags   print what a link needs, for build systems that call the linker themselves\n"
    "  --help\n";

int execute(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  std::fprintf(stderr, FENCEPOST_WRAPPER ": cannot run %s: %s\n", argv[0], std::strerror(errno));
  return errno == ENOENT ? 127 : 126;
}

// The exit status as a shell gives it: the program's, or 128 plus the signal. Nothing: no process could be made.
std::optional<int> execute_and_wait(const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child < 0) return std::nullopt;
  if (child == 0) _exit(execute(words));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignals + WTERMSIG(status);
}

// An empty file with a name of its own. "": it cannot be made.
std::string make_temporary(const std::string& suffix) {
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / ("fencepost-XXXXXX" + suffix)).string();
  const int file = error ? -1 : mkstemps(path.data(), static_cast<int>(suffix.size()));
  if (file < 0) return "";
  close(file);
  return path;
}

// A link that gets the names of what reports nothing, in files that are removed afterwards.
int execute_with_note(std::vector<std::string> command, Family family, const std::vector<std::string>& unseen) {
  const std::string source = make_temporary(".s");
  std::ofstream(source) << note_of_unseen(unseen);
  std::string object;
  const bool assembles = family != Family::kFlang;
  if (!assembles) object = make_temporary(".o");
  if (source.empty() || (!assembles && execute_and_wait({"as", "-o", object, source}) != 0)) {
    std::fprintf(stderr, FENCEPOST_WRAPPER ": the report will not say that some objects of this link report nothing\n");
  } else if (assembles) {
    command.insert(command.end(), {"-x", "none", source});
  } else {
    command.push_back(object);
  }
  const std::optional<int> status = execute_and_wait(command);
  for (const std::string& path : {source, object}) unlink(path.c_str());
  return status ? *status : execute(command);
}

void print(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) std::printf("%s%s", i == 0 ? "" : " ", words[i].c_str());
  std::printf("\n");
}

struct Instrumented {
  Family family = Family::kUnknown;  // of the compiler
  std::vector<std::string> unseen;   // what reports nothing of what is linked
};
// What to add to a compiler's words. Not 0: that is impossible, and a message says so.
int instrument(std::vector<std::string>& words, const std::string& compiler, bool clang, const Installation& installed,
               const Choice& choice, Instrumented& made) {
  const Arguments arguments = read_arguments(words);
  if (arguments.step == Step::kNone) return 0;
  const Toolchain toolchain = probe(compiler, arguments.selectors);
  made.family = toolchain.family;
  if (clang && !toolchain.loads_pass()) {
    std::fprintf(stderr,
                 FENCEPOST_WRAPPER
                 ": --clang: %s is not an MPI wrapper for C or C++ that can call clang 19 (it is %s)\n",
                 compiler.c_str(), toolchain.version_line.c_str());
    return kUsage;
  }
  if (choice.asks_plugin && toolchain.family == Family::kGcc && !has_plugin(toolchain, installed)) {
    std::fprintf(stderr,
                 FENCEPOST_WRAPPER ": --plugin: there is no plugin for this gcc (%s); using the hooks instead\n",
                 toolchain.version_line.c_str());
  }
  if (!can_instrument(toolchain, installed, choice)) {
    std::fprintf(stderr,
                 FENCEPOST_WRAPPER
                 ": %s is not gcc, gfortran, clang, or flang 19 with our pass (%s): Fencepost will not see its loads "
                 "and stores\n",
                 compiler.c_str(),
                 toolchain.version_line.empty() ? "no answer to --version" : toolchain.version_line.c_str());
  } else {
    if (!arguments.conflicting_sanitizer.empty() && arguments.step != Step::kLink) {
      std::fprintf(stderr,
                   FENCEPOST_WRAPPER
                   ": -fsanitize=%s does not work together with our instrumentation: Fencepost will not see loads "
                   "and stores of this code\n",
                   arguments.conflicting_sanitizer.c_str());
    }
    if (arguments.step == Step::kCompile) {
      std::error_code error;
      const std::string sentence = missing_linker_launcher(std::filesystem::current_path(error).string());
      if (!sentence.empty()) std::fprintf(stderr, FENCEPOST_WRAPPER ": %s\n", sentence.c_str());
    }
    words = instrumented(arguments, toolchain, installed, choice);
    if (arguments.step != Step::kCompile) made.unseen = unseen_objects(arguments);
  }
  return 0;
}

int run(int argc, char** argv) {
  const Installation installed = installation();
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == kPartOption) return execute(part_of_gcc({words.begin() + 1, words.end()}));

  Choice choice;
  bool dry = false, clang = false;
  while (!words.empty()) {
    const std::string& option = words[0];
    if (option == "--help") {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (option == "--link-flags") {
      print(link_flags(installed));
      return 0;
    }
    if (option == "--clang")
      clang = true;
    else if (option == "--no-pass")
      choice.use_pass = false;
    else if (option == "--plugin")
      choice.use_plugin = choice.asks_plugin = true;
    else if (option == "--no-plugin")
      choice.use_plugin = choice.asks_plugin = false;
    else if (option == "--stats")
      choice.statistics = true;
    else if (option == "--dry-run")
      dry = true;
    else
      break;
    words.erase(words.begin());
  }
  if (words.empty()) {
    std::fprintf(stderr, FENCEPOST_WRAPPER ": nothing to do; see " FENCEPOST_WRAPPER " --help\n");
    return kUsage;
  }
  // A launcher such as ccache keeps its place before the compiler.
  std::vector<std::string> command;
  if (!is_compiler_name(words[0])) {
    command.emplace_back(FENCEPOST_DEFAULT_COMPILER);
  } else {
    do {
      command.push_back(words[0]);
      words.erase(words.begin());
    } while (!words.empty() && command.back().ends_with("ccache") && is_compiler_name(words[0]));
  }

  if (clang) {
    if (const std::string sentence = have_mpi_wrappers_call_clang(); !sentence.empty()) {
      std::fprintf(stderr, FENCEPOST_WRAPPER ": %s\n", sentence.c_str());
      return kUsage;
    }
  }
  Instrumented made;
  if (const int status = instrument(words, command.back(), clang, installed, choice, made); status != 0) return status;
  command.insert(command.end(), words.begin(), words.end());
  if (dry) {
    print(command);
    return 0;
  }
  return made.unseen.empty() ? execute(command) : execute_with_note(std::move(command), made.family, made.unseen);
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv);
}
