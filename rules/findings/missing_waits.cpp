#include "findings/missing_waits.h"

#include <algorithm>

#include <fmt/format.h>

#include "facts/source_order.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// At most this many of each kind are kept: the races of a loop meet in its first rounds.
constexpr std::size_t kMost = 4096;

const AccessEpoch* started_epoch(const ConflictAccess& access) {
  if (access.role != AccessRole::kTarget || !access.operation || !access.operation->epoch) return nullptr;
  const AccessEpoch* epoch = access.operation->epoch.get();
  return epoch->kind == EpochKind::kStart ? epoch : nullptr;
}

}  // namespace

void MissingWaits::posted_again(const ExposureEpoch& open, const Moment& moment, const Place& place) {
  const Side owner(place.process, open.window);
  std::vector<Post>& posts = posts_[owner];
  if (posts.size() < kMost) posts.push_back({open.opened_at.order, moment.order, place});
  if (posts.size() == 1)
    for (const auto& [origin, match] : last_[owner]) kept_[owner].try_emplace(match.started, match);
}

void MissingWaits::epochs_matched(const EpochMatch& match) {
  const Side owner(match.exposure->process, match.exposure->window);
  const Match orders{match.access->opened_at.order, match.exposure->opened_at.order};
  last_[owner][match.origin] = orders;
  if (!posts_.contains(owner)) return;
  std::map<std::uint64_t, Match>& kept = kept_[owner];
  if (kept.size() < kMost) kept.try_emplace(orders.started, orders);
}

void MissingWaits::add(Report::Number finding, const Conflict& conflict) {
  if (conflict.kind != ConflictKind::kData || conflict.unordered != Unordered::kInEveryRun) return;
  // For an operation and a load or store, it does not matter which was seen first.
  const bool swapped = conflict.first.role == AccessRole::kLocal;
  const ConflictAccess& first = swapped ? conflict.second : conflict.first;
  const ConflictAccess& second = swapped ? conflict.first : conflict.second;
  const AccessEpoch *before = started_epoch(first), *after = started_epoch(second);
  if (!before) return;
  const ProcessId owner = first.operation->target_process;
  const bool by_owner = second.role == AccessRole::kLocal && second.place.process == owner;
  if (!by_owner && (!after || second.operation->target_process != owner)) return;
  races_.push_back({finding,
                    {owner, before->window},
                    before->opened_at.order,
                    after ? after->opened_at.order : 0,
                    second.start.order,
                    second.kind,
                    second.place});
}

std::uint64_t MissingWaits::post_of(const Side& owner, std::uint64_t started) const {
  const auto of_owner = kept_.find(owner);
  if (of_owner == kept_.end()) return 0;
  const auto found = of_owner->second.find(started);
  return found == of_owner->second.end() ? 0 : found->second.posted;
}

// Whether a wait before that post would complete the first access in time.
bool MissingWaits::would_order(const Post& post, const Race& race) const {
  const std::uint64_t first = post_of(race.owner, race.first_started);
  if (first < post.exposed || first >= post.order) return false;
  return race.second_started == 0 ? race.second > first : post_of(race.owner, race.second_started) >= post.order;
}

std::set<Report::Number> MissingWaits::link(Report& report) const {
  std::set<Report::Number> linked;
  for (const Race& race : races_) {
    const auto posts = posts_.find(race.owner);
    if (posts == posts_.end()) continue;
    const auto post = std::ranges::find_if(posts->second, [&](const Post& one) { return would_order(one, race); });
    if (post == posts->second.end()) continue;
    const auto told = report.number_of(rule::kPostWhilePosted, post->place);
    if (!told) continue;
    report.follows(race.finding, *told);
    if (race.second_started != 0 || race.second >= post->order) {
      report.advise_as(race.finding, *told);
    } else {
      Words& words = report.words();
      const bool here = in_one_function(post->place, race.second_place, words.symbolizer());
      auto window = window_argument_text(here ? post->place : race.second_place, words);
      report.advise(race.finding,
                    {{.kind = FixKind::kAdd,
                      .purpose = FixPurpose::kComplete,
                      .call = call_with_window(MpiCall::kWin_wait, {}, std::move(window), post->place.call),
                      .side = FixSide::kBefore,
                      .place = words.fix_place(
                          race.second_place,
                          fmt::format("the {} at {}", race.second_kind == AccessClass::kLoad ? "load" : "store",
                                      words.position(race.second_place)))}});
    }
    linked.insert(race.finding);
  }
  return linked;
}

}  // namespace fencepost
