#include "command/parts.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <utility>

#include "command/trace_source.h"
#include "read/trace_directory.h"
#include "symbolize/address_book.h"

namespace fencepost::command {
namespace {

OtherParts::Result analyze_part(const std::filesystem::path& directory, const check::AnalysisOptions& options,
                                const std::atomic<bool>* cut, const periods::Excerpt* excerpt) {
  OtherParts::Result result;
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory, problem);
  if (!traces) {
    result.problem = problem.sentence;
    return result;
  }
  Counts counts;
  const Pace pace{.cut = cut};
  symbolize::AddressBook addresses;
  DirectorySource source(*traces, addresses, counts, pace);
  std::optional<periods::SkippingSource> part;
  if (excerpt != nullptr) part.emplace(source, *excerpt->survey, excerpt->share);
  check::Analyzer analyzer(part ? static_cast<TraceSource&>(*part) : source, options, {});
  while (analyzer.advance()) {
  }
  analyzer.close();
  result.job = traces->job();
  result.events = counts.events;
  result.found = analyzer.take_found();
  return result;
}

}  // namespace

OtherParts::OtherParts(const std::filesystem::path& directory, const check::AnalysisOptions& options, std::size_t jobs,
                       const std::atomic<bool>* cut, RankShare share, const periods::Excerpt* excerpt)
    : all_jobs_(std::max<std::size_t>(1, jobs) * share.ranks) {
  const std::size_t own = all_jobs_ / share.ranks;
  const std::size_t first = share.rank * own;
  for (std::size_t job = std::max<std::size_t>(1, first); job < first + own; ++job) {
    auto& worker = workers_.emplace_back(std::make_unique<Worker>());
    check::AnalysisOptions part = options;
    part.part = part_of(job);
    worker->thread = std::thread([path = directory, part, cut, excerpt, &result = worker->result] {
      try {
        result = analyze_part(path, part, cut, excerpt);
      } catch (const std::exception& error) {
        result.problem = error.what();
      }
    });
  }
}

OtherParts::~OtherParts() {
  for (const auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

check::MemoryPart OtherParts::part_of(std::size_t job) const {
  return check::part_of(static_cast<std::uint32_t>(job), static_cast<std::uint32_t>(all_jobs_));
}

OtherParts::Result OtherParts::take() {
  Result all;
  for (const auto& worker : workers_) {
    worker->thread.join();
    Result& one = worker->result;
    if (all.problem.empty()) all.problem = std::move(one.problem);
    all.job = one.job;
    all.events = one.events;
    all.found.insert(all.found.end(), std::make_move_iterator(one.found.begin()),
                     std::make_move_iterator(one.found.end()));
  }
  return all;
}

std::string OtherParts::add_to(check::Analyzer& analyzer) {
  analyzer.close();
  Result others = take();
  analyzer.add_found(std::move(others.found));
  return std::move(others.problem);
}

std::size_t jobs_for(std::uint64_t trace_bytes) {
  constexpr std::uint64_t kWorthAThread = 8 << 20;
  const std::uint64_t useful = 1 + trace_bytes / kWorthAThread;
  return static_cast<std::size_t>(std::min<std::uint64_t>(useful, std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace fencepost::command
