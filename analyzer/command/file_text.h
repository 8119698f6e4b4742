// The text of a file, even if it disappears meanwhile: files in /proc of a process that has just ended can be opened
// but not read, and neither can folders. (Streams throw then, if an iterator reads them.)
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fencepost::command {

// Nothing: it cannot be opened or read; errno says why.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

}  // namespace fencepost::command
