// The fencepost executable in a shell, in a folder of its own.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fencepost {

namespace fs = std::filesystem;

struct Outcome {
  int status = -1;
  std::string text;  // standard output and error
};

class Command : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "command_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  Outcome shell(const std::string& command) const {
    Outcome outcome;
    std::string line = fmt::format(
        "cd {} && export TMPDIR={} OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe && ( {} ) 2>&1 "
        "</dev/null",
        folder_.string(), folder_.string(), command);
    FILE* pipe = popen(line.c_str(), "r");
    std::array<char, 4096> buffer;
    while (std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) outcome.text.append(buffer.data(), got);
    int status = pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
  }
  Outcome fencepost(const std::string& arguments) const {
    return shell(fmt::format("timeout 60 {} {}", FENCEPOST_COMMAND, arguments));
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string contents_of(const std::string& name) const {
    std::ifstream input(folder_ / name, std::ios::binary);
    std::stringstream text;
    text << input.rdbuf();
    return text.str();
  }

  void build(const std::string& compiler, const std::string& source, const std::string& options = "") const {
    write("program.c", source);
    Outcome outcome = shell(fmt::format("{} -g program.c -o program {}", compiler, options));
    ASSERT_EQ(outcome.status, 0) << outcome.text;
  }

  // What is left in the temporary directory after a run: nothing of ours.
  bool left_nothing() const {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.path().filename().string().starts_with("fencepost-")) return false;
    }
    return true;
  }

  fs::path folder_;
};

inline std::vector<std::string> mpis() {
  std::vector<std::string> names;
  std::stringstream list(FENCEPOST_TEST_MPIS);
  for (std::string name; list >> name;) names.push_back(name);
  return names;
}

}  // namespace fencepost
