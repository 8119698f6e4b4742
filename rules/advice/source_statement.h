// One statement of a source: whether it stands alone, and what it does with the result of a call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/fix.h"

namespace fencepost {

// One whole statement that is not the body of another statement without braces.
class SourceStatement {
 public:
  SourceStatement(const std::vector<std::string>& lines, int line, bool fortran);
  bool alone() const { return alone_; }
  std::string_view text() const { return text_; }

 private:
  bool is_c_statement() const;
  bool is_fortran_statement() const;
  bool is_controlled(const std::vector<std::string>& lines, int line) const;

  bool fortran_;
  std::string_view text_;
  bool alone_ = false;
};

// "MPI_Win_flush(1, win);"
std::string statement_of(const FixCall& call);

// Whether a statement is a call, and otherwise only passes on its result: "return MPI_Put(…);", "error = MPI_Put(…);".
bool gives_result_of(const std::string& statement, const std::string& call);

// "a = b", "a += b", "++a"; not "a == b".
bool assigns(std::string_view text);

}  // namespace fencepost
