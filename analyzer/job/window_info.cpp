// The info of windows: hints as passed at their creation and to MPI_Win_set_info (12.2.7).
#include "job/definitions.h"
#include "job/job.h"

namespace fencepost {

namespace {
// Removes the first line of "key=value\n"…; empty: there is none.
struct InfoLine {
  std::string_view key, value;
};
InfoLine take_line(std::string_view& info) {
  while (!info.empty()) {
    const std::size_t end = info.find('\n');
    const std::string_view line = info.substr(0, end);
    info.remove_prefix(end == std::string_view::npos ? info.size() : end + 1);
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos) return {line.substr(0, equals), line.substr(equals + 1)};
  }
  return {};
}
}  // namespace

std::string info_value(std::string_view info, std::string_view key) {
  while (!info.empty()) {
    if (const InfoLine line = take_line(info); line.key == key) return std::string(line.value);
  }
  return {};
}

std::string Window::info(Rank rank, std::string_view name_of_key) const {
  if (!has_rank(rank)) return {};
  return info_value(part(rank).info, name_of_key);
}

void Window::set_info(Rank rank, std::string_view given, const Place& by) {
  if (!has_rank(rank)) return;
  WindowPart& own = part(rank);
  std::string all(given);
  for (std::string_view before = own.info; !before.empty();) {
    const InfoLine line = take_line(before);
    if (line.key.empty() || !info_value(given, line.key).empty()) continue;
    all.append(line.key).append("=").append(line.value).append("\n");
  }
  own.info = std::move(all);
  own.info_set = by;
}

}  // namespace fencepost
