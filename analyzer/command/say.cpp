#include "command/say.h"

#include <algorithm>
#include <string>

#include "reports/text.h"

namespace fencepost::command {

void say_text(FILE* stream, std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    shown += reports::printable(text.substr(0, end));
    if (end < text.size()) shown += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::fwrite(shown.data(), 1, shown.size(), stream);
}

}  // namespace fencepost::command
