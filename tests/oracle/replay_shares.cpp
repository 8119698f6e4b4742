// replay_shares TRACE…: analyzes recorded traces as a whole, and divided by time among several numbers of workers. Exit
// status 1: a finding of the whole is in no worker's share, or no worker reports it; or the periods in which workers
// have found something do not show, together, what the whole shows, to the letter.
#include <atomic>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "command/analysis.h"
#include "command/by_time.h"
#include "command/periods_found.h"
#include "reports/json.h"
#include "symbolize/job_symbolizer.h"

namespace fencepost {
namespace {

struct Analyzed {
  std::set<std::string> found;  // the findings, one line each
  std::string report;           // the same, as JSON
  bool any = false;
  std::vector<bool> periods;  // in which there is something
  bool says_more = false;     // than it finds
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
  std::vector<Observer*> observers = {&checks};
  std::optional<command::PeriodsFound> where;
  std::atomic<std::size_t> dense{0};
  std::atomic<bool> everywhere{false};
  if (part) {
    where.emplace(*part, survey->periods().periods.size(), dense, std::numeric_limits<std::size_t>::max(), everywhere);
    where->listen_to(checks);
    observers.push_back(&*where);
  }
  check::Analyzer analyzer(part ? static_cast<TraceSource&>(*part) : whole, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  Findings all;
  all.findings = checks.findings();
  if (part) command::count_operations_of_run(all.findings, {survey, share});
  Analyzed result;
  for (const Finding& finding : all.findings) {
    std::string line = finding.rule;
    for (const Access& access : finding.accesses)
      line += fmt::format(" {} {}:{}", name_of(access.kind), access.location.file, access.location.line);
    result.found.insert(std::move(line));
  }
  result.report = reports::to_json(all);
  if (where) {
    result.any = where->any();
    result.periods = where->needed();
  }
  result.says_more = command::ByTime::has_said_something(analyzer, whole);
  result.events = analyzer.statistics().events;
  return result;
}

// Where two texts begin to differ, with some of what stands around it.
std::string difference(std::string_view one, std::string_view other) {
  std::size_t at = 0;
  while (at < one.size() && at < other.size() && one[at] == other[at]) ++at;
  constexpr std::size_t kBefore = 300, kAfter = 200;
  const std::size_t begin = at < kBefore ? 0 : at - kBefore;
  return fmt::format("...{}\n=== and not\n...{}", one.substr(begin, at - begin + kAfter),
                     other.substr(begin, at - begin + kAfter));
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
  std::uint64_t least = alone.events, of_found = alone.events;
  for (const std::size_t workers : {2U, 3U, 8U}) {
    std::set<std::string> together;
    std::vector<bool> needed(periods);
    bool says_more = false, any = false;
    for (std::size_t worker = 0; worker < workers; ++worker) {
      const periods::Share share = periods::share_of(survey->periods(), worker, workers);
      const Analyzed one = analyze(*directory, &*survey, share);
      together.insert(one.found.begin(), one.found.end());
      for (std::size_t period = 0; period < periods; ++period)
        if (one.periods[period]) needed[period] = true;
      any = any || one.any;
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
    all_right = all_right && (says_more || !alone.says_more) && any == !together.empty();
    if (!any || says_more) continue;
    const Analyzed again = analyze(*directory, &*survey, periods::share_with(survey->periods(), needed));
    of_found = again.events;
    if (again.report == alone.report) continue;
    all_right = false;
    fmt::print("{}: the periods that {} workers need show\n{}\n", trace, workers,
               difference(again.report, alone.report));
  }
  fmt::print(
      "{}: {} periods, {} of {} events at least, {} findings{}\n", trace, periods, least, alone.events,
      alone.found.size(),
      alone.found.empty() ? "" : fmt::format(" with {} events ({})", of_found, all_right ? "the same" : "OTHERS"));
  return all_right;
}

}  // namespace
}  // namespace fencepost

int main(int count, char** arguments) {
  bool all_right = true;
  for (int i = 1; i < count; ++i) all_right = fencepost::is_same(arguments[i]) && all_right;
  return all_right ? 0 : 1;
}
