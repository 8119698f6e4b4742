#include "suppress/pattern.h"

#include <string>

namespace fencepost::suppress {
namespace {

// "grid::relax(double*, int) const" → "grid::relax"; "" if it has no arguments.
std::string_view without_arguments(std::string_view function) {
  const auto last = function.rfind(')');
  if (last == std::string_view::npos) return "";
  int depth = 0;
  for (std::size_t at = last + 1; at-- > 0;) {
    if (function[at] == ')') ++depth;
    if (function[at] == '(' && --depth == 0) return function.substr(0, at);
  }
  return "";
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0;
  std::size_t star = std::string_view::npos, tried = 0;  // the last *, and where its text ended so far
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      tried = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++tried;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool fits_path(std::string_view pattern, std::string_view path) {
  std::string below;
  if (pattern.ends_with('/')) pattern = below = std::string(pattern) + '*';
  if (fits(pattern, path)) return true;
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
    if (fits(pattern, path.substr(slash + 1))) return true;
  return false;
}

bool fits_function(std::string_view pattern, std::string_view function) {
  if (fits(pattern, function)) return true;
  const std::string_view name = without_arguments(function);
  return !name.empty() && fits(pattern, name);
}

}  // namespace fencepost::suppress
