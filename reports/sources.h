// Lines of the user's source files, read when a report is written. If a file is missing, or was changed after the
// program was built, a note says so, because the lines may be different ones.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/finding.h"

namespace fencepost::reports {

struct Snippet {
  int first_line = 0;              // of `lines`; 0: no lines
  int marked_line = 0;             // the location's line
  int column = 0;                  // of the statement in the marked line, from 1; 0: not known
  std::vector<std::string> lines;  // as in the file, without line ends; long ones are cut
  std::string note;                // one sentence if the lines are missing or doubtful; otherwise ""
};

class Sources {
 public:
  // `context` lines before and after the marked one. No lines and no note for a location without file and line.
  Snippet snippet(const SourceLocation& location, int context);
  // The whole line; "" if it is not available.
  std::string line(const SourceLocation& location);

 private:
  struct File {
    bool readable = false;
    std::vector<std::string> lines;
  };
  const File& file(const std::string& path);

  std::unordered_map<std::string, File> files_;
};

}  // namespace fencepost::reports
