// Whether a program uses what an atomic operation gives back.
#include "advice/source_result.h"

#include <string>

#include <gtest/gtest.h>

#include "patched_source.h"

namespace fencepost {
namespace {

class SourceResult : public PatchTest {
 protected:
  bool drops(const std::string& source, int line, OperationKind kind = OperationKind::kFetchAndOp) {
    write(source);
    SourceLines sources;
    return drops_result({.file = file_, .line = line}, kind, sources);
  }
};

TEST_F(SourceResult, SeesThatNothingReadsIt) {
  const std::string call = "  MPI_Fetch_and_op(&v, &old, MPI_INT, peer, 0, MPI_REPLACE, win);\n";
  EXPECT_TRUE(drops("void tell(int v, int peer) {\n  int old;\n" + call + "  MPI_Win_flush(peer, win);\n}\n", 3));
  EXPECT_TRUE(drops("void tell(int v, int peer) {\n  int one = 1, more, old;\n" + call + call + "}\n", 3)) << "twice";
  EXPECT_TRUE(
      drops("void tell(int v, int r) { int old; MPI_Fetch_and_op(&v, &old, MPI_INT, r, 0, MPI_REPLACE, win); }\n", 1))
      << "in one line";
  EXPECT_FALSE(
      drops("void tell(int v, int r) {\n  long old = 0;\n  MPI_Fetch_and_op(\n      &v, &old, MPI_LONG, r, 0,\n"
            "      MPI_SUM, win);\n}\n",
            3))
      << "a call in several lines is not read";
  EXPECT_TRUE(
      drops("void tell(int v, int peer) {\n  int old;\n  MPI_Compare_and_swap(&v, &v, &old, MPI_INT, peer, 0, "
            "win);\n}\n",
            3, OperationKind::kCompareAndSwap));
}

TEST_F(SourceResult, DoubtsWhatMayBeRead) {
  const std::string call = "  MPI_Fetch_and_op(&v, &old, MPI_INT, peer, 0, MPI_REPLACE, win);\n";
  EXPECT_FALSE(drops("int take(int v, int peer) {\n  int old;\n" + call + "  return old;\n}\n", 3));
  EXPECT_FALSE(drops("void take(int v, int peer) {\n  int old;\n  do {\n" + call + "  } while (old);\n}\n", 4));
  EXPECT_FALSE(drops("void take(int v, int peer, int old) {\n" + call + "}\n", 2)) << "a parameter";
  EXPECT_FALSE(drops("int old;\nvoid take(int v, int peer) {\n" + call + "}\n", 3)) << "everybody's";
  EXPECT_FALSE(drops("int take(int v, int peer) {\n" + call + "  return old;\n}\n", 2)) << "a member, perhaps";
  EXPECT_FALSE(
      drops("void take(int v, int peer) {\n  int old;\n"
            "  MPI_Fetch_and_op(&v, &x->old, MPI_INT, peer, 0, MPI_REPLACE, win);\n}\n",
            3));
}

}  // namespace
}  // namespace fencepost
