#include "command/beside_jobs.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "findings/fold.h"
#include "read/job_folders.h"
#include "registry/rule_ids.h"

namespace fencepost::command {
namespace {

void merge(std::vector<Finding>& all, std::vector<Finding>&& more) {
  for (Finding& finding : more) {
    const auto same = std::ranges::find_if(
        all, [&](const Finding& one) { return one.rule == finding.rule && one.fingerprint == finding.fingerprint; });
    if (same == all.end()) {
      all.push_back(std::move(finding));
      continue;
    }
    same->count += finding.count;
    std::vector<int> ranks;
    std::ranges::set_union(same->ranks, finding.ranks, std::back_inserter(ranks));
    same->ranks = std::move(ranks);
  }
}

// For a run of which there is nothing else: no process came to its end of MPI_Init.
void tell_of_rest(Analysis& analysis) {
  analysis.unfinished = true;
  analysis.findings->incomplete = {"the program did not finish"};
  analysis.findings->blind_spots = {
      "No process has ended its MPI_Init: of what the program did, only these calls were seen."};
}

// A window that a rank frees too late has not been freed in time: one mistake.
void link_late_frees(std::vector<Finding>& findings) {
  for (const Finding& late : findings) {
    if (late.rule != rule::kInvalidArgument || late.accesses.empty() || late.accesses.front().call != "MPI_Win_free")
      continue;
    for (Finding& kept : findings)
      if (kept.rule == rule::kNeverFreed && kept.consequence_of.empty() &&
          std::ranges::includes(late.ranks, kept.ranks))
        kept.consequence_of = late.fingerprint;
  }
}

void add(Findings& all, Findings&& more) {
  const bool both = !all.findings.empty();
  merge(all.findings, std::move(more.findings));
  if (both) link_late_frees(all.findings);
  put_in_order(all.findings);
  for (std::string& sentence : more.blind_spots)
    if (std::ranges::find(all.blind_spots, sentence) == all.blind_spots.end())
      all.blind_spots.push_back(std::move(sentence));
}

}  // namespace

void add_beside_jobs(Analysis& all, const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings) {
  if (all.elsewhere) return;
  bool alone = !all.findings && read::job_folders(directory).empty();
  for (const std::filesystem::path& folder : read::folders_beside_jobs(directory)) {
    Analysis one = analyze_quietly(folder, options, settings);
    if (!one.findings) continue;
    if (all.findings) {
      all.unchecked |= one.unchecked;
      add(*all.findings, std::move(*one.findings));
    } else if (std::exchange(alone, false)) {
      all = std::move(one);
      tell_of_rest(all);
    }
  }
}

}  // namespace fencepost::command
