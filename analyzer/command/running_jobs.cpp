#include "command/running_jobs.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <utility>

#include "command/progress.h"
#include "read/job_folders.h"
#include "record/job_folders.h"

namespace fencepost::command {

RunningJobs::RunningJobs(std::filesystem::path trace, std::chrono::milliseconds hang_timeout, RuleOptions rules,
                         EngineSettings engine, std::optional<LiveOptions> live, FoundMeanwhile& found)
    : trace_(std::move(trace)),
      hang_timeout_(hang_timeout),
      rules_(std::move(rules)),
      engine_(std::move(engine)),
      live_(live),
      found_(found),
      closed_(trace_) {
  std::ofstream(trace_ / format::kJobsApartFile).put('\n');
  if (live_ && live_->frees) reader_ = std::make_unique<ReaderFile>(trace_);
}

RunningJobs::~RunningJobs() {
  std::error_code error;
  std::filesystem::remove(trace_ / format::kJobsApartFile, error);
}

void RunningJobs::look() {
  for (const std::filesystem::path& folder : read::job_folders(trace_)) {
    if (jobs_.contains(folder)) continue;
    Job& job = jobs_.emplace(folder, Job{.watch = HangWatch(folder, trace_, hang_timeout_)}).first->second;
    job.ends = std::make_unique<EndWatch>(folder, closed_);
    if (live_) job.live = std::make_unique<LiveAnalysis>(folder, rules_, engine_, *live_, found_);
  }
  std::uint64_t progress = 0;
  for (const auto& [folder, job] : jobs_) {
    job.ends->look();
    if (job.live) progress += job.live->events();
  }
  if (reader_) reader_->beat(progress);
}

bool RunningJobs::Job::may_hang() {
  if (hung) return false;
  if (!live) return true;
  const std::uint64_t before = std::exchange(events, live->events());
  return !live->is_over() && (live->has_caught_up() || events > before);
}

std::optional<std::filesystem::path> RunningJobs::hung_now() {
  for (auto& [folder, job] : jobs_) {
    if (!job.may_hang() || !job.watch.hangs()) continue;
    job.hung = true;
    return folder;
  }
  return std::nullopt;
}

std::vector<Analysis> RunningJobs::end() {
  look();  // for jobs that came and went since the last time
  CatchingUp how_far;
  std::optional<Progress> progress;
  if (live_) {
    progress.emplace([&] {
      Share all;
      for (const auto& [folder, job] : jobs_) all += job.live->share();
      return how_far.text(all);
    });
  }
  for (auto& [folder, job] : jobs_) {
    job.ends->stop();
    if (job.live) job.live->stop();
  }
  reader_.reset();
  std::vector<Analysis> all;
  for (const std::filesystem::path& folder : read::job_folders(trace_)) {
    const auto job = jobs_.find(folder);
    if (job == jobs_.end()) continue;  // a job that has begun in the background just now
    all.push_back(job->second.live ? job->second.live->end() : analyze(folder, rules_, engine_));
    all.back().hung = job->second.hung;
  }
  return all;
}

}  // namespace fencepost::command
