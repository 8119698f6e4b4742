// The user's source files as lines; each file is read once. Fingerprints and comments in the source need the text of a
// place. (Reports show lines with their own class, which cuts and cleans them.)
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/finding.h"

namespace fencepost {

class SourceLines {
 public:
  // Without line ends; empty if the file cannot be read.
  const std::vector<std::string>& of(const std::string& file);
  // "\n", or "\r\n" if the file's first line ends so.
  const std::string& line_end(const std::string& file);
  // The checksum of these lines, whatever their ends: it is compared before a patch. "": the file cannot be read.
  std::string checksum(const std::string& file);
  // The file is newer than the module of the place: its lines may have moved since.
  static bool changed_since_built(const SourceLocation& place);

 private:
  struct File {
    std::vector<std::string> lines;
    std::string line_end = "\n";
  };
  const File& read(const std::string& file);
  static File read_whole(const std::string& file);

  std::map<std::string, std::shared_ptr<const File>, std::less<>> files_;
};

}  // namespace fencepost
