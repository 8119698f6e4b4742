// The text of a file, whatever happens to it meanwhile: what /proc has of a process that has just ended can be opened
// and not read, and neither can a folder. (Streams throw then, if they are read by an iterator.)
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace fencepost::command {

// Nothing: it cannot be opened or read; errno says why.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

}  // namespace fencepost::command
