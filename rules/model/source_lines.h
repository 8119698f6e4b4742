// The user's source files as lines, each file read once. For those who look at the text of a place: fingerprints and
// comments in the source. (Reports show lines with their own class, which cuts and cleans them.)
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/finding.h"

namespace fencepost {

class SourceLines {
 public:
  // Without line ends; empty if the file cannot be read.
  const std::vector<std::string>& of(const std::string& file);
  // "\n", or "\r\n" of a file whose first line ends so.
  const std::string& line_end(const std::string& file);
  // Of these lines, whatever their ends: who applies a patch compares it. "" if the file cannot be read.
  std::string checksum(const std::string& file);
  // The file is newer than the module that the place lies in: its lines may have moved since.
  static bool changed_since_built(const SourceLocation& place);

 private:
  struct File {
    std::vector<std::string> lines;
    std::string line_end = "\n";
  };
  const File& read(const std::string& file);

  std::map<std::string, File, std::less<>> files_;
};

}  // namespace fencepost
