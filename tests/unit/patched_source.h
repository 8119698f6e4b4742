// A source with a patch.
#pragma once

#include <string>
#include <vector>

#include "advice/source_patch.h"

namespace fencepost {

// The lines of the file with the fix; "" if there is no patch.
inline std::string patched_source(const std::string& file, const Fix& fix) {
  SourceLines sources;
  std::vector<std::string> lines = sources.of(file);
  const std::vector<SourceEdit> edits = patch_of(fix, sources);
  if (edits.empty()) return "";
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    const auto at = lines.begin() + edit->line - 1;
    lines.insert(lines.erase(at, at + static_cast<std::ptrdiff_t>(edit->removed.size())), edit->added.begin(),
                 edit->added.end());
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace fencepost
