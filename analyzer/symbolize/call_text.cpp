#include "symbolize/call_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "record/call_arguments.h"

namespace fencepost::symbolize {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

// In Fortran: whether the text continues on the next line.
bool goes_on(const std::string& line) {
  const std::string_view code = trimmed(std::string_view(line).substr(0, line.find('!')));
  return code.ends_with('&');
}

// "     &  count, MPI_INT, win)": a line of the fixed form that continues the statement before it.
bool continues_in_column_six(const std::vector<std::string>& lines, std::size_t index) {
  constexpr std::size_t kColumn = 5;
  const std::string& line = lines[index];
  if (index == 0 || line.size() <= kColumn || line.find_first_not_of(' ') != kColumn || goes_on(lines[index - 1]))
    return false;
  return line[kColumn] != '0' && line[kColumn] != '!' && std::isalpha(static_cast<unsigned char>(line[kColumn])) == 0;
}

// The line of the call in a Fortran statement; the debug information may have its last line instead.
int line_with_call(const std::vector<std::string>& lines, int line, const std::string& name) {
  constexpr int kLines = 24;
  for (int at = line; at > 0 && line - at < kLines; --at) {
    const auto index = static_cast<std::size_t>(at) - 1;
    if (lower(lines[index]).find(name) != std::string::npos) return at;
    if (index == 0 || !(goes_on(lines[index - 1]) || continues_in_column_six(lines, index))) break;
  }
  return line;
}

// The statement's source from its line on, without comments, strings as "", continuation marks of Fortran removed.
std::string plain_text(const std::vector<std::string>& lines, int line, bool fortran) {
  constexpr std::size_t kLines = 24;  // no call is longer
  const std::size_t first = static_cast<std::size_t>(line) - 1;
  const std::size_t last = std::min(lines.size(), first + kLines);
  std::string text;
  bool in_comment = false;
  for (std::size_t n = first; n < last; ++n) {
    const std::string& from = lines[n];
    char quote = 0;
    const std::size_t begin = fortran && n > first && continues_in_column_six(lines, n) ? 6 : 0;
    for (std::size_t i = begin; i < from.size(); ++i) {
      const char c = from[i];
      const char next = i + 1 < from.size() ? from[i + 1] : '\0';
      if (in_comment) {
        if (c == '*' && next == '/') in_comment = false, ++i;
      } else if (quote != 0) {
        if (c == '\\' && !fortran) {
          ++i;
        } else if (c == quote) {
          quote = 0;
          text += '"';
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        text += '"';
      } else if (fortran ? c == '!' : c == '/' && next == '/') {
        break;
      } else if (!fortran && c == '/' && next == '*') {
        in_comment = true;
        text += ' ';
        ++i;
      } else if (fortran ? c == '&' : c == '\\' && i + 1 == from.size()) {
        text += ' ';
      } else {
        text += c;
      }
    }
    text += '\n';
  }
  return fortran ? lower(text) : text;
}

// The positions of the name as a separate word in [begin, end).
std::vector<std::size_t> words_in(std::string_view text, std::string_view name, std::size_t end) {
  std::vector<std::size_t> found;
  for (std::size_t at = text.find(name); at != std::string_view::npos && at < end; at = text.find(name, at + 1)) {
    if (at > 0 && in_name(text[at - 1])) continue;
    if (at + name.size() < text.size() && in_name(text[at + name.size()])) continue;
    found.push_back(at);
  }
  return found;
}

// The index after the bracket that closes the one at `open`; npos: there is none.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

// The parts of a bracket between the commas. `list`: without the bracket.
std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (c != ',' || depth != 0) continue;
    parts.push_back(list.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(list.substr(begin));
  return parts;
}

std::string with_single_spaces(std::string_view text) {
  std::string all;
  for (const char one : text) {
    const bool space = std::isspace(static_cast<unsigned char>(one)) != 0;
    if (!space) all += one;
    if (space && all.back() != ' ') all += ' ';
  }
  return all;
}

// "(void*)", "(const struct cell **)" at the beginning: its length.
std::size_t cast_length(std::string_view text) {
  if (text.empty() || text.front() != '(') return 0;
  const std::size_t end = behind_bracket(text, 0);
  if (end == std::string_view::npos || end == text.size()) return 0;
  const std::string_view type = trimmed(text.substr(1, end - 2));
  if (type.empty() || type.back() != '*') return 0;
  const bool plain = std::ranges::all_of(type, [](char c) { return in_name(c) || c == '*' || c == ' ' || c == ':'; });
  return plain ? end : 0;
}

// The text without casts and brackets around the whole. `cast`: a cast is directly before it; so in "(char*)a + b" it
// concerns only a.
std::string_view unwrapped(std::string_view text, bool& cast_before) {
  cast_before = false;
  for (;;) {
    text = trimmed(text);
    if (const std::size_t cast = cast_length(text); cast != 0) {
      text.remove_prefix(cast);
      cast_before = true;
      continue;
    }
    if (text.starts_with("static_cast<") || text.starts_with("reinterpret_cast<") || text.starts_with("const_cast<")) {
      const std::size_t open = text.find(">(");
      if (open == std::string_view::npos || behind_bracket(text, open + 1) != text.size()) return text;
      text = text.substr(open + 1);
    }
    if (!text.empty() && text.front() == '(' && behind_bracket(text, 0) == text.size()) {
      text = text.substr(1, text.size() - 2);
      cast_before = false;
      continue;
    }
    return text;
  }
}

// Sums and products of names, members, elements and numbers: no call, and nothing with side effects.
bool is_arithmetic(std::string_view text) {
  if (trimmed(text).empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char before = i > 0 ? text[i - 1] : '\0';
    if (in_name(c) || c == ' ' || c == '*' || c == '/' || c == '%' || c == '[' || c == ']' || c == ')' || c == '.')
      continue;
    if ((c == '+' || c == '-') && before != c) continue;
    if (c == '>' && before == '-') continue;
    if (c == '(' && !in_name(before) && before != ')' && before != ']') continue;
    return false;
  }
  return true;
}

// For the call whose name ends at `at`.
std::optional<std::string> argument_at(const std::string& text, std::size_t at, std::string_view function, int index,
                                       bool fortran) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  if (at == text.size() || text[at] != '(') return std::nullopt;
  const std::size_t end = behind_bracket(text, at);
  if (end == std::string::npos) return std::nullopt;
  const std::string_view list = std::string_view(text).substr(at + 1, end - at - 2);
  // Preprocessor lines: the source alone does not show which of the arguments are compiled.
  if (list.find('#') != std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> arguments = parts_of(list);
  // Not as many as the function has: one of them is a macro for several. (Fortran also has the error.)
  const auto known = arguments_of_call(function);
  if (known && arguments.size() != *known && !(fortran && arguments.size() == *known + 1)) return std::nullopt;
  if (index < 0 || static_cast<std::size_t>(index) >= arguments.size()) return std::nullopt;
  return with_single_spaces(trimmed(arguments[static_cast<std::size_t>(index)]));
}

}  // namespace

bool has_name(const std::vector<std::string>& lines, int line, std::string_view name, bool fortran) {
  if (line < 1 || static_cast<std::size_t>(line) > lines.size() || name.empty()) return false;
  std::string text;
  if (fortran) {
    auto last = lines.begin() + (line - 1);
    while (last + 1 != lines.end() && last->substr(0, last->find('!')).find('&') != std::string::npos) ++last;
    text = plain_text({lines.begin() + (line - 1), last + 1}, 1, true);
  } else {
    text = plain_text(lines, line, false);
  }
  const std::size_t end = fortran ? text.size() : std::min(text.size(), text.find(';'));
  const std::string wanted = fortran ? lower(name) : std::string(name);
  return std::ranges::any_of(words_in(text, wanted, end), [&](std::size_t at) {
    const char before = at > 0 ? text[at - 1] : ' ';
    return before != '.' && before != '%' && !(before == '>' && at > 1 && text[at - 2] == '-');
  });
}

std::optional<std::string> argument_text(const std::vector<std::string>& lines, int line, std::string_view function,
                                         int index, bool fortran) {
  if (line <= 0 || static_cast<std::size_t>(line) > lines.size()) return std::nullopt;
  const std::string name = fortran ? lower(function) : std::string(function);
  const std::string text = plain_text(lines, fortran ? line_with_call(lines, line, name) : line, fortran);
  std::optional<std::string> found;
  // Several calls on one line: the text that all of them have.
  for (const std::size_t place : words_in(text, name, text.find('\n'))) {
    auto one = argument_at(text, place + name.size(), function, index, fortran);
    if (!one || (found && *found != *one)) return std::nullopt;
    found = std::move(one);
  }
  return found;
}

std::string PointerText::text() const {
  std::string all = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) all += (through_pointer[i - 1] ? "->" : ".") + names[i];
  for (const std::string& subscript : subscripts) all += subscript;
  return all;
}

std::optional<PointerText> pointer_text(std::string_view argument, bool fortran) {
  PointerText pointer;
  bool cast_before = false;
  std::string_view rest = unwrapped(argument, cast_before);
  if (!fortran && !rest.empty() && rest.front() == '&') {
    pointer.address = true;
    rest = unwrapped(rest.substr(1), cast_before);
  }
  const auto take_name = [&] {
    std::size_t length = 0;
    while (length < rest.size() && in_name(rest[length])) ++length;
    if (length == 0 || std::isdigit(static_cast<unsigned char>(rest.front())) != 0) return false;
    pointer.names.emplace_back(rest.substr(0, length));
    rest.remove_prefix(length);
    return true;
  };
  if (!take_name()) return std::nullopt;
  if (fortran) {
    if (rest.empty()) return pointer;
    // An element, u(1, n): the memory from there on. (A section may be a copy.)
    if (rest.front() != '(' || behind_bracket(rest, 0) != rest.size()) return std::nullopt;
    std::string sum(rest.substr(1, rest.size() - 2));
    std::ranges::replace(sum, ',', '+');
    if (!is_arithmetic(sum)) return std::nullopt;
    pointer.subscripts.emplace_back(rest);
    return pointer;
  }
  for (;;) {
    if (rest.empty()) return pointer;
    if (rest == "[0]" && pointer.address) {
      pointer.address = false;  // its first element: the place to which it points
      return pointer;
    }
    while (pointer.address && rest.starts_with("[")) {
      const std::size_t end = behind_bracket(rest, 0);
      if (end == std::string_view::npos || !is_arithmetic(rest.substr(1, end - 2))) return std::nullopt;
      pointer.subscripts.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    if (!pointer.subscripts.empty()) return rest.empty() ? std::optional(pointer) : std::nullopt;
    if (const std::string_view sum = trimmed(rest); !pointer.address && !cast_before && sum.starts_with("+")) {
      if (sum.starts_with("++") || !is_arithmetic(sum.substr(1))) return std::nullopt;
      pointer.offset = trimmed(sum.substr(1));
      return pointer;
    }
    if (rest == ".data()" && !pointer.address) {
      pointer.data = true;
      return pointer;
    }
    const bool arrow = rest.starts_with("->");
    if (!arrow && !rest.starts_with(".")) return std::nullopt;
    rest.remove_prefix(arrow ? 2 : 1);
    if (!take_name()) return std::nullopt;
    pointer.through_pointer.push_back(arrow);
  }
}

}  // namespace fencepost::symbolize
