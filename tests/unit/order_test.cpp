// Clocks against plain vectors, and the graph of synchronization.
#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "order/clock.h"
#include "order/excerpt.h"
#include "order/graph.h"

namespace fencepost::order {
namespace {

TEST(Clock, BehavesLikeAVectorOfMaxima) {
  std::mt19937 random(1);
  for (const std::size_t streams : {3u, 40u, 300u}) {
    constexpr std::size_t kClocks = 8;
    std::vector<Clock> clocks(kClocks);
    std::vector<std::vector<Tick>> plain(kClocks, std::vector<Tick>(streams, 0));
    for (int step = 0; step < 3000; ++step) {
      const std::size_t a = random() % kClocks;
      const std::size_t b = random() % kClocks;
      switch (random() % 8) {
        case 0: {
          clocks[a] = clocks[b];
          plain[a] = plain[b];
          break;
        }
        case 1: {  // a barrier
          ClockBuilder builder;
          std::vector<Tick> all(streams, 0);
          for (std::size_t i = 0; i < kClocks / 2; ++i) {
            builder.add(clocks[i]);
            for (std::size_t s = 0; s < streams; ++s) all[s] = std::max(all[s], plain[i][s]);
          }
          for (std::size_t i = 0; i < kClocks / 2; ++i) {
            clocks[i] = builder.build();
            plain[i] = all;
          }
          break;
        }
        case 2:
        case 3: {
          clocks[a].join(clocks[b]);
          for (std::size_t s = 0; s < streams; ++s) plain[a][s] = std::max(plain[a][s], plain[b][s]);
          break;
        }
        default: {
          const auto stream = static_cast<StreamNumber>(random() % streams);
          const Tick tick = static_cast<Tick>(random() % 1000);
          clocks[a].raise(stream, tick);
          plain[a][stream] = std::max(plain[a][stream], tick);
        }
      }
      for (std::size_t s = 0; s < streams; ++s) ASSERT_EQ(clocks[a].at(static_cast<StreamNumber>(s)), plain[a][s]);
    }
  }
}

TEST(Clocks, AreOneUntilALockEdgeSplitsThem) {
  Clocks a, b;
  a.raise(0, 5);
  EXPECT_FALSE(a.split());
  Clock released;
  released.raise(1, 7);
  b.join_observed(released);
  EXPECT_TRUE(b.split());
  a.join(b);
  EXPECT_EQ(a.strong().at(1), 0u);
  EXPECT_EQ(a.observed().at(1), 7u);
  EXPECT_EQ(a.observed().at(0), 5u);
}

TEST(Clocks, BarrierThatMakesTheOrdersEqualJoinsThem) {
  Clocks a, b;
  Clock released;
  released.raise(1, 7);
  a.join_observed(released);
  b.raise(1, 7);
  ClocksBuilder builder;
  builder.add(a);
  builder.add(b);
  EXPECT_FALSE(builder.build().split());
}

SyncNode node(StreamNumber stream, Tick tick) {
  SyncNode one;
  one.stream = stream;
  one.tick = tick;
  one.place.process = ProcessId(static_cast<int>(stream));
  return one;
}

TEST(SyncGraph, ForgetsOldNodesAndTheirHubs) {
  SyncGraph graph(2);
  const NodeName hub = graph.add_hub();
  const NodeName first = graph.add(node(0, 1));
  graph.link(first, hub, "barrier");
  EXPECT_TRUE(graph.exists(first));
  for (Tick tick = 2; tick <= 4; ++tick) graph.add(node(0, tick));
  EXPECT_FALSE(graph.exists(first));
  EXPECT_FALSE(graph.exists(hub));
  const NodeName next = graph.add_hub();  // perhaps in its place
  EXPECT_TRUE(graph.exists(next));
  EXPECT_FALSE(graph.exists(hub));
  const NodeName other = graph.add(node(1, 1));
  graph.link(first, other, "to nothing");  // harmless
  graph.link(hub, other, "to nothing");
  EXPECT_EQ(boost::num_edges(graph.excerpt({1}).graph()), 0u);
  EXPECT_EQ(graph.latest(0, 9)->tick, 4u);
  EXPECT_EQ(graph.latest(0, 2), nullptr);
  const SyncExcerpt excerpt = graph.excerpt({0});
  EXPECT_EQ(excerpt[excerpt.latest(0, 9)].tick, 4u);
  EXPECT_EQ(excerpt.latest(0, 2), SyncExcerpt::none());
  EXPECT_EQ(excerpt.between(0, 3, 4).size(), 1u);
}

TEST(SyncGraph, KnowsFromWhenOnItRemembers) {
  SyncGraph graph(2);
  for (Tick tick = 1; tick <= 3; ++tick) graph.add({.stream = 0, .tick = tick, .order = 10 * tick, .place = {}});
  graph.add({.stream = 1, .tick = 1, .order = 15, .place = {}});
  EXPECT_FALSE(graph.remembers(0, 10)) << "the node at 10 was dropped";
  EXPECT_TRUE(graph.remembers(0, 20));
  EXPECT_TRUE(graph.remembers(1, 0)) << "none was dropped";
  EXPECT_TRUE(graph.remembers(7, 0)) << "there is no such stream";
}

TEST(SyncGraph, WhatOrdersNothingPushesOutNothingThatOrders) {
  SyncGraph graph(2);
  const auto flush = [](Tick tick) {
    SyncNode one = node(0, tick);
    one.orders = false;
    return one;
  };
  const NodeName sent = graph.add(node(0, 1)), received = graph.add(node(1, 1));
  graph.link(sent, received, "message");
  for (Tick tick = 2; tick <= 8; ++tick) graph.add(flush(tick));
  EXPECT_TRUE(graph.exists(sent));
  EXPECT_TRUE(graph.remembers(0, 0));
  EXPECT_EQ(graph.latest(0, 9)->tick, 1u);
  EXPECT_EQ(graph.latest_that_learned(0, 9)->tick, 1u);
  EXPECT_EQ(graph.last_passing(0, 1, 9).given->tick, 1u);
  const SyncExcerpt excerpt = graph.excerpt({0, 1});
  EXPECT_EQ(excerpt.between(0, 0, 9).size(), 3u);
  EXPECT_EQ(excerpt[excerpt.latest(0, 7)].tick, 7u);
  EXPECT_EQ(boost::in_degree(excerpt.latest(1, 9), excerpt.graph()), 1u);
}

TEST(SyncGraph, WhatWasHeardLastIsAMessageOrAValueRead) {
  SyncGraph graph(8);
  const NodeName sent = graph.add(node(0, 1)), received = graph.add(node(1, 3));
  graph.link(sent, received, "message");
  EXPECT_EQ(graph.last_heard(0, 1, 9).given->tick, 1u);
  const NodeName written = graph.add(node(0, 4)), of_another = graph.add(node(2, 1));
  graph.add_read(written, node(1, 5));
  graph.add_read(of_another, node(1, 6));
  EXPECT_EQ(graph.last_heard(0, 1, 9).given->tick, 4u);
  EXPECT_EQ(graph.last_heard(0, 1, 9).taken->tick, 5u);
  EXPECT_EQ(graph.last_heard(0, 1, 4).given->tick, 1u) << "it was read later";
  EXPECT_EQ(graph.last_heard(1, 0, 9).given, nullptr);
  EXPECT_EQ(graph.last_heard(0, 7, 9).given, nullptr) << "there is no such stream";
}

TEST(SyncGraph, WhatTurnsOutToOrderNothingMakesRoom) {
  SyncGraph graph(3);
  const NodeName hub = graph.add_hub();
  graph.link(graph.add(node(0, 1)), hub, "barrier");
  for (Tick tick = 2; tick <= 40; tick += 2) {
    const NodeName swap = graph.add(node(0, tick));
    const NodeName behind = graph.add(node(0, tick + 1));
    graph.orders_nothing(swap);
    graph.orders_nothing(behind);
    EXPECT_TRUE(graph.exists(behind));
  }
  EXPECT_TRUE(graph.exists({0, 1}));
  EXPECT_TRUE(graph.exists(hub));
  graph.orders_nothing({0, 7});  // harmless: it is no more
  graph.orders_nothing({7, 1});
  EXPECT_EQ(graph.excerpt({0}).between(0, 0, 50).size(), 4u);
  for (Tick tick = 50; tick <= 53; ++tick) graph.add(node(0, tick));
  EXPECT_FALSE(graph.exists({0, 1}));
  EXPECT_FALSE(graph.exists(hub));
  EXPECT_EQ(graph.latest(0, 60)->tick, 53u);
  EXPECT_EQ(graph.latest(0, 50), nullptr);
}

TEST(SyncGraph, GivesStreamsWithAllTheirEdgesInTheOrderTheyCame) {
  SyncGraph graph(8);
  const NodeName hub = graph.add_hub();
  const NodeName a = graph.add(node(0, 1)), b = graph.add(node(1, 1)), c = graph.add(node(2, 1));
  for (const NodeName one : {a, b, c}) graph.link(one, hub, "");
  const NodeName sent = graph.add(node(0, 2));
  graph.link(hub, sent, "");
  const NodeName later = graph.add(node(1, 3)), soon = graph.add(node(1, 5));
  graph.link(sent, soon, "second");
  graph.link(sent, later, "first of its node");
  graph.link(c, later, "from elsewhere");
  const SyncExcerpt excerpt = graph.excerpt({0, 1});
  const auto out = boost::out_edges(excerpt.latest(0, 2), excerpt.graph());
  std::vector<std::pair<Tick, std::string>> edges;
  for (auto at = out.first; at != out.second; ++at) {
    edges.emplace_back(excerpt[boost::target(*at, excerpt.graph())].tick, excerpt.graph()[*at].label);
  }
  EXPECT_EQ(edges, (std::vector<std::pair<Tick, std::string>>{{5, "second"}, {3, "first of its node"}}));
  EXPECT_EQ(boost::in_degree(excerpt.latest(1, 3), excerpt.graph()), 2u);
  const auto barrier = boost::out_edges(excerpt.latest(0, 1), excerpt.graph());
  ASSERT_EQ(std::distance(barrier.first, barrier.second), 1);
  const auto meeting = boost::target(*barrier.first, excerpt.graph());
  EXPECT_EQ(excerpt[meeting].stream, kHub);
  EXPECT_EQ(boost::in_degree(meeting, excerpt.graph()), 2u);  // of the streams asked for
  EXPECT_EQ(boost::out_degree(meeting, excerpt.graph()), 1u);
  EXPECT_TRUE(graph.excerpt({7}).between(7, 0, 9).empty());
}

}  // namespace
}  // namespace fencepost::order
