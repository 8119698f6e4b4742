// Which rounds of a barrier of POSIX threads are told apart, and when they are no longer.
#include "barrier_rounds.h"

#include <vector>

#include <gtest/gtest.h>

namespace {

struct Barrier {
  explicit Barrier(unsigned count) { barrier_made(&barrier, count); }
  ~Barrier() { barrier_gone(&barrier); }
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  barrier_visit begins() { return barrier_begins(&barrier); }

  pthread_barrier_t barrier{};
};

TEST(BarrierRounds, OneThatLeavesLateHasNoObjectOfTheNextRound) {
  Barrier barrier(2);
  const barrier_visit late = barrier.begins(), first = barrier.begins();
  EXPECT_EQ(barrier_object(&late), barrier_object(&first));
  barrier_ends(&first);
  const barrier_visit next = barrier.begins();
  EXPECT_NE(barrier_object(&next), barrier_object(&late));
  EXPECT_EQ(barrier_other_object(&next), nullptr);
  EXPECT_EQ(barrier_other_object(&late), nullptr);
  barrier_ends(&late);
  const barrier_visit last = barrier.begins();
  EXPECT_EQ(barrier_object(&last), barrier_object(&next));
  barrier_ends(&last);
  barrier_ends(&next);
}

TEST(BarrierRounds, MoreThreadsThanARoundTakesMayComeOneAfterTheOther) {
  Barrier barrier(2);
  for (int round = 0; round < 6; ++round) {
    const barrier_visit one = barrier.begins(), another = barrier.begins();
    EXPECT_EQ(barrier_object(&one), barrier_object(&another));
    EXPECT_EQ(barrier_object(&one),
              round % 2 == 0 ? static_cast<void*>(&barrier.barrier) : reinterpret_cast<char*>(&barrier.barrier) + 1);
    EXPECT_EQ(barrier_other_object(&another), nullptr);
    barrier_ends(&one);
    barrier_ends(&another);
  }
}

// The third may take the place of one that has not begun to wait yet, which then meets somebody of the next round.
TEST(BarrierRounds, WhereMoreWereAtOnceAllRoundsAreOne) {
  Barrier barrier(2);
  const barrier_visit slow = barrier.begins(), first = barrier.begins();
  EXPECT_EQ(barrier_other_object(&first), nullptr);
  const barrier_visit third = barrier.begins();
  for (const barrier_visit* visit : {&slow, &first, &third}) {
    ASSERT_NE(barrier_other_object(visit), nullptr);
    EXPECT_NE(barrier_other_object(visit), barrier_object(visit));
  }
  EXPECT_EQ(barrier_other_object(&third), barrier_object(&slow));
  for (const barrier_visit* visit : {&slow, &first, &third}) barrier_ends(visit);
  const barrier_visit later = barrier.begins();
  EXPECT_NE(barrier_other_object(&later), nullptr);
  barrier_ends(&later);
}

TEST(BarrierRounds, BetweenProcessesTheyAreNotToldApart) {
  Barrier barrier(0);
  for (int i = 0; i < 4; ++i) {
    const barrier_visit visit = barrier.begins();
    EXPECT_EQ(barrier_object(&visit), &barrier.barrier);
    EXPECT_EQ(barrier_other_object(&visit), nullptr);
    barrier_ends(&visit);
  }
}

TEST(BarrierRounds, DestroyedByTheFirstWhoLeavesAndMadeAgain) {
  Barrier barrier(2);
  const barrier_visit first = barrier.begins(), late = barrier.begins();
  barrier_ends(&first);
  barrier_gone(&barrier.barrier);
  barrier_made(&barrier.barrier, 1);
  const barrier_visit again = barrier.begins();
  barrier_ends(&late);
  EXPECT_EQ(barrier_object(&again), &barrier.barrier);
  EXPECT_EQ(barrier_other_object(&again), nullptr);
  const barrier_visit too_many = barrier.begins();
  EXPECT_NE(barrier_other_object(&too_many), nullptr);
  barrier_ends(&again);
  barrier_ends(&too_many);
}

TEST(BarrierRounds, PlacesAreGivenBackAndWhoGetsNoneHasOneObject) {
  for (int i = 0; i < 5000; ++i) {
    Barrier barrier(3);
    const barrier_visit visit = barrier.begins();
    EXPECT_NE(visit.rounds, nullptr);
    barrier_ends(&visit);
  }
  std::vector<pthread_barrier_t> many(5000);
  for (pthread_barrier_t& each : many) barrier_made(&each, 1);
  int without = 0;
  for (pthread_barrier_t& each : many) {
    const barrier_visit visit = barrier_begins(&each);
    if (visit.rounds == nullptr) {
      ++without;
      EXPECT_EQ(barrier_object(&visit), &each);
    }
    barrier_ends(&visit);
  }
  EXPECT_GT(without, 0);
  EXPECT_LT(without, 5000);
  for (pthread_barrier_t& each : many) barrier_gone(&each);
}

}  // namespace
