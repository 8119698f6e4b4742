// Patches that divide an `if`, so that those who do not enter it come through between its parts; and calls that move as
// a whole.
#include <string>

#include <gtest/gtest.h>

#include "advice/certain_moves.h"
#include "advice/source_patch.h"
#include "patched_source.h"

namespace fencepost {
namespace {

class DividedPatch : public PatchTest {
 protected:
  // With a fence between two lines; "": there is no patch.
  std::string fenced(const std::string& source, int one, int other, const std::string& name = "a.c") {
    write(source, name);
    Fix fix{.kind = FixKind::kAdd, .side = FixSide::kBetween, .tried = true};
    fix.call = {.function = "MPI_Win_fence", .arguments = {"0", "win"}, .on_all_ranks = true};
    fix.place = fix.operation = at(one, "MPI_Put");
    fix.until.place = at(other, "");
    fix.until.splits = true;
    return patched_source(file_, fix);
  }
  // In a function with this body: the statements of the `if` stand in lines 3 and 4.
  std::string fenced_in(const std::string& head, const std::string& first, const std::string& rest = "  }\n") {
    return fenced("void f(int rank, MPI_Win win) {\n  " + head + "\n    " + first + "\n    x = 7;\n" + rest + "}\n", 3,
                  4);
  }
};

constexpr const char* kPut = "MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);";

TEST_F(DividedPatch, AFenceComesBetweenTheParts) {
  EXPECT_EQ(fenced_in("if (rank == 0) {", kPut),
            std::string("void f(int rank, MPI_Win win) {\n  if (rank == 0) {\n    ") + kPut +
                "\n  }\n  MPI_Win_fence(0, win);\n  if (rank == 0) {\n    x = 7;\n  }\n}\n");
}

TEST_F(DividedPatch, TheSameInFortran) {
  const std::string put = "    call MPI_Put(x, 1, MPI_INTEGER, 1, zero, 1, MPI_INTEGER, win, ierror)\n";
  const std::string begin = "subroutine f(rank, win, x)\n  if (rank == 0) then\n", end = "  end if\nend subroutine\n";
  EXPECT_EQ(fenced(begin + put + "    x = 7\n" + end, 3, 4, "a.f90"),
            begin + put + "  end if\n  call MPI_Win_fence(0, win, ierror)\n  if (rank == 0) then\n    x = 7\n" + end);
}

TEST_F(DividedPatch, TheErrorArgumentMayStandOnAFurtherLine) {
  const std::string put = "    call MPI_Put(x, 1, MPI_INTEGER, 1, zero, 1, &\n      MPI_INTEGER, win, ierror)\n";
  const std::string begin = "subroutine f(rank, win, x)\n  if (rank == 0) then\n", end = "  end if\nend subroutine\n";
  EXPECT_EQ(fenced(begin + put + "    x = 7\n" + end, 3, 5, "a.f90"),
            begin + put + "  end if\n  call MPI_Win_fence(0, win, ierror)\n  if (rank == 0) then\n    x = 7\n" + end);
}

TEST_F(DividedPatch, ACallMayHaveNothingButTheErrorArgument) {
  write("program p\n  use mpi\n  call MPI_Finalize(ierr)\nend program\n", "a.f90");
  Fix fix{.kind = FixKind::kAdd, .side = FixSide::kBefore, .tried = true};
  fix.call = {.function = "MPI_Win_free", .arguments = {"win"}};
  fix.place = at(3, "MPI_Finalize");
  EXPECT_EQ(patched_source(file_, fix),
            "program p\n  use mpi\n  call MPI_Win_free(win, ierr)\n  call MPI_Finalize(ierr)\nend program\n");
}

TEST_F(DividedPatch, ItDoesNotAskForSomethingElseTheSecondTime) {
  for (const char* head : {"if (next() == 0) {", "if (memory[0] == 0) {", "if (*state == 0) {", "if (x == 0) {",
                           "if (rank++ == 0) {", "if (all->rank == 0) {"})
    EXPECT_EQ(fenced_in(head, kPut), "") << head;
  EXPECT_EQ(fenced_in("if (rank == 0) {", "rank = 1;"), "");
  EXPECT_EQ(fenced_in("if (rank == 0) {", "work(win);"), "") << "it may change what the condition reads";
}

TEST_F(DividedPatch, NothingThatTheFirstPartDeclaresIsUsedInTheSecond) {
  EXPECT_EQ(fenced_in("if (rank == 0) {", "int x = 1;"), "");
}

TEST_F(DividedPatch, OnlyWhereAllComeToTheCondition) {
  EXPECT_EQ(fenced_in("if (rank == 0) {", kPut, "  } else {\n    y = 1;\n  }\n"), "");
  EXPECT_EQ(fenced(std::string("void f(int rank, MPI_Win win) {\n  if (rank < 2) {\n    if (rank == 0) {\n      ") +
                       kPut + "\n      x = 7;\n    }\n  }\n}\n",
                   4, 5),
            "");
}

TEST_F(DividedPatch, AFreeMovesBehindOthers) {
  const std::string begin = "void f(void) {\n", end = "}\n";
  const std::string below = "  MPI_Win_free(&below);\n", other = "  MPI_Win_free(&other);\n",
                    above = "  MPI_Win_free(&above);\n", use = "  use(below);\n";
  SourceLines sources;
  write(begin + below + other + above + end, "a.c");
  const Fixes fixes = free_behind(at(2, "MPI_Win_free"), at(4, "MPI_Win_free"), sources);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(patched_source(file_, fixes[0]), begin + other + above + below + end);
  write(begin + below + other + above + end + "void g(void) {\n" + above + below + end, "c.c");
  EXPECT_TRUE(free_behind(at(2, "MPI_Win_free"), at(4, "MPI_Win_free"), sources).empty()) << "who calls g?";
  write(begin + below + use + above + end, "b.c");
  EXPECT_TRUE(free_behind(at(2, "MPI_Win_free"), at(4, "MPI_Win_free"), sources).empty());
}

TEST_F(DividedPatch, TheEndOfASplitCollectiveComesEarlier) {
  const std::string begin = "void f(void) {\n  MPI_File_read_all_begin(file, x, 1, MPI_INT);\n",
                    fence = "  MPI_Win_fence(0, win);\n",
                    done = "  MPI_File_read_all_end(file, x, MPI_STATUS_IGNORE);\n", end = "}\n";
  const FixCall call{.function = "MPI_File_read_all_end", .arguments = {"file", "x", "MPI_STATUS_IGNORE"}};
  SourceLines sources;
  write(begin + fence + done + end, "a.c");
  const Fixes fixes = end_before(at(2, "MPI_File_read_all_begin"), at(3, "MPI_Win_fence"), call, sources);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(patched_source(file_, fixes[0]), begin + done + fence + end);
  write(begin + fence + "  if (rank == 0) return;\n" + done + end, "b.c");
  EXPECT_TRUE(end_before(at(2, "MPI_File_read_all_begin"), at(3, "MPI_Win_fence"), call, sources).empty());
  write(begin + fence + done + end + "void g(void) {\n" + fence + done + end, "d.c");
  EXPECT_TRUE(end_before(at(2, "MPI_File_read_all_begin"), at(3, "MPI_Win_fence"), call, sources).empty());
  write(begin + fence + "  x = other;\n" + done + end, "c.c");
  EXPECT_TRUE(end_before(at(2, "MPI_File_read_all_begin"), at(3, "MPI_Win_fence"), call, sources).empty());
}

TEST_F(DividedPatch, MemoryIsSynchronizedAroundTheBarrierThatIsPassed) {
  write("void f(void) {\n  x = memory[0];\n  MPI_Barrier(all);\n}\n", "a.c");
  Fix fix{.kind = FixKind::kMove, .purpose = FixPurpose::kOrder, .tried = true};
  fix.moved = at(2, "");
  fix.place = at(3, "MPI_Barrier");
  fix.sync.call = {.function = "MPI_Win_sync", .arguments = {"win"}};
  EXPECT_EQ(patched_source(file_, fix),
            "void f(void) {\n  MPI_Win_sync(win);\n  MPI_Barrier(all);\n  MPI_Win_sync(win);\n  x = memory[0];\n}\n");
}

}  // namespace
}  // namespace fencepost
