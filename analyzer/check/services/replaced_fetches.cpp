#include "services/replaced_fetches.h"

#include <utility>

#include "job/operation.h"

namespace fencepost::check {

void ReplacedFetches::add(const index::AccessIndex& index, index::ActivityNumber earlier, index::ActivityNumber later) {
  const index::Activity& old = index[earlier];
  if (old.role != AccessRole::kTarget || !is_atomic(old.kind) || !old.operation->fetches()) return;
  // If there are several pieces, each may represent different accesses.
  if (old.operation->target_bytes->pieces.size() != 1) return;
  std::vector<index::Activity> fetches;
  if (const auto at = replaced_.find(earlier); at != replaced_.end()) {
    fetches = std::move(at->second);
    replaced_.erase(at);
  }
  // What it met would be known when the next one starts: most fetches of a polling thread have met nothing new.
  if (old.start != index[later].start) {
    constexpr std::size_t kMost = 16;
    if (fetches.size() == kMost) fetches.erase(fetches.begin(), fetches.begin() + kMost / 2);
    fetches.push_back(old);
  }
  if (!fetches.empty()) replaced_[later] = std::move(fetches);
}

std::span<const index::Activity> ReplacedFetches::of(index::ActivityNumber later) const {
  const auto at = replaced_.find(later);
  return at == replaced_.end() ? std::span<const index::Activity>() : at->second;
}

void ReplacedFetches::retire(const index::AccessIndex& index) {
  std::erase_if(replaced_, [&](const auto& item) { return !index[item.first].operation; });
}

}  // namespace fencepost::check
