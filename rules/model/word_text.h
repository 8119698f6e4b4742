// Words of a source: names of variables and functions, and keywords.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace fencepost {

inline bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The first place, from one on, at which a word stands by itself; npos: there is none.
inline std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return at;
  }
  return std::string_view::npos;
}

inline bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

// How often.
inline int uses_of(std::string_view word, std::string_view text) {
  int uses = 0;
  for (std::size_t at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1)) ++uses;
  return uses;
}

}  // namespace fencepost
