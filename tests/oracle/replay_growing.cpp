// replay_growing TRACE SEEDS: analyzes a recorded trace as a whole, and then as it may have grown, in the requested
// number of ways. Exit status 1: the results differ.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include <fmt/format.h>

#include "check/analysis.h"
#include "command/trace_source.h"
#include "growing.h"
#include "ids/format.h"

namespace fencepost {
namespace {

std::string line_of(symbolize::AddressBook& addresses, const Place& place) {
  const std::vector<SourceLocation> frames = place.pc != 0 ? addresses.statement(place.process, place.pc, place.stack)
                                                           : addresses.stack(place.process, place.stack);
  return frames.empty() ? "nowhere" : fmt::format("{}:{}", frames.front().file, frames.front().line);
}

// The findings, one sentence each, with all their details.
std::set<std::string> found_in(test::GrowingSource& source, symbolize::AddressBook& addresses) {
  check::Analyzer analyzer(source, {}, {});
  while (source.grow()) analyzer.advance();
  analyzer.finish();
  std::set<std::string> found(analyzer.end().blind_spots.begin(), analyzer.end().blind_spots.end());
  const auto at = [&](const Place& place) { return fmt::format("{} of {}", line_of(addresses, place), place.process); };
  const auto passing = [&](const auto& sync) -> std::string {
    if (!sync) return "none";
    const auto& [one, other] = *sync;
    return fmt::format("{} and {}", at(one), at(other));
  };
  for (const Conflict& one : analyzer.conflicts()) {
    const bool completes = one.remedy.call != MpiCall::kNone;
    found.insert(fmt::format(
        "{} and {}: kind {}, unordered {}, polling {}, may wait {}, can wait {}, remedy {} before {}, {}, {}, {}; "
        "common {}; "
        "heard {}; heard {}; wrong {}; late {}; late at {}; other thread {}",
        at(one.first.place), at(one.second.place), static_cast<int>(one.kind), static_cast<int>(one.unordered),
        one.polling, one.first_may_wait, one.first_can_wait, static_cast<int>(one.remedy.call), at(one.remedy.before),
        one.remedy.needs_synchronization, completes && one.remedy.for_all_targets, completes && one.remedy.after_local,
        passing(one.common), passing(one.heard.by_second), passing(one.heard.by_first), passing(one.wrong_way),
        passing(one.too_late), one.late_at ? at(*one.late_at) : "none",
        one.other_thread ? at(one.other_thread->call) : "none"));
  }
  return found;
}

int compare(const char* trace, unsigned seeds) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace, problem);
  if (!directory) {
    fmt::print(stderr, "{}\n", problem.sentence);
    return 2;
  }
  symbolize::AddressBook addresses;
  command::Counts counts;
  command::DirectorySource whole(*directory, addresses, counts);
  test::GrowingSource source(whole);
  source.begin_again(0);
  source.show_all();
  const std::set<std::string> expected = found_in(source, addresses);
  int differences = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    source.begin_again(seed);
    const std::set<std::string> found = found_in(source, addresses);
    if (found == expected) continue;
    ++differences;
    for (const std::string& one : found) {
      if (!expected.contains(one)) fmt::print("growing, seed {}: only so: {}\n", seed, one);
    }
    for (const std::string& one : expected) {
      if (!found.contains(one)) fmt::print("growing, seed {}: not so: {}\n", seed, one);
    }
  }
  fmt::print("{} found, {} of {} ways to grow come to something else\n", expected.size(), differences, seeds);
  return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fencepost

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: replay_growing TRACE SEEDS\n", stderr);
    return 2;
  }
  return fencepost::compare(arguments[1], static_cast<unsigned>(std::atoi(arguments[2])));
}
