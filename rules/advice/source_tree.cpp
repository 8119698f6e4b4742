#include "advice/source_tree.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "model/source_lines.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// The words of a text.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && in_name(text[at])) ++at;
    if (at > begin)
      words.push_back(text.substr(begin, at - begin));
    else
      ++at;
  }
  return words;
}

// Of what stands before a star or an ampersand: "x = g->rank" is a value, "const int" a type.
bool is_operand(std::string_view text) {
  while (!text.empty() && in_name(text.back())) text.remove_suffix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text.ends_with("->") || (!text.empty() && std::string_view(".=+-*/%").find(text.back()) != text.npos);
}

// "int value = 7", "MPI_Win win": a name after another name, or after a star or an ampersand.
bool declares(std::string_view text, std::string_view name) {
  for (std::size_t at = find_word(text, name); at != std::string_view::npos; at = find_word(text, name, at + 1)) {
    const std::string_view behind = text.substr(at + name.size());
    if (behind.starts_with("->") || behind.starts_with('.')) continue;
    std::size_t before = at;
    while (before > 0 && (is_space(text[before - 1]) || text[before - 1] == '*' || text[before - 1] == '&')) --before;
    const std::string_view between = text.substr(before, at - before);
    if (between.find_first_of("*&") != std::string_view::npos && is_operand(text.substr(0, before))) continue;
    // A comma: perhaps a declaration of several names.
    if (before < at && before > 0 && (in_name(text[before - 1]) || text[before - 1] == '>') &&
        !text.substr(0, before).ends_with("return") && !text.substr(0, before).ends_with("else"))
      return true;
    if (before > 0 && text[before - 1] == ',' && text.substr(0, before).find('(') == std::string_view::npos)
      return true;
  }
  return false;
}

// After a label that begins at a place ("out:"); 0: none does. (`case` and `default` have more before their colon.)
std::size_t behind_label(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && in_name(text[end])) ++end;
  const std::string_view name = text.substr(at, end - at);
  if (name.empty() || name == "default") return 0;
  while (end < text.size() && is_space(text[end])) ++end;
  return text.substr(end, 1) == ":" && text.substr(end, 2) != "::" ? end + 1 : 0;
}

}  // namespace

SourceTree::SourceTree(const std::vector<std::string>& lines, Language language) {
  for (const std::string& line : lines) {
    starts_.push_back(text_.size());
    text_ += line + '\n';
  }
  note_conditions(lines);
  if (language == Language::kC) blank(lines);
  const int file = add(Kind::kFile, -1, 0);
  if (language == Language::kC)
    parse_list(file, false);
  else
    parse_fortran();
  nodes_[0].end = text_.size();
  finish(file);
}

const SourceTree& SourceTree::of(const std::vector<std::string>& lines, Language language) {
  struct Parsed {
    std::vector<std::string> lines;
    Language language;
    std::unique_ptr<const SourceTree> tree;
  };
  static thread_local std::vector<Parsed> parsed;
  const auto known =
      std::ranges::find_if(parsed, [&](const Parsed& one) { return one.language == language && one.lines == lines; });
  if (known != parsed.end()) return *known->tree;
  return *parsed
              .emplace_back(Parsed{lines, language, std::unique_ptr<const SourceTree>(new SourceTree(lines, language))})
              .tree;
}

// "#if", "# ifdef", "#else", "#endif".
void SourceTree::note_conditions(const std::vector<std::string>& lines) {
  std::vector<int> around = {0};
  int branches = 0;
  for (const std::string& line : lines) {
    std::string_view text = line;
    const auto skip = [&] { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); };
    skip();
    if (text.starts_with('#')) {
      text.remove_prefix(1);
      skip();
      if (text.starts_with("if"))
        around.push_back(++branches);
      else if (text.starts_with("el") && around.size() > 1)
        around.back() = ++branches;
      else if (text.starts_with("endif") && around.size() > 1)
        around.pop_back();
    }
    conditions_.push_back(around.back());
  }
}

void SourceTree::blank(const std::vector<std::string>& lines) {
  enum { kCode, kLine, kBlock, kText } in = kCode;
  char quote = 0;
  bool fresh = true;  // only blanks in this line so far
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const char c = text_[i], next = i + 1 < text_.size() ? text_[i + 1] : '\n';
    if (c == '\n') {
      const bool goes_on = i > 0 && in == kLine && lines[static_cast<std::size_t>(line_of(i)) - 1].ends_with('\\');
      if (in == kText || (in == kLine && !goes_on)) in = kCode;
      fresh = true;
      continue;
    }
    if (in == kCode) {
      if ((c == '/' && next == '/') || (c == '#' && fresh))
        in = kLine;
      else if (c == '/' && next == '*')
        in = kBlock;
      else if (c == '"' || (c == '\'' && (i == 0 || !in_name(text_[i - 1])))) {
        in = kText;
        quote = c;
        continue;
      }
      fresh = fresh && is_space(c);
      if (in == kCode) continue;
      text_[i] = ' ';
      if (in == kBlock) text_[++i] = ' ';
    } else if (in == kBlock && c == '*' && next == '/') {
      text_[i] = text_[i + 1] = ' ';
      ++i;
      in = kCode;
    } else if (in == kText && c == quote) {
      in = kCode;
    } else {
      const bool escape = in == kText && c == '\\' && next != '\n';
      text_[i] = ' ';
      if (escape) text_[++i] = ' ';
    }
  }
}

int SourceTree::line_of(std::size_t at) const {
  return static_cast<int>(std::ranges::upper_bound(starts_, at) - starts_.begin());
}

void SourceTree::skip_space() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
}

bool SourceTree::word_at(const char* word) const {
  const std::size_t length = std::strlen(word);
  return text_.compare(at_, length, word) == 0 && (at_ + length >= text_.size() || !in_name(text_[at_ + length]));
}

// The position after the bracket that closes the one at `open`; the end of the text if there is none.
std::size_t SourceTree::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < text_.size(); ++i) {
    depth += std::strchr("([{", text_[i]) != nullptr ? 1 : std::strchr(")]}", text_[i]) != nullptr ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return text_.size();
}

int SourceTree::add(Kind kind, int parent, std::size_t begin) {
  nodes_.push_back({.kind = kind, .parent = parent, .begin = begin});
  const int index = static_cast<int>(nodes_.size()) - 1;
  if (parent >= 0) nodes_[static_cast<std::size_t>(parent)].children.push_back(index);
  return index;
}

void SourceTree::finish(int index) {
  Node& one = nodes_[static_cast<std::size_t>(index)];
  if (index != 0) one.end = at_;
  one.first_line = line_of(one.begin);
  one.last_line = line_of(one.end > one.begin ? one.end - 1 : one.begin);
}

void SourceTree::parse_list(int parent, bool in_block) {
  for (;;) {
    skip_space();
    if (at_ >= text_.size()) {
      sound_ = sound_ && !in_block;
      return;
    }
    if (text_[at_] == '}') {
      sound_ = sound_ && in_block;
      if (in_block) return;
      ++at_;
      continue;
    }
    parse_statement(parent);
  }
}

void SourceTree::parse_statement(int parent) {
  skip_space();
  if (at_ >= text_.size()) return;
  if (text_[at_] == '{') {
    const int block = add(Kind::kBlock, parent, at_++);
    parse_list(block, true);
    ++at_;
    return finish(block);
  }
  if (word_at("if")) return parse_controlled(Kind::kIf, 2, parent);
  if (word_at("for")) return parse_controlled(Kind::kLoop, 3, parent);
  if (word_at("while")) return parse_controlled(Kind::kLoop, 5, parent);
  if (word_at("switch")) return parse_controlled(Kind::kOther, 6, parent);
  if (word_at("do")) {
    const int loop = add(Kind::kLoop, parent, at_);
    at_ += 2;
    parse_statement(loop);
    at_ = std::min(text_.find(';', at_), text_.size() - 1) + 1;
    return finish(loop);
  }
  parse_other(parent);
}

void SourceTree::parse_controlled(Kind kind, std::size_t word, int parent) {
  const int index = add(kind, parent, at_);
  at_ = std::min(text_.find('(', at_ + word), text_.size() - 1);
  at_ = closing(at_);
  parse_statement(index);
  if (kind == Kind::kIf) {
    const std::size_t behind = at_;
    skip_space();
    if (word_at("else")) {
      at_ += 4;
      parse_statement(index);
    } else {
      at_ = behind;
    }
  }
  finish(index);
}

// Whether a brace begins a list, of values or of an enumeration, and not a block.
bool SourceTree::lists(std::size_t open) const {
  const std::size_t end = closing(open);
  const std::size_t before = open == 0 ? std::string::npos : text_.find_last_not_of(" \t\n", open - 1);
  if (before == std::string::npos || text_[before] == ')') return false;
  return text_.find(';', open) >= end;
}

// A plain statement; a label; or something with a block: a function, a structure, a namespace, try and catch.
void SourceTree::parse_other(int parent) {
  const int index = add(Kind::kSimple, parent, at_);
  if (const std::size_t behind = behind_label(text_, at_); behind > 0) {
    at_ = behind;
    nodes_[static_cast<std::size_t>(index)].kind = Kind::kOther;
    return finish(index);
  }
  bool value = false;  // after a "=": braces are an initializer or the body of a lambda
  const bool label = word_at("case") || word_at("default");
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '(' || c == '[') {
      at_ = closing(at_) - 1;
    } else if (c == '=') {
      value = true;
    } else if (c == '{' && (value || lists(at_))) {
      at_ = closing(at_) - 1;
    } else if (c == '{') {
      nodes_[static_cast<std::size_t>(index)].kind = Kind::kOther;
      parse_statement(index);
      return finish(index);
    } else if (c == '}') {  // of a macro without a semicolon after it
      nodes_[static_cast<std::size_t>(index)].kind = Kind::kOther;
      break;
    } else if (c == ';' || (c == ':' && label && text_.compare(at_, 2, "::") != 0)) {
      ++at_;
      if (label) nodes_[static_cast<std::size_t>(index)].kind = Kind::kOther;
      break;
    }
  }
  finish(index);
}

std::string SourceTree::text_of(int index) const {
  return text_.substr(node(index).begin, node(index).end - node(index).begin);
}

int SourceTree::statement_at(int line) const {
  int found = -1;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& one = nodes_[i];
    if (one.kind != Kind::kSimple || one.first_line > line || one.last_line < line || one.end - one.begin < 2) continue;
    if (found >= 0 || text_of(static_cast<int>(i)).find('{') != std::string::npos) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

std::vector<int> SourceTree::statements_in(int line) const {
  if (line <= 0 || static_cast<std::size_t>(line) > starts_.size()) return {};
  const std::size_t begin = starts_[static_cast<std::size_t>(line) - 1];
  std::string rest = text_.substr(begin, text_.find('\n', begin) - begin);
  std::vector<int> found;
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    const Node& one = nodes_[i];
    if (one.kind != Kind::kSimple || one.first_line != line || one.last_line != line || one.end - one.begin < 2)
      continue;
    const bool beside = found.empty() || nodes_[static_cast<std::size_t>(found.front())].parent == one.parent;
    if (!beside || !has(one.parent) || node(one.parent).kind != Kind::kBlock) return {};
    rest.replace(one.begin - begin, one.end - one.begin, one.end - one.begin, ' ');
    found.push_back(static_cast<int>(i));
  }
  const bool only_these = rest.find_first_not_of(" \t\r") == std::string::npos;
  return only_these && found.size() > 1 ? found : std::vector<int>();
}

std::pair<std::size_t, std::size_t> SourceTree::columns_of(int index) const {
  const Node& one = node(index);
  const std::size_t begin = starts_[static_cast<std::size_t>(one.first_line) - 1];
  return {one.begin - begin, one.end - begin};
}

int SourceTree::part_at(int line) const {
  int innermost = -1;
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    const Node& one = nodes_[i];
    if (one.first_line > line || one.last_line < line || one.end - one.begin < 2) continue;
    if (one.first_line == line && (innermost < 0 || node(innermost).first_line < line)) return static_cast<int>(i);
    innermost = static_cast<int>(i);  // inner ones come after outer ones
  }
  return innermost;
}

int SourceTree::statement_or_part_at(int line) const {
  const int statement = statement_at(line);
  return statement >= 0 ? statement : part_at(line);
}

bool SourceTree::is_before(int line, int column, int statement) const {
  if (column <= 0 || line <= 0 || static_cast<std::size_t>(line) > starts_.size()) return false;
  return starts_[static_cast<std::size_t>(line) - 1] + static_cast<std::size_t>(column) - 1 < node(statement).begin;
}

int SourceTree::function_of(int index) const {
  int function = -1;
  for (int at = index; at > 0; at = node(at).parent) {
    const int parent = node(at).parent;
    if (node(at).unit) return at;
    // (Structures and namespaces have blocks, too.)
    if (node(at).kind != Kind::kBlock || parent < 0 || node(parent).kind != Kind::kOther) continue;
    if (text_.substr(node(parent).begin, node(at).begin - node(parent).begin).find('(') != std::string::npos)
      function = at;
  }
  return function;
}

int SourceTree::around(int& one, int& other) const {
  std::vector<int> way;
  for (int at = one; at >= 0; at = node(at).parent) way.push_back(at);
  int below = other;
  for (int at = other; at >= 0; below = at, at = node(at).parent) {
    const auto met = std::ranges::find(way, at);
    if (met == way.end()) continue;
    one = met == way.begin() ? *met : *std::prev(met);
    other = below;
    return at;
  }
  return -1;
}

std::span<const int> SourceTree::from_to(int index, int one, int other) const {
  const std::vector<int>& all = node(index).children;
  const auto begin = std::ranges::find(all, one), end = std::ranges::find(all, other);
  if (begin == all.end() || end == all.end() || end < begin) return {};
  return {begin, std::next(end)};
}

int SourceTree::block_of(int one, int other) const {
  if (one < 0 || other < 0) return -1;
  const int block = node(one).parent;
  return block >= 0 && block == node(other).parent && node(block).kind == Kind::kBlock ? block : -1;
}

int SourceTree::child_of(int outer, int inside) const {
  int at = inside;
  while (at >= 0 && node(at).parent != outer) at = node(at).parent;
  return at;
}

int SourceTree::whole_of(int statement, bool with_loops) const {
  const auto controls = [&](int index) {
    return node(index).kind == Kind::kIf || (with_loops && node(index).kind == Kind::kLoop);
  };
  for (;;) {
    const int above = node(statement).parent;
    if (above < 0 || node(above).children.size() != 1) return statement;
    const int outer = node(above).parent;
    const bool is_body = node(above).kind == Kind::kBlock && outer >= 0 && controls(outer);
    if (!controls(above) && !is_body) return statement;
    statement = above;
  }
}

std::vector<std::pair<int, int>> SourceTree::loops_in(int index) const {
  std::vector<std::pair<int, int>> loops;
  for (const int child : node(index).children) {
    if (node(child).kind == Kind::kLoop) loops.emplace_back(node(child).first_line, node(child).last_line);
    const auto more = loops_in(child);
    loops.insert(loops.end(), more.begin(), more.end());
  }
  return loops;
}

bool SourceTree::is_there_with(int line, int other_line) const {
  const int branch = conditions_[static_cast<std::size_t>(line) - 1];
  return branch == 0 || branch == conditions_[static_cast<std::size_t>(other_line) - 1];
}

bool SourceTree::is_whole(int first_line, int last_line) const {
  const auto begin = conditions_.begin() + first_line - 1, end = conditions_.begin() + last_line;
  return std::all_of(begin, end, [&](int branch) { return branch == *begin; });
}

bool SourceTree::fills_its_lines(int index) const {
  const Node& one = node(index);
  if (conditions_[static_cast<std::size_t>(one.first_line) - 1] !=
      conditions_[static_cast<std::size_t>(one.last_line) - 1])
    return false;
  const std::size_t begin = starts_[static_cast<std::size_t>(one.first_line) - 1];
  const auto end = std::min(text_.find('\n', one.end), text_.size());
  return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                     text_.begin() + static_cast<std::ptrdiff_t>(one.begin), is_space) &&
         std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(one.end),
                     text_.begin() + static_cast<std::ptrdiff_t>(end), is_space);
}

bool SourceTree::share_a_name(const std::string& one, const std::string& other) {
  const std::vector<std::string_view> names = words_of(other);
  return std::ranges::any_of(words_of(one), [&](std::string_view word) {
    return std::isdigit(static_cast<unsigned char>(word.front())) == 0 && !word.starts_with("MPI_") &&
           std::ranges::find(names, word) != names.end();
  });
}

bool SourceTree::stores_elsewhere(const std::string& one, const std::string& other) {
  struct Store {
    std::string_view array, element, value;
  };
  const auto store_in = [](std::string_view text) -> std::optional<Store> {
    const auto part = [&](const char* delimiter) -> std::optional<std::string_view> {
      const std::size_t end = text.find(delimiter);
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view found = text.substr(0, end);
      text.remove_prefix(end + 1);
      return found;
    };
    const auto array = part("["), element = part("]"), before = part("="), value = part(";");
    const auto is = [](std::string_view what, auto fits) { return !what.empty() && std::ranges::all_of(what, fits); };
    if (!array || !element || !before || !value) return std::nullopt;
    const bool plain = is(*array, in_name) && is(*element, [](unsigned char c) { return std::isdigit(c) != 0; }) &&
                       std::ranges::all_of(*before, is_space) &&
                       is(*value, [](char c) { return in_name(c) || is_space(c) || c == '+' || c == '.'; });
    return plain ? std::optional(Store{*array, *element, *value}) : std::nullopt;
  };
  const auto a = store_in(one), b = store_in(other);
  const auto names = [](std::string_view text, std::string_view name) {
    const auto words = words_of(text);
    return std::ranges::find(words, name) != words.end();
  };
  return a && b && a->array == b->array && a->element != b->element && !names(a->value, a->array) &&
         !names(b->value, b->array);
}

bool SourceTree::may_change(const std::string& statement, const std::string& names) {
  const std::vector<std::string_view> known = words_of(names);
  const std::string_view text = statement;
  for (const std::string_view word : words_of(text)) {
    if (std::ranges::find(known, word) == known.end() || std::isdigit(static_cast<unsigned char>(word.front())) != 0)
      continue;
    const auto begin = static_cast<std::size_t>(word.data() - text.data());
    const std::string_view before = text.substr(0, begin), behind = text.substr(begin + word.size());
    const std::size_t next = behind.find_first_not_of(" \t\n");
    const char sign = next == std::string_view::npos ? ' ' : behind[next];
    // "i = 1", "i += 1", "i++", "--i", "&i"; "a[i] = 1" changes `a` if the names contain elements of `a`.
    const bool assigned = std::string_view("=+-*/%&|^<>").find(sign) != std::string_view::npos &&
                          behind.substr(next, 2) != "==" && behind.find('=') != std::string_view::npos;
    if (assigned || sign == '[' || behind.substr(std::min(next, behind.size()), 2) == "++" ||
        behind.substr(std::min(next, behind.size()), 2) == "--" || before.ends_with("++") || before.ends_with("--") ||
        before.ends_with('&') || before.ends_with(">>"))
      return true;
    if (sign == '(' && (before.ends_with("->") || before.ends_with('.'))) return true;
  }
  return false;
}

bool SourceTree::is_of_macro(int index) const {
  const Node& one = node(index);
  if (one.kind != Kind::kOther || one.children.empty() || function_of(one.parent) < 0) return false;
  const std::string_view text = std::string_view(text_).substr(one.begin, one.end - one.begin);
  constexpr std::string_view kWords[] = {"switch", "try", "catch", "struct", "class", "union", "enum", "namespace"};
  return std::ranges::none_of(kWords, [&](std::string_view word) {
    return text.starts_with(word) && (text.size() == word.size() || !in_name(text[word.size()]));
  });
}

bool SourceTree::declares_around(int index, std::string_view name) const {
  int whole = index;
  while (node(whole).parent > 0) whole = node(whole).parent;
  const std::string_view before =
      std::string_view(text_).substr(node(whole).begin, node(index).begin - node(whole).begin);
  return declares(before, name) || declares_global(name);
}

bool SourceTree::declares_global(std::string_view name) const {
  return std::ranges::any_of(
      node(0).children, [&](int child) { return node(child).kind == Kind::kSimple && declares(text_of(child), name); });
}

bool SourceTree::declares_between(int outer, int statement, const std::string& words) const {
  for (int at = statement; at >= 0 && at != outer; at = node(at).parent) {
    const std::string inside = text_of(at);
    const bool macro = is_of_macro(at);
    for (const std::string_view word : words_of(words)) {
      if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) continue;
      if (declares(inside, word)) return true;
      // Names that a macro declares are not visible here: such a name is one that nothing around it declares.
      if (macro && !word.starts_with("MPI_") && !declares_around(at, word)) return true;
    }
  }
  return false;
}

SourceEdit replaced(const SourceTree& tree, int first, int last, const std::string& file, SourceLines& sources) {
  const std::vector<std::string>& lines = sources.of(file);
  const int begin = tree.node(first).first_line, end = tree.node(last).last_line;
  return {.file = file,
          .checksum = sources.checksum(file),
          .line = begin,
          .removed = {lines.begin() + begin - 1, lines.begin() + end},
          .added = {}};
}

SourceLocation first_line_of(const SourceTree& tree, int index, const SourceLocation& in_file) {
  SourceLocation place = in_file;
  place.line = tree.node(index).first_line;
  place.column = 0;
  return place;
}

bool jumps(const std::string& statement) {
  for (const char* word : {"return", "break", "continue", "goto", "throw"})
    if (statement.starts_with(word)) return true;
  return false;
}

bool is_call_of_mpi(std::string_view text) {
  return text.find("MPI_") != std::string_view::npos || text.find("mpi_") != std::string_view::npos;
}

bool calls_a_function(std::string_view text) {
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    const std::size_t last = open == 0 ? std::string_view::npos : text.find_last_not_of(" \t\n", open - 1);
    if (last == std::string_view::npos || !(in_name(text[last]) || text[last] == ')' || text[last] == ']')) continue;
    std::size_t begin = last + 1;
    while (begin > 0 && in_name(text[begin - 1])) --begin;
    const std::string_view name = text.substr(begin, last + 1 - begin);
    const auto is_small = [](unsigned char c) { return std::islower(c) != 0; };
    if (name.size() < 2 || std::ranges::any_of(name, is_small)) return true;
  }
  return false;
}

std::vector<std::string> arguments_in(const std::string& statement, const std::string& function) {
  const std::size_t at = statement.find(function);
  if (at == std::string::npos || statement.find(function, at + 1) != std::string::npos) return {};
  if (at > 0 && in_name(statement[at - 1])) return {};
  const std::size_t open = statement.find_first_not_of(" \t\n", at + function.size());
  if (open == std::string::npos || statement[open] != '(') return {};
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t i = open + 1; i < statement.size(); ++i) {
    const char c = statement[i];
    if (c == ')' && depth == 0) break;
    depth += std::strchr("([{", c) != nullptr ? 1 : std::strchr(")]}", c) != nullptr ? -1 : 0;
    if (c == ',' && depth == 0)
      arguments.emplace_back();
    else
      arguments.back() += c;
  }
  for (std::string& one : arguments) {
    one.erase(0, std::min(one.find_first_not_of(" \t\n"), one.size()));
    one.erase(one.find_last_not_of(" \t\n") + 1);
  }
  return arguments;
}

bool is_c_source(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return false;
  constexpr std::string_view kEndings[] = {".c",  ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".cu",  ".h",
                                           ".hh", ".hpp", ".hxx", ".h++", ".H",   ".inl", ".ipp", ".tpp"};
  return std::ranges::find(kEndings, std::string_view(file).substr(dot)) != std::end(kEndings);
}

bool has_tree(const std::string& file) {
  return is_c_source(file) || is_free_fortran(file);
}

bool can_be_read(const SourceLocation& at) {
  return at.line > 0 && has_tree(at.file) && !SourceLines::changed_since_built(at);
}

bool can_be_read_as_c(const SourceLocation& at) {
  return is_c_source(at.file) && can_be_read(at);
}

const SourceTree& tree_of(const std::string& file, const std::vector<std::string>& lines) {
  return SourceTree::of(lines, is_free_fortran(file) ? SourceTree::Language::kFortran : SourceTree::Language::kC);
}

}  // namespace fencepost
