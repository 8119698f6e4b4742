#include "wrapper/toolchain.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "record/program_code.h"

namespace fencepost::compiler {
namespace {

using std::string_view_literals::operator""sv;

// Instruments every access by calls of the ThreadSanitizer ABI. The macro is undefined again: programs that know it
// switch to code that needs ThreadSanitizer's runtime, not ours. We understand fences, so there is no warning about
// them. Volatile words have hooks of their own: threads wait for each other by them.
constexpr std::array kGccHooks = {"-fsanitize=thread"sv, "--param=tsan-distinguish-volatile=1"sv,
                                  "-U__SANITIZE_THREAD__"sv, "-Wno-tsan"sv};
// Before a loop, gcc loads what the loop loads only under a condition, if that does no harm: globals, references,
// Fortran's arguments. It instruments afterwards, so that would look like a load of the program. (What a loop loads in
// any case is still moved out of it, by -ftree-pre.)
constexpr std::array kGccNoNewLoads = {"-fno-tree-loop-im"sv};
// gcc 14 also makes callers load, in place of a function, what that loads through an argument under a condition, even
// if it would not get there: for a variable, that does no harm either. It does so before our plugin, too.
constexpr std::array kGccOwnLoads = {"-fno-ipa-sra"sv};
constexpr std::array kClangHooks = {"-Xclang"sv, "-fsanitize=thread"sv, "-mllvm"sv, "-tsan-distinguish-volatile"sv};

// Every call returns to its own line. Without these options a call at a function's end is a jump whose return address
// is the caller's, and equal calls of two branches become one. (The pass marks calls for clang.)
constexpr std::array kGccOwnReturns = {"-fno-optimize-sibling-calls"sv, "-fno-crossjumping"sv, "-fno-tree-tail-merge"sv,
                                       "-fno-ipa-icf"sv};
constexpr std::array kClangOwnReturns = {"-fno-optimize-sibling-calls"sv};
constexpr std::array kClangHooksOwnReturns = {"-mllvm"sv, "-sink-common-insts=false"sv,
                                              "-mllvm"sv, "-hoist-common-insts=false"sv,
                                              "-mllvm"sv, "-enable-tail-merge=false"sv};
// After something that may have changed it, LLVM loads again what a loop would load later, even if it never gets there.
constexpr std::array kLlvmLoads = {"-mllvm"sv, "-enable-load-in-loop-pre=false"sv};
// It also loads before a loop what the loop stores under a condition. (The pass handles that itself.)
constexpr std::array kClangHooksLoads = {"-mllvm"sv, "-disable-licm-promotion"sv};

// Compilers expand small calls of these in place after the rest has been instrumented. (The pass sees the others.)
constexpr std::array kGccCalls = {"-fno-builtin-memcpy"sv,  "-fno-builtin-memmove"sv, "-fno-builtin-memset"sv,
                                  "-fno-builtin-mempcpy"sv, "-fno-builtin-memcmp"sv,  "-fno-builtin-bzero"sv,
                                  "-fno-builtin-strcpy"sv,  "-fno-builtin-stpcpy"sv,  "-fno-builtin-strncpy"sv,
                                  "-fno-builtin-strcat"sv,  "-fno-builtin-strcmp"sv,  "-fno-builtin-strncmp"sv,
                                  "-fno-builtin-sprintf"sv, "-fno-builtin-snprintf"sv};
// The C library's checked forms are calls of builtins by name, which are expanded in spite of these options. (The
// compilers of some distributions use them by default.)
constexpr std::array kGccNotFortified = {"-U_FORTIFY_SOURCE"sv};
constexpr std::array kGccNotFortifiedByPreprocessor = {"-Wp,-U_FORTIFY_SOURCE"sv};
constexpr std::array kClangCalls = {"-fno-builtin-memcmp"sv};
// Our plugin sees those that move and set memory.
constexpr std::array kGccPluginCalls = {"-fno-builtin-strcpy"sv,  "-fno-builtin-stpcpy"sv,  "-fno-builtin-strncpy"sv,
                                        "-fno-builtin-strcat"sv,  "-fno-builtin-strcmp"sv,  "-fno-builtin-strncmp"sv,
                                        "-fno-builtin-sprintf"sv, "-fno-builtin-snprintf"sv};
// Equal loads of two branches become one before them, at the place of either.
constexpr std::array kGccPluginPlaces = {"-fno-code-hoisting"sv};
// What is hardly ever executed stays in its function, where the analyzer reads it with the rest.
constexpr std::array kGccPluginCode = {"-fno-reorder-blocks-and-partition"sv};
// Without it, gcc tracks the values of variables that are not in memory. In large functions with the plugin's branches,
// that takes most of the compiler's time, and the tool does not need it.
constexpr std::array kGccPluginDebug = {"-fno-var-tracking-assignments"sv};
// With what the plugin adds after setjmp, other variables live there.
constexpr std::array kGccPluginWarnings = {"-Wno-clobbered"sv};
// The tool finds the callers of an access along the frame pointers, whatever the user says.
constexpr std::array kGccFrames = {"-fno-omit-frame-pointer"sv};
// By Fortran's rules a procedure forgets the addresses of its arguments, so gcc assumes that nobody else can reach
// local buffers of operations, and does not instrument them. Without points-to analysis it does not know that.
constexpr std::array kGccFortran = {"-fno-tree-pta"sv};

template <class List>
void append(std::vector<std::string>& words, const List& flags) {
  words.insert(words.end(), flags.begin(), flags.end());
}

std::vector<std::string> gcc_flags(bool fortran) {
  std::vector<std::string> flags;
  append(flags, kGccHooks);
  append(flags, kGccNoNewLoads);
  append(flags, kGccOwnLoads);
  append(flags, kGccOwnReturns);
  if (fortran)
    append(flags, kGccFortran);
  else
    append(flags, kGccCalls);
  return flags;
}

std::string first_lines_of(const std::vector<std::string>& command) {
  int out[2];
  if (pipe(out) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    dup2(out[1], STDOUT_FILENO);
    close(out[0]);
    close(out[1]);
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  close(out[1]);
  std::string text;
  char buffer[4096];
  ssize_t got = 0;
  while (child > 0 && (got = read(out[0], buffer, sizeof buffer)) > 0)
    text.append(buffer, static_cast<std::size_t>(got));
  close(out[0]);
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  return text;
}

int first_number(std::string_view text) {
  const auto digit = std::find_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digit == text.end() ? 0 : std::atoi(std::string(digit, text.end()).c_str());
}

bool takes_pass(const Toolchain& toolchain, const Installation& installed, const Choice& choice) {
  return choice.use_pass && toolchain.loads_pass() && access(installed.pass().c_str(), R_OK) == 0;
}

bool takes_plugin(const Toolchain& toolchain, const Installation& installed, const Choice& choice) {
  return choice.use_plugin && has_plugin(toolchain, installed);
}

// As a whole: then the order among the user's libraries does not matter, and the constructor comes along.
std::string whole_hooks(const Installation& installed) {
  return "-Wl,--push-state,--whole-archive," + installed.hooks() + ",--pop-state";
}

std::vector<std::string> calls_and_libraries(const Installation& installed) {
  return {"-Wl,@" + installed.wrapped_calls(), "-ldl"};
}

}  // namespace

bool has_plugin(const Toolchain& toolchain, const Installation& installed) {
  if (toolchain.family != Family::kGcc || access(installed.gcc_plugin(toolchain.major).c_str(), R_OK) != 0)
    return false;
  std::string made_for;
  std::ifstream text(installed.gcc_of_plugin(toolchain.major));
  std::getline(text, made_for);
  return !made_for.empty() && toolchain.version_line.ends_with(made_for);
}

// flang has no hooks of its own to fall back on.
bool can_instrument(const Toolchain& toolchain, const Installation& installed, const Choice& choice) {
  return toolchain.family == Family::kGcc || toolchain.family == Family::kClang ||
         takes_pass(toolchain, installed, choice);
}

Toolchain probe(const std::string& command, const std::vector<std::string>& selectors) {
  std::vector<std::string> words = {command};
  words.insert(words.end(), selectors.begin(), selectors.end());
  words.emplace_back("--version");
  const std::string text = first_lines_of(words);
  Toolchain toolchain;
  toolchain.version_line = text.substr(0, text.find('\n'));
  constexpr std::pair<std::string_view, Family> kLlvm[] = {
      {"clang version ", Family::kClang}, {"flang-new version ", Family::kFlang}, {"flang version ", Family::kFlang}};
  for (const auto& [name, family] : kLlvm) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) continue;
    toolchain.family = family;
    toolchain.major = first_number(std::string_view(text).substr(at));
    return toolchain;
  }
  if (text.find("Free Software Foundation") != std::string::npos) {
    toolchain.family = Family::kGcc;
    toolchain.fortran = text.starts_with("GNU Fortran");
    // "gcc (Debian 12.2.0-14) 12.2.0": the last word.
    toolchain.major =
        first_number(std::string_view(toolchain.version_line).substr(toolchain.version_line.rfind(' ') + 1));
  }
  return toolchain;
}

Installation installation() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return {self.string(), (self.parent_path().parent_path() / "lib" / "fencepost").string()};
}

std::vector<std::string> link_flags(const Installation& installed) {
  std::vector<std::string> flags = {whole_hooks(installed)};
  append(flags, calls_and_libraries(installed));
  return flags;
}

std::vector<std::string> instrumented(const Arguments& arguments, const Toolchain& toolchain,
                                      const Installation& installed, const Choice& choice) {
  std::vector<std::string> words = arguments.kept;
  const bool compiles = arguments.step == Step::kCompile || arguments.step == Step::kCompileAndLink;
  const bool links = arguments.step == Step::kLink || arguments.step == Step::kCompileAndLink;
  std::vector<std::string> added;
  if (compiles && arguments.conflicting_sanitizer.empty()) {
    if (!arguments.has_debug) added.emplace_back("-g");
    if (toolchain.family == Family::kClang) {
      append(added, kClangOwnReturns);
      append(added, kClangCalls);
    }
    if (toolchain.family != Family::kGcc) append(added, kLlvmLoads);
    if (takes_pass(toolchain, installed, choice)) {
      added.push_back("-fpass-plugin=" + installed.pass());
      if (choice.statistics) setenv("FENCEPOST_PASS_STATS", "1", 1);
    } else if (toolchain.family == Family::kClang) {
      append(added, kClangHooks);
      append(added, kClangHooksLoads);
      append(added, kClangHooksOwnReturns);
    } else if (takes_plugin(toolchain, installed, choice)) {
      added.push_back("-fplugin=" + installed.gcc_plugin(toolchain.major));
      append(added, kGccOwnReturns);
      if (!arguments.fortran && !toolchain.fortran) {
        append(added, kGccPluginCalls);
        append(added, kGccPluginWarnings);
      }
      append(added, kGccPluginPlaces);
      append(added, kGccOwnLoads);
      append(added, kGccPluginCode);
      append(added, kGccPluginDebug);
      append(words, kGccFrames);
      if (choice.statistics) setenv("FENCEPOST_PASS_STATS", "1", 1);
    } else if (links) {
      // With -fsanitize=thread on its command line gcc would link its own runtime.
      added.emplace_back("-wrapper");
      added.push_back(installed.self + "," + kPartOption);
    } else {
      append(added, gcc_flags(arguments.fortran || toolchain.fortran));
    }
  }
  // With -flto gcc instruments only at the link, even if the link does not ask for it.
  if (compiles && toolchain.family == Family::kGcc) words.emplace_back("-fno-lto");
  if (compiles && toolchain.family == Family::kGcc && arguments.conflicting_sanitizer.empty()) {
    append(words, kGccNotFortified);
    const bool for_preprocessor = std::ranges::any_of(arguments.kept, [](const std::string& word) {
      return word.starts_with("-Wp,") && word.find("_FORTIFY_SOURCE") != std::string::npos;
    });
    if (for_preprocessor) append(words, kGccNotFortifiedByPreprocessor);
  }
  // At the front: what the user says comes later and counts.
  words.insert(words.begin(), added.begin(), added.end());
  if (links) {
    // At the front as well: build systems read from a verbose link which libraries a language needs (Autoconf for
    // Fortran in C, CMake), and name ours again. After the whole of it, nothing is taken from it twice.
    words.insert(words.begin(), whole_hooks(installed));
    append(words, calls_and_libraries(installed));
    if (toolchain.family == Family::kFlang) words.push_back("-Wl,@" + installed.wrapped_flang_calls());
    if (toolchain.fortran && arguments.static_library) words.push_back("-Wl,@" + installed.needed_gfortran_calls());
  }
  return words;
}

std::vector<std::string> part_of_gcc(std::vector<std::string> words) {
  if (words.empty()) return words;
  constexpr std::array kCompilersProper = {"cc1"sv, "cc1plus"sv, "f951"sv, "cc1obj"sv, "cc1objplus"sv};
  const std::string_view name = record::name_of_file(words[0]);
  const bool compiles = std::find(kCompilersProper.begin(), kCompilersProper.end(), name) != kCompilersProper.end();
  if (compiles && std::find(words.begin(), words.end(), "-E") == words.end()) {
    const std::vector<std::string> flags = gcc_flags(name == "f951");
    words.insert(words.begin() + 1, flags.begin(), flags.end());
  }
  return words;
}

}  // namespace fencepost::compiler
