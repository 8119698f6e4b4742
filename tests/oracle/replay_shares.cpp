// replay_shares TRACE…: analyzes recorded traces as a whole, and divided by time among several numbers of workers. Exit
// status 1: a finding of the whole is in no worker's share, or no worker reports it.
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "command/by_time.h"
#include "symbolize/job_symbolizer.h"

namespace fencepost {
namespace {

struct Analyzed {
  std::set<std::string> found;  // the findings, one line each
  bool says_more = false;       // than it finds
  std::uint64_t events = 0;
};

Analyzed analyze(const read::TraceDirectory& traces, const periods::Survey* survey, const periods::Share& share) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(traces.path(), problem);
  symbolize::AddressBook addresses;
  command::Counts counts;
  command::DirectorySource whole(*directory, addresses, counts);
  std::optional<periods::SkippingSource> part;
  if (survey != nullptr) part.emplace(whole, *survey, share);
  symbolize::JobSymbolizer symbolizer(addresses);
  Checks checks(symbolizer, {});
  Observer* const observers[] = {&checks};
  check::Analyzer analyzer(part ? static_cast<TraceSource&>(*part) : whole, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  Analyzed result;
  for (const Finding& finding : checks.findings()) {
    std::string line = finding.rule;
    for (const Access& access : finding.accesses)
      line += fmt::format(" {} {}:{}", name_of(access.kind), access.location.file, access.location.line);
    result.found.insert(std::move(line));
  }
  result.says_more = command::ByTime::has_said_something(analyzer, whole);
  result.events = analyzer.statistics().events;
  return result;
}

bool is_same(const char* trace) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace, problem);
  if (!directory) {
    fmt::print(stderr, "{}\n", problem.sentence);
    return false;
  }
  const auto survey = command::ByTime::survey_of(trace, 2, nullptr);
  const std::size_t periods = survey ? survey->periods().periods.size() : 0;
  if (periods == 0) {
    fmt::print("{}: not divided\n", trace);
    return true;
  }
  const Analyzed alone = analyze(*directory, nullptr, {});
  bool all_right = true;
  std::uint64_t least = alone.events;
  for (const std::size_t workers : {2U, 3U, 8U}) {
    std::set<std::string> together;
    bool says_more = false;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      const periods::Share share = periods::share_of(survey->periods(), worker, workers);
      const Analyzed one = analyze(*directory, &*survey, share);
      together.insert(one.found.begin(), one.found.end());
      says_more = says_more || one.says_more;
      least = std::min(least, one.events);
    }
    for (const std::string& one : alone.found) {
      if (together.contains(one)) continue;
      all_right = all_right && !together.empty();
      fmt::print("{}: {} workers do not find {}\n", trace, workers, one);
    }
    for (const std::string& one : together) {
      if (!alone.found.contains(one)) fmt::print("{}: only {} workers find {}\n", trace, workers, one);
    }
    all_right = all_right && (says_more || !alone.says_more);
  }
  fmt::print("{}: {} periods, {} of {} events at least, {} findings\n", trace, periods, least, alone.events,
             alone.found.size());
  return all_right;
}

}  // namespace
}  // namespace fencepost

int main(int count, char** arguments) {
  bool all_right = true;
  for (int i = 1; i < count; ++i) all_right = fencepost::is_same(arguments[i]) && all_right;
  return all_right ? 0 : 1;
}
