// Sources and their patches, for tests.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

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

// One source at a time, in a folder that goes with the test.
class PatchTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "patch_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& source, const std::string& name = "a.c") {
    file_ = (folder_ / name).string();
    std::ofstream(file_) << source;
  }
  FixPlace at(int line, const std::string& call) const {
    return {.at = {.file = file_, .line = line}, .name = call + " there", .rank = 0, .call = call};
  }

  std::filesystem::path folder_;
  std::string file_;
};

}  // namespace fencepost
