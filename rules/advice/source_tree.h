// The statements of a file of C, C++ or free-form Fortran: which stands in which block, which is controlled by an `if`
// without braces. Only so much of the grammar as it takes to add a statement at a place without changing what another
// one means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/location.h"

namespace fencepost {

class SourceTree {
 public:
  enum class Kind { kFile, kBlock, kSimple, kIf, kLoop, kOther };
  struct Node {
    Kind kind = Kind::kSimple;
    int parent = -1;
    std::size_t begin = 0, end = 0;  // in text(); `end` is behind it
    int first_line = 0, last_line = 0;
    std::vector<int> children;  // of an if: what it controls, and what its else does
    bool unit = false;          // the block of a program, subroutine, function or module of Fortran
  };

  enum class Language { kC, kFortran };
  explicit SourceTree(const std::vector<std::string>& lines, Language language = Language::kC);
  // The tree of these lines, each made once in a thread: advice asks again and again for the same few files. It lives
  // as long as the thread.
  static const SourceTree& of(const std::vector<std::string>& lines, Language language = Language::kC);

  bool has(int index) const { return index >= 0 && static_cast<std::size_t>(index) < nodes_.size(); }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
  // The file with blanks in the place of comments, of what stands in quotation marks and of directives; line ends stay.
  // Of Fortran in small letters.
  const std::string& text() const { return text_; }
  std::string text_of(int index) const;

  // The one statement that begins or goes on in a line and has no block in it; -1: there is none, or more than one.
  int statement_at(int line) const;
  // Several statements of one block that a line has, and nothing else; empty: it is not so.
  std::vector<int> statements_in(int line) const;
  // Where a statement begins and ends in its line, in bytes from 0.
  std::pair<std::size_t, std::size_t> columns_of(int index) const;
  // What begins in a line: the outermost, be it a whole `if`; else what goes on there. -1: nothing.
  int part_at(int line) const;
  // The statement; where there is none, or more than one, the part.
  int statement_or_part_at(int line) const;
  // Whether a place in a line (a byte, from 1; 0: not known) is in front of the statement: in what controls it.
  bool is_before(int line, int column, int statement) const;
  // The outermost block around it: a function's body. -1: it stands in none.
  int function_of(int index) const;
  // The nearest node that both stand in; `one` and `other` become its children (or itself) on the way to each.
  int around(int& one, int& other) const;
  // The first and last lines of the loops inside it.
  std::vector<std::pair<int, int>> loops_in(int index) const;
  // Whether nothing else stands in its first line before it, nor in its last line after it, and both are compiled under
  // the same conditions of the preprocessor.
  bool fills_its_lines(int index) const;
  // Whether what stands in a line is compiled wherever the other line is, as far as the preprocessor decides.
  bool is_there_with(int line, int other_line) const;
  // Whether the preprocessor decides about none of these lines apart from the others.
  bool is_whole(int first_line, int last_line) const;
  // Whether one of these names is declared inside `outer`, on the way from there to the statement.
  bool declares_between(int outer, int statement, const std::string& words) const;
  // Whether a variable of the whole file has this name.
  bool declares_global(std::string_view name) const;
  // Whether one name (of the program's own) stands in both texts.
  static bool share_a_name(const std::string& one, const std::string& other);
  // Whether a statement may give another value to what stands in the other text.
  static bool may_change(const std::string& statement, const std::string& names);
  // Whether both store plain values into elements of one array, each into another one: "a[0] = 7;" and "a[1] = b;".
  static bool stores_elsewhere(const std::string& one, const std::string& other);
  // Whether the braces of the file fit.
  bool sound() const { return sound_; }

 private:
  class Fortran;
  void parse_fortran();
  void blank(const std::vector<std::string>& lines);
  void note_conditions(const std::vector<std::string>& lines);
  void skip_space();
  bool word_at(const char* word) const;
  std::size_t closing(std::size_t open) const;
  bool lists(std::size_t open) const;
  int add(Kind kind, int parent, std::size_t begin);
  void finish(int index);
  void parse_list(int parent, bool in_block);
  void parse_statement(int parent);
  void parse_controlled(Kind kind, std::size_t word, int parent);
  void parse_other(int parent);
  // Whether a statement with a block is headed by a macro: "FOR_EACH_PEER { … }", "FOR_EACH(p, peers) { … }".
  bool is_of_macro(int index) const;
  // Whether a name is declared in the same function before a node, or outside of all functions.
  bool declares_around(int index, std::string_view name) const;
  int line_of(std::size_t at) const;

  std::string text_;
  std::vector<std::size_t> starts_;  // of lines
  std::vector<int> conditions_;      // by line: the branch of the preprocessor that it stands in, 0: none
  std::vector<Node> nodes_;
  std::size_t at_ = 0;
  bool sound_ = true;
};

// What the call of a function is given in a statement, without blanks around; empty: it is not called there, or more
// than once.
std::vector<std::string> arguments_in(const std::string& statement, const std::string& function);

// The line of a node in the file that a place lies in.
SourceLocation first_line_of(const SourceTree& tree, int index, const SourceLocation& in_file);
// Whether a statement leads elsewhere than to the next one: "return x;", "break;".
bool jumps(const std::string& statement);
bool is_call_of_mpi(std::string_view text);
// Whether a function may be called there: "f(x)"; not "AT(grid, i, j)", which is a macro by its name.
bool calls_a_function(std::string_view text);

// By the ending of its name. (Fixed-form Fortran is not read.)
bool is_c_source(const std::string& file);  // or C++
bool is_free_fortran(const std::string& file);
// One of the two.
bool has_tree(const std::string& file);
// In the language of the file.
const SourceTree& tree_of(const std::string& file, const std::vector<std::string>& lines);

}  // namespace fencepost
