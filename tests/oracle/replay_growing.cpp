// replay_growing TRACE SEEDS: analyzes a recorded trace as a whole, and then as it may have grown, in as many ways as
// are asked for. Exit status 1: they do not come to the same.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include <fmt/format.h>

#include "check/analysis.h"
#include "command/trace_source.h"
#include "growing.h"

namespace fencepost {
namespace {

std::string line_of(symbolize::AddressBook& addresses, const Place& place) {
  const std::vector<SourceLocation> frames = place.pc != 0 ? addresses.statement(place.process, place.pc, place.stack)
                                                           : addresses.stack(place.process, place.stack);
  return frames.empty() ? "nowhere" : fmt::format("{}:{}", frames.front().file, frames.front().line);
}

// What is found, a sentence each. Which access of a pair comes first is as the replay has it.
std::set<std::string> found_in(test::GrowingSource& source, symbolize::AddressBook& addresses) {
  check::Analyzer analyzer(source, {}, {});
  while (source.grow()) analyzer.advance();
  analyzer.finish();
  std::set<std::string> found(analyzer.end().blind_spots.begin(), analyzer.end().blind_spots.end());
  for (const Conflict& one : analyzer.conflicts()) {
    std::set<std::string> lines{line_of(addresses, one.first.place), line_of(addresses, one.second.place)};
    found.insert(fmt::format("{}: kind {}, unordered {}", fmt::join(lines, " and "), static_cast<int>(one.kind),
                             static_cast<int>(one.unordered)));
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
