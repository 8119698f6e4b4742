#include "wrapper/arguments.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace fencepost::compiler {
namespace {

using std::string_view_literals::operator""sv;

// Options whose value is the next word.
constexpr std::array kWithValue = {"-o"sv,
                                   "-I"sv,
                                   "-L"sv,
                                   "-l"sv,
                                   "-D"sv,
                                   "-U"sv,
                                   "-include"sv,
                                   "-imacros"sv,
                                   "-isystem"sv,
                                   "-idirafter"sv,
                                   "-iquote"sv,
                                   "-iprefix"sv,
                                   "-isysroot"sv,
                                   "-iwithprefix"sv,
                                   "-MF"sv,
                                   "-MT"sv,
                                   "-MQ"sv,
                                   "-MJ"sv,
                                   "-Xlinker"sv,
                                   "-Xassembler"sv,
                                   "-Xpreprocessor"sv,
                                   "-Xclang"sv,
                                   "-mllvm"sv,
                                   "-T"sv,
                                   "-u"sv,
                                   "-z"sv,
                                   "-e"sv,
                                   "--param"sv,
                                   "-B"sv,
                                   "-J"sv,
                                   "-aux-info"sv,
                                   "-dumpbase"sv,
                                   "-dumpdir"sv,
                                   "-wrapper"sv,
                                   "-target"sv,
                                   "--sysroot"sv,
                                   "-arch"sv,
                                   "-G"sv,
                                   "-A"sv,
                                   "-dumpbase-ext"sv,
                                   "-R"sv,
                                   "-h"sv,
                                   "-soname"sv};

// If one of these is anywhere, nothing is made that could be instrumented. (-S: assembler text for people to read.)
constexpr std::array kQuestions = {"-E"sv,
                                   "-M"sv,
                                   "-MM"sv,
                                   "-S"sv,
                                   "-fsyntax-only"sv,
                                   "-###"sv,
                                   "--version"sv,
                                   "-show"sv,
                                   "-compile_info"sv,
                                   "-compile-info"sv,
                                   "-link_info"sv,
                                   "-link-info"sv,
                                   "-emit-llvm"sv,
                                   "-mpi-info"sv,
                                   "-V"sv};
constexpr std::array kQuestionBeginnings = {"-dump"sv,    "-print-"sv, "--print-"sv,     "--help"sv,
                                            "--showme"sv, "-showme"sv, "--target-help"sv};

constexpr std::array kSourceSuffixes = {"c"sv,   "i"sv, "ii"sv,  "cc"sv, "cp"sv, "cxx"sv, "cpp"sv,
                                        "c++"sv, "C"sv, "CPP"sv, "m"sv,  "mm"sv, "cu"sv};
constexpr std::array kFortranSuffixes = {"f"sv,   "for"sv, "ftn"sv, "F"sv,   "FOR"sv, "FTN"sv, "fpp"sv, "FPP"sv,
                                         "f90"sv, "f95"sv, "f03"sv, "f08"sv, "F90"sv, "F95"sv, "F03"sv, "F08"sv};
// Precompiled headers: a compilation without a link.
constexpr std::array kHeaderSuffixes = {"h"sv, "H"sv, "hh"sv, "hp"sv, "hpp"sv, "hxx"sv, "h++"sv, "tcc"sv};
constexpr std::array kLinkSuffixes = {"o"sv, "a"sv, "so"sv, "obj"sv, "lo"sv};

// Sanitizers that instrument every access themselves or cannot be combined with one that does.
constexpr std::array kConflicting = {"address"sv, "memory"sv, "hwaddress"sv, "kernel-address"sv, "dataflow"sv};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string_view suffix_of(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  const std::size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return {};
  return word.substr(dot + 1);
}

bool is_question(std::string_view word) {
  return contains(kQuestions, word) ||
         std::any_of(kQuestionBeginnings.begin(), kQuestionBeginnings.end(), [&](std::string_view beginning) {
           return word.starts_with(beginning) && word != "-dumpbase" && word != "-dumpdir";
         });
}

// The words of a response file: separated by white space, with quotes and backslashes as in gcc's.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (inside) words.push_back(word);
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

struct Reading {
  Arguments result;
  bool question = false;
  bool compile_only = false;
  bool relocatable = false;
  bool no_default_libraries = false;
  bool names_c_library = false;
  bool has_sources = false;
  bool has_headers = false;     // to precompile
  bool language_given = false;  // by -x: inputs are sources, whatever their suffix
};

void read_sanitizers(Reading& reading, std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view name = list.substr(0, comma);
    if (contains(kConflicting, name)) reading.result.conflicting_sanitizer = name;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

void read_language(Reading& reading, std::string_view language) {
  reading.language_given = language != "none";
  if (language.ends_with("-header")) reading.has_headers = true;
}

// Others only say what the existing information looks like: -gz, -gsplit-dwarf, -gno-column-info, …
bool asks_for_debug_information(std::string_view word) {
  return word == "-g" || word == "-g1" || word == "-g2" || word == "-g3" || word.starts_with("-ggdb") ||
         word == "-gdwarf" || word.starts_with("-gdwarf-") || word == "-gline-tables-only" ||
         word == "-gline-directives-only" || word == "-gmlt" || word == "-gfull" || word.starts_with("-gstabs");
}

void read_library(Reading& reading, std::string_view name) {
  reading.result.has_link_inputs = true;
  if (name == "c") reading.names_c_library = true;
  reading.result.libraries.emplace_back(name);
}

// "-Wl,--whole-archive,libparts.a,--no-whole-archive"
void read_words_for_linker(Reading& reading, std::string_view words) {
  while (!words.empty()) {
    const std::size_t comma = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, comma);
    const std::string_view suffix = suffix_of(word);
    if (!word.starts_with('-') && (suffix == "a" || suffix == "o")) reading.result.link_files.emplace_back(word);
    words.remove_prefix(std::min(comma + 1, words.size()));
  }
}

void read_words(Reading& reading, const std::vector<std::string>& words, int depth);

// One word; true: it takes the next one as its value.
bool read_word(Reading& reading, const std::string& word, int depth) {
  if (word == "-x") return true;  // its value is looked at by the caller
  if (contains(kWithValue, word)) return true;
  if (word.size() > 1 && word[0] == '@' && depth < 8) {
    std::ifstream file(word.substr(1));
    std::ostringstream text;
    if (file && text << file.rdbuf()) {  // not a folder
      read_words(reading, words_of(text.str()), depth + 1);
      return false;
    }
  }
  if (word == "-" || word[0] != '-') {
    const std::string_view suffix = suffix_of(word);
    const bool fortran = contains(kFortranSuffixes, suffix);
    if (!reading.language_given && contains(kHeaderSuffixes, suffix)) {
      reading.has_headers = true;
    } else if (reading.language_given || fortran || contains(kSourceSuffixes, suffix)) {
      reading.has_sources = true;
      if (fortran) reading.result.fortran = true;
    } else {
      reading.result.has_link_inputs = true;
      reading.result.link_files.push_back(word);
    }
    return false;
  }
  if (is_question(word))
    reading.question = true;
  else if (word == "-c")
    reading.compile_only = true;
  else if (word == "-r" || word == "-Wl,-r" || word == "-Wl,--relocatable")
    reading.relocatable = true;
  else if (word == "-nostdlib" || word == "-nolibc" || word == "-nodefaultlibs")
    reading.no_default_libraries = true;
  else if (asks_for_debug_information(word))
    reading.result.has_debug = true;
  else if (word == "-static" || word == "-static-pie" || word == "-static-libgfortran")
    reading.result.static_library = true;
  else if (word.starts_with("-fsanitize="))
    read_sanitizers(reading, std::string_view(word).substr(11));
  else if (word.starts_with("-x") && word.size() > 2)
    read_language(reading, std::string_view(word).substr(2));
  else if (word.starts_with("-l"))
    read_library(reading, std::string_view(word).substr(2));
  else if (word.starts_with("-L"))
    reading.result.library_folders.push_back(word.substr(2));
  else if (word.starts_with("-Wl,"))
    read_words_for_linker(reading, std::string_view(word).substr(4));
  if (word.starts_with("-cc=") || word.starts_with("-cxx=") || word.starts_with("-fc=") || word.starts_with("-CC=")) {
    reading.result.selectors.push_back(word);
  }
  return false;
}

void read_words(Reading& reading, const std::vector<std::string>& words, int depth) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty()) continue;
    if (!read_word(reading, words[i], depth) || i + 1 == words.size()) continue;
    ++i;
    if (words[i - 1] == "-x") read_language(reading, words[i]);
    if (words[i - 1] == "-l") read_library(reading, words[i]);
    if (words[i - 1] == "-L") reading.result.library_folders.push_back(words[i]);
    if (words[i - 1] == "-Xlinker") read_words_for_linker(reading, words[i]);
  }
}

// Our own instrumentation replaces it. Nothing: the word said nothing else.
std::optional<std::string> without_thread_sanitizer(const std::string& word) {
  constexpr std::string_view kOption = "-fsanitize=";
  if (!word.starts_with(kOption)) return word;
  std::string rest;
  for (std::size_t at = kOption.size(); at <= word.size();) {
    const std::size_t end = std::min(word.find(',', at), word.size());
    const std::string name = word.substr(at, end - at);
    if (name != "thread") rest += (rest.empty() ? "" : ",") + name;
    at = end + 1;
  }
  if (rest.empty()) return std::nullopt;
  return std::string(kOption) + rest;
}

}  // namespace

Arguments read_arguments(const std::vector<std::string>& words) {
  Reading reading;
  read_words(reading, words, 0);
  for (const std::string& word : words) {
    if (auto kept = without_thread_sanitizer(word)) reading.result.kept.push_back(*std::move(kept));
  }
  // Libtool says -nostdlib and names each library itself: that is a link like others.
  const bool freestanding = reading.no_default_libraries && !reading.names_c_library;
  const bool links = !reading.compile_only && !reading.relocatable && !freestanding;
  if (reading.question) {
    reading.result.step = Step::kNone;
  } else if (reading.has_headers) {
    reading.result.step = Step::kCompile;
  } else if (reading.has_sources) {
    reading.result.step = links ? Step::kCompileAndLink : Step::kCompile;
  } else if (reading.result.has_link_inputs && links) {
    reading.result.step = Step::kLink;
  }
  return reading.result;
}

bool is_compiler_name(const std::string& word) {
  if (word.empty() || word[0] == '-' || word[0] == '@') return false;
  const std::string_view suffix = suffix_of(word);
  return !contains(kSourceSuffixes, suffix) && !contains(kFortranSuffixes, suffix) && !contains(kLinkSuffixes, suffix);
}

}  // namespace fencepost::compiler
