#include "services/losses.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "ids/format.h"

namespace fencepost::check {
namespace {

// "rank 2", "ranks 0 to 5, 9": short even for a thousand ranks.
std::string ranks_of(const std::set<ProcessId>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  const char* separator = "";
  for (auto first = ranks.begin(); first != ranks.end();) {
    auto last = first, next = std::next(first);
    for (; next != ranks.end() && next->number() == last->number() + 1; ++next) last = next;
    text += separator;
    separator = ", ";
    text += *last > *first ? fmt::format("{}{}{}", *first, last->number() == first->number() + 1 ? ", " : " to ", *last)
                           : fmt::to_string(*first);
    first = next;
  }
  return text;
}

}  // namespace

void Losses::note_damage(ProcessId process) {
  job_.process(process).damaged = true;
  damaged_.insert(process);
}

void Losses::note_disorder(ProcessId process, bool has_several_threads) {
  const bool lost = !damaged_.empty() || !missing_.empty();
  if (lost && has_several_threads) job_.process(process).damaged = true;
}

void Losses::note_unexplained(ProcessId process, const std::string& call, const std::string& reason) {
  unexplained_[{call, reason}].insert(process);
}

bool Losses::hide_order_of(ProcessId earlier, ProcessId later) const {
  return earlier != later ? !missing_.empty() || !damaged_.empty() : damaged_.contains(later);
}

void Losses::sum_up() {
  for (const auto& [what, ranks] : unexplained_)
    note(fmt::format("{} returned on {}, but {}. Fencepost does not know what this ordered.", what.first,
                     ranks_of(ranks), what.second));
  if (!missing_.empty()) {
    note(fmt::format("Fencepost did not look for races between ranks: it does not know what the calls of {} ordered.",
                     ranks_of({missing_.begin(), missing_.end()})));
  }
  // (A rank without any trace is already reported above.)
  std::set<ProcessId> damaged;
  std::ranges::set_difference(damaged_, missing_, std::inserter(damaged, damaged.end()));
  if (damaged.empty()) return;
  note(
      fmt::format("From where events of {0} were lost, Fencepost did not look for races between ranks or for mistakes "
                  "of {0}: it does not know what the lost events ordered.",
                  ranks_of(damaged)));
}

}  // namespace fencepost::check
