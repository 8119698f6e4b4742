// Takes from findings what the user does not want to hear of again, and keeps account: what was hidden by what, and
// what hid nothing.
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
  // The text of a suppression file. Returns a sentence for each line that is not understood.
  std::vector<std::string> add_file(std::string_view text, const std::string& name);
  // The fingerprints of known findings.
  void add_baseline(std::set<std::string> fingerprints, const std::string& name);

  // Moves findings to findings.suppressed and accounts for them in findings.suppressions. Comments in the source are
  // looked for first, then the files line by line, then the baselines; a finding counts where it is hidden first.
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
