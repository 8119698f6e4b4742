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

}  // namespace

Language language_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".c") return Language::kC;
  constexpr std::array kCxx = {".C", ".cc", ".cpp", ".cxx", ".c++", ".CPP"};
  return std::ranges::find(kCxx, extension) != kCxx.end() ? Language::kCxx : Language::kOther;
}

std::vector<std::string> for_parser(const std::vector<std::string>& words, const std::string& file) {
  std::size_t compiler = 0;
  // Our compiler wrappers and caches come before the compiler.
  while (compiler + 1 < words.size() && !words[compiler + 1].empty() &&
         (words[compiler + 1] == "--clang" || words[compiler + 1] == "--no-pass" ||
          base_name(words[compiler]).starts_with("fencepost-") || base_name(words[compiler]) == "ccache" ||
          base_name(words[compiler]) == "distcc") &&
         (words[compiler + 1].front() != '-' || words[compiler + 1].starts_with("--")))
    ++compiler;
  std::vector<std::string> kept = {language_of(file) == Language::kC ? "clang" : "clang++"};
  if (compiler < words.size() && is_wrapper(words[compiler])) keep(kept, flags_of_wrapper(words[compiler]), 0);
  keep(kept, words, compiler + 1);
  kept.insert(kept.end(), {"-w", "-fsyntax-only", file});
  return kept;
}

}  // namespace fencepost::lint
