// Clocks against plain vectors, and the graph of synchronization.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "order/clock.h"
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
  one.place.process = static_cast<int>(stream);
  return one;
}

TEST(SyncGraph, ForgetsOldNodesAndTheirHubs) {
  SyncGraph graph(2);
  const NodeName hub = graph.add_hub();
  const NodeName first = graph.add(node(0, 1));
  graph.link(first, hub, "barrier");
  EXPECT_NE(graph.find(first), SyncGraph::none());
  for (Tick tick = 2; tick <= 4; ++tick) graph.add(node(0, tick));
  EXPECT_EQ(graph.find(first), SyncGraph::none());
  EXPECT_EQ(graph.find(hub), SyncGraph::none());
  graph.link(first, graph.add(node(1, 1)), "to nothing");  // harmless
  EXPECT_EQ(graph[graph.latest(0, 9)].tick, 4u);
  EXPECT_EQ(graph.latest(0, 2), SyncGraph::none());
  EXPECT_EQ(graph.between(0, 3, 4).size(), 1u);
}

}  // namespace
}  // namespace fencepost::order
