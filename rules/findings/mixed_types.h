// Accumulates of different types at the same elements: one call that names another type than all the others, or another
// place than it should, meets each of them. That is one mistake: the others follow.
#pragma once

#include <string>
#include <vector>

#include "findings/report.h"
#include "job/conflict.h"

namespace fencepost {

class MixedTypes {
 public:
  // Receives each conflict with its finding.
  void add(Report::Number finding, const Conflict& conflict, const Words& words);
  // To be called when all conflicts are known.
  void link(Report& report) const;

 private:
  struct Side {
    std::string statement;  // "MPI_Accumulate at halo.c:3"
    std::string type;       // "MPI_INT"; "": not one predefined type
  };
  struct Pair {
    Report::Number finding = 0;
    Side first, second;
    bool has(const std::string& statement) const {
      return first.statement == statement || second.statement == statement;
    }
    const Side& other(const std::string& statement) const { return first.statement == statement ? second : first; }
  };
  // With how many other statements it meets.
  std::size_t met_by(const std::string& statement) const;
  // Of the two statements of a pair, the one that meets more; null: both meet as many.
  const Side* odd(const Pair& pair) const;
  void advise(Report& report, const Pair& cause, const Side& odd) const;
  std::vector<Pair> pairs_;
};

}  // namespace fencepost
