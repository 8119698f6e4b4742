// The statements of a file of C, C++ or free-form Fortran: which block contains which, and which statements an `if`
// controls without braces. It knows as much of the grammar as is needed to add a statement without changing the meaning
// of another one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/fix.h"
#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

class SourceTree {
 public:
  enum class Kind { kFile, kBlock, kSimple, kIf, kLoop, kOther };
  struct Node {
    Kind kind = Kind::kSimple;
    int parent = -1;
    std::size_t begin = 0, end = 0;  // in text(); `end` is after the last byte
    int first_line = 0, last_line = 0;
    std::vector<int> children;  // of an if: the statement that it controls, and that of its else
    bool unit = false;          // the block of a Fortran program, subroutine, function or module
  };

  enum class Language { kC, kFortran };
  // The tree of these lines, each made once in a thread: advice asks again and again for the same few files. It lives
  // as long as the thread.
  static const SourceTree& of(const std::vector<std::string>& lines, Language language = Language::kC);

  bool has(int index) const { return index >= 0 && static_cast<std::size_t>(index) < nodes_.size(); }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
  // The file with blanks instead of comments, quoted text and
  // directives; line ends stay. Fortran is in small letters.
  const std::string& text() const { return text_; }
  std::string text_of(int index) const;

  // The one statement that begins or continues in a line and contains no block; -1: there is none, or more than one.
  int statement_at(int line) const;
  // The statements of one block in a line that contains several and nothing else; empty: the line is different.
  std::vector<int> statements_in(int line) const;
  // Where a statement begins and ends in its line, in bytes from 0.
  std::pair<std::size_t, std::size_t> columns_of(int index) const;
  // The outermost node that begins in a line, even a whole `if`; otherwise the one that continues there. -1: none.
  int part_at(int line) const;
  // The statement; if there is none, or more than one, the part.
  int statement_or_part_at(int line) const;
  // Whether a place in a line (a byte, from 1; 0: not known) is before the statement, in the code that controls it.
  bool is_before(int line, int column, int statement) const;
  // The outermost block around it: a function's body. -1: there is none.
  int function_of(int index) const;
  // The nearest node that contains both; `one` and `other` become its children on the way to each (or the node itself).
  int around(int& one, int& other) const;
  // The children of a node from one of them to a later one, both included; empty: they are not two such children.
  std::span<const int> from_to(int index, int one, int other) const;
  // The block whose children both are; -1: there is none.
  int block_of(int one, int other) const;
  // The child of `outer` that contains a node, or is the node; -1: it is not inside.
  int child_of(int outer, int inside) const;
  // The statement with each `if` around it that controls nothing else. `with_loops`: and each such loop.
  int whole_of(int statement, bool with_loops = false) const;
  // The first and last lines of the loops inside it.
  std::vector<std::pair<int, int>> loops_in(int index) const;
  // Whether nothing else is in its first line before it and in its last line after it, and both lines are compiled
  // under the same preprocessor conditions.
  bool fills_its_lines(int index) const;
  // Whether a line is compiled whenever the other line is, as far as the preprocessor decides.
  bool is_there_with(int line, int other_line) const;
  // Whether the preprocessor includes or excludes all of these lines together.
  bool is_whole(int first_line, int last_line) const;
  // Whether one of these names is declared inside `outer`, on the way from there to the statement.
  bool declares_between(int outer, int statement, const std::string& words) const;
  // Whether a variable at file scope has this name.
  bool declares_global(std::string_view name) const;
  // Whether both texts contain the same name (of the program's own).
  static bool share_a_name(const std::string& one, const std::string& other);
  // Whether a statement may change a variable in the other text.
  static bool may_change(const std::string& statement, const std::string& names);
  // Whether both store plain values into different elements of one array: "a[0] = 7;" and "a[1] = b;".
  static bool stores_elsewhere(const std::string& one, const std::string& other);
  // Whether the braces of the file match.
  bool sound() const { return sound_; }

 private:
  explicit SourceTree(const std::vector<std::string>& lines, Language language);
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
  // Whether a macro begins a statement with a block: "FOR_EACH_PEER { … }", "FOR_EACH(p, peers) { … }".
  bool is_of_macro(int index) const;
  // Whether a name is declared in the same function before a node, or outside of all functions.
  bool declares_around(int index, std::string_view name) const;
  int line_of(std::size_t at) const;

  std::string text_;
  std::vector<std::size_t> starts_;  // of lines
  std::vector<int> conditions_;      // by line: the preprocessor branch that contains it, 0: none
  std::vector<Node> nodes_;
  std::size_t at_ = 0;
  bool sound_ = true;
};

// The arguments of the call of a function in a statement, without surrounding blanks; empty: the function is not called
// there, or more than once.
std::vector<std::string> arguments_in(const std::string& statement, const std::string& function);

// The line of a node in the file of a place.
SourceLocation first_line_of(const SourceTree& tree, int index, const SourceLocation& in_file);
// The lines from one node to another as an edit removes them; it adds nothing yet.
SourceEdit replaced(const SourceTree& tree, int first, int last, const std::string& file, SourceLines& sources);
// Whether a statement continues elsewhere than at the next one: "return x;", "break;".
bool jumps(const std::string& statement);
bool is_call_of_mpi(std::string_view text);
// Whether the text may call a function: "f(x)"; not "AT(grid, i, j)", whose name is that of a macro.
bool calls_a_function(std::string_view text);

// By the ending of the file's name. (Fixed-form Fortran is not read.)
bool is_c_source(const std::string& file);  // or C++
bool is_free_fortran(const std::string& file);
// Whether it is one of the two.
bool has_tree(const std::string& file);
// Whether advice may read the statement of a place: its file has a tree and is as it was when the program was built.
bool can_be_read(const SourceLocation& at);
// The same, and its file is C or C++.
bool can_be_read_as_c(const SourceLocation& at);
// In the language of the file.
const SourceTree& tree_of(const std::string& file, const std::vector<std::string>& lines);

}  // namespace fencepost
