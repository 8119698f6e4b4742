#include "command/several_jobs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "findings/fold.h"
#include "read/job_folders.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

template <class Value>
void merge_sorted(std::vector<Value>& into, const std::vector<Value>& from) {
  into.insert(into.end(), from.begin(), from.end());
  std::ranges::sort(into);
  into.erase(std::ranges::unique(into).begin(), into.end());
}

// Findings of all jobs, each once.
class Merged {
 public:
  void add(std::vector<Finding>&& findings, int job) {
    for (Finding& finding : findings) {
      const auto [known, fresh] = places_.try_emplace({finding.rule, finding.fingerprint}, findings_.size());
      if (fresh) {
        finding.jobs = {job};
        findings_.push_back(std::move(finding));
        continue;
      }
      Finding& same = findings_[known->second];
      same.count += finding.count;
      merge_sorted(same.ranks, finding.ranks);
      merge_sorted(same.jobs, {job});
    }
  }
  std::vector<Finding> take() {
    put_in_order(findings_);
    return std::move(findings_);
  }

 private:
  std::vector<Finding> findings_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
};

// Sentences with the jobs of which they are true.
class Sentences {
 public:
  void add(const std::vector<std::string>& sentences, int job) {
    for (const std::string& sentence : sentences) {
      const auto known = std::ranges::find(all_, sentence, &Sentence::text);
      if (known == all_.end()) {
        all_.push_back({sentence, {job}});
      } else {
        merge_sorted(known->jobs, {job});
      }
    }
  }
  // What is true of all is said as of one.
  std::vector<std::string> take(const std::vector<ProgramInfo>& jobs) const {
    std::vector<std::string> texts;
    for (const Sentence& sentence : all_) {
      texts.push_back(sentence.jobs.size() == jobs.size()
                          ? sentence.text
                          : fmt::format("In {}: {}", reports::jobs_text(sentence.jobs, jobs), sentence.text));
    }
    return texts;
  }

 private:
  struct Sentence {
    std::string text;
    std::vector<int> jobs;
  };
  std::vector<Sentence> all_;
};

ProgramInfo program_of(const std::vector<ProgramInfo>& jobs, const std::string& command) {
  ProgramInfo program = jobs.front();
  program.command = command;
  program.milliseconds = 0;
  for (const ProgramInfo& job : jobs) {
    program.ranks = std::max(program.ranks, job.ranks);
    program.milliseconds += job.milliseconds;
    if (job.mpi_library != program.mpi_library) program.mpi_library.clear();
  }
  return program;
}

}  // namespace

Analysis put_together(std::vector<Analysis> jobs, const std::string& command) {
  if (jobs.empty()) return {};
  if (jobs.size() == 1) return std::move(jobs.front());
  Analysis all;
  Findings together;
  Merged merged;
  Sentences blind_spots;
  for (Analysis& job : jobs) {
    all.unfinished |= job.unfinished;
    all.hung |= job.hung;
    all.all_in_finalize |= job.hung && job.all_in_finalize;
    all.incomplete |= job.incomplete || !job.findings;
    if (!job.findings) {
      if (all.problem.empty()) all.problem = job.problem;
      together.jobs.push_back({.command = "a job whose trace cannot be read"});
      blind_spots.add({job.problem}, static_cast<int>(together.jobs.size()));
      continue;
    }
    Findings& findings = *job.findings;
    if (findings.status == RunStatus::kFailed) together.status = RunStatus::kFailed;
    together.jobs.push_back(findings.program);
    const int number = static_cast<int>(together.jobs.size());
    merged.add(std::move(findings.findings), number);
    for (const std::string& reason : findings.incomplete)
      together.incomplete.push_back(fmt::format("job {}: {}", number, reason));
    together.statistics.window_calls += findings.statistics.window_calls;
    blind_spots.add(findings.blind_spots, number);
    constexpr std::size_t kMostOverviews = 16;  // the page of hundreds of jobs would be huge
    if (together.overviews.size() < kMostOverviews && together.overviews.size() + 1 == together.jobs.size() &&
        !findings.overviews.empty())
      together.overviews.push_back(std::move(findings.overviews.front()));
    together.statistics.events += findings.statistics.events;
    together.statistics.operations += findings.statistics.operations;
    together.statistics.memory_accesses += findings.statistics.memory_accesses;
    together.statistics.trace_bytes += findings.statistics.trace_bytes;
  }
  if (std::ranges::none_of(jobs, [](const Analysis& job) { return job.findings.has_value(); })) return all;
  together.program = program_of(together.jobs, command);
  together.findings = merged.take();
  together.blind_spots = blind_spots.take(together.jobs);
  all.findings = std::move(together);
  return all;
}

Analysis analyze_all(const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings) {
  const std::vector<std::filesystem::path> folders = read::job_folders(directory);
  if (folders.size() < 2) return analyze(folders.empty() ? directory : folders.front(), options, settings);
  if (is_part_of_a_job(settings)) {
    return {.findings = std::nullopt,
            .problem = fmt::format(
                "{} holds the traces of {} jobs, but ranks can share only one at a time: name one of them, such as {}",
                directory.string(), folders.size(), folders.back().string())};
  }
  std::vector<Analysis> jobs;
  for (const std::filesystem::path& folder : folders) jobs.push_back(analyze(folder, options, settings));
  return put_together(std::move(jobs), fmt::format("{} jobs in {}", folders.size(), directory.string()));
}

}  // namespace fencepost::command
