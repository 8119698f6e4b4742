// Shows a page in the user's browser.
#pragma once

#include <string>

namespace fencepost::command {

// With $BROWSER, or the desktop's program for pages. False: there is none.
bool open_page(const std::string& path);

}  // namespace fencepost::command
