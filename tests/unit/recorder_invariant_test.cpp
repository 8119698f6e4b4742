// A broken invariant of the runtime: reported, and fatal only if the user asks for it.
#include <cstdlib>

#include <gtest/gtest.h>

#include "recorder/invariant.h"

namespace fencepost::test {
namespace {

TEST(RuntimeInvariantDeathTest, EndsTheProcessWhereAllInvariantsAreAskedFor) {
  EXPECT_DEATH(
      {
        setenv("FENCEPOST_INVARIANTS", "all", 1);
        FENCEPOST_EXPECT(2 == 1, "two is one");
      },
      "fencepost: an error in Fencepost itself .recorder_invariant_test.cpp:[0-9]+.: it does not hold that two is one");
}

TEST(RuntimeInvariantDeathTest, IsToldOnceOtherwiseAndTheProgramContinues) {
  EXPECT_EXIT(
      {
        unsetenv("FENCEPOST_INVARIANTS");
        FENCEPOST_EXPECT(2 == 1, "two is one");
        FENCEPOST_EXPECT(3 == 1, "three is one");
        std::exit(3);
      },
      testing::ExitedWithCode(3), "that two is one\\. The report on this run may be wrong\\. Please report this\\.\n$");
}

TEST(RuntimeInvariantTest, SaysNothingWhereItHolds) {
  testing::internal::CaptureStderr();
  FENCEPOST_EXPECT(1 == 1, "one is one");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace fencepost::test
