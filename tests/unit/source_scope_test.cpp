// Where the blocks of variables end, and what comes after them.
#include "advice/source_scope.h"

#include <string>

#include <gtest/gtest.h>

#include "patched_source.h"

namespace fencepost {
namespace {

class SourceScope : public PatchTest {
 protected:
  // The last line of the block that declares "own" and has the line `used`, as seen from `later`; 0: it has not ended.
  int end_of_own(const std::string& source, int used, int later) {
    write(source);
    SourceLines sources;
    const auto end = end_of_its_block({.file = file_, .line = used}, "own", {.file = file_, .line = later}, sources);
    return end ? end->line : 0;
  }
};

TEST_F(SourceScope, KnowsWhereABlockHasEnded) {
  const std::string plain = "int f(int w) {\n  {\n    int own[4];\n    put(own, w);\n  }\n  flush(w);\n}\n";
  EXPECT_EQ(end_of_own(plain, 4, 6), 5);
  EXPECT_EQ(end_of_own(plain, 4, 5), 0);
  const std::string nested =
      "int f(int w) {\n  if (w) {\n    int own[4];\n    if (w > 1) {\n      put(own, w);\n    }\n    flush(w);\n  }\n"
      "  for (;;) {\n    flush(w);\n  }\n}\n";
  EXPECT_EQ(end_of_own(nested, 5, 7), 0) << "in the block still";
  EXPECT_EQ(end_of_own(nested, 5, 10), 8);
  const std::string loop =
      "int f(int w) {\n  for (int i = 0; i < w; i++) {\n    int own = i;\n    put(&own, w);\n  }\n  flush(w);\n}\n";
  EXPECT_EQ(end_of_own(loop, 4, 6), 5);
}

TEST_F(SourceScope, SaysNothingOfOtherVariablesAndBranches) {
  EXPECT_EQ(end_of_own("int f(int w) {\n  int own[4];\n  {\n    put(own, w);\n  }\n  flush(w);\n}\n", 4, 6), 0)
      << "declared outside";
  EXPECT_EQ(end_of_own("int f(int w) {\n  if (w) {\n    int own[4];\n    put(own, w);\n    flush(w);\n  } else {\n"
                       "    flush(w);\n  }\n}\n",
                       4, 7),
            0)
      << "the other branch";
  EXPECT_EQ(
      end_of_own("int f(int w) {\n  switch (w) {\n    case 0: {\n      int own[4];\n      put(own, w);\n      break;\n"
                 "    }\n    default:\n      flush(w);\n  }\n}\n",
                 5, 9),
      0)
      << "another case";
  EXPECT_EQ(
      end_of_own("int f(int w) {\n  {\n    int own[4];\n    put(own, w);\n  }\n}\nint g(int w) {\n  flush(w);\n}\n", 4,
                 8),
      0)
      << "another function";
  EXPECT_EQ(end_of_own("int f(int w) {\n  flush(w);\n  {\n    int own[4];\n    put(own, w);\n  }\n}\n", 5, 2), 0)
      << "before";
}

}  // namespace
}  // namespace fencepost
