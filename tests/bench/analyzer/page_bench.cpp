// The cost of the page of a big run: time and memory to gather its timeline and windows, its size.
//
//   page_bench FILE [--ranks N] [--operations N] [--pattern NAME] [--compare yes]
//
// Writes the page to FILE. --compare: also measures a replay without the overview. Generated ranks do the same at the
// same times, which a page needs to store only once: their lanes are made as uneven as those of real runs. Exit status
// 1: the page is larger than allowed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include <fmt/format.h>

#include "check/analysis.h"
#include "generated_job.h"
#include "overview/collector.h"
#include "reports/format.h"
#include "reports/html.h"

namespace fencepost::bench {
namespace {

constexpr std::size_t kMostBytes = 5'000'000;

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double megabytes_at_most() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// The events of rank 0 in a round, to know how many rounds make so many operations.
std::uint64_t operations_of_a_round(const Pattern& pattern, const Shape& shape) {
  const auto count = [&](std::uint64_t rounds) {
    Shape probe = shape;
    probe.rounds = rounds;
    GeneratedJob job(pattern, probe);
    std::uint64_t operations = 0;
    while (const TimedEvent* event = job.events({}).next())
      operations += std::holds_alternative<event::Transfer>(event->event) ||
                            std::holds_alternative<event::AtomicOperation>(event->event)
                        ? 1
                        : 0;
    return operations;
  };
  return count(2) - count(1);
}

double replay(const Pattern& pattern, const Shape& shape, overview::Collector* collector, Findings& findings) {
  GeneratedJob job(pattern, shape);
  std::vector<Observer*> observers;
  if (collector != nullptr) observers.push_back(collector);
  const double begin = processor_seconds();
  check::Analyzer analyzer(job, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  findings.statistics.events = analyzer.statistics().events;
  findings.statistics.operations = analyzer.statistics().operations;
  return processor_seconds() - begin;
}

// No two lanes are alike: each number moves a little from one slot to the next, so sums stay the same.
void make_uneven(std::vector<OverviewLane>& lanes) {
  std::uint64_t state = 1;
  for (OverviewLane& lane : lanes) {
    for (std::size_t i = 0; i + 1 < lane.operations.size(); ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const std::uint64_t moved = lane.operations[i] * (state >> 56) / 512;
      lane.operations[i] -= moved;
      lane.operations[i + 1] += moved;
      if (i < lane.epochs.size() && (state >> 40) % 4 == 0) lane.epochs[i] ^= 1;
    }
  }
}

int measure(const char* file, const Pattern& pattern, Shape shape, std::uint64_t operations, bool compares) {
  shape.rounds = operations / static_cast<std::uint64_t>(shape.ranks) / operations_of_a_round(pattern, shape);
  Findings findings;
  const double without = compares ? replay(pattern, shape, nullptr, findings) : 0;
  const double before = megabytes_at_most();
  overview::Collector collector({[](const Window& window) { return fmt::format("window {}", window.key.number()); },
                                 [](const Window&) { return std::string(); }});
  const double with = replay(pattern, shape, &collector, findings);
  const double after = megabytes_at_most();
  findings.program.command = fmt::format("./{}", pattern.name);
  findings.program.ranks = shape.ranks;
  findings.overviews.push_back(collector.take());
  make_uneven(findings.overviews.back().lanes);
  make_uneven(findings.overviews.back().fine_lanes);
  reports::Sources sources;
  reports::Context context{.sources = sources, .tool_version = "0"};
  const double begin = processor_seconds();
  const std::string page = reports::to_html(findings, context);
  const double writing = processor_seconds() - begin;
  std::ofstream(file, std::ios::binary) << page;
  fmt::print(
      "{}, {} ranks, {} operations, {} events: {:.1f} s to replay, {:.1f} s with the overview ({:.0f} MiB, {:.0f} MiB "
      "with it), {:.2f} s to write the page of {} bytes (peak {:.0f} MiB)\n",
      pattern.name, shape.ranks, findings.statistics.operations, findings.statistics.events, without, with, before,
      after, writing, page.size(), megabytes_at_most());
  return page.size() <= kMostBytes ? 0 : 1;
}

}  // namespace
}  // namespace fencepost::bench

int main(int argc, char** argv) {
  using namespace fencepost::bench;
  Shape shape;
  shape.ranks = 1'024;
  shape.accesses = 1;
  shape.barrier_every = 20;
  std::uint64_t operations = 10'000'000;
  const Pattern* pattern = find_pattern("lock_all");
  bool compares = false;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--ranks") shape.ranks = std::atoi(argv[i + 1]);
    if (name == "--operations") operations = std::strtoull(argv[i + 1], nullptr, 10);
    if (name == "--compare") compares = true;
    if (name == "--pattern") pattern = find_pattern(argv[i + 1]);
  }
  if (argc < 2 || pattern == nullptr || shape.ranks < 2) {
    std::fprintf(stderr, "usage: page_bench FILE [--ranks N] [--operations N] [--pattern NAME] [--compare yes]\n");
    return 2;
  }
  return measure(argv[1], *pattern, shape, operations, compares);
}
