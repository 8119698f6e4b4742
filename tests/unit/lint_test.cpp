// The parts of fencepost-lint that need no clang.
#include <gtest/gtest.h>

#include "lint/call_shape.h"
#include "lint/compile_command.h"
#include "lint/window_states.h"
#include "registry/rule_ids.h"

namespace fencepost::lint {
namespace {

std::string_view told(WindowStates& states, Step step, StepArguments arguments = {}) {
  const auto wrong = states.step(step, arguments);
  return wrong ? wrong->rule : "";
}

WindowStates made() {
  WindowStates states;
  states.step(Step::kCreate, {});
  return states;
}

TEST(WindowStates, NothingIsToldOfAnUnknownWindow) {
  for (const Step step : {Step::kFence, Step::kStart, Step::kComplete, Step::kPost, Step::kWait, Step::kTest,
                          Step::kLock, Step::kUnlock, Step::kLockAll, Step::kUnlockAll, Step::kFlush, Step::kFlushAll,
                          Step::kOperation, Step::kRequestOperation, Step::kFinalize, Step::kFree}) {
    WindowStates states;
    EXPECT_EQ(told(states, step, {.target = "#1"}), "") << static_cast<int>(step);
  }
}

TEST(WindowStates, AnOperationNeedsAnEpoch) {
  WindowStates states = made();
  EXPECT_EQ(told(states, Step::kOperation), rule::kOperationOutsideEpoch);
  states = made();
  states.step(Step::kFence, {});
  EXPECT_EQ(told(states, Step::kOperation), "");
}

TEST(WindowStates, WrongOnOneWayIsNotTold) {
  WindowStates states = made(), locked = made();
  locked.step(Step::kLockAll, {});
  EXPECT_TRUE(states.join(locked));
  EXPECT_FALSE(states.join(locked));
  EXPECT_EQ(told(states, Step::kOperation), "");
  EXPECT_EQ(told(states, Step::kUnlockAll), "");
  EXPECT_EQ(told(states, Step::kUnlockAll), rule::kUnlockWithoutLock);
}

TEST(WindowStates, OneMistakeIsToldOnce) {
  WindowStates states = made();
  EXPECT_EQ(told(states, Step::kUnlockAll), rule::kUnlockWithoutLock);
  EXPECT_TRUE(states.are_lost());
  EXPECT_EQ(told(states, Step::kOperation), "");
  EXPECT_EQ(told(states, Step::kFinalize), "");
  states.step(Step::kCreate, {});
  EXPECT_EQ(told(states, Step::kUnlockAll), rule::kUnlockWithoutLock);
  EXPECT_EQ(told(states, Step::kLockAll), "");
  EXPECT_EQ(told(states, Step::kUnlockAll), "");
  EXPECT_EQ(told(states, Step::kOperation), rule::kOperationOutsideEpoch);
  EXPECT_EQ(told(states, Step::kUnlock, {.target = "#1"}), "");  // of the lock that is missing
}

TEST(WindowStates, LocksOfOneTarget) {
  WindowStates states = made();
  EXPECT_EQ(told(states, Step::kLock, {.target = "#1"}), "");
  EXPECT_EQ(told(states, Step::kLock, {.target = "#2"}), "");
  EXPECT_EQ(told(states, Step::kOperation, {.target = "#2"}), "");
  EXPECT_EQ(told(states, Step::kOperation, {.target = "#3"}), rule::kTargetNotInEpoch);
  EXPECT_EQ(told(states, Step::kUnlock, {.target = "#1"}), "");
  EXPECT_EQ(told(states, Step::kUnlock, {.target = "#2"}), "");
  EXPECT_EQ(told(states, Step::kFlush, {.target = "#2"}), rule::kFlushOutsidePassiveEpoch);
}

TEST(WindowStates, VariablesMayNameTheSameTarget) {
  WindowStates states = made();
  states.step(Step::kLock, {.target = "peer"});
  EXPECT_EQ(told(states, Step::kOperation, {.target = "#1"}), "");
  EXPECT_EQ(told(states, Step::kOperation, {.target = "other"}), "");
  EXPECT_EQ(told(states, Step::kLock, {.target = "peer"}), rule::kAlreadyLocked);
  states = made();
  states.step(Step::kLock, {.target = "peer"});
  states.forget_target("peer");  // peer = peer + 1
  EXPECT_EQ(told(states, Step::kLock, {.target = "peer"}), "");
  EXPECT_EQ(told(states, Step::kUnlock, {.target = "peer"}), "");
}

TEST(WindowStates, FreedWithinAnEpochOrTwice) {
  WindowStates states = made();
  states.step(Step::kStart, {});
  EXPECT_EQ(told(states, Step::kFree), rule::kEpochOpenAtFree);
  EXPECT_EQ(told(states, Step::kFence), rule::kUseAfterFree);
  states = made();
  states.step(Step::kFree, {});
  EXPECT_EQ(told(states, Step::kFinalize), "");
}

TEST(CallShape, NamesInAllForms) {
  EXPECT_EQ(shape_of("printf"), nullptr);
  for (const char* name : {"MPI_Put", "PMPI_Put", "MPI_Put_c", "PMPI_Put_c"}) {
    ASSERT_NE(shape_of(name), nullptr);
    EXPECT_EQ(shape_of(name)->kind, CallKind::kPut) << name;
    EXPECT_EQ(plain_name(name), "MPI_Put");
  }
  EXPECT_EQ(shape_of("MPI_Comm_rank")->kind, CallKind::kOther);
  EXPECT_EQ(shape_of("MPI_Rget_accumulate")->request, 12);
}

using Words = std::vector<std::string>;

TEST(CompileCommand, KeepsWhatSaysWhatTheFileMeans) {
  EXPECT_EQ(for_parser({"gcc", "-O2", "-Iinclude", "-D", "N=3", "-c", "a.c", "-o", "a.o", "-fipa-pta"}, "a.c"),
            (Words{"clang", "-Iinclude", "-D", "N=3", "-w", "-fsyntax-only", "a.c"}));
  EXPECT_EQ(for_parser({"ccache", "g++", "-std=c++20", "-march=native", "a.cpp"}, "a.cpp"),
            (Words{"clang++", "-std=c++20", "-w", "-fsyntax-only", "a.cpp"}));
  EXPECT_EQ(for_parser({"env", "CCACHE_DEPEND=1", "ccache", "g++", "-DN=3", "a.cpp"}, "a.cpp"),
            (Words{"clang++", "-DN=3", "-w", "-fsyntax-only", "a.cpp"}));
  EXPECT_EQ(for_parser({"fencepost-cc", "--no-pass", "-DN=3", "a.c"}, "a.c"),
            (Words{"clang", "-DN=3", "-w", "-fsyntax-only", "a.c"}));
}

TEST(CompileCommand, Languages) {
  EXPECT_EQ(language_of("a.c"), Language::kC);
  EXPECT_EQ(language_of("dir.c/a.cc"), Language::kCxx);
  EXPECT_EQ(language_of("a.f90"), Language::kOther);
}

}  // namespace
}  // namespace fencepost::lint
