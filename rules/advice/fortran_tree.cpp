// The statements of free-form Fortran as a tree, as far as needed to add a call at a place (source_tree.h).
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/source_tree.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The first word; "" if the statement is an assignment to a variable of that name.
std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && in_name(text[end])) ++end;
  const std::string_view behind = trimmed(text.substr(end));
  if (behind.starts_with('=') || behind.starts_with('%')) return "";
  return text.substr(0, end);
}

// The position after the bracket that closes the first one; npos: there is none.
std::size_t behind_brackets(std::string_view text) {
  const std::size_t open = text.find('(');
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

// "subroutine f(x)", "integer function g()", "program p", "module m".
bool begins_unit(std::string_view text) {
  const std::string_view word = first_word(text);
  if (word == "program" || word == "submodule") return true;
  if (word == "module") return first_word(trimmed(text.substr(word.size()))) != "procedure";
  const std::string_view head = text.substr(0, text.find('('));
  if (text.find("::") != std::string_view::npos || text.find('=') != std::string_view::npos) return false;
  if (has_word(head, "subroutine")) return true;
  // (In "real(8) function f(x)" the first bracket comes before the word.)
  return has_word(text, "function") && !has_word(text, "call");
}

struct Statement {
  std::size_t begin = 0, end = 0;
};

// Replaces comments, texts and continuation marks by blanks, and capitals by small letters.
std::string blanked(std::string text) {
  char quote = 0;
  bool comment = false, fresh = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char& c = text[i];
    if (c == '\n') {
      comment = false;
      fresh = true;
      continue;
    }
    if (quote != 0) {
      const bool ends = c == quote;
      // (A text that continues on the next line begins there with a mark.)
      if (c != '&' || trimmed(std::string_view(text).substr(i + 1, text.find('\n', i) - i - 1)).size() > 0) {
        if (!ends) c = ' ';
      }
      if (ends) quote = 0;
      continue;
    }
    if (comment || c == '!' || (c == '#' && fresh)) {
      comment = true;
      c = ' ';
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    fresh = fresh && is_blank(c);
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

// The statements: each is a line, or several lines joined by continuation marks, or a part of a line.
std::vector<Statement> statements_of(std::string& text) {
  std::vector<Statement> all;
  std::size_t begin = 0;
  const auto finish = [&](std::size_t end) {
    std::size_t from = begin;
    while (from < end && is_blank(text[from])) ++from;
    std::size_t to = end;
    while (to > from && is_blank(text[to - 1])) --to;
    if (to > from) all.push_back({from, to});
    begin = end + 1;
  };
  char quote = 0;
  bool goes_on = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      if (c == '\n') quote = 0;
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    if (c == '&') {
      text[i] = ' ';
      goes_on = trimmed(std::string_view(text).substr(i, text.find('\n', i) - i)).empty();
    } else if (c == '\n' && goes_on) {
      // (Lines in between that contain only a comment do not end it.)
      const std::size_t next = text.find('\n', i + 1);
      goes_on = next != std::string::npos && trimmed(std::string_view(text).substr(i, next - i)).empty();
    } else if (c == '\n' || c == ';') {
      finish(i);
    }
  }
  finish(text.size());
  return all;
}

}  // namespace

// The open constructs around a statement: a block, and the construct or unit to which it belongs.
class SourceTree::Fortran {
 public:
  explicit Fortran(SourceTree& tree) : tree_(tree) {}

  void parse() {
    tree_.text_ = blanked(std::move(tree_.text_));
    open_.push_back({0, 0});
    for (const Statement& one : statements_of(tree_.text_)) take(one);
    tree_.sound_ = tree_.sound_ && open_.size() == 1;
  }

 private:
  struct Open {
    int construct = 0, block = 0;
  };

  std::string_view text(const Statement& one) const {
    return std::string_view(tree_.text_).substr(one.begin, one.end - one.begin);
  }

  void take(Statement one) {
    // "outer: do i = 1, n"
    const std::string_view whole = text(one);
    const std::size_t colon = whole.find(':');
    if (colon != std::string_view::npos && colon + 1 < whole.size() && whole[colon + 1] != ':' &&
        std::ranges::all_of(trimmed(whole.substr(0, colon)), in_name) && first_word(whole) != "default")
      one.begin += colon + 1 + (whole.substr(colon + 1).size() - trimmed(whole.substr(colon + 1)).size());
    const std::string_view said = text(one), word = first_word(said);
    if (word.starts_with("end") && ends(said, word)) return close(one);
    if (word == "contains") return close_block(one);
    if (word == "else" || word == "elseif" || word == "case" || word == "elsewhere" || word == "rank" ||
        (word == "class" && said.find("is") != std::string_view::npos && said.find("::") == std::string_view::npos) ||
        (word == "type" && has_word(said, "is") && said.find("::") == std::string_view::npos))
      return next_block(one);
    if (begins_unit(said)) return begin(Kind::kOther, one, true);
    if (word == "if") return take_if(one);
    if (word == "do") return take_do(one);
    if (word == "where" || word == "forall") {
      const std::size_t behind = behind_brackets(said);
      if (behind != std::string_view::npos && trimmed(said.substr(behind)).empty()) return begin(Kind::kOther, one);
      return simple(one);
    }
    const bool type = word == "type" && trimmed(said.substr(4)).front() != '(';
    if (word == "select" || word == "associate" || word == "block" || word == "critical" || word == "interface" ||
        word == "enum" || (word == "abstract" && has_word(said, "interface")) || type)
      return begin(Kind::kOther, one);
    simple(one);
  }

  static bool ends(std::string_view said, std::string_view word) {
    if (word == "end") return true;
    for (const char* what : {"if", "do", "program", "subroutine", "function", "module", "select", "where", "forall",
                             "associate", "block", "critical", "interface", "type", "enum", "submodule", "team"})
      if (word.substr(3) == what) return said.find('=') == std::string_view::npos;
    return false;
  }

  int add(Kind kind, int parent, const Statement& one) {
    const int index = tree_.add(kind, parent, one.begin);
    end_at(index, one.end);
    return index;
  }
  void end_at(int index, std::size_t end) {
    tree_.at_ = end;
    tree_.finish(index);
  }

  void simple(const Statement& one) { add(Kind::kSimple, open_.back().block, one); }

  void begin(Kind kind, const Statement& one, bool unit = false) {
    const int construct = add(kind, open_.back().block, one);
    const int block = tree_.add(Kind::kBlock, construct, one.end);
    tree_.nodes_[static_cast<std::size_t>(block)].unit = unit;
    open_.push_back({construct, block});
  }
  void take_if(const Statement& one) {
    const std::string_view said = text(one);
    const std::size_t behind = behind_brackets(said);
    if (behind == std::string_view::npos) return unsound();
    const std::string_view rest = trimmed(said.substr(behind));
    if (rest == "then") return begin(Kind::kIf, one);
    const int whole = add(Kind::kIf, open_.back().block, one);
    const auto at = static_cast<std::size_t>(rest.data() - tree_.text_.data());
    add(Kind::kSimple, whole, {at, one.end});
  }
  void take_do(const Statement& one) {
    // (Constructs that end at a label are not read.)
    const std::string_view rest = trimmed(text(one).substr(2));
    if (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())) != 0) return unsound();
    begin(Kind::kLoop, one);
  }
  void close_block(const Statement& one) {
    if (open_.size() < 2) return unsound();
    Open& last = open_.back();
    end_at(last.block, std::max(one.begin, tree_.node(last.block).begin));
    last.block = last.construct;
  }
  void next_block(const Statement& one) {
    if (open_.size() < 2) return unsound();
    close_block(one);
    open_.back().block = tree_.add(Kind::kBlock, open_.back().construct, one.end);
  }
  void close(const Statement& one) {
    if (open_.size() < 2) return unsound();
    const Open last = open_.back();
    if (last.block != last.construct) close_block(one);
    open_.pop_back();
    end_at(last.construct, one.end);
  }
  void unsound() { tree_.sound_ = false; }

  SourceTree& tree_;
  std::vector<Open> open_;
};

void SourceTree::parse_fortran() {
  Fortran(*this).parse();
}

bool is_free_fortran(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return false;
  std::string ending = file.substr(dot);
  if (ending.size() > 1 && ending[1] == 'F') ending[1] = 'f';
  return ending == ".f90" || ending == ".f95" || ending == ".f03" || ending == ".f08" || ending == ".f18";
}

}  // namespace fencepost
