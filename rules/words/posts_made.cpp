#include "words/posts_made.h"

#include <algorithm>

#include <fmt/format.h>

namespace fencepost {

void PostsMade::on_done(const event::Post& post, const Here& here) {
  const WindowCall call = window_call(here, post.window);
  if (!call || !call.state->exposure) return;
  Posts& posts = posts_[{here.place.process, call.window->key}];
  posts.last = call.state->exposure;
  posts.origins.insert(posts.last->origins.begin(), posts.last->origins.end());
}

void PostsMade::epochs_matched(const EpochMatch& match) {
  Met& met = posts_[{match.exposure->process, match.exposure->window}].met[match.access->process];
  ++met.count;
  met.start = match.access->opened;
  met.post = match.exposure->opened;
}

const PostsMade::Met* PostsMade::met(WindowKey window, ProcessId origin, ProcessId target) const {
  const auto posts = posts_.find({target, window});
  if (posts == posts_.end()) return nullptr;
  const auto found = posts->second.met.find(origin);
  return found == posts->second.met.end() ? nullptr : &found->second;
}

std::vector<Rank> PostsMade::never_started(const Window& window, const ExposureEpoch& post) const {
  std::vector<Rank> missing;
  for (const Rank origin : post.origins) {
    if (!window.has_rank(origin)) continue;
    const ProcessId process = window.processes[origin];
    if (!met(post.window, process, post.process)) missing.push_back(origin);
  }
  return missing;
}

const ExposureEpoch* PostsMade::for_others(const Job& job, WindowKey window, ProcessId origin, ProcessId target) const {
  const Window* known = job.window(window);
  const auto of_target = posts_.find({target, window});
  if (!known || of_target == posts_.end() || !of_target->second.last) return nullptr;
  const ExposureEpoch* last = of_target->second.last.get();
  const Rank rank = known->rank_of(origin);
  const bool named = last->open ? std::ranges::find(last->origins, rank) != last->origins.end()
                                : of_target->second.origins.contains(rank);
  return named ? nullptr : last;
}

std::string PostsMade::advice(WindowKey window, ProcessId origin, const std::vector<ProcessId>& targets,
                              Words& words) const {
  for (const ProcessId target : targets) {
    const ExposureEpoch* post = for_others(words.job(), window, origin, target);
    if (!post) continue;
    const Window& known = *words.job().window(window);
    if (!post->open && !post->origins.empty())
      return fmt::format(
          "The group of {1} on rank {2}, which now holds {3}, has to name {0} as well, so that {4} waits for its "
          "accesses; or the group of the start must not name {5}.",
          words.target(window, known.rank_of(origin)), words.call_at(post->opened), target,
          words.targets(window, post->origins), words.call_at(post->closed),
          words.target(window, known.rank_of(target)));
    const std::vector<Rank> others = never_started(known, *post);
    if (others.empty() && !post->origins.empty())
      return fmt::format(
          "The group of {1} on rank {2}, which now holds {3}, has to name {0} as well: a post must name all ranks that "
          "start an epoch to this rank; or the group of the start must not name {4}.",
          words.target(window, known.rank_of(origin)), words.call_at(post->opened), target,
          words.targets(window, post->origins), words.target(window, known.rank_of(target)));
    // (Others in the group do start: it may hold all that it should, except for one.)
    if (!others.empty() && others.size() < post->origins.size())
      return fmt::format(
          "The group of {1} on rank {2}, which now holds {3}, has to name {0} as well: a post must name all ranks that "
          "start an epoch to this rank. {4} {5} not started one to it so far.",
          words.target(window, known.rank_of(origin)), words.call_at(post->opened), target,
          words.targets(window, post->origins), upper_first(words.targets(window, others)),
          others.size() == 1 ? "has" : "have");
    return fmt::format(
        "The group of {1} on rank {2} has to name {0}, not {3}: a post names the ranks that start an epoch to this "
        "rank.",
        words.target(window, known.rank_of(origin)), words.call_at(post->opened), target,
        words.targets(window, others.empty() ? post->origins : others));
  }
  return "";
}

void PostsMade::explain(WindowKey window, ProcessId origin, const std::vector<ProcessId>& targets, Words& words,
                        std::vector<std::string>& why) const {
  for (const ProcessId target : targets)
    if (const ExposureEpoch* post = for_others(words.job(), window, origin, target))
      why.push_back(fmt::format("Rank {} has called {}, but for {}.", target, words.call_at(post->opened),
                                words.targets(window, post->origins)));
}

}  // namespace fencepost
