#include "command/several_jobs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "command/beside_jobs.h"
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

// The findings of all jobs, each once.
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

// What was suppressed in saved findings, and by which suppressions.
class Hidden {
 public:
  void add(const Findings& findings, int job) {
    std::vector<std::size_t> numbers;
    for (const Suppression& one : findings.suppressions) {
      const auto known = std::ranges::find_if(suppressions_, [&](const Suppression& other) {
        return other.kind == one.kind && other.place == one.place && other.text == one.text;
      });
      numbers.push_back(static_cast<std::size_t>(known - suppressions_.begin()));
      if (known == suppressions_.end()) {
        suppressions_.push_back(one);
        suppressions_.back().findings = 0;
        continue;
      }
      known->used |= one.used;
      known->occurrences += one.occurrences;
    }
    for (const SuppressedFinding& suppressed : findings.suppressed) {
      const Finding& finding = suppressed.finding;
      const std::size_t by = numbers.at(suppressed.by);
      const auto [place, fresh] = places_.try_emplace({by, finding.rule, finding.fingerprint}, findings_.size());
      if (fresh) {
        findings_.push_back({.by = by, .finding = finding});
        findings_.back().finding.jobs = {job};
        ++suppressions_[by].findings;
        continue;
      }
      Finding& same = findings_[place->second].finding;
      same.count += finding.count;
      merge_sorted(same.ranks, finding.ranks);
      merge_sorted(same.jobs, {job});
    }
  }
  void move_into(Findings& together) {
    together.suppressed = std::move(findings_);
    together.suppressions = std::move(suppressions_);
  }

 private:
  std::vector<SuppressedFinding> findings_;
  std::vector<Suppression> suppressions_;
  std::map<std::tuple<std::size_t, std::string, std::string>, std::size_t> places_;
};

// Sentences with the jobs for which they are true.
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
  // A sentence that is true for all jobs is written as for one.
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

// Overviews of the jobs, up to the size that the page of one big job may have: those of hundreds of jobs would be huge.
class Overviews {
 public:
  void add(RunOverview&& overview, int job) {
    overview.fine_lanes.clear();
    if (numbers_of(overview) > room_) {
      overview.ticks = {};
      overview.short_epochs += overview.bars.lane.size();
      overview.bars = {};
    }
    const std::size_t numbers = numbers_of(overview);
    if (numbers > room_) return;
    room_ -= numbers;
    all_.resize(static_cast<std::size_t>(job));  // earlier jobs that have none
    all_.back() = std::move(overview);
  }
  std::vector<RunOverview> take() { return std::move(all_); }

 private:
  static std::size_t numbers_of(const RunOverview& overview) {
    std::size_t numbers = 5 * (overview.bars.lane.size() + overview.ticks.lane.size()) + 4 * overview.lines.time.size();
    for (const OverviewLane& lane : overview.lanes) numbers += lane.operations.size() + lane.epochs.size();
    for (const WindowOverview& window : overview.windows) {
      numbers += 4 * window.traffic.origin.size();
      for (const OverviewBytes& part : window.parts)
        numbers += 2 * (part.read.size() + part.written.size() + part.updated.size() + part.local.size());
    }
    return numbers;
  }

  std::size_t room_ = 800'000;
  std::vector<RunOverview> all_;
};

ProgramInfo program_of(const std::vector<ProgramInfo>& jobs, const std::string& command) {
  ProgramInfo program = jobs.front();
  program.command = command;
  program.milliseconds = 0;
  for (const ProgramInfo& job : jobs) {
    program.ranks = std::max(program.ranks, job.ranks);
    program.milliseconds += job.milliseconds;
    if (job.mpi_library != program.mpi_library) program.mpi_library.clear();
    if (job.exit_status != program.exit_status) program.exit_status.reset();
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
  Overviews overviews;
  Hidden hidden;
  for (Analysis& job : jobs) {
    all.unfinished |= job.unfinished;
    all.hung |= job.hung;
    all.all_in_finalize |= job.hung && job.all_in_finalize;
    all.incomplete |= job.incomplete || !job.findings;
    all.unchecked |= job.unchecked;
    if (!job.findings) {
      if (all.problem.empty()) all.problem = job.problem;
      together.jobs.push_back({.command = "a job whose trace cannot be read"});
      blind_spots.add({job.problem}, static_cast<int>(together.jobs.size()));
      continue;
    }
    Findings& findings = *job.findings;
    together.jobs.push_back(findings.program);
    const int number = static_cast<int>(together.jobs.size());
    if (findings.status == RunStatus::kFailed) {
      together.status = RunStatus::kFailed;
      if (together.failure.empty() && !findings.failure.empty())
        together.failure = fmt::format("job {}: {}", number, findings.failure);
    }
    hidden.add(findings, number);
    merged.add(std::move(findings.findings), number);
    for (const std::string& reason : findings.incomplete)
      together.incomplete.push_back(fmt::format("job {}: {}", number, reason));
    together.statistics.window_calls += findings.statistics.window_calls;
    blind_spots.add(findings.blind_spots, number);
    if (!findings.overviews.empty()) overviews.add(std::move(findings.overviews.front()), number);
    together.statistics.events += findings.statistics.events;
    together.statistics.operations += findings.statistics.operations;
    together.statistics.memory_accesses += findings.statistics.memory_accesses;
    together.statistics.trace_bytes += findings.statistics.trace_bytes;
  }
  if (std::ranges::none_of(jobs, [](const Analysis& job) { return job.findings.has_value(); })) return all;
  together.program = program_of(together.jobs, command);
  together.findings = merged.take();
  together.blind_spots = blind_spots.take(together.jobs);
  together.overviews = overviews.take();
  hidden.move_into(together);
  all.findings = std::move(together);
  return all;
}

namespace {

Analysis analyze_jobs(const std::filesystem::path& directory, const RuleOptions& options,
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

}  // namespace

Analysis analyze_all(const std::filesystem::path& directory, const RuleOptions& options,
                     const EngineSettings& settings) {
  Analysis all = analyze_jobs(directory, options, settings);
  add_beside_jobs(all, directory, options, settings);
  return all;
}

}  // namespace fencepost::command
