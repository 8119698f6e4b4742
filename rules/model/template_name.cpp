#include "model/template_name.h"

#include <cstddef>

namespace fencepost {
namespace {

bool is_in_a_word(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  return before == '_' || (before >= '0' && before <= '9') || (before >= 'a' && before <= 'z') ||
         (before >= 'A' && before <= 'Z');
}

// The length of an operator's name at the beginning of `rest`, after the word: "<<", "->", "<=>".
std::size_t operator_length(std::string_view rest) {
  for (const std::string_view name : {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"})
    if (rest.starts_with(name)) return name.size();
  return 0;
}

}  // namespace

std::string template_name(std::string_view function) {
  constexpr std::string_view kOperator = "operator";
  std::string name;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function.substr(i).starts_with(kOperator) && !is_in_a_word(function, i)) {
      const std::size_t length = kOperator.size() + operator_length(function.substr(i + kOperator.size()));
      if (depth == 0) name += function.substr(i, length);
      i += length - 1;
      continue;
    }
    if (function[i] == '<') {
      ++depth;
    } else if (function[i] == '>') {
      if (depth == 0) return std::string(function);
      --depth;
    } else if (depth == 0) {
      name += function[i];
    }
  }
  return depth == 0 ? name : std::string(function);
}

}  // namespace fencepost
