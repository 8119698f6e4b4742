#include "lint/compile_command.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string_view>

namespace fencepost::lint {
namespace {

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string output_of(const std::string& command) {
  std::string text;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) return text;
  std::array<char, 4096> buffer;
  for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
    text.append(buffer.data(), got);
  return text;
}

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

bool is_wrapper(const std::string& name) {
  return base_name(name).find("mpi") != std::string::npos;
}

// The options that an MPI wrapper passes to its compiler, by `wrapper -show`. Empty: no wrapper, or it cannot be run.
std::vector<std::string> flags_of_wrapper(const std::string& wrapper) {
  static std::map<std::string, std::vector<std::string>> known;
  const auto [at, added] = known.try_emplace(wrapper);
  if (!added) return at->second;
  std::istringstream output(output_of(quoted(wrapper) + " -show 2>/dev/null"));
  for (std::string word; output >> word;) at->second.push_back(word);
  return at->second;
}

// Options that affect a file's meaning; those of the second list have their value in the next word, if not their own.
constexpr std::array<std::string_view, 16> kKept = {
    "-std=",         "-ansi",       "-fopenmp", "-pthread", "-nostdinc",    "--sysroot=",      "-m32",
    "-m64",          "-mavx",       "-msse",    "-mfma",    "-fexceptions", "-fno-exceptions", "-funsigned-char",
    "-fsigned-char", "-fcoroutines"};
constexpr std::array<std::string_view, 9> kWithValue = {"-I",       "-D",         "-U",       "-isystem", "-iquote",
                                                        "-include", "-idirafter", "-imacros", "-isysroot"};

void keep(std::vector<std::string>& kept, const std::vector<std::string>& words, std::size_t from) {
  for (std::size_t i = from; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto begins = [&](std::string_view option) { return word.starts_with(option); };
    if (const auto option = std::ranges::find_if(kWithValue, begins); option != kWithValue.end()) {
      kept.push_back(word);
      if (word == *option && i + 1 < words.size()) kept.push_back(words[++i]);
    } else if (std::ranges::any_of(kKept, begins)) {
      kept.push_back(word == "-fcoroutines" ? "-std=c++20" : word);
    }
  }
}

/** Whether the compiler comes after this word: a cache, one of our wrappers with its options, env and what it sets. */
bool stands_before(const std::string& word) {
  constexpr std::array kWords = {"ccache",    "distcc",   "env",         "--clang",
                                 "--no-pass", "--plugin", "--no-plugin", "--stats"};
  const std::string name = base_name(word);
  return std::ranges::find(kWords, name) != kWords.end() || name.starts_with("fencepost-") ||
         (word.front() != '-' && word.find('=') != std::string::npos);
}

std::size_t compiler_in(const std::vector<std::string>& words) {
  std::size_t compiler = 0;
  while (compiler + 1 < words.size() && !words[compiler].empty() && stands_before(words[compiler])) ++compiler;
  const bool option = compiler > 0 && words[compiler].starts_with('-');
  return option ? compiler - 1 : compiler;  // (our wrapper knows a compiler of its own)
}

}  // namespace

Language language_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".c") return Language::kC;
  constexpr std::array kCxx = {".C", ".cc", ".cpp", ".cxx", ".c++", ".CPP"};
  return std::ranges::find(kCxx, extension) != kCxx.end() ? Language::kCxx : Language::kOther;
}

std::vector<std::string> for_parser(const std::vector<std::string>& words, const std::string& file) {
  const std::size_t compiler = compiler_in(words);
  std::vector<std::string> kept = {language_of(file) == Language::kC ? "clang" : "clang++"};
  if (compiler < words.size() && is_wrapper(words[compiler])) keep(kept, flags_of_wrapper(words[compiler]), 0);
  keep(kept, words, compiler + 1);
  kept.insert(kept.end(), {"-w", "-fsyntax-only", file});
  return kept;
}

}  // namespace fencepost::lint
