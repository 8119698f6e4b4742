// Arguments of calls as they are in the source.
#include "symbolize/call_text.h"

#include <gtest/gtest.h>

namespace fencepost::symbolize {
namespace {

std::string argument(const std::vector<std::string>& lines, int index, int line = 1, bool fortran = false) {
  return argument_text(lines, line, "MPI_Win_create", index, fortran).value_or("nothing");
}

TEST(ArgumentText, IsFoundAcrossLinesCommentsAndBrackets) {
  EXPECT_EQ(argument({"MPI_Win_create(grid, n * f(a, b), 8, info, comm, &win);"}, 0), "grid");
  EXPECT_EQ(argument({"MPI_Win_create(grid, n * f(a, b), 8, info, comm, &win);"}, 1), "n * f(a, b)");
  EXPECT_EQ(argument({"MPI_Win_create(grid, n * f(a, b), 8, info, comm, &win);"}, 5), "&win");
  EXPECT_EQ(argument({"  check(MPI_Win_create(  /* the, grid */ (void *)", "      mesh->grid, // base, of all",
                      "  8, 1"
                      ", i, c, &w));"},
                     0),
            "(void *) mesh->grid");
  EXPECT_EQ(argument({"log(\"MPI_Win_create(a\"); MPI_Win_create(b, 1, 8, i, c, &w);"}, 0), "b");
  EXPECT_EQ(argument({"call mpi_win_create(grid, &", "  size, 8 ! comment, more", ", info, comm, win)"}, 1, 1, true),
            "size");
  // The line may be the last one of the statement, and the form the fixed one.
  const std::vector<std::string> fixed = {"      call MPI_WIN_CREATE(grid, n + 1, 8,", "     1     info, comm,",
                                          "     & win, ierror)"};
  EXPECT_EQ(argument(fixed, 5, 3, true), "win");
  EXPECT_EQ(argument(fixed, 3, 3, true), "info");
  EXPECT_EQ(argument({"call MPI_Win_create(grid, size &", "     + 8, 8, info, &", "  comm, w)"}, 1, 3, true),
            "size + 8");
  EXPECT_EQ(argument({"", "CALL MPI_WIN_CREATE(Grid(1), size, 8, info, comm, win, error)"}, 0, 2, true), "grid(1)");
}

TEST(ArgumentText, IsNothingWhereItIsNotCertain) {
  EXPECT_EQ(argument({"a ? MPI_Win_create(x, 1) : MPI_Win_create(y, 1);"}, 0), "nothing");
  EXPECT_EQ(argument({"CREATE(x, 1);"}, 0), "nothing");
  EXPECT_EQ(argument({"my_MPI_Win_create(x, 1);"}, 0), "nothing");
  EXPECT_EQ(argument({"MPI_Win_create(x, 1"}, 0), "nothing");
  EXPECT_EQ(argument({"f = MPI_Win_create;"}, 0), "nothing");
  EXPECT_EQ(argument({"MPI_Win_create(WHAT, 8, i, c, &w);"}, 0), "nothing");  // one stands for two
  EXPECT_EQ(argument({"MPI_Win_create(x, 1,", "#ifdef BYTES", "  1,", "#else", "  8,", "#endif", "  i, c, &w);"}, 0),
            "nothing");
  EXPECT_EQ(argument({"MPI_Win_create(x, 1, 8, i, c, &w, extra);"}, 0), "nothing");
  EXPECT_EQ(argument({"MPI_Win_create(x, 1, 8, i, c, &w);"}, 6), "nothing");
  EXPECT_EQ(argument({"MPI_Win_create(x);"}, 0, 7), "nothing");
  EXPECT_EQ(argument({}, 0), "nothing");
}

TEST(ArgumentText, OfSeveralCallsOnOneLineIsWhatAllAreGiven) {
  const std::vector<std::string> both = {"MPI_Win_create(x, 1, 8, i, c, &w); MPI_Win_create(y, 1, 8, i, c, &w);"};
  EXPECT_EQ(argument(both, 0), "nothing");
  EXPECT_EQ(argument(both, 5), "&w");
}

std::string pointer(std::string_view text, bool fortran = false) {
  const auto found = pointer_text(text, fortran);
  if (!found) return "nothing";
  const std::string what = (found->address ? "address of " : found->data ? "data of " : "") + found->text();
  return found->offset.empty() ? what : what + " plus " + found->offset;
}

TEST(ArgumentText, NamesOfTheStatementAreFound) {
  const std::vector<std::string> c = {"  put(few,", "      halo.row, &one);  // two", "  put(two);"};
  for (const char* name : {"put", "few", "halo", "one"}) EXPECT_TRUE(has_name(c, 1, name, false)) << name;
  for (const char* name : {"row", "fe", "w", "two", ""}) EXPECT_FALSE(has_name(c, 1, name, false)) << name;
  EXPECT_FALSE(has_name(c, 4, "put", false));
  const std::vector<std::string> fortran = {"call MPI_Put(Few, 4, &", "  other) ! two", "call two()"};
  for (const char* name : {"few", "other", "mpi_put"}) EXPECT_TRUE(has_name(fortran, 1, name, true)) << name;
  EXPECT_FALSE(has_name(fortran, 1, "two", true));
}

TEST(PointerText, KnowsNamesBehindCastsAndAddresses) {
  EXPECT_EQ(pointer("grid"), "grid");
  EXPECT_EQ(pointer("(void *) grid"), "grid");
  EXPECT_EQ(pointer("(const struct cell **)(&grid)"), "address of grid");
  EXPECT_EQ(pointer("static_cast<void*>(&mesh->grid)"), "address of mesh->grid");
  EXPECT_EQ(pointer("&grid[0]"), "grid");
  EXPECT_EQ(pointer("mesh.part->grid"), "mesh.part->grid");
  EXPECT_EQ(pointer("values.data()"), "data of values");
  EXPECT_EQ(pointer("&grid[i]"), "address of grid[i]");
  EXPECT_EQ(pointer("&mesh->grid[0][n * (i + 1)]"), "address of mesh->grid[0][n * (i + 1)]");
  EXPECT_EQ(pointer("grid + 1"), "grid plus 1");
  EXPECT_EQ(pointer("(void*)(mesh->grid + n * mesh->first[0])"), "mesh->grid plus n * mesh->first[0]");
  EXPECT_EQ(pointer("grid", true), "grid");
  EXPECT_EQ(pointer("u(1, n + 1)", true), "u(1, n + 1)");
}

TEST(PointerText, IsNothingForWhatIsNotToBeUnderstood) {
  for (const char* text : {"",
                           "grid[0]",
                           "f(grid)",
                           "*grid",
                           "0",
                           "cond ? a : b",
                           "a->",
                           "(void*)",
                           "std::grid",
                           "&values.data()",
                           "new int[3]",
                           "grid - 1",
                           "grid + f(1)",
                           "grid++",
                           "grid + i++",
                           "&grid[f(i)]",
                           "&grid[i++]",
                           "&grid[i].part",
                           "grid + 1 < other",
                           "&grid[i = 2]",
                           "1 + grid",
                           "&grid[sizeof(int)]",
                           "grid + (a, b)",
                           "(char*)grid + 1"}) {
    EXPECT_EQ(pointer(text), "nothing") << text;
  }
  for (const char* text : {"grid(1:n)", "grid(f(1))", "grid(1)%part", "f(grid)(1)"})
    EXPECT_EQ(pointer(text, true), "nothing") << text;
}

}  // namespace
}  // namespace fencepost::symbolize
