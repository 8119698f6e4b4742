#include "services/losses.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fencepost::check {

void Losses::note_damage(int process) {
  job_.process(process).damaged = true;
  damaged_.insert(process);
}

void Losses::note_disorder(int process, bool has_several_threads) {
  const bool lost = !damaged_.empty() || !missing_.empty();
  if (lost && has_several_threads) job_.process(process).damaged = true;
}

bool Losses::hide_order_of(int earlier, int later) const {
  return earlier != later ? !missing_.empty() || !damaged_.empty() : damaged_.contains(later);
}

void Losses::sum_up() {
  if (!missing_.empty()) {
    note(fmt::format("Races between ranks were not looked for: order that came by what rank{} {} did cannot be told.",
                     missing_.size() == 1 ? "" : "s", fmt::join(missing_, ", ")));
  }
  // (Of a rank without any trace this is said above.)
  std::vector<int> damaged;
  std::ranges::set_difference(damaged_, missing_, std::back_inserter(damaged));
  if (damaged.empty()) return;
  const std::string ranks = fmt::format("rank{} {}", damaged.size() == 1 ? "" : "s", fmt::join(damaged, ", "));
  note(
      fmt::format("What came after events of {0} were lost was not searched for races between ranks, nor for mistakes "
                  "of {0}: the order that they gave cannot be told.",
                  ranks));
}

}  // namespace fencepost::check
