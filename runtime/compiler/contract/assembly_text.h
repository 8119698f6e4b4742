// The text of inline assembly, as far as both compiler passes understand it.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::contract {

// One instruction: its first word (which may be a prefix), and where its operands are.
struct Line {
  std::string_view name;
  std::string_view operands;
};

namespace detail {
// (GCC's headers forbid those of the C library.)
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}
inline bool begins_like(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}
}  // namespace detail

inline std::vector<Line> lines_of(std::string_view rest) {
  std::vector<Line> lines;
  while (!rest.empty()) {
    const std::size_t end = rest.find_first_of(";\n");
    std::string_view line = detail::trimmed(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    const auto first_word = [&] { return line.substr(0, line.find_first_of(" \t")); };
    while (first_word().ends_with(":")) line = detail::trimmed(line.substr(first_word().size()));  // labels
    if (line.empty() || line.starts_with("#")) continue;
    lines.push_back({first_word(), line.substr(first_word().size())});
  }
  return lines;
}

// LLVM writes "$1" or "${1:P}", GCC "%1" or "%P1".
inline bool has_operand(const Line& line, char sign, unsigned number) {
  const std::string digits = std::to_string(number);
  for (std::size_t at = line.operands.find(sign); at != std::string_view::npos; at = line.operands.find(sign, at + 1)) {
    std::string_view behind = line.operands.substr(at + 1);
    if (!behind.empty() && (behind[0] == '{' || (sign == '%' && detail::is_letter(behind[0])))) behind.remove_prefix(1);
    if (!behind.starts_with(digits)) continue;
    behind.remove_prefix(digits.size());
    if (behind.empty() || !detail::is_digit(behind[0])) return true;
  }
  return false;
}

// Instructions that take an address, and neither load from there nor store.
inline bool touches_nothing(const Line& line) {
  constexpr std::array<std::string_view, 6> kNames = {"lea", "prefetch", "clflush", "clwb", "cldemote", "nop"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return detail::begins_like(line.name, name); });
}

// As hand-written atomic operations do. (xchg locks by itself.)
inline bool is_locked(const std::vector<Line>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) {
    return (line.name.size() == 4 && detail::begins_like(line.name, "lock")) || detail::begins_like(line.name, "xchg");
  });
}

// One plain move. With a clobber of "memory" that is how people write an unlock: on x86 a store comes after all earlier
// loads and stores.
inline bool is_one_move(const std::vector<Line>& lines) {
  return lines.size() == 1 && lines[0].name.size() <= 4 && detail::begins_like(lines[0].name, "mov");
}

inline bool has_fence(const std::vector<Line>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) {
    return line.name.size() == 6 && detail::begins_like(line.name, "mfence");
  });
}

}  // namespace fencepost::contract
