// Separate tests of sends and receives, meetings, locks and atomics.
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "match/atomics.h"
#include "match/collectives.h"
#include "match/concurrent_envelopes.h"
#include "match/locks.h"
#include "match/meetings.h"
#include "match/messages.h"

namespace fencepost::match {
namespace {

Reached called(order::StreamNumber stream, order::Tick tick) {
  return {order::SharedClocks(new order::Clocks()), stream, tick};
}

std::shared_ptr<Send> send(std::int64_t tag) {
  auto one = std::make_shared<Send>();
  one->communicator = CommunicatorKey(1);
  one->source = ProcessId(0);
  one->destination = ProcessId(1);
  one->tag = tag;
  return one;
}
std::shared_ptr<Receive> receive(int source, std::int64_t tag) {
  auto one = std::make_shared<Receive>();
  one->communicator = CommunicatorKey(1);
  one->process = ProcessId(1);
  one->peer = source < 0 ? Rank::kAnySource : Rank(source);
  one->source = ProcessId(source);
  one->tag = tag;
  return one;
}

// A clock that knows of these ticks, by stream.
order::SharedClocks clocks(std::initializer_list<std::pair<order::StreamNumber, order::Tick>> ticks) {
  auto* const made = new order::Clocks;
  for (const auto& [stream, tick] : ticks) made->raise(stream, tick);
  return order::SharedClocks(made);
}

TEST(ConcurrentEnvelopes, AreThoseOfWhichTwoCallsDoNotKnowOfEachOther) {
  for (const bool known : {false, true}) {
    ConcurrentEnvelopes envelopes;
    const auto one = send(7), other = send(7), elsewhere = send(8);
    one->clock = clocks({{0, 5}});
    other->clock = known ? clocks({{0, 5}, {1, 3}}) : clocks({{1, 3}});
    elsewhere->clock = clocks({{2, 9}});
    envelopes.sends(*one, {0, 5});
    envelopes.sends(*elsewhere, {2, 9});
    EXPECT_EQ(envelopes.senders(channel_of(*one)), nullptr);
    envelopes.sends(*other, {1, 3});
    const order::Clocks* all = envelopes.senders(channel_of(*one));
    EXPECT_EQ(all == nullptr, known);
    if (all == nullptr) continue;
    EXPECT_TRUE(all->strong().covers(0, 5) && all->strong().covers(1, 3));
    EXPECT_FALSE(all->strong().covers(2, 9));
  }
}

TEST(ConcurrentEnvelopes, CountReceivesWithWildcardsForAllThatTheyMayTake) {
  ConcurrentEnvelopes envelopes;
  const auto sent = send(7);
  sent->clock = clocks({{0, 5}});
  envelopes.sends(*sent, {0, 5});
  for (const order::StreamNumber stream : {1U, 2U}) {
    EXPECT_EQ(envelopes.senders(channel_of(*sent)), nullptr);
    const auto any = receive(-1, kAnyTag);
    any->post = clocks({{stream, 1}});
    envelopes.receives(*any, {stream, 1});
  }
  EXPECT_NE(envelopes.senders(channel_of(*sent)), nullptr);
}

TEST(Messages, OverlappingReceivesTakeInPostingOrder) {
  Messages messages([](Receive& wildcard) {
    wildcard.resolution = Receive::Resolution::kTakes;
    wildcard.resolved_source = ProcessId(0);
    wildcard.resolved_tag = 7;
  });
  const auto a = send(7);
  const auto b = send(7);
  const auto other = send(8);
  for (const auto& one : {a, other, b}) messages.post(one);
  const auto any = receive(-1, kAnyTag);
  const auto definite = receive(0, 7);
  messages.post(any);
  messages.post(definite);
  EXPECT_EQ(messages.find(*definite, ProcessId(0), 7), b);  // the first is the wildcard's
  EXPECT_EQ(messages.find_receive(*a), any);
  EXPECT_EQ(messages.find_receive(*b), definite);
  EXPECT_EQ(messages.find_receive(*other), nullptr);
  EXPECT_EQ(messages.find_probed(CommunicatorKey(1), ProcessId(1), ProcessId(0), 8), other);
  EXPECT_EQ(messages.find_probed(CommunicatorKey(1), ProcessId(1), ProcessId(0), 7), nullptr);  // both are spoken for
  messages.take(definite, b);
  EXPECT_EQ(messages.find(*any, ProcessId(0), 7), a);
  messages.take(any, a);
  EXPECT_EQ(messages.untaken().size(), 1u);
  EXPECT_TRUE(messages.unserved().empty());
}

// A rank that the communicator does not have is not MPI_ANY_SOURCE.
TEST(Messages, AReceiveFromARankThatDoesNotExistTakesNothing) {
  Messages messages([](Receive&) { FAIL() << "nothing to resolve"; });
  const auto nobody = receive(-1, 7);
  nobody->peer = Rank(99);
  const auto later = receive(0, 7);
  const auto a = send(7);
  messages.post(nobody);
  messages.post(later);
  messages.post(a);
  EXPECT_EQ(messages.find_receive(*a), later);
}

TEST(Messages, WithdrawnOnesTakeNoPart) {
  Messages messages([](Receive&) { FAIL() << "nothing to resolve"; });
  const auto a = send(7);
  messages.post(a);
  const auto cancelled = receive(0, 7);
  const auto later = receive(0, 7);
  messages.post(cancelled);
  messages.post(later);
  EXPECT_EQ(messages.find(*later, ProcessId(0), 7), nullptr);
  messages.withdraw(*cancelled);
  EXPECT_EQ(messages.find(*later, ProcessId(0), 7), a);
}

// Sends and receives of two sources and two tags at random, some receives with wildcards, against lists that are gone
// through from the beginning.
TEST(Messages, AreThoseOfTheListsGoneThroughInOrder) {
  std::mt19937 random(5);
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  struct Posted {
    std::shared_ptr<Receive> receive;
    int source;
    std::int64_t tag;  // that it takes
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<Posted> receives;
    std::vector<std::shared_ptr<Send>> sends;
    Messages messages([&](Receive& wildcard) {
      const auto of = std::ranges::find(receives, &wildcard, [](const Posted& one) { return one.receive.get(); });
      wildcard.resolution = Receive::Resolution::kTakes;
      wildcard.resolved_source = ProcessId(of->source);
      wildcard.resolved_tag = of->tag;
    });
    const auto nth_send = [&](int source, std::int64_t tag, std::size_t n) -> std::shared_ptr<Send> {
      for (const auto& one : sends)
        if (one->source == ProcessId(source) && one->tag == tag && n-- == 0) return one;
      return nullptr;
    };
    const auto before = [&](const Posted& own) {
      std::size_t count = 0;
      for (const Posted& one : receives) {
        if (one.receive == own.receive) break;
        count += one.source == own.source && one.tag == own.tag;
      }
      return count;
    };
    for (int step = 0; step < 60; ++step) {
      const int what = number(0, 9);
      if (what < 4) {
        const auto one = send(number(0, 1));
        one->source = ProcessId(number(0, 1));
        sends.push_back(one);
        messages.post(one);
      } else if (what < 7) {
        const int source = number(0, 1);
        const std::int64_t tag = number(0, 1);
        receives.push_back({receive(number(0, 1) ? source : -1, number(0, 1) ? tag : kAnyTag), source, tag});
        messages.post(receives.back().receive);
      } else if (!receives.empty()) {
        const auto at = receives.begin() + number(0, static_cast<int>(receives.size()) - 1);
        const auto expected = nth_send(at->source, at->tag, before(*at));
        if (number(0, 1)) messages.settle(*at->receive, ProcessId(at->source), at->tag);
        ASSERT_EQ(messages.find(*at->receive, ProcessId(at->source), at->tag), expected);
        if (what == 7) {
          messages.withdraw(*at->receive);
          receives.erase(at);
        } else if (expected) {
          ASSERT_EQ(messages.find_receive(*expected), at->receive);
          messages.take(at->receive, expected);
          std::erase(sends, expected);
          receives.erase(at);
        }
      }
    }
    EXPECT_EQ(messages.untaken().size(), sends.size());
    const auto left = messages.unserved();
    ASSERT_EQ(left.size(), receives.size());
    for (std::size_t i = 0; i < left.size(); ++i) EXPECT_EQ(left[i], receives[i].receive);
  }
}

TEST(Collectives, FormsOfOneFunction) {
  EXPECT_TRUE(same_function(MpiCall::kBcast, MpiCall::kBcast_c));
  EXPECT_FALSE(same_function(MpiCall::kBcast, MpiCall::kIbcast));
  EXPECT_FALSE(same_function(MpiCall::kBcast, MpiCall::kScatter));
  EXPECT_EQ(direction_of(MpiCall::kIreduce), Direction::kToRoot);
  EXPECT_EQ(direction_of(MpiCall::kIneighbor_alltoallw), Direction::kNeighbors);
  EXPECT_EQ(direction_of(MpiCall::kIntercomm_create), Direction::kAll);
  EXPECT_EQ(direction_of(MpiCall::kComm_idup), Direction::kAll);
  EXPECT_EQ(direction_of(MpiCall::kScan_init), Direction::kPrefix);
}

TEST(Meetings, CallsOfAMemberGoToMeetingsInTurn) {
  Meetings meetings;
  const auto first = meetings.next(CommunicatorKey(9), 0, 2, 2);
  const auto second = meetings.next(CommunicatorKey(9), 0, 2, 2);
  EXPECT_NE(first, second);
  EXPECT_EQ(meetings.next(CommunicatorKey(9), 1, 2, 2), first);
  EXPECT_NE(meetings.next(Sequence::kFence, WindowKey(9), 1, 2), first);
  EXPECT_EQ(second->number, 2u);
}

TEST(Meetings, OfWhatIsFreedGoIfAllCame) {
  Meetings meetings;
  const auto came = meetings.next(Sequence::kFence, WindowKey(9), 0, 1);
  came->arrived = 1;
  const auto not_all = meetings.next(Sequence::kWindowFree, WindowKey(9), 0, 2);
  not_all->arrived = 1;
  EXPECT_FALSE(meetings.forget_window(WindowKey(9)));
  EXPECT_EQ(meetings.incomplete(), std::vector{not_all});
  EXPECT_EQ(meetings.next(Sequence::kFence, WindowKey(9), 0, 1)->number, 1u);  // begun anew
}

TEST(Locks, GrantsWaitForReleasesButNotForGrants) {
  Locks locks;
  TargetLock& lock = locks.of(WindowKey(1), Rank(0));
  EXPECT_TRUE(Locks::can_grant(lock, 1));
  EXPECT_FALSE(Locks::can_grant(lock, 2));
  lock.ahead[1] = false;  // a grant that some trace writes later
  EXPECT_TRUE(Locks::can_grant(lock, 2));
  lock.ahead[1] = true;
  EXPECT_FALSE(Locks::can_grant(lock, 2));
  Locks::pass(lock, 2);
  Locks::pass(lock, 1);
  EXPECT_EQ(lock.next, 3u);
}

TEST(Atomics, ReleaseSequencePerElement) {
  Atomics atomics;
  const auto execution = [](std::uint64_t begin, std::uint64_t size, Reached issue) {
    AtomicExecution one;
    one.bytes.memory = {0, ProcessId(0)};
    one.bytes.pieces = {normalized(static_cast<std::int64_t>(begin), size, 0, 1)};
    one.issue = std::move(issue);
    return one;
  };
  const auto write = [&](std::uint64_t sequence, std::uint64_t begin, std::uint64_t size, order::StreamNumber stream,
                         bool overwrites) {
    AtomicExecution one = execution(begin, size, called(stream, 5));
    one.changes = true;
    one.overwrites = overwrites;
    atomics.execute(ProcessId(0), sequence, std::move(one));
  };
  const auto read = [&](std::uint64_t sequence, std::uint64_t begin, std::uint64_t size) {
    SharedClocks result;
    AtomicExecution one = execution(begin, size, called(9, 1));
    one.fetches = true;
    one.read = [&](const SharedClocks& writers, CallName) { result = writers; };
    atomics.execute(ProcessId(0), sequence, std::move(one));
    return result;
  };
  EXPECT_EQ(read(1, 0, 8), nullptr);
  write(2, 0, 16, 1, false);
  write(3, 8, 8, 2, false);
  SharedClocks first = read(4, 0, 8);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->strong().at(1), 5u);
  EXPECT_EQ(first->strong().at(2), 0u);
  SharedClocks both = read(5, 4, 8);
  EXPECT_EQ(both->strong().at(2), 5u);
  write(6, 8, 4, 3, true);
  SharedClocks reset = read(7, 8, 4);
  EXPECT_EQ(reset->strong().at(1), 0u);
  EXPECT_EQ(reset->strong().at(3), 5u);
  SharedClocks kept = read(8, 12, 4);
  EXPECT_EQ(kept->strong().at(2), 5u);
  EXPECT_EQ(kept->strong().at(3), 0u);
}

TEST(Atomics, WritersThatAllKnowAreForgotten) {
  Atomics atomics;
  AtomicExecution one;
  one.bytes.memory = {0, ProcessId(0)};
  one.changes = true;
  std::uint64_t sequence = 0;
  const auto update = [&](std::uint64_t element, order::StreamNumber stream, order::Tick tick) {
    one.bytes.pieces = {normalized(static_cast<std::int64_t>(8 * element), 8, 0, 1)};
    one.issue = called(stream, tick);
    atomics.execute(ProcessId(0), ++sequence, one);
  };
  constexpr std::uint64_t kElements = 5000;
  for (std::uint64_t i = 0; i < kElements; ++i) update(i, 0, 3);
  for (std::uint64_t i = 0; i < 1000; ++i) update(i, 1, 7);  // by both
  atomics.retire(std::vector<order::Tick>{2, 7});
  EXPECT_EQ(atomics.remembered(), kElements);
  for (std::uint64_t i = kElements; i < 2 * kElements; ++i) update(i, 0, 4);
  atomics.retire(std::vector<order::Tick>{3, 6});
  EXPECT_EQ(atomics.remembered(), kElements + 1000);
  SharedClocks read;
  one.fetches = true;
  one.read = [&](const SharedClocks& writers, CallName) { read = writers; };
  update(999, 0, 9);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->strong().at(0), 3u);
  EXPECT_EQ(read->strong().at(1), 7u);
  update(1000, 0, 10);
  EXPECT_FALSE(read);
}

TEST(Atomics, LastWritersOfEachByte) {
  LastWriters writers;
  std::map<std::uint64_t, order::StreamNumber> expected;  // by byte
  std::mt19937 random(7);
  const auto both = [](order::StreamNumber old, order::StreamNumber by) { return (old * 31 + by) % 1000; };
  for (unsigned round = 0; round < 3000; ++round) {
    const std::uint64_t begin = 1000 + random() % 3000;
    const std::uint64_t end = begin + 1 + random() % (round % 50 == 0 ? 5000 : 16);
    const order::StreamNumber by = random() % 1000;
    if (round % 3 == 0) {
      std::set<order::StreamNumber> seen, there;
      writers.each(begin, end, [&](const Reached& one) { seen.insert(one.stream); });
      for (auto at = expected.lower_bound(begin); at != expected.lower_bound(end); ++at) there.insert(at->second);
      EXPECT_EQ(seen, there);
      continue;
    }
    if (round % 100 == 1) {
      const auto odd = [](order::StreamNumber one) { return one % 2 != 0; };
      writers.erase_if([&](const Reached& one) { return odd(one.stream); });
      std::erase_if(expected, [&](const auto& byte) { return odd(byte.second); });
    }
    writers.write(begin, end, called(by, 1), [&](const Reached& old) { return called(both(old.stream, by), 1); });
    for (std::uint64_t byte = begin; byte < end; ++byte) {
      const auto [at, added] = expected.try_emplace(byte, by);
      if (!added) at->second = both(at->second, by);
    }
  }
}

TEST(Atomics, WaitForTheirTurn) {
  Atomics atomics;
  AtomicExecution one;
  one.issue = called(0, 1);
  EXPECT_EQ(atomics.execute(ProcessId(0), 2, one), 0u);
  EXPECT_EQ(atomics.execute(ProcessId(0), 1, one), 2u);
  EXPECT_EQ(atomics.execute(ProcessId(0), 4, one), 0u);
  EXPECT_TRUE(atomics.skip_gap(ProcessId(0)));
}

}  // namespace
}  // namespace fencepost::match
