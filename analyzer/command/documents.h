// Files that are installed next to the command and made from its tables of commands and options: man pages and
// completions for shells. Each text is a whole file.
#pragma once

#include <string>

#include "command/options.h"

namespace fencepost::command {

std::string man_page();                 // fencepost(1), all commands
std::string man_page(Command command);  // fencepost-run(1)

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace fencepost::command
