// Writes the documents that are installed with the command into a folder, as under a prefix: write_documents FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "command/documents.h"

namespace {

namespace fs = std::filesystem;

bool write(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) std::fprintf(stderr, "write_documents: %s cannot be written\n", path.c_str());
  return !file.fail();
}

}  // namespace

int main(int count, char** words) {
  using namespace fencepost::command;
  if (count != 2) return 2;
  const fs::path share = fs::path(words[1]) / "share";
  bool done = write(share / "man/man1/fencepost.1", man_page());
  for (const CommandInfo& info : all_commands())
    done = write(share / fmt::format("man/man1/fencepost-{}.1", info.name), man_page(info.command)) && done;
  done = write(share / "bash-completion/completions/fencepost", bash_completion()) && done;
  done = write(share / "zsh/site-functions/_fencepost", zsh_completion()) && done;
  done = write(share / "fish/vendor_completions.d/fencepost.fish", fish_completion()) && done;
  return done ? 0 : 1;
}
