// The division by time: which periods a run has, what a worker may leave out, and that its replay gives the same.
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "job/symbolizer.h"
#include "periods/share.h"
#include "periods/skipping_source.h"
#include "periods/survey.h"
#include "script.h"

namespace fencepost::test {
namespace {

using periods::Periods;
using periods::Share;
using periods::Survey;
using Op = Script::Op;
using Body = std::function<void(Script&)>;

Script::Options recorded() {
  Script::Options options;
  options.native = false;
  return options;
}

Survey survey_of(const Body& body, int ranks = 2) {
  Script script(ranks, recorded());
  body(script);
  Survey survey(ranks);
  for (const ProcessId process : survey.processes()) survey.read(process, script);
  survey.finish();
  return survey;
}

// A letter for each period: whether it can be skipped (s), or has to be replayed (r). "": not divided.
std::string shape_of(const Body& body, int ranks = 2) {
  std::string shape;
  const Survey survey = survey_of(body, ranks);
  for (const periods::Period& period : survey.periods().periods) shape += period.can_be_skipped ? 's' : 'r';
  return shape;
}

// A correct round of rank 0 and 1 in an epoch of lock_all.
void put_and_flush(Script& s) {
  s.put(0, 1, {});
  s.flush(0, 1);
}

// Rounds between barriers, of which the one in the middle is `middle`.
Body around(const Body& middle) {
  return [middle](Script& s) {
    s.lock_all();
    s.barrier();
    put_and_flush(s);
    s.barrier();
    middle(s);
    s.barrier();
    put_and_flush(s);
    s.barrier();
    s.unlock_all();
  };
}

TEST(Periods, ABarrierCutsWhereNothingIsUnderWay) {
  EXPECT_EQ(shape_of(around(put_and_flush)), "rsssr");
}

TEST(Periods, ARunWithoutMeetingsIsNotDivided) {
  EXPECT_EQ(shape_of([](Script& s) {
              s.lock_all();
              put_and_flush(s);
              s.unlock_all();
            }),
            "");
}

// What is begun before a barrier and ends after it: that barrier is no cut.
TEST(Periods, WhatIsUnderWayAtABarrierLeavesNoCut) {
  const auto over = [](const Body& begin, const Body& end) {
    return shape_of([=](Script& s) {
      s.lock_all();
      s.barrier();
      begin(s);
      s.barrier();
      end(s);
      s.barrier();
      s.unlock_all();
    });
  };
  const auto nothing = [](Script&) {};
  EXPECT_EQ(over(nothing, nothing), "rssr");
  EXPECT_EQ(over([](Script& s) { s.put(0, 1, {}); }, [](Script& s) { s.flush(0, 1); }), "rsr") << "an operation";
  EXPECT_EQ(over([](Script& s) { s.put(0, 1, {}), s.flush(0, 1, true); }, [](Script& s) { s.flush(0, kAll); }), "rsr")
      << "complete at the origin only";
  EXPECT_EQ(over([](Script& s) { s.put(0, 1, {}), s.flush(0, 0); }, [](Script& s) { s.flush(0, 1); }), "rsr")
      << "another target";
  EXPECT_EQ(
      over([](Script& s) { s.isend(0, 1, 5), s.receive(1, 0); }, [](Script& s) { s.done(0, {5}, {0}, {0}, {0}); }),
      "rsr")
      << "a request";
  EXPECT_EQ(over([](Script& s) { s.post(1, {0}), s.start(0, {1}), s.complete(0); }, [](Script& s) { s.wait(1); }),
            "rsr")
      << "an exposure";
  EXPECT_EQ(over([](Script& s) { s.post(1, {0}), s.start(0, {1}); }, [](Script& s) { s.complete(0), s.wait(1); }),
            "rsr")
      << "an access epoch";
  EXPECT_EQ(over([](Script& s) { s.accumulate(0, 1, {}), s.flush(0, 1); },
                 [](Script& s) { s.event(0, event::Executed{0, 1, 1, 1}); }),
            "rsr")
      << "an atomic operation that has not got its number";
}

// What leaves something behind: all workers replay it.
TEST(Periods, WhatLeavesATraceIsReplayedByAll) {
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::Attach{1, kWin, 0x5000, 8}); })), "rsrsr");
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::Freed{1, 0x5000, 8, 0, 7}); })), "rsrsr");
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::Freed{1, 0x5000, 8, 0, 0}); })), "rsssr")
      << "of one thread";
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::DatatypeGone{kColumn}); })), "rsrsr");
  EXPECT_EQ(shape_of(around([](Script& s) { s.probe(0, 1, 0, 3); })), "rsrsr");
  EXPECT_EQ(shape_of(around([](Script& s) { s.fence(0), s.fence(1, kNoStore); })), "rsrssr");
}

// Locks that are taken and given back in one period, of a window that nothing else exposes.
TEST(Periods, LocksThatAreGivenBackLeaveNothing) {
  const auto with = [](const Body& first, const Body& second, bool fenced = false) {
    return shape_of([=](Script& s) {
      if (fenced) s.fence_all();
      s.barrier();
      first(s);
      s.barrier();
      second(s);
      s.barrier();
    });
  };
  const auto nothing = [](Script&) {};
  const auto lock = [](Script& s) { s.lock(0, 1, LockType::kExclusive, 1); };
  const auto unlock = [](Script& s) { s.unlock(0, 1, 2); };
  const auto both = [=](Script& s) { lock(s), s.put(0, 1, {}), unlock(s); };
  EXPECT_EQ(with(both, nothing), "rssr");
  EXPECT_EQ(with(lock, unlock), "rrrr") << "held over a cut";
  EXPECT_EQ(with(both, nothing, true), "rsrsr") << "fenced as well";
  EXPECT_EQ(with([](Script& s) { s.lock(0, 1, LockType::kShared, 1, kNoCheck), s.unlock(0, 1, 2); }, nothing), "rrsr")
      << "unchecked";
  EXPECT_EQ(with([](Script& s) { s.lock(0, 1, LockType::kShared, 2), s.unlock(0, 1, 4); }, nothing), "rrsr")
      << "with a gap in the numbers";
}

// What one thread leaves open for another.
TEST(Periods, AccountsThatAreNotBalancedAreReplayedByAll) {
  EXPECT_EQ(shape_of(around([](Script& s) { s.send(0, 1), s.receive(1, 0); })), "rsssr");
  EXPECT_EQ(shape_of([](Script& s) {
              s.barrier();
              s.send(0, 1);
              s.barrier();
              s.load(1, kWindow);
              s.barrier();
              s.receive(1, 0);
              s.barrier();
            }),
            "rrsrr");
  EXPECT_EQ(shape_of(around([](Script& s) { s.post(1, {0}), s.start(0, {1}), s.complete(0), s.wait(1); })), "rsssr");
}

TEST(Periods, ARunInWhichACallFailedIsNotDivided) {
  EXPECT_EQ(shape_of(around([](Script& s) {
              s.flush(0, 1);
              s.event(0, event::CallFailed{1, "MPI_ERR_OTHER"});
            })),
            "");
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::Lost{1, "why"}); })), "");
  EXPECT_EQ(shape_of(around([](Script& s) { s.event(0, event::ThreadCreate{1, 1}); })), "");
}

TEST(Periods, AFenceIsACutUnlessItWaitsForNobody) {
  const auto fences = [](std::uint32_t asserts) {
    return shape_of([=](Script& s) {
      s.fence_all();
      s.put(0, 1, {});
      s.fence_all();
      s.put(0, 1, {});
      s.fence_all(asserts);
      s.fence_all();
      s.fence_all();
    });
  };
  EXPECT_EQ(fences(0), "rssssr");
  EXPECT_EQ(fences(kNoPrecede), "rsssr");
}

// ---- shares

Body many_rounds(int rounds) {
  return [rounds](Script& s) {
    s.lock_all();
    for (int i = 0; i < rounds; ++i) {
      s.barrier();
      put_and_flush(s);
    }
    s.barrier();
    s.unlock_all();
  };
}

TEST(Shares, TogetherHaveEachPeriodOnce) {
  const Survey survey = survey_of(many_rounds(20));
  const Periods& all = survey.periods();
  for (const std::size_t workers : {1U, 2U, 3U, 7U}) {
    std::vector<int> replayed(all.periods.size(), 0);
    for (std::size_t worker = 0; worker < workers; ++worker) {
      std::vector<bool> skipped(all.periods.size());
      for (const periods::Skip& skip : periods::share_of(all, worker, workers).skips)
        for (std::size_t i = skip.from + 1; i <= skip.to; ++i) skipped[i] = true;
      for (std::size_t i = 0; i < skipped.size(); ++i) replayed[i] += skipped[i] ? 0 : 1;
    }
    for (std::size_t i = 0; i < replayed.size(); ++i)
      EXPECT_EQ(replayed[i], all.periods[i].can_be_skipped ? 1 : static_cast<int>(workers)) << i;
  }
}

// The state of a window is that of the last calls on it, which may be far back.
TEST(Shares, KeepTheLastOfEachKindOfSynchronization) {
  const Survey survey = survey_of([](Script& s) {
    for (int i = 0; i < 4; ++i) s.barrier();
    s.fence_all();  // the second cut of the periods that are asked for
    for (int i = 0; i < 8; ++i) s.barrier();
  });
  const Share last = periods::share_of(survey.periods(), 1, 2);
  for (const periods::Skip& skip : last.skips) {
    const std::size_t with_fence = 4;
    EXPECT_FALSE(skip.from + 1 <= with_fence && with_fence <= skip.to);
  }
}

TEST(Shares, AreWorthItWhereMuchCanBeLeftOut) {
  EXPECT_TRUE(periods::worth_dividing(survey_of(many_rounds(100)).periods(), 4));
  EXPECT_FALSE(periods::worth_dividing(survey_of(many_rounds(3)).periods(), 4));
  EXPECT_FALSE(periods::worth_dividing(Periods(), 4));
}

// What was found is told by a replay of the periods that have something to do with it.
TEST(Shares, OfWhatIsNeededLeaveOutTheRest) {
  const Survey survey = survey_of(many_rounds(20));
  const Periods& all = survey.periods();
  std::vector<bool> needed(all.periods.size());
  needed[7] = needed[8] = true;
  const Share share = periods::share_with(all, needed);
  ASSERT_EQ(share.skips.size(), 2U);
  EXPECT_EQ(share.skips.front().to, 6U);
  EXPECT_EQ(share.skips.back().from, 8U);
  EXPECT_LT(share.events * 2, all.events());
}

TEST(Shares, CountOperationsAsTheWholeRunDoes) {
  const Survey survey = survey_of(many_rounds(20));  // of rank 0, one in each round
  const Periods& all = survey.periods();
  std::vector<bool> needed(all.periods.size());
  needed[7] = needed[8] = true;
  const Share share = periods::share_with(all, needed);
  const auto before = [&](std::size_t cut) { return all.threads[ProcessId(0)].cuts[cut].operations; };
  const std::uint64_t first = before(share.skips.front().from), left_out = before(share.skips.front().to) - first;
  ASSERT_GT(left_out, 0U);
  if (first > 0) {
    EXPECT_EQ(periods::number_in_run(all, share, ProcessId(0), first), first);
  }
  EXPECT_EQ(periods::number_in_run(all, share, ProcessId(0), first + 1), first + left_out + 1);
}

// ---- replaying them

struct Found {
  std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;  // stacks or instructions of the two
  std::vector<std::string> blind_spots;
  std::uint64_t events = 0;
  friend bool operator==(const Found&, const Found&) = default;
};

Found replay(TraceSource& source) {
  check::Analyzer analyzer(source, {}, {});
  while (analyzer.advance()) {
  }
  analyzer.finish();
  Found found;
  for (const Conflict& conflict : analyzer.conflicts()) {
    const auto name = [](const Place& place) { return place.pc != 0 ? place.pc : place.stack.number(); };
    found.pairs.emplace(name(conflict.first.place), name(conflict.second.place));
  }
  found.blind_spots = analyzer.end().blind_spots;
  found.events = analyzer.statistics().events;
  return found;
}

// The shares of all workers together find what one alone finds, and each has replayed less than everything.
void expect_same(const Body& body, std::size_t workers, bool has_conflicts, int ranks = 2) {
  const Survey survey = survey_of(body, ranks);
  ASSERT_FALSE(survey.periods().periods.empty());
  Script whole(ranks, recorded());
  body(whole);
  const Found alone = replay(whole);
  EXPECT_EQ(alone.pairs.empty(), !has_conflicts);
  Found together;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    Script script(ranks, recorded());
    body(script);
    periods::SkippingSource source(script, survey, periods::share_of(survey.periods(), worker, workers));
    const Found one = replay(source);
    EXPECT_EQ(one.blind_spots, alone.blind_spots);
    EXPECT_LT(one.events, alone.events);
    together.pairs.insert(one.pairs.begin(), one.pairs.end());
  }
  EXPECT_EQ(together.pairs, alone.pairs);
}

TEST(DividedReplay, FindsARaceInWhicheverPeriodItIs) {
  constexpr int kRounds = 12;
  for (int racy = -1; racy < kRounds; ++racy) {
    const Body body = [racy](Script& s) {
      s.lock_all();
      for (int i = 0; i < kRounds; ++i) {
        s.barrier();
        put_and_flush(s);
        if (i == racy) s.load(1, kWindow);
      }
      s.barrier();
      s.unlock_all();
    };
    for (const std::size_t workers : {2U, 5U}) expect_same(body, workers, racy >= 0);
  }
}

// The graph of synchronization forgets. What comes near to ordering a pair is known all the same.
TEST(DividedReplay, ExplainsAConflictHoweverLongTheRunGoesOn) {
  for (const int rounds : {3, 30'000}) {
    Script script(2, recorded());
    script.lock_all();
    script.barrier();
    put_and_flush(script);
    script.load(1, kWindow);
    for (int i = 0; i < rounds; ++i) script.barrier();
    script.unlock_all();
    check::Analyzer analyzer(script, {}, {});
    while (analyzer.advance()) {
    }
    analyzer.finish();
    ASSERT_EQ(analyzer.conflicts().size(), 1U);
    EXPECT_TRUE(analyzer.conflicts().front().too_late) << rounds;
  }
}

TEST(DividedReplay, KeepsTheNumbersOfAtomicOperations) {
  for (const bool later : {false, true}) {
    for (const bool racy : {false, true}) {
      const Body body = [=](Script& s) {
        s.lock_all();
        std::uint64_t operation = 0, sequence = 0;
        for (int i = 0; i < 12; ++i) {
          s.barrier();
          s.put(0, 1, {.displacement = 4});
          ++operation;
          // A flag: the load is ordered by what the fetch has read.
          if (!racy || i != 7) s.flush(0, 1);
          s.fetch_and_op(0, 1, {.op = ReduceOp::kReplace, .sequence = later ? 0 : ++sequence});
          ++operation;
          if (later) s.event(0, event::Executed{0, operation, ++sequence, 1});
          s.flush(0, 1);
          s.fetch_and_op(1, 1, {.op = ReduceOp::kNoOp, .sequence = ++sequence, .changed = false});
          s.flush(1, 1);
          s.load(1, kWindow + 16);
        }
        s.barrier();
        s.unlock_all();
      };
      expect_same(body, 4, racy);
    }
  }
}

TEST(DividedReplay, KeepsMessagesAndExposuresInStep) {
  const Body body = [](Script& s) {
    for (int i = 0; i < 12; ++i) {
      s.barrier();
      s.post(1, {0});
      s.start(0, {1});
      s.put(0, 1, {});
      s.complete(0);
      s.wait(1);
      s.send(1, 0, 3);
      s.receive(0, 1, 3);
      s.fence_all();
      s.get(1, 0, {.displacement = 8});
      s.fence_all();
    }
    s.barrier();
  };
  expect_same(body, 4, false);
}

// ---- random runs, with all rules

// Lines are addresses: each call of a script has one of its own.
class LineSymbols : public Symbolizer {
 public:
  SourceLocation locate(ProcessId, std::uint64_t address) override { return at(address); }
  std::vector<SourceLocation> stack(ProcessId, StackId stack) override { return {at(stack.number())}; }

 private:
  static SourceLocation at(std::uint64_t line) {
    SourceLocation location;
    location.file = "script.c";
    location.function = "main";
    location.line = static_cast<int>(line);
    return location;
  }
};

constexpr std::uint64_t kThird = 12, kThirdBase = 0x300000;  // a window for locks
constexpr std::uint64_t kOther = 11,
                        kOtherBase = 0x200000;  // a window for fences and exposures; the first has lock_all

// Rounds that are mostly correct.
class RandomRun {
 public:
  RandomRun(unsigned seed, int ranks) : random_(seed), ranks_(ranks), careless_(0.3 * chance()) {}

  void write(Script& s) {
    for (int rank = 0; rank < ranks_; ++rank) {
      s.add_window(rank, kOther, 101, kOtherBase, 64, recorded());
      s.add_window(rank, kThird, 102, kThirdBase, 64, recorded());
    }
    s.lock_all();
    const int rounds = 6 + static_cast<int>(random_() % 14);
    for (int i = 0; i < rounds; ++i) {
      round(s);
      if (chance() > careless_) s.barrier();
    }
    s.unlock_all();
  }

 private:
  double chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  bool careless() { return chance() < careless_ * 0.3; }

  void round(Script& s) {
    switch (random_() % 5) {
      case 4:
        return locks(s);
      case 0:
        return passive(s);
      case 1:
        return fences(s);
      case 2:
        return exposures(s);
      default:
        return messages(s);
    }
  }
  // Each origin has an int of its own at each target.
  Op op(int rank, std::uint64_t window) {
    return {.displacement = careless() ? 0 : rank,
            .origin = kBuffer + 64 * static_cast<std::uint64_t>(random_() % 4),
            .window = window};
  }
  void passive(Script& s) {
    for (int rank = 0; rank < ranks_; ++rank) {
      const int target = (rank + 1) % ranks_;
      s.put(rank, target, op(rank, kWin));
      if (chance() < 0.3) {
        s.fetch_and_op(rank, target, {.displacement = 12, .sequence = ++sequences_[target]});
      }
      if (!careless()) s.flush(rank, chance() < 0.5 ? kAll : target, careless());
    }
    if (!careless()) s.barrier();
    for (int rank = 0; rank < ranks_; ++rank) s.load(rank, kWindow, 4, 4, 8);
  }
  std::uint32_t asserts(std::initializer_list<std::uint32_t> wrong) {
    for (const std::uint32_t bit : wrong)
      if (careless()) return bit;
    return 0;
  }
  void fences(Script& s) {
    const auto fence = [&](std::uint32_t bits) {
      for (int rank = 0; rank < ranks_; ++rank) s.fence(rank, bits, kOther);
    };
    if (!careless()) fence(asserts({kNoPrecede, kNoStore, kNoPut, kNoSucceed}));
    for (int rank = 0; rank < ranks_; ++rank) {
      if (chance() < 0.8) s.put(rank, (rank + 1) % ranks_, op(rank, kOther));
    }
    if (!careless()) fence(asserts({kNoPrecede, kNoStore, kNoPut}) | (chance() < 0.3 ? std::uint32_t{kNoSucceed} : 0));
    for (int rank = 0; rank < ranks_; ++rank) {
      if (chance() < 0.3) s.store(rank, kOtherBase + 32);
    }
  }
  void exposures(Script& s) {
    const int origin = static_cast<int>(random_() % static_cast<unsigned>(ranks_)), target = (origin + 1) % ranks_;
    const std::uint32_t bits = asserts({kNoStore, kNoPut});
    s.event(target, event::Post{s.next_line(target), kOther, s.ranks({origin}), bits});
    s.event(origin, event::StartBegin{s.next_line(origin), kOther, s.ranks({target}), 0});
    s.event(origin, event::StartEnd{});
    s.put(origin, target, op(origin, kOther));
    if (careless()) s.load(target, kOtherBase, 4, 4, 8);
    s.event(origin, event::CompleteBegin{s.next_line(origin), kOther});
    s.event(origin, event::CompleteEnd{});
    s.event(target, event::ExposureWaitBegin{s.next_line(target), kOther});
    s.event(target, event::ExposureWaitEnd{});
  }
  // One after the other, as the numbers of the grants say. Whoever forgets to unlock does so at the end of the round.
  void locks(Script& s) {
    for (int rank = 0; rank < ranks_; ++rank) {
      const int target = static_cast<int>(random_() % static_cast<unsigned>(ranks_));
      const auto type = static_cast<std::uint64_t>(careless() ? LockType::kShared : LockType::kExclusive);
      const auto lock = static_cast<std::uint64_t>(MpiCall::kWin_lock),
                 unlock = static_cast<std::uint64_t>(MpiCall::kWin_unlock);
      s.event(rank, event::LockBegin{s.next_line(rank), lock, kThird, target, type, 0});
      s.event(rank, event::LockEnd{});
      s.event(rank, event::LockGranted{kThird, target, ++grants_[target]});
      s.put(rank, target, {.displacement = static_cast<std::int64_t>(random_() % 4), .window = kThird});
      if (careless()) s.barrier();
      s.event(rank, event::UnlockBegin{s.next_line(rank), unlock, kThird, target});
      s.event(rank, event::LockReleased{kThird, target, ++grants_[target]});
      s.event(rank, event::UnlockEnd{});
      if (careless()) s.load(rank, kThirdBase);
    }
  }
  void messages(Script& s) {
    s.send(0, 1, 3);
    if (careless()) s.barrier();
    s.receive(1, 0, 3);
    s.isend(1, 0, ++request_, 4);
    if (careless()) s.barrier();
    s.receive(0, 1, 4);
    s.done(1, {static_cast<int>(request_)}, {0}, {0}, {0});
    for (int rank = 0; rank < ranks_; ++rank) s.collective(rank, MpiCall::kAllreduce);
  }

  std::mt19937 random_;
  const int ranks_;
  const double careless_;
  std::uint64_t request_ = 0;
  std::map<int, std::uint64_t> sequences_, grants_;
};

struct Told {
  std::set<std::string> findings;  // rule and lines
  bool says_more = false;
  std::uint64_t events = 0;
};

Told told_by_rules(TraceSource& source) {
  LineSymbols symbols;
  Checks checks(symbols, {});
  Observer* const observers[] = {&checks};
  check::Analyzer analyzer(source, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  Told told;
  for (const Finding& finding : checks.findings()) {
    std::string line = finding.rule;
    for (const Access& access : finding.accesses) line += fmt::format(" {}", access.location.line);
    told.findings.insert(std::move(line));
  }
  told.says_more = !analyzer.end().blind_spots.empty();
  told.events = analyzer.statistics().events;
  return told;
}

// What a whole analysis finds, somebody finds. (More is found where what was left out would have mended it.)
TEST(DividedReplay, MissesNothingInRandomRuns) {
  constexpr unsigned kRuns = 500;
  unsigned divided = 0, clean = 0;
  for (unsigned seed = 1; seed <= kRuns; ++seed) {
    const int ranks = 2 + static_cast<int>(seed % 2);
    const Body body = [=](Script& s) { RandomRun(seed, ranks).write(s); };
    const Survey survey = survey_of(body, ranks);
    if (survey.periods().periods.empty()) continue;
    Script whole(ranks, recorded());
    body(whole);
    const Told alone = told_by_rules(whole);
    clean += alone.findings.empty() ? 1 : 0;
    for (const std::size_t workers : {2U, 3U, 6U}) {
      Told together;
      bool less = false;
      for (std::size_t worker = 0; worker < workers; ++worker) {
        Script script(ranks, recorded());
        body(script);
        periods::SkippingSource source(script, survey, periods::share_of(survey.periods(), worker, workers));
        const Told one = told_by_rules(source);
        less = less || one.events < alone.events;
        together.findings.insert(one.findings.begin(), one.findings.end());
        together.says_more = together.says_more || one.says_more;
      }
      divided += less ? 1 : 0;
      for (const std::string& one : alone.findings)
        EXPECT_TRUE(together.findings.contains(one)) << "seed " << seed << ", " << workers << " workers: " << one;
      EXPECT_EQ(alone.says_more, together.says_more) << "seed " << seed << ", " << workers << " workers";
      if (alone.findings.empty()) {
        EXPECT_TRUE(together.findings.empty())
            << "seed " << seed << ", " << workers << " workers: " << *together.findings.begin();
      }
    }
  }
  EXPECT_GT(divided, kRuns) << "of three divisions each";
  EXPECT_GT(clean, kRuns / 10);
  EXPECT_LT(clean, kRuns * 9 / 10);
}

}  // namespace
}  // namespace fencepost::test
