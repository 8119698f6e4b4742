#include "advice/source_statement.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/fortran_call.h"
#include "advice/source_line.h"
#include "advice/source_tree.h"
#include "model/source_language.h"
#include "model/word_text.h"

namespace fencepost {

SourceStatement::SourceStatement(const std::vector<std::string>& lines, int line, bool fortran) : fortran_(fortran) {
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return;
  text_ = code_of(lines[static_cast<std::size_t>(line) - 1], fortran);
  alone_ = (fortran ? is_fortran_statement() : is_c_statement()) && !is_controlled(lines, line);
}

bool SourceStatement::is_c_statement() const {
  constexpr std::string_view kBegins[] = {"if", "for", "while", "do", "else", "switch", "case", "return", "#"};
  if (!text_.ends_with(';') || std::ranges::count(text_, ';') != 1 || !is_balanced(text_)) return false;
  if (text_.find_first_of("{}\\") != std::string_view::npos) return false;
  return std::ranges::none_of(kBegins, [&](std::string_view word) {
    return text_.starts_with(word) &&
           (text_.size() == word.size() || std::isalnum(static_cast<unsigned char>(text_[word.size()])) == 0);
  });
}

bool SourceStatement::is_fortran_statement() const {
  if (text_.empty() || text_.ends_with('&') || text_.find(';') != std::string_view::npos || !is_balanced(text_))
    return false;
  const bool call = is_fortran_call(text_) || text_.starts_with("deallocate(") || text_.starts_with("allocate(");
  const bool assignment = text_.find(" = ") != std::string_view::npos && !text_.starts_with("if") &&
                          !text_.starts_with("IF") && !text_.starts_with("do ") && !text_.starts_with("DO ");
  return call || assignment;
}

bool SourceStatement::is_controlled(const std::vector<std::string>& lines, int line) const {
  for (int i = line - 2; i >= 0; --i) {
    const std::string_view before = code_of(lines[static_cast<std::size_t>(i)], fortran_);
    if (before.empty() || before.starts_with('#') || before.starts_with('*')) continue;
    if (fortran_) return before.ends_with('&');
    return !before.ends_with(';') && !before.ends_with('{') && !before.ends_with('}') && !before.ends_with(':');
  }
  return !fortran_;
}

std::string statement_of(const FixCall& call) {
  return fmt::format("{}({});", call.function, fmt::join(call.arguments, ", "));
}

bool gives_result_of(const std::string& statement, const std::string& call) {
  const std::size_t at = statement.find(call + "(");
  if (at == std::string::npos || at == 0 || !is_balanced(statement) || !statement.ends_with(");")) return false;
  int depth = 0;
  std::size_t close = at + call.size();
  for (; close < statement.size(); ++close) {
    depth += statement[close] == '(' ? 1 : statement[close] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  if (close + 2 != statement.size()) return false;
  const std::string before(trimmed_end(statement.substr(0, at)));
  if (before == "return") return true;
  const std::string_view name = trimmed_end(std::string_view(before).substr(0, before.size() - 1));
  return before.ends_with('=') && !name.empty() && std::ranges::all_of(name, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ' ';
         });
}

bool assigns(std::string_view text) {
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ', behind = at + 1 < text.size() ? text[at + 1] : ' ';
    if (behind == '=')
      ++at;
    else if (before != '!' && before != '<' && before != '>')
      return true;
  }
  return text.find("++") != std::string_view::npos || text.find("--") != std::string_view::npos;
}

}  // namespace fencepost
