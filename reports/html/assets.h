// The files of reports/html, embedded when the project is built (embed.cmake).
#pragma once

#include <string_view>

namespace fencepost::reports::assets {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kScript;  // all scripts, in the order of reports/CMakeLists.txt

}  // namespace fencepost::reports::assets
