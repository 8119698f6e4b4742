// Statements of C and C++ as the preprocessor makes them: "FETCH(3);" with "#define FETCH(i) MPI_Get(&box[i], …)".
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/source_lines.h"

namespace fencepost {

class SourceMacros {
 public:
  // Those of the file, and of the headers with relative paths that it includes.
  SourceMacros(const std::string& file, SourceLines& sources);

  // The text with macros replaced by what they stand for. Nothing: it has none, or it is not certain what one stands
  // for (it has several definitions, or one that pastes or quotes).
  std::optional<std::string> expanded(const std::string& text) const;

 private:
  struct Macro {
    bool takes_arguments = false;
    std::vector<std::string> parameters;
    std::string body;
    bool certain = true;
  };
  void read(const std::string& file, SourceLines& sources, std::set<std::string>& read_before);
  void define(std::string_view definition);
  // False: it is not certain.
  bool expand(std::string& text, std::set<std::string>& inside, bool& any) const;
  std::optional<std::string> replacement(const Macro& macro, const std::vector<std::string>& given) const;

  std::map<std::string, Macro, std::less<>> macros_;
};

// The statement that begins in a line (from 1), expanded; nothing: it has no macro, or is not certain.
std::optional<std::string> expanded_statement(const std::string& file, int line, SourceLines& sources);

}  // namespace fencepost
