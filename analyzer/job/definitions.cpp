#include "job/definitions.h"

#include <algorithm>

#include "job/job.h"

namespace fencepost {

namespace {
int index_of(const std::vector<int>& list, int value) {
  const auto at = std::find(list.begin(), list.end(), value);
  return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

// Takes off the first line of "key=value\n"…; empty: there is none.
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

Pieces Datatype::bytes(std::uint64_t address, std::int64_t count) const {
  Pieces pieces;
  if (count <= 0) return pieces;
  // Elements side by side: what nearly every operation moves.
  if (runs.size() == 1 && runs[0].repetitions == 1 && runs[0].elements > 0 && extent > 0) {
    const TypeRun& run = runs[0];
    const auto block = static_cast<std::uint64_t>(run.elements) * size_of(run.basic);
    if (block == static_cast<std::uint64_t>(extent)) {
      pieces.push_back({address + static_cast<std::uint64_t>(run.displacement),
                        block * static_cast<std::uint64_t>(count), 0, 1, 0, 1});
      return pieces;
    }
  }
  for (const TypeRun& run : runs) {
    const auto block = static_cast<std::uint64_t>(run.elements) * size_of(run.basic);
    if (run.elements <= 0 || run.repetitions <= 0 || block == 0) continue;
    const Strided piece =
        normalized(static_cast<std::int64_t>(address) + run.displacement, block, run.stride,
                   static_cast<std::uint64_t>(run.repetitions), extent, static_cast<std::uint64_t>(count));
    // Runs that continue each other (a struct of int, int) are one piece.
    if (!pieces.empty() && pieces.back().contiguous() && piece.contiguous() && pieces.back().end() == piece.begin) {
      pieces.back().size += piece.size;
    } else if (!piece.empty()) {
      pieces.push_back(piece);
    }
  }
  return pieces;
}

int Communicator::rank_of(int process) const {
  const int rank = index_of(members, process);
  return rank >= 0 ? rank : index_of(remote_members, process);
}

int Window::rank_of(int process) const {
  // Of most windows everybody is a member.
  if (process >= 0 && static_cast<std::size_t>(process) < processes.size() &&
      processes[static_cast<std::size_t>(process)] == process) {
    return process;
  }
  return index_of(processes, process);
}

std::string info_value(std::string_view info, std::string_view key) {
  while (!info.empty()) {
    if (const InfoLine line = take_line(info); line.key == key) return std::string(line.value);
  }
  return {};
}

std::string Window::info(int rank, std::string_view name_of_key) const {
  if (rank < 0 || static_cast<std::size_t>(rank) >= parts.size()) return {};
  return info_value(parts[static_cast<std::size_t>(rank)].info, name_of_key);
}

void Window::set_info(int rank, std::string_view given, const Place& by) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= parts.size()) return;
  WindowPart& part = parts[static_cast<std::size_t>(rank)];
  std::string all(given);
  for (std::string_view before = part.info; !before.empty();) {
    const InfoLine line = take_line(before);
    if (line.key.empty() || !info_value(given, line.key).empty()) continue;
    all.append(line.key).append("=").append(line.value).append("\n");
  }
  part.info = std::move(all);
  part.info_set = by;
}

}  // namespace fencepost
