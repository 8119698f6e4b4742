#include "command/running_jobs.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <utility>

#include "read/job_folders.h"
#include "record/job_folders.h"

namespace fencepost::command {

RunningJobs::RunningJobs(std::filesystem::path trace, std::chrono::milliseconds hang_timeout, RuleOptions rules,
                         const suppress::Suppressor& suppressor, EngineSettings engine, std::optional<LiveOptions> live)
    : trace_(std::move(trace)),
      hang_timeout_(hang_timeout),
      rules_(std::move(rules)),
      suppressor_(suppressor),
      engine_(std::move(engine)),
      live_(live) {
  std::ofstream(trace_ / format::kJobsApartFile).put('\n');
  if (live_ && live_->frees) reader_ = std::make_unique<ReaderFile>(trace_);
}

RunningJobs::~RunningJobs() {
  std::error_code error;
  std::filesystem::remove(trace_ / format::kJobsApartFile, error);
}

void RunningJobs::look() {
  std::vector<std::filesystem::path> folders = read::job_folders(trace_);
  std::uint64_t progress = 0;
  for (std::filesystem::path& folder : folders) {
    if (std::ranges::find(jobs_, folder, &Job::folder) != jobs_.end()) continue;
    Job& job = jobs_.emplace_back(std::move(folder), trace_, hang_timeout_);
    if (live_) job.live = std::make_unique<LiveAnalysis>(job.folder, rules_, suppressor_, engine_, *live_, said_);
  }
  for (const Job& job : jobs_)
    if (job.live) progress += job.live->events();
  if (reader_) reader_->beat(progress);
}

bool RunningJobs::has_found() const {
  return std::ranges::any_of(jobs_, [](const Job& job) { return job.live && job.live->has_found(); });
}

std::optional<std::filesystem::path> RunningJobs::hung_now() {
  for (Job& job : jobs_) {
    const bool may_hang = !job.hung && (!job.live || (job.live->has_caught_up() && !job.live->is_over()));
    if (!may_hang || !job.watch.hangs()) continue;
    job.hung = true;
    return job.folder;
  }
  return std::nullopt;
}

std::vector<Analysis> RunningJobs::end() {
  look();  // at those that came and went since the last time
  for (Job& job : jobs_)
    if (job.live) job.live->stop();
  reader_.reset();
  std::vector<Analysis> all;
  for (Job& job : jobs_) {
    all.push_back(job.live ? job.live->end() : analyze(job.folder, rules_, engine_));
    all.back().hung = job.hung;
  }
  return all;
}

}  // namespace fencepost::command
