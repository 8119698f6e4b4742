// Shows a page in the user's browser.
#pragma once

#include <string>

namespace fencepost::command {

// By $BROWSER, or what the desktop opens pages with. False: there is none.
bool open_page(const std::string& path);

}  // namespace fencepost::command
