// Removes findings that the user does not want to see again, and keeps account: what was hidden by what, and what hid
// nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "suppress/file.h"

namespace fencepost::suppress {

class Suppressor {
 public:
  // Adds the text of a suppression file. Returns a sentence for each line that is not understood.
  std::vector<std::string> add_file(std::string_view text, const std::string& name);
  // Adds the fingerprints of known findings.
  void add_baseline(std::set<std::string> fingerprints, const std::string& name);

  // Moves findings to findings.suppressed and counts them in findings.suppressions. Comments in the source are checked
  // first, then the files line by line, then the baselines; a finding counts for the first that hides it. What follows
  // from a hidden finding becomes a mistake of its own, with its own advice.
  void apply(Findings& findings) const;

 private:
  struct Baseline {
    std::string name;
    std::set<std::string> fingerprints;
  };
  std::vector<FileEntry> entries_;
  std::vector<Baseline> baselines_;
};

}  // namespace fencepost::suppress
