// A check receives the events for which it has an overload, and so do its followers.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checks_base/check.h"
#include "findings/library.h"
#include "no_source.h"

namespace fencepost {
namespace {

using Told = std::vector<std::string>;

struct Follower {
  Told* told;
  void on(const event::LockBegin&, const Here&) { told->push_back("follower on LockBegin"); }
  void on_done(const event::Post&, const Here&) { told->push_back("follower on_done Post"); }
};

class Listener : public CheckOf<Listener> {
 public:
  using CheckOf::CheckOf;

  void on(const event::LockBegin&, const Here&) { told.push_back("on LockBegin"); }
  void on(const event::FenceBegin&, const Here&) { told.push_back("on FenceBegin"); }
  void on(const OneOf<event::LockEnd, event::UnlockEnd> auto&, const Here&) { told.push_back("on an end"); }
  void on_done(const event::FenceBegin&, const Here&) { told.push_back("on_done FenceBegin"); }
  void operation_issued(const Job&, const Operation&) override {}
  auto followers() { return std::tie(follower_); }

  Told told;

 private:
  Follower follower_{&told};
};

class Attentive : public CheckOf<Attentive> {
 public:
  using CheckOf::CheckOf;

  void on(const event::LockBegin&, const Here&) { told.push_back("LockBegin"); }
  void on(const Notable auto&, const Here&) { told.push_back("another"); }

  Told told;
};

class SubscriptionTest : public testing::Test {
 protected:
  template <class Event>
  void pass(Check& check) {
    const AnyEvent any{Event{}};
    const Here here{job_, moment_, place_};
    const Subscription& to = check.subscription();
    if (const auto handler = to.on[any.index()]) handler(check, any, here);
    if (const auto handler = to.on_done[any.index()]) handler(check, any, here);
  }

  NoSource symbolizer_;
  Report report_{symbolizer_, {}};
  Job job_{1};
  Moment moment_;
  Place place_;
};

TEST_F(SubscriptionTest, AnEventComesToItsOverloadAndThenToTheFollowers) {
  Listener check(report_);
  pass<event::LockBegin>(check);
  pass<event::FenceBegin>(check);
  pass<event::LockEnd>(check);
  pass<event::UnlockEnd>(check);
  pass<event::Post>(check);
  EXPECT_EQ(check.told, (Told{"on LockBegin", "follower on LockBegin", "on FenceBegin", "on_done FenceBegin",
                              "on an end", "on an end", "follower on_done Post"}));
}

TEST_F(SubscriptionTest, OtherEventsAreNotPassedOn) {
  Listener check(report_);
  const Subscription& to = check.subscription();
  const auto told = [](const Subscription::Handlers& handlers) {
    return std::ranges::count_if(handlers, [](const auto handler) { return handler != nullptr; });
  };
  EXPECT_EQ(told(to.on), 4);
  EXPECT_EQ(told(to.on_done), 2);
  EXPECT_TRUE(to.issued);
  EXPECT_FALSE(to.completed);
  EXPECT_FALSE(to.accesses);
}

TEST_F(SubscriptionTest, WhoWantsToKnowOfAnyEventIsToldAllButTheFrequentOnesThatAreNoCalls) {
  Attentive check(report_);
  pass<event::LockBegin>(check);
  pass<event::Transfer>(check);
  pass<event::SendBegin>(check);
  pass<event::Acquire>(check);
  pass<event::Executed>(check);
  EXPECT_EQ(check.told, (Told{"LockBegin", "another", "another"}));
}

struct Hiding {
  void on(const Notable auto&, const Here&) {}
  void on(const OneOf<event::LockBegin, event::Post> auto&, const Here&) {}
  void on(const event::Post&, const Here&) {}
};
static_assert(!HasOneFor<Hiding, event::LockBegin> && !Hears<Hiding, event::LockBegin>);
static_assert(HasOneFor<Hiding, event::Post> && HasOneFor<Hiding, event::FenceBegin>);
static_assert(HasOneFor<Follower, event::FenceBegin> && !Hears<Follower, event::FenceBegin>);

}  // namespace
}  // namespace fencepost
