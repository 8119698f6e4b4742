// Suppressions in the user's source: a comment at the statement, or on lines of its own directly above it.
//
//   MPI_Put(…);  // fencepost: ignore FP-RACE-001 the value is not used before the next fence
//   ! fencepost: ignore RACE, FP-EPOCH-016
//   call MPI_Win_fence(0, win, ierr)
//
// In C, C++ and Fortran. A rule or a family must be named; the rest is the reason. If a statement has several lines,
// the comment may be on any of them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/source_lines.h"

namespace fencepost::suppress {

struct Comment {
  std::set<std::string, std::less<>> rules;  // ids
  std::string reason;                        // "" none given
  std::string problem;                       // a sentence if the comment cannot be understood; then there are no rules
};

// The comment in a line of source; none if no comment addresses Fencepost.
std::optional<Comment> comment_in(const std::string& line);

class Comments {
 public:
  struct Found {
    std::string file;
    int line = 0;
    const Comment* comment = nullptr;
  };
  // All comments about the statement at a place. None if the file is newer than the program: see changed().
  std::vector<Found> at(const SourceLocation& place);
  // All comments of the files that were read, whatever they are about.
  std::vector<Found> all() const;
  // Files with such comments whose lines may have moved since the program was built: their comments do not count.
  const std::set<std::string>& changed() const { return changed_; }

 private:
  const std::map<int, Comment>& comments_of(const std::string& file);

  SourceLines sources_;
  std::map<std::string, std::map<int, Comment>> files_;  // by file and line
  std::set<std::string> changed_;
};

}  // namespace fencepost::suppress
