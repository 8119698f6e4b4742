// What must hold for the analyzer at any size: parts of the memory together give the whole, a bounded reach bounds what
// is kept, and accesses that are over are not compared again and again.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "check/analysis.h"
#include "generated_job.h"

namespace fencepost::bench {
namespace {

std::string text_of(const ConflictAccess& access) {
  const auto number = [](auto value) { return std::to_string(value) + ' '; };
  std::string text = number(static_cast<int>(access.kind)) + number(access.place.process.number()) +
                     number(access.place.stack.number()) + number(access.place.pc) + number(access.start.order) +
                     number(access.bytes.begin) + number(access.bytes.end) + number(access.common.begin) +
                     number(access.common.end) + number(access.owner.number());
  if (access.operation) text += number(access.operation->number);
  return text;
}

std::string text_of(const Conflict& conflict) {
  std::string text = text_of(conflict.first) + "| " + text_of(conflict.second) + "| " + std::to_string(conflict.count);
  for (const ProcessId process : conflict.ranks) text += " r" + std::to_string(process.number());
  for (const TimelinePoint& point : conflict.timeline) text += "\n  " + std::to_string(point.place.order) + point.label;
  return text + '\n';
}

std::string conflicts_of(const check::Analyzer& analyzer) {
  std::string text;
  for (const Conflict& conflict : analyzer.conflicts()) text += text_of(conflict);
  return text;
}

void replay(check::Analyzer& analyzer) {
  while (analyzer.advance()) {
  }
}

std::string in_parts(const Pattern& pattern, const Shape& shape, std::uint32_t parts) {
  GeneratedJob own_job(pattern, shape);
  check::AnalysisOptions options;
  options.part = {0, 1, parts};
  check::Analyzer own(own_job, options, {});
  replay(own);
  own.close();
  for (std::uint32_t part = 1; part < parts; ++part) {
    GeneratedJob job(pattern, shape);
    options.part = {part, part + 1, parts};
    check::Analyzer other(job, options, {});
    replay(other);
    other.close();
    own.add_found(other.take_found());
  }
  own.finish();
  return conflicts_of(own);
}

TEST(Parts, FindTogetherWhatTheWholeFinds) {
  for (const Pattern& pattern : patterns()) {
    if (pattern.name == "silent") continue;
    Shape shape;
    shape.ranks = 5;
    shape.rounds = 12;
    shape.barrier_every = 4;
    shape.racy_from = 3;
    GeneratedJob job(pattern, shape);
    check::Analyzer whole(job, {}, {});
    replay(whole);
    whole.finish();
    const std::string expected = conflicts_of(whole);
    EXPECT_NE(expected, "") << pattern.name;
    for (const std::uint32_t parts : {2U, 3U, 7U}) {
      EXPECT_EQ(in_parts(pattern, shape, parts), expected) << pattern.name << " in " << parts;
    }
  }
}

TEST(Reach, BoundsWhatIsKeptAndSaysSo) {
  Shape shape;
  shape.ranks = 3;
  shape.rounds = 20'000;
  const Pattern& silent = *find_pattern("silent");
  GeneratedJob all_of_it(silent, shape);
  check::Analyzer all(all_of_it, {}, {});
  replay(all);
  all.finish();
  EXPECT_GT(all.statistics().live_peak, 300'000u);
  EXPECT_TRUE(all.end().blind_spots.empty());

  GeneratedJob job(silent, shape);
  check::AnalysisOptions options;
  options.reach = 10'000;
  check::Analyzer bounded(job, options, {});
  replay(bounded);
  bounded.finish();
  EXPECT_LT(bounded.statistics().live_peak, 60'000u);
  ASSERT_EQ(bounded.end().blind_spots.size(), 1u);
  EXPECT_NE(bounded.end().blind_spots.front().find("--history 10000"), std::string::npos);
}

TEST(Reach, OfTheWholeRunFindsEverything) {
  Shape shape;
  shape.ranks = 4;
  shape.rounds = 30;
  shape.barrier_every = 10;
  shape.racy_from = 5;
  const Pattern& pattern = *find_pattern("lock_all");
  const auto found = [&](std::uint64_t reach) {
    GeneratedJob job(pattern, shape);
    check::AnalysisOptions options;
    options.reach = reach;
    check::Analyzer analyzer(job, options, {});
    replay(analyzer);
    analyzer.finish();
    return conflicts_of(analyzer);
  };
  EXPECT_EQ(found(1'000'000), found(0));
  EXPECT_EQ(found(1), "");
}

// A thousand rounds of the same few places, each round from calls of a different program: old accesses are dropped
// although they are few.
TEST(Retirement, KeepsTheWorkForAnEventBounded) {
  Shape shape;
  shape.ranks = 4;
  shape.barrier_every = 1;
  const auto pairs_per_event = [&](std::uint64_t rounds) {
    shape.rounds = rounds;
    GeneratedJob job(*find_pattern("lock_all"), shape);
    check::Analyzer analyzer(job, {}, {});
    replay(analyzer);
    analyzer.finish();
    EXPECT_TRUE(analyzer.conflicts().empty());
    return static_cast<double>(analyzer.statistics().pairs_checked) / static_cast<double>(analyzer.statistics().events);
  };
  EXPECT_LT(pairs_per_event(4000), 1.5 * pairs_per_event(500) + 0.5);
}

}  // namespace
}  // namespace fencepost::bench
