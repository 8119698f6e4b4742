// `why` names the program's own call that looks like the missing one: each such call in each family of races, and for
// each the right call, with which there is no finding. (Lines are in the order of the program: the first action is at
// the top, the last at the bottom.)
#include <gtest/gtest.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "registry/rule_ids.h"
#include "scenario/scenario.h"

namespace fencepost::test {
namespace {

constexpr int kRanks = 4;  // rank 0 comes first, rank 1 second; 2 owns memory of both, and 3 stands by
constexpr std::uint64_t kBuffer = 0x600000;

std::vector<Finding> findings_of(Scenario& scenario) {
  ScenarioSymbolizer symbolizer;
  Checks checks(symbolizer, {});
  Observer* const observers[] = {&checks};
  check::Analyzer analyzer(scenario, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  return checks.findings();
}

// ---- two accesses, the second of which must wait for the first

struct Pair {
  const char* name;
  std::string_view rule;
  WindowFlavor flavor = WindowFlavor::kAllocate;
  std::function<void(Scenario&, Win)> first, second;
};

const std::vector<Pair>& pairs_to_order() {
  static const std::vector<Pair> all = [] {
    const auto put = [](int target) { return [=](Scenario& s, Win w) { s[0].put(w, target).flush(w, target); }; };
    const auto add = [](Scenario& s, Win w) { s[0].accumulate(w, 1).flush(w, 1); };
    const auto store = [](Scenario& s, Win w) { s[0].store(s.address(w, 0)); };
    const auto get = [](Scenario& s, Win w) { s[0].get(w, 1).flush(w, 1); };
    std::vector<Pair> pairs = {
        {.name = "put, put", .rule = rule::kConflictingOperations, .first = put(2)},
        {.name = "put, load", .rule = rule::kOperationAndLocalAccess, .first = put(1)},
        {.name = "store, get", .rule = rule::kOperationAndLocalAccess, .first = store},
        {.name = "get, store", .rule = rule::kOperationAndLocalAccess, .first = get},
        {.name = "accumulate, load", .rule = rule::kAtomicAndOtherAccess, .first = add},
        {.name = "store, load",
         .rule = rule::kSharedMemoryAccess,
         .flavor = WindowFlavor::kAllocateShared,
         .first = store},
        {.name = "put, send", .rule = rule::kMessageBuffer, .first = put(1)},
    };
    return pairs;
  }();
  return all;
}
void second_of(std::size_t pair, Scenario& s, Win w);

// ---- what looks like order

using Between = std::function<void(Scenario&, Win)>;  // with a window beside that of the accesses
struct NearMiss {
  const char* name;
  std::string_view says;          // in `why`
  Between near, right;            // between the two; `right`: it orders them
  const char* info = "";          // of the other window, when it is near
  std::vector<int> without = {};  // ranks that it lacks then
};

// A collective call of all on a communicator, in one line.
struct Collective {
  MpiCall call;
  std::int64_t root = 0;
  CommunicatorShape shape = {.members = {0, 1, 2, 3}};
  // By rank: who gives and takes data, and from whom alone.
  std::function<bool(int)> gives = [](int) { return true; }, takes = [](int) { return true; };
  std::function<std::vector<std::uint64_t>(int)> sources = [](int) { return std::vector<std::uint64_t>{}; };
};
Between all_call(const Collective& made) {
  return [made](Scenario& s, Win) {
    const std::uint64_t communicator = s.communicator(made.shape);
    for (const auto* group : {&made.shape.members, &made.shape.others})
      for (const std::uint64_t member : *group) {
        const int rank = static_cast<int>(member);
        s[rank].collective_on(communicator, made.call, made.root, made.gives(rank), made.takes(rank),
                              made.sources(rank));
      }
  };
}
bool never(int) {
  return false;
}
Between fences(std::uint64_t asserts, bool some = false) {
  return [=](Scenario& s, Win own) {
    for (int rank = 0; rank < kRanks; ++rank)
      if (!some || rank != 1) s[rank].fence(own, asserts);
  };
}
void frees(Scenario& s, Win own) {
  for (int rank = 0; rank < kRanks; ++rank) s[rank].free_window(own);
}
Between epochs(bool answered) {
  return [=](Scenario& s, Win own) {
    s[0].post(own, {1});
    s[1].start(own, {0});
    if (answered) s[1].get(own, 0).complete(own);
    s[0].wait(own);
    if (!answered) s[1].complete(own);
  };
}

const std::vector<NearMiss>& near_misses() {
  const auto before = [](int rank) { return rank == 0; };
  const CommunicatorShape together{.members = {0, 1}, .others = {2, 3}}, apart{.members = {0, 2}, .others = {1, 3}};
  static const std::vector<NearMiss> all = {
      {"a barrier of one group of an intercommunicator", "each waits only for the other group",
       all_call({.call = MpiCall::kBarrier, .shape = together}), all_call({.call = MpiCall::kBarrier, .shape = apart})},
      {"a barrier without the other rank", "to which rank 1 does not belong",
       all_call({.call = MpiCall::kBarrier, .shape = {.members = {0, 2, 3}}}),
       all_call({.call = MpiCall::kBarrier, .shape = {.members = {0, 1}}})},
      {"a broadcast from another root", "the data goes from the root, rank 3, to the others: rank 1 does not wait for rank 0",
       all_call({.call = MpiCall::kBcast, .root = 3, .gives = [](int r) { return r == 3; }}),
       all_call({.call = MpiCall::kBcast, .root = 0, .gives = before})},
      {"a reduction to another root", "the data goes to the root, rank 3: rank 1 does not wait for rank 0",
       all_call({.call = MpiCall::kReduce, .root = 3}), all_call({.call = MpiCall::kReduce, .root = 1})},
      {"a gather to another root", "the data goes to the root, rank 2", all_call({.call = MpiCall::kGather, .root = 2}),
       all_call({.call = MpiCall::kGather, .root = 1})},
      {"a scatter from another root", "the data goes from the root, rank 2", all_call({.call = MpiCall::kScatter, .root = 2}),
       all_call({.call = MpiCall::kScatter, .root = 0})},
      {"a scan the other way", "waits only for lower ranks",
       all_call({.call = MpiCall::kScan, .shape = {.members = {1, 0, 2, 3}}}), all_call({.call = MpiCall::kScan})},
      {"a reduction of nothing", "Rank 0 contributes no data to MPI_Allreduce",
       all_call({.call = MpiCall::kAllreduce, .gives = never, .takes = never}), all_call({.call = MpiCall::kAllreduce})},
      {"an exchange in which one takes nothing", "Rank 1 receives no data in MPI_Alltoallv",
       all_call({.call = MpiCall::kAlltoallv, .takes = [](int r) { return r != 1; }}),
       all_call({.call = MpiCall::kAlltoallv})},
      {"an exchange of others", "Rank 1 receives nothing from rank 0 in MPI_Alltoallv",
       all_call({.call = MpiCall::kAlltoallv,
                 .sources = [](int r) { return r == 1 ? std::vector<std::uint64_t>{2, 3} : std::vector<std::uint64_t>{0}; }}),
       all_call({.call = MpiCall::kAlltoallv, .sources = [](int) { return std::vector<std::uint64_t>{0}; }})},
      {"neighbors that give nothing", "Rank 0 contributes no data to MPI_Neighbor_alltoall",
       all_call({.call = MpiCall::kNeighbor_alltoall, .shape = {.members = {0, 1, 2, 3}, .ring = 1}, .gives = never,
                 .takes = never}),
       all_call({.call = MpiCall::kNeighbor_alltoall, .shape = {.members = {0, 1, 2, 3}, .ring = 1}})},
      {"neighbors on the other side", "rank 1 is not a neighbor that rank 0 sends to",
       all_call({.call = MpiCall::kNeighbor_allgather, .shape = {.members = {0, 1, 2, 3}, .ring = -1}}),
       all_call({.call = MpiCall::kNeighbor_allgather, .shape = {.members = {0, 1, 2, 3}, .ring = 1}})},
      {"a call on a file", "MPI_File_set_size at case.c:", all_call({.call = MpiCall::kFile_set_size}),
       all_call({.call = MpiCall::kBarrier})},
      {"a fence that ends no epoch", "is given MPI_MODE_NOPRECEDE: it ends no epoch", fences(kNoPrecede), fences(0)},
      {"a fence without the other rank", "to which rank 1 does not belong", fences(0, true), fences(0), "", {1}},
      {"the end of a window without locks", "frees a window with no_locks", frees, frees, "no_locks=true\n"},
      {"a start that need not wait for its post", "of rank 1 may return before MPI_Win_post", epochs(false),
       epochs(true)},
      {"a post that waits for nobody", "of rank 1 waits for no other rank: MPI_Win_wait does",
       [](Scenario& s, Win own) {
         s[0].start(own, {1}).complete(own);
         s[1].post(own, {0});
       },
       [](Scenario& s, Win own) {
         s[0].start(own, {1}).complete(own);
         s[1].post(own, {0}).wait(own);
       }},
      {"an exposure to others", "of rank 1 waits for the MPI_Win_complete of rank 3, not for rank 0",
       [](Scenario& s, Win own) {
         s[3].start(own, {1}).complete(own);
         s[1].post(own, {3}).wait(own);
       },
       [](Scenario& s, Win own) {
         s[0].start(own, {1}).complete(own);
         s[1].post(own, {0}).wait(own);
       }},
      {"a send that need not wait", "only MPI_Ssend would wait for it", [](Scenario& s, Win) { s[0].receive(1); s[1].send(0); },
       [](Scenario& s, Win) {
         s[0].receive(1);
         s[1].raw(event::SendBegin{.stack = std::source_location::current().line(),
                                   .call = static_cast<std::uint64_t>(MpiCall::kSsend),
                                   .communicator = Scenario::kWorld,
                                   .destination = 0,
                                   .mode = static_cast<std::uint64_t>(SendMode::kSynchronous)})
             .raw(event::SendEnd{});
       }},
      {"a synchronization of memory", "it waits for no other rank",
       [](Scenario& s, Win own) {
         for (const int rank : {0, 1}) s[rank].sync(own);
       },
       all_call({.call = MpiCall::kBarrier})},
      {"the end of an epoch to all", "is not a collective call",
       [](Scenario& s, Win own) {
         for (const int rank : {0, 1}) s[rank].lock_all(own).unlock_all(own);
       },
       all_call({.call = MpiCall::kBarrier})},
  };
  return all;
}

void second_of(std::size_t pair, Scenario& s, Win w) {
  const std::function<void(Scenario&, Win)> seconds[] = {
      [](Scenario& of, Win win) { of[1].put(win, 2).flush(win, 2); },
      [](Scenario& of, Win win) { of[1].load(of.address(win, 1)); },
      [](Scenario& of, Win win) { of[1].get(win, 0).flush(win, 0); },
      [](Scenario& of, Win win) { of[1].store(of.address(win, 1)); },
      [](Scenario& of, Win win) { of[1].load(of.address(win, 1)); },
      [](Scenario& of, Win win) { of[1].load(of.address(win, 0)); },
      [](Scenario& of, Win win) { of[1].send(3, of.address(win, 1)); },
  };
  seconds[pair](s, w);
}

std::vector<Finding> run(std::size_t pair, const Between& between, bool right, const NearMiss& of_window) {
  Scenario s(kRanks);
  const std::uint64_t few = s.communicator({.members = {0, 2, 3}});
  const bool whole = right || of_window.without.empty();
  const Win own = s.window({.infos = {right ? "" : of_window.info},
                            .communicator = whole ? Scenario::kWorld : few,
                            .without = whole ? std::vector<int>{} : of_window.without});
  const Pair& of = pairs_to_order()[pair];
  const Win win = s.window({.flavor = of.flavor});
  // (An exclusive lock, so that no sentence is of shared ones.)
  for (const int rank : {0, 1}) s[rank].lock_all(win, kNoCheck);
  of.first(s, win);
  if (right && of.flavor == WindowFlavor::kAllocateShared) s[0].sync(win);
  between(s, own);
  if (right && of.flavor == WindowFlavor::kAllocateShared) s[1].sync(win);
  second_of(pair, s, win);
  if (pair == pairs_to_order().size() - 1) s[3].receive(1);
  for (const int rank : {0, 1}) s[rank].unlock_all(win);
  s.end();
  return findings_of(s);
}

std::string all_said(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += finding.rule + ": " + finding.message + "\n";
    for (const std::string& why : finding.why) text += "    " + why + "\n";
  }
  return text;
}

TEST(NearMisses, OfOrderAreNamedInEachFamily) {
  for (std::size_t pair = 0; pair < pairs_to_order().size(); ++pair)
    for (const NearMiss& one : near_misses()) {
      const Pair& of = pairs_to_order()[pair];
      const auto findings = run(pair, one.near, false, one);
      int told = 0;
      for (const Finding& finding : findings) {
        if (finding.rule != of.rule) continue;
        for (const std::string& why : finding.why) told += why.find(one.says) != std::string::npos;
      }
      EXPECT_EQ(told, 1) << of.name << ": " << one.name << "\n" << all_said(findings);
      for (const Finding& finding : run(pair, one.right, true, one))
        EXPECT_NE(finding.rule, of.rule) << of.name << ": ordered, " << one.name << "\n" << all_said({finding});
    }
}

TEST(NearMisses, NobodyIsToldOfCallsThatHaveNothingToDoWithIt) {
  for (std::size_t pair = 0; pair < pairs_to_order().size(); ++pair) {
    const auto findings = run(pair, [](Scenario&, Win) {}, false, NearMiss{});
    ASSERT_FALSE(findings.empty());
    for (const Finding& finding : findings)
      for (const std::string& why : finding.why)
        for (const NearMiss& one : near_misses())
          EXPECT_EQ(why.find(one.says), std::string::npos) << one.name << "\n" << all_said(findings);
  }
}

// ---- what looks like completion

struct Completion {
  const char* name;
  std::string_view says;
  std::function<void(Scenario&, Win, Win)> near;  // by rank 0, with the window and another one
};

TEST(NearMisses, OfCompletionAreNamedInEachFamily) {
  using Act = std::function<void(Scenario&, Win)>;
  struct Incomplete {
    const char* name;
    std::string_view rule;
    Act first, second;
  };
  const auto at_target = [](Scenario& s, Win w) { s[0].rput(w, 1, 7, {.buffer = kBuffer}); };
  const Act put = [](Scenario& s, Win w) { s[0].put(w, 1, {.buffer = kBuffer}); };
  const Act get = [](Scenario& s, Win w) { s[0].get(w, 1, {.buffer = kBuffer}); };
  const Act add = [](Scenario& s, Win w) { s[0].accumulate(w, 1, {.buffer = kBuffer}); };
  const std::vector<Completion> near = {
      {"flush of another rank", "completes operations to rank 2 of this window, but ",
       [](Scenario& s, Win w, Win) { s[0].flush(w, 2); }},
      {"flush of another window", " is on the window of MPI_Win_allocate at ",
       [](Scenario& s, Win, Win other) { s[0].flush(other, 1); }},
      {"flush of all of another window", " is on the window of MPI_Win_allocate at ",
       [](Scenario& s, Win, Win other) { s[0].flush_all(other); }},
      {"local flush of another window", " is on the window of MPI_Win_allocate at ",
       [](Scenario& s, Win, Win other) { s[0].flush_local(other, 1); }},
      {"unlock of another window", " is on the window of MPI_Win_allocate at ",
       [](Scenario& s, Win, Win other) { s[0].unlock_all(other).lock_all(other); }},
  };
  const auto load_there = [](Scenario& s, Win w) { s.barrier(), s[1].load(s.address(w, 1)); };
  const std::vector<Incomplete> all = {
      {"put, load", rule::kOperationAndLocalAccess, at_target, load_there},
      {"accumulate, load", rule::kAtomicAndOtherAccess, add, load_there},
      {"put, put", rule::kConflictingOperations, at_target,
       [](Scenario& s, Win w) { s.barrier(), s[2].lock(w, 1).put(w, 1).unlock(w, 1); }},
      {"put, store", rule::kOriginBufferReused, put, [](Scenario& s, Win) { s[0].store(kBuffer); }},
      {"get, load", rule::kResultBufferUsed, get, [](Scenario& s, Win) { s[0].load(kBuffer); }},
      {"put, send", rule::kMessageBuffer, at_target,
       [](Scenario& s, Win w) { s.barrier(), s[1].send(3, s.address(w, 1)), s[3].receive(1); }},
  };
  for (const Incomplete& of : all)
    for (const Completion& one : near) {
      Scenario s(kRanks);
      const Win win = s.window(), other = s.window({.flavor = WindowFlavor::kCreate});
      s[0].lock_all(win).lock_all(other);
      of.first(s, win);
      one.near(s, win, other);
      of.second(s, win);
      s[0].unlock_all(win).unlock_all(other);
      s.end();
      const auto findings = findings_of(s);
      int told = 0;
      for (const Finding& finding : findings)
        for (const std::string& why : finding.why)
          told += finding.rule == of.rule && why.find(one.says) != std::string::npos;
      EXPECT_EQ(told, 1) << of.name << ": " << one.name << "\n" << all_said(findings);
    }
}

TEST(NearMisses, AWaitForAnotherRequestIsNamed) {
  for (const bool other : {false, true}) {
    Scenario s(2);
    const Win win = s.window();
    s[0].lock_all(win).rput(win, 1, 7, {.buffer = kBuffer}).rput(win, 1, 8, {.displacement = 1});
    s[0].request_done(other ? 8 : 7);
    s[0].store(kBuffer);
    s[0].unlock_all(win);
    s.end();
    const std::string said = all_said(findings_of(s));
    EXPECT_EQ(said.find("waits for a different request, not for that of MPI_Rput") != std::string::npos, other) << said;
  }
}

}  // namespace
}  // namespace fencepost::test
