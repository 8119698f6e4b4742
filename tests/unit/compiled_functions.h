// A folder in which a test compiles a program, and the addresses of the program's functions.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::symbolize {

class CompiledFunctions : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "functions_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const char* name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  // Runs the shell commands, which make the file `program`. Keeps its functions whose names match `pattern`, an
  // extended regular expression for their beginning.
  void compile(const std::string& steps, const std::string& pattern) {
    const std::string command =
        "cd " + folder_.string() + " && " + steps + " && nm program | grep -E ' T (" + pattern + ")' > symbols";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    functions_.clear();
    std::ifstream symbols(folder_ / "symbols");
    std::string kind, name;
    for (std::uint64_t address = 0; symbols >> std::hex >> address >> kind >> name;) functions_[name] = address;
  }
  std::string program() const { return (folder_ / "program").string(); }

  std::filesystem::path folder_;
  std::map<std::string, std::uint64_t> functions_;
};

}  // namespace fencepost::symbolize
