#include "words/freeing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "model/source_language.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

// The functions of the C library, and the functions by which C++ containers and pointers free memory.
constexpr std::array<std::string_view, 16> kWords = {
    "free",  "realloc", "munmap", "delete", "resize",    "reserve", "clear",  "shrink_to_fit",
    "reset", "assign",  "swap",   "erase",  "push_back", "insert",  "append", "emplace_back"};
constexpr std::array<std::string_view, 1> kFortranWords = {"deallocate"};

}  // namespace

std::string freeing_word(const SourceLocation& at, SourceLines& sources) {
  const std::vector<std::string>& lines = sources.of(at.file);
  if (at.line <= 0 || static_cast<std::size_t>(at.line) > lines.size()) return "";
  const bool fortran = is_fortran_source(at.file);
  std::string text = lines[static_cast<std::size_t>(at.line) - 1];
  text = text.substr(0, text.find(fortran ? "!" : "//"));
  if (fortran)
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string found;
  const auto look = [&](std::string_view word) {
    if (has_word(text, word)) found = found.empty() ? std::string(word) : " ";
  };
  if (fortran) {
    std::ranges::for_each(kFortranWords, look);
  } else {
    std::ranges::for_each(kWords, look);
  }
  return found == " " ? "" : found;
}

}  // namespace fencepost
