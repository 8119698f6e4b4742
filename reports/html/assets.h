// The files of reports/html, embedded when the project is built (embed.cmake).
#pragma once

#include <string_view>

namespace fencepost::reports::assets {

extern const std::string_view page_html;
extern const std::string_view page_css;
extern const std::string_view dom_js;
extern const std::string_view code_js;
extern const std::string_view diagram_js;
extern const std::string_view page_js;

}  // namespace fencepost::reports::assets
