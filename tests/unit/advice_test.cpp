// Patches of sources: where a statement can be added, and where it cannot, in each shape that sources have.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "advice/source_gap.h"
#include "advice/source_info.h"
#include "advice/source_left_out.h"
#include "advice/source_let_go.h"
#include "advice/source_patch.h"
#include "advice/source_scope.h"
#include "advice/source_tree.h"
#include "advice/source_wait.h"
#include "patched_source.h"

namespace fencepost {
namespace {

class PatchOfSource : public PatchTest {
 protected:
  // Line N of the source has "@" at the fix's place, and "%" at the access that must come after it.
  FixPlace place(const std::string& source, char mark, std::string call) {
    int line = 0;
    for (std::size_t at = 0, i = 0; i < source.size(); ++i) {
      line += at == i;
      if (source[i] == '\n') at = i + 1;
      if (source[i] == mark)
        return {.at = {.file = file_, .line = line}, .name = call + " at a line", .rank = 0, .call = std::move(call)};
    }
    return {};
  }
  static std::string plain(std::string source) {
    std::erase(source, '@');
    std::erase(source, '%');
    return source;
  }
  // The source with the patch; "" if there is none.
  std::string patched(const std::string& source, Fix fix, const std::string& name = "a.c") {
    write(plain(source), name);
    fix.tried = true;
    if (!fix.place.known()) fix.place = place(source, '@', "MPI_Put");
    fix.operation = place(source, '@', "MPI_Put");
    if (fix.met_by) fix.met_by->before = place(source, '%', "");
    if (fix.side == FixSide::kBetween) fix.until.place = place(source, '%', "");
    return patched_source(file_, fix);
  }
  static Fix flush() { return {.kind = FixKind::kAdd, .call = {.function = "Flush", .arguments = {"1", "win"}}}; }
  static Fix barrier() { return {.kind = FixKind::kAdd, .met_by = FixMeeting{.rank = 1}}; }
  static Fix fence() {
    return {.kind = FixKind::kAdd, .call = {.function = "Fence", .arguments = {"0", "win"}}, .side = FixSide::kBetween};
  }
};

TEST_F(PatchOfSource, AddsAfterAStatementOfABlock) {
  EXPECT_EQ(patched("int f(void) {\n  @MPI_Put(a, win);  // see\n  g();\n}\n", flush()),
            "int f(void) {\n  MPI_Put(a, win);  // see\n  Flush(1, win);\n  g();\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  @MPI_Put(a,\n          b, win);\n}\n", flush()),
            "int f(void) {\n  MPI_Put(a,\n          b, win);\n  Flush(1, win);\n}\n");
}

TEST_F(PatchOfSource, GivesBracesToWhatAnIfControls) {
  EXPECT_EQ(patched("int f(void) {\n  if (rank == 0) @MPI_Put(a, win);  // see\n  g();\n}\n", flush()),
            "int f(void) {\n  if (rank == 0) {\n    MPI_Put(a, win);  // see\n    Flush(1, win);\n  }\n  g();\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  for (i = 0; i < n; ++i) if (i) @MPI_Put(a, win);\n}\n", flush()),
            "int f(void) {\n  for (i = 0; i < n; ++i) if (i) {\n    MPI_Put(a, win);\n    Flush(1, win);\n  }\n}\n");
}

TEST_F(PatchOfSource, GivesBracesToTheLineThatAHeadControls) {
  EXPECT_EQ(
      patched("int f(void) {\n  for (i = 0; i < n; ++i)\n    @MPI_Put(a,\n            win);\n  g();\n}\n", flush()),
      "int f(void) {\n  for (i = 0; i < n; ++i) {\n    MPI_Put(a,\n            win);\n    Flush(1, win);\n  }\n"
      "  g();\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  if (r)\n    g();\n  else\n    @MPI_Put(a, win);\n}\n", flush()),
            "int f(void) {\n  if (r)\n    g();\n  else {\n    MPI_Put(a, win);\n    Flush(1, win);\n  }\n}\n");
  for (const char* source : {"int f(void) {\n  if (r)  // all\n    @MPI_Put(a, win);\n}\n",
                             "int f(void) {\n  if (r)\n\n    @MPI_Put(a, win);\n}\n",
                             "int f(void) {\n  if (r)\n    return @MPI_Put(a, win);\n}\n"})
    EXPECT_EQ(patched(source, flush()), "") << source;
}

TEST_F(PatchOfSource, KeepsTheResultThatAFunctionReturns) {
  EXPECT_EQ(
      patched("int f(void) {\n  return @MPI_Put(a,\n                 win);\n}\n", flush()),
      "int f(void) {\n  const int error = MPI_Put(a,\n                 win);\n  Flush(1, win);\n  return error;\n}\n");
  EXPECT_EQ(patched("int f(int error) {\n  return @MPI_Put(a, win);\n}\n", flush()),
            "int f(int error) {\n  const int code = MPI_Put(a, win);\n  Flush(1, win);\n  return code;\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  return 1 + @MPI_Put(a, win);\n}\n", flush()), "");
}

TEST_F(PatchOfSource, StaysUnderThePragmaOfItsStatement) {
  EXPECT_EQ(patched("int f(void) {\n#pragma omp critical\n  @MPI_Put(a, win);\n}\n", flush()),
            "int f(void) {\n#pragma omp critical\n  {\n  MPI_Put(a, win);\n  Flush(1, win);\n  }\n}\n");
}

TEST_F(PatchOfSource, KnowsCallsThatMacrosStandFor) {
  const std::string macro = "#define PUT(x) MPI_Put(x, win)\n";
  EXPECT_EQ(patched(macro + "int f(void) {\n  @PUT(a);\n}\n", flush()),
            macro + "int f(void) {\n  PUT(a);\n  Flush(1, win);\n}\n");
  EXPECT_EQ(patched(macro + "#define PUT(x) MPI_Get(x, win)\nint f(void) {\n  @PUT(a);\n}\n", flush()), "");
}

TEST_F(PatchOfSource, LeavesAloneWhatItDoesNotUnderstand) {
  for (const char* source : {
           "int f(void) {\n  if (rank == 0) @MPI_Put(a, win); else g();\n}\n",  // which of the two would it be?
           "int f(void) {\n  @MPI_Put(a, win); MPI_Put(b, win);\n}\n",
           "int f(void) {\n  if (b) { g(); @MPI_Put(a, win); }\n}\n",
           "int f(void) {\n  if (@MPI_Put(a, win)) g();\n}\n", "int f(void) { @MPI_Put(a, win); }\n",
           "int f(void) {\n  h([&] { @MPI_Put(a, win); });\n}\n",
           "#define PUT \\\n  @MPI_Put(a, win);\nint f(void) {\n  PUT\n}\n", "int f(void) {\n  @PUT;\n}\n",
           "int f(void) {\n  @MPI_Put(a, win);\n",  // a brace is missing
       })
    EXPECT_EQ(patched(source, flush()), "") << source;
}

TEST_F(PatchOfSource, MakesTwoLinesOfOneWithSeveralStatements) {
  EXPECT_EQ(patched("int f(void) {\n  @MPI_Put(a, win); g();  // see\n}\n", flush()),
            "int f(void) {\n  MPI_Put(a, win);\n  Flush(1, win);\n  g();  // see\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  g(); @MPI_Put(a, win);\n}\n", flush()),
            "int f(void) {\n  g(); MPI_Put(a, win);\n  Flush(1, win);\n}\n");
  Fix before = flush();
  before.side = FixSide::kBefore;
  EXPECT_EQ(patched("int f(void) {\n  g(); @MPI_Put(a, win); h();\n}\n", before),
            "int f(void) {\n  g();\n  Flush(1, win);\n  MPI_Put(a, win); h();\n}\n");
}

TEST_F(PatchOfSource, NamesOnlyWhatIsKnownThere) {
  Fix fix = flush();
  fix.side = FixSide::kBefore;
  const std::string same = "int f(MPI_Win win) {\n  @MPI_Put(a, win);\n  %b = 1;\n}\n";
  const std::string inner = "int f(void) {\n  {\n    MPI_Win win = g();\n    @MPI_Put(a, win);\n  }\n  %b = 1;\n}\n";
  for (const std::string& source : {same, inner}) {
    file_ = (folder_ / "a.c").string();
    fix.place = place(source, '%', "");
    EXPECT_EQ(patched(source, fix) == "", source == inner) << source;
  }
}

TEST_F(PatchOfSource, SaysWhoseTheNamesAreWhereTheyAreNotKnown) {
  struct Case {
    const char* source;
    bool known;
  };
  for (const auto& [source, known] : {
           Case{"int f(void) {\n  MPI_Request q;\n  @MPI_Rget(b, &q);\n  %b = 1;\n}\n", true},
           {"int f(void) {\n  for (int i = 0; i < n; ++i) @MPI_Rget(b, &q[i]);\n  %b = 1;\n}\n", false},
           {"int f(void) {\n  for (int i = 0; i < n; ++i) {\n    @MPI_Rget(b, &q[i]);\n    %b = 1;\n  }\n}\n", true},
           {"int f(void) {\n  for (i = 0; i < n; ++i) @MPI_Rget(b, &q[i]);\n  %b = 1;\n}\n", true},
           {"int f(void) {\n  {\n    MPI_Request q[2];\n    @MPI_Rget(b, &q[i]);\n  }\n  %b = 1;\n}\n", false},
           {"int f(void) {\n  if (r) {\n    int i = 1;\n    @MPI_Rget(b, &q[i]);\n  } else {\n    %b = 1;\n  }\n}\n",
            false},
           {"int f(void) {\n  @MPI_Rget(b, &q[i]);\n  {\n    int i = 1;\n    g(i);\n  }\n  %b = 1;\n}\n", true},
           // Declarations in macros are not visible.
           {"MPI_Request q[2];\nint f(void) {\n  EACH {\n    @MPI_Rget(b, &q[i]);\n  }\n  %b = 1;\n}\n", false},
           {"MPI_Request q[2];\nint f(int i) {\n  EACH(x) {\n    @MPI_Rget(b, &q[i]);\n  }\n  %b = 1;\n}\n", true},
           {"int f(void) {\n  EACH {\n    @MPI_Rget(b, &q[i]);\n    %b = 1;\n  }\n}\n", true},
       }) {
    write(plain(source));
    Fix fix{.kind = FixKind::kAdd,
            .call = {.function = "MPI_Wait", .arguments = {"&q[i]", "MPI_STATUS_IGNORE"}},
            .side = FixSide::kBefore,
            .place = place(source, '%', "")};
    fix.place.name = "the store";
    fix.operation = place(source, '@', "MPI_Rget");
    SourceLines sources;
    EXPECT_EQ(KnownNames(sources).leave_out_others(fix), !known) << source;
    EXPECT_EQ(fix.call.arguments.empty(), !known) << source;
    EXPECT_EQ(fix.call.arguments_of == "the request of MPI_Rget at a line", !known) << source;
  }
}

TEST_F(PatchOfSource, KnowsLoopsThatWaitForWhatACallBrings) {
  struct Case {
    const char* source;
    bool waits;
  };
  for (const auto& [source, waits] : {
           Case{"int f(void) {\n  do {\n    @MPI_Get(&cur, 1);\n    g();\n  } while (cur != my);\n  %h();\n}\n", true},
           {"int f(void) {\n  while (cur != my) {\n    @MPI_Get((void *)&cur, 1);\n  }\n  %h();\n}\n", true},
           {"int f(void) {\n  while (s->word == 0) {\n    @MPI_Get(&s->word, 1);\n  }\n  %h();\n}\n", true},
           {"int f(void) {\n  for (cur = 0; !cur;) {\n    @MPI_Get(&cur, 1);\n  }\n  %h();\n}\n", true},
           {"int f(void) {\n  for (int i = 0; i < n; ++i) {\n    @MPI_Get(&x[i], 1);\n  }\n  %h();\n}\n", false},
           {"int f(void) {\n  while (done < n) {\n    @MPI_Get(&x, 1);\n    done++;\n  }\n  %h();\n}\n", false},
           {"int f(void) {\n  while (x < n) {\n    @MPI_Get(&x, 1);\n    %h();\n  }\n}\n", false},
           {"int f(void) {\n  @MPI_Get(&x, 1);\n  while (x < n) g();\n  %h();\n}\n", false},
       }) {
    write(plain(source));
    SourceLines sources;
    const SourceLocation get = place(source, '@', "MPI_Get").at, other = place(source, '%', "").at;
    EXPECT_EQ(waits_in_loop("MPI_Get", {get}, other, sources), waits) << source;
  }
  const std::string caller =
      "int look(void) {\n  int v;\n  @MPI_Get(&v, 1);\n  return v;\n}\nint f(void) {\n  while (look() != 1) {\n  }\n"
      "  %h();\n}\n";
  write(plain(caller));
  SourceLocation get = place(caller, '@', "MPI_Get").at, loop{.file = file_, .line = 7, .function = "f"};
  get.function = "look";
  SourceLines sources;
  EXPECT_TRUE(waits_in_loop("MPI_Get", {get, loop}, place(caller, '%', "").at, sources));
}

TEST_F(PatchOfSource, AddsBeforeAConditionThatLoads) {
  Fix fix = flush();
  fix.side = FixSide::kBefore;
  const auto added = [&](const std::string& line, int column) {
    const std::string source = "int f(MPI_Win win) {\n  @MPI_Put(a, win);\n  %" + line + "\n}\n";
    file_ = (folder_ / "a.c").string();
    fix.place = place(source, '%', "");
    fix.place.at.column = column;
    return patched(source, fix);
  };
  const std::string begin = "int f(MPI_Win win) {\n  MPI_Put(a, win);\n  ";
  EXPECT_EQ(added("if (b == 5) g();", 7), begin + "Flush(1, win);\n  if (b == 5) g();\n}\n");
  EXPECT_EQ(added("if (b == 5) {\n    g();\n  }", 7), begin + "Flush(1, win);\n  if (b == 5) {\n    g();\n  }\n}\n");
  EXPECT_EQ(added("while (b == 5) g();", 10), "");
  EXPECT_EQ(added("if (r) g(b);", 12), begin + "if (r) {\n    Flush(1, win);\n    g(b);\n  }\n}\n");
}

TEST_F(PatchOfSource, LetsRanksMeetWhereAllComeThrough) {
  EXPECT_EQ(
      patched("int f(void) {\n  if (r == 0) {\n    @MPI_Put(a, win);\n  }\n  if (r == 1) %b = m[0];\n}\n", barrier()),
      "int f(void) {\n  if (r == 0) {\n    MPI_Put(a, win);\n  }\n  MPI_Barrier(MPI_COMM_WORLD);\n"
      "  if (r == 1) b = m[0];\n}\n");
  EXPECT_EQ(
      patched("int f(void) {\n  if (r == 0) {\n    @MPI_Put(a, win);\n  } else {\n    %b = m[0];\n  }\n}\n", barrier()),
      "int f(void) {\n  if (r == 0) {\n    MPI_Put(a, win);\n    MPI_Barrier(MPI_COMM_WORLD);\n  } else {\n"
      "    MPI_Barrier(MPI_COMM_WORLD);\n    b = m[0];\n  }\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  if (r == 0) @MPI_Put(a, win);\n  if (r == 1) %b = m[0];\n}\n", fence()),
            "int f(void) {\n  if (r == 0) MPI_Put(a, win);\n  Fence(0, win);\n  if (r == 1) b = m[0];\n}\n");
  Fix both = barrier();
  both.call = flush().call;
  EXPECT_EQ(
      patched("int f(void) {\n  if (r == 0) @MPI_Put(a, win);\n  if (r == 1) %b = m[0];\n}\n", both),
      "int f(void) {\n  if (r == 0) {\n    MPI_Put(a, win);\n    Flush(1, win);\n  }\n  MPI_Barrier(MPI_COMM_WORLD);\n"
      "  if (r == 1) b = m[0];\n}\n");
}

TEST_F(PatchOfSource, DoesNotLetThemMeetElsewhere) {
  for (const char* source : {
           "int f(void) {\n  @MPI_Put(a, win);\n}\nint g(void) {\n  %b = m[0];\n}\n",
           "int f(void) {\n  %b = m[0];\n  @MPI_Put(a, win);\n}\n",
           "int f(void) {\n  if (r == 0) @MPI_Put(a, win); else %b = m[0];\n}\n",
           "int f(void) {\n  if (r == 0) @MPI_Put(a, win);\n  else %b = m[0];\n}\n",
           "int f(void) {\n  while (!flag) {}\n  @MPI_Put(a, win);\n  %b = m[0];\n}\n",  // who waits for whom is not
                                                                                         // seen
           "int f(void) {\n  _Atomic int flag;\n  @MPI_Put(a, win);\n  %b = m[0];\n}\n",
           "int f(void) {\n  switch (r) {\n  case 0: @MPI_Put(a, win); break;\n  case 1: %b = m[0];\n  }\n}\n",
       })
    EXPECT_EQ(patched(source, barrier()), "") << source;
  EXPECT_EQ(
      patched("int f(void) {\n  {\n    MPI_Win win = g();\n    @MPI_Put(a, win);\n  }\n  %b = m[0];\n}\n", fence()),
      "");
}

// Each rank comes through one of the branches of a chain.
TEST_F(PatchOfSource, LetsRanksMeetInEachBranchOfAChain) {
  const std::string begin = "int f(void) {\n  if (r == 0) {\n    ", call = "MPI_Barrier(MPI_COMM_WORLD);\n";
  EXPECT_EQ(
      patched(begin + "@MPI_Put(a, win);\n    g();\n  } else if (r == 1) {\n    h();\n  } else {\n    %b = m[0];\n"
                      "  }\n}\n",
              barrier()),
      begin + "MPI_Put(a, win);\n    " + call + "    g();\n  } else if (r == 1) {\n    h();\n    " + call +
          "  } else {\n    " + call + "    b = m[0];\n  }\n}\n");
  EXPECT_EQ(patched(begin + "@MPI_Put(a, win);\n  } else if (r == 1) {\n    %b = m[0];\n  }\n}\n", barrier()),
            begin + "MPI_Put(a, win);\n    " + call + "  } else if (r == 1) {\n    " + call +
                "    b = m[0];\n  } else {\n    " + call + "  }\n}\n");
  for (const char* branch : {"h();\n    return;", "", "if (s) return;\n    h();"})
    EXPECT_EQ(patched(begin + "@MPI_Put(a, win);\n  } else if (r == 1) {\n    " + branch +
                          "\n  } else {\n    %b = m[0];\n  }\n}\n",
                      barrier()),
              "")
        << branch;
  EXPECT_EQ(
      patched("int f(void) {\n  for (i = 0; i < n; i++) {\n    if (r == 0) {\n      @MPI_Put(a, win);\n    } else if (r"
              " == 1) {\n      %b = m[0];\n    }\n  }\n}\n",
              barrier()),
      "");
}

TEST_F(PatchOfSource, LetsRanksMeetBehindWhatOneStillDoes) {
  Fix late = barrier();
  late.met_by->late = true;
  EXPECT_EQ(
      patched("int f(void) {\n  if (r == 0) {\n    @MPI_Put(a, win);\n    g();\n  } else {\n    h();\n    %b = m[0];\n"
              "  }\n}\n",
              late),
      "int f(void) {\n  if (r == 0) {\n    MPI_Put(a, win);\n    g();\n    MPI_Barrier(MPI_COMM_WORLD);\n  } else {\n"
      "    h();\n    MPI_Barrier(MPI_COMM_WORLD);\n    b = m[0];\n  }\n}\n");
}

// Not where the preprocessor may leave it out.
TEST_F(PatchOfSource, LetsRanksMeetLateInLinesThatAreThere) {
  Fix late = barrier();
  late.met_by->late = true;
  EXPECT_EQ(patched("int f(void) {\n  if (r == 0) @MPI_Put(a, win);\n  g();\n#ifdef H\n  h();\n#endif\n  if (r == 1) "
                    "%b = m[0];\n}\n",
                    late),
            "int f(void) {\n  if (r == 0) MPI_Put(a, win);\n  g();\n  MPI_Barrier(MPI_COMM_WORLD);\n#ifdef H\n  h();\n"
            "#endif\n  if (r == 1) b = m[0];\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  if (r == 0) {\n    @MPI_Put(a, win);\n#ifdef H\n    h();\n#endif\n  } else {\n   "
                    " %b = m[0];\n  }\n}\n",
                    late),
            "int f(void) {\n  if (r == 0) {\n    MPI_Put(a, win);\n    MPI_Barrier(MPI_COMM_WORLD);\n#ifdef H\n    "
            "h();\n#endif\n  } else {\n"
            "    MPI_Barrier(MPI_COMM_WORLD);\n    b = m[0];\n  }\n}\n");
}

// A fence alone does not complete a send: each rank that comes to the fence waits first, for no request if it has none.
TEST_F(PatchOfSource, WaitsBeforeAFence) {
  Fix fix = fence();
  fix.before_it = {.function = "Wait", .arguments = {"&q"}};
  const std::string none = "MPI_Request q = MPI_REQUEST_NULL;\n  ";
  const std::string body = "if (r == 0) @MPI_Put(a, &q);\n  g();\n  if (r == 1) %b = m[0];\n}\n";
  EXPECT_EQ(patched("int f(void) {\n  " + none + body, fix),
            "int f(void) {\n  " + none +
                "if (r == 0) MPI_Put(a, &q);\n  g();\n  Wait(&q);\n  Fence(0, win);\n  if (r == 1) b = m[0];\n}\n");
  EXPECT_EQ(patched("int f(void) {\n  MPI_Request q;\n  " + body, fix), "");
  EXPECT_EQ(
      patched("int f(void) {\n  " + none + "if (r == 1) {\n    %b = m[0];\n  } else {\n    @MPI_Put(a, &q);\n  }\n}\n",
              fix),
      "int f(void) {\n  " + none +
          "if (r == 1) {\n    Fence(0, win);\n    b = m[0];\n  } else {\n    MPI_Put(a, &q);\n    Wait(&q);\n"
          "    Fence(0, win);\n  }\n}\n");
}

// A rank that sleeps waits for nobody, unless a loop lets it look again.
TEST_F(PatchOfSource, LetsRanksMeetBesideASleep) {
  const auto meets = [&](const std::string& body) {
    return !patched("int f(void) {\n  " + body + "\n  if (r == 0) @MPI_Put(a, win);\n  if (r == 1) %b = m[0];\n}\n",
                    barrier())
                .empty();
  };
  EXPECT_TRUE(meets("if (r == 0) usleep(100);"));
  EXPECT_TRUE(meets("for (i = 0; i < 4; i++) usleep(100);"));
  EXPECT_TRUE(meets("while (row >= first(rank + 1)) rank++;"));
  EXPECT_TRUE(meets("while (list[i] != 0) ++i;"));
  EXPECT_FALSE(meets("while (m[1] == 0 && tries < 9) tries++;"));
  EXPECT_FALSE(meets("while (m[1] == 0) tries++;"));
  EXPECT_FALSE(meets("while (row >= first(rank + 1)) m[rank]++;"));
  EXPECT_FALSE(meets("while (m[1] == 0) {\n    tries++;\n  }"));
  EXPECT_TRUE(meets("__asm__ volatile(\"\" ::: \"memory\");"));
  EXPECT_FALSE(meets("for (i = 0; i < 4; i++) {\n    if (g()) break;\n    usleep(100);\n  }"));
  EXPECT_FALSE(meets("again:\n  usleep(100);\n  if (!g()) goto again;"));
  EXPECT_FALSE(meets("REPEAT {\n    usleep(100);\n  }"));
  EXPECT_FALSE(meets("volatile int* word = m;\n  wait_for(word);"));
  EXPECT_FALSE(meets("volatile int* word = m;\n  for (i = 0; i < 9999; i++)\n    if (word[0]) break;"));
  EXPECT_TRUE(meets("volatile int* word = m;\n  for (i = 0; i < 4; i++) s += word[i];"));
}

// Where messages decide what a round does, the rounds of a run do not tell which meetings come between.
TEST_F(PatchOfSource, LetsNobodyMeetWhereMessagesChooseTheRound) {
  const auto meets = [&](const std::string& head) {
    return !patched("int f(void) {\n  for (i = 0; i < 4; i++) {\n    " + head +
                        "\n    if (r == 0) {\n      @MPI_Put(a, win);\n    } else {\n      %b = m[0];\n    }\n  }\n}\n",
                    barrier())
                .empty();
  };
  EXPECT_TRUE(meets("MPI_Waitall(2, q, MPI_STATUSES_IGNORE);"));
  EXPECT_FALSE(meets("MPI_Waitany(2, q, &s, MPI_STATUS_IGNORE);"));
  EXPECT_FALSE(meets("MPI_Recv(&s, 1, MPI_INT, MPI_ANY_SOURCE, 0, c, MPI_STATUS_IGNORE);"));
}

// A round puts before the read of the next one, or loads what the next one overwrites.
TEST_F(PatchOfSource, LetsRanksMeetAtTheEndOfARound) {
  const auto met = [&](const std::string& body) {
    Fix fix = barrier();
    fix.until.next_round = true;
    return patched("int f(void) {\n  " + body + "\n}\n", fix);
  };
  EXPECT_EQ(met("for (i = 0; i < 4; i++) {\n    %MPI_Put(a, win);\n    @b = m[0];\n  }"),
            "int f(void) {\n  for (i = 0; i < 4; i++) {\n    MPI_Put(a, win);\n    b = m[0];\n"
            "    MPI_Barrier(MPI_COMM_WORLD);\n  }\n}\n");
  EXPECT_EQ(
      met("for (i = 0; i < 4; i++) {\n    %MPI_Put(a, win);\n    for (j = 0; j < 4; j++) @b = m[j];\n    g();\n  }"),
      "int f(void) {\n  for (i = 0; i < 4; i++) {\n    MPI_Put(a, win);\n    for (j = 0; j < 4; j++) b = m[j];\n"
      "    MPI_Barrier(MPI_COMM_WORLD);\n    g();\n  }\n}\n");
  for (const char* body : {
           "%MPI_Put(a, win);\n  @b = m[0];",  // in no loop
           "for (i = 0; i < 4; i++) {\n    @b = m[0];\n    %MPI_Put(a, win);\n  }",
           "for (i = 0; i < 4; i++) {\n    %MPI_Put(a, win);\n    if (b) break;\n    @b = m[0];\n  }",
           "for (i = 0; i < 4; i++) {\n    %MPI_Put(a, win);\n    if (b) continue;\n    @b = m[0];\n  }",
           "for (i = 0; i < 4; i++)\n    if (r) {\n      %MPI_Put(a, win);\n      @b = m[0];\n    }",
           "while (!flag) {\n    %MPI_Put(a, win);\n    @b = m[0];\n  }",
       })
    EXPECT_EQ(met(body), "") << body;
}

// A rank that returns earlier does not reach the place where the others meet.
TEST_F(PatchOfSource, KnowsThatSomeMayHaveLeft) {
  const auto may_be_left = [&](const std::string& before, const std::string& behind) {
    const std::string source =
        "int f(void) {\n  " + before + "\n  @MPI_Put(a, win);\n  %b = m[0];\n  " + behind + "\n}\n";
    write(plain(source));
    Fix fix = barrier();
    fix.place = place(source, '@', "MPI_Put");
    fix.met_by->before = place(source, '%', "");
    SourceLines sources;
    const std::vector<SourceGap> gaps = gaps_of(fix, "", sources);
    return gaps.size() == 1 && gaps.front().may_be_left;
  };
  EXPECT_TRUE(may_be_left("if (r == 2) return 1;", ""));
  EXPECT_TRUE(may_be_left("if (r == 2) goto end;", "end: g();"));
  EXPECT_FALSE(may_be_left("g(returned);", "return 0;"));
}

// The body of a closure is in a function, but is executed elsewhere.
TEST_F(PatchOfSource, DoesNotLetRanksMeetBesideClosures) {
  for (const char* closure : {"auto g = [&] { h(); };", "auto g = [=](int i) { h(i); };", "T t([] {\n    h();\n  });",
                              "auto g = [&](int i) -> int { return h(i); };"})
    EXPECT_EQ(patched("int f() {\n  " + std::string(closure) + "\n  if (r == 0) @MPI_Put(a, win);\n  %b = m[0];\n}\n",
                      barrier(), "a.cpp"),
              "")
        << closure;
  for (const char* other : {"int a[2] = {1, 2};", "a[0] = f(1);", "a[i](1);", "g(a[1], (b));"})
    EXPECT_NE(patched("int f() {\n  " + std::string(other) + "\n  if (r == 0) @MPI_Put(a, win);\n  %b = m[0];\n}\n",
                      barrier(), "a.cpp"),
              "")
        << other;
}

// Braces that hold no statements, and statements that have no semicolon.
TEST_F(PatchOfSource, ReadsListsInBraces) {
  for (const char* before :
       {"enum { kOne = 1, kTwo };", "enum Kind { kOne } kind = kOne;", "std::vector<int> v{1, 2};", "int i{};",
        "return (struct S){1};", "h((struct S){1});", "struct S s = {.a = {1, 2}};", "T t = T{1}.with(2);",
        "DECLARE(x)", "struct S {\n    int a;\n  };", "struct Empty {};", "for (int i : {1, 2}) h(i);"})
    for (const bool inside : {true, false}) {
      const std::string head =
          inside ? "int f() {\n  " + std::string(before) + "\n" : before + std::string("\nint f() {\n");
      EXPECT_EQ(patched(head + "  @MPI_Put(a, win);\n  g();\n}\nint k() { MACRO }\n", flush(), "a.cpp"),
                head + "  MPI_Put(a, win);\n  Flush(1, win);\n  g();\n}\nint k() { MACRO }\n")
          << before;
    }
}

TEST_F(PatchOfSource, IsAlsoOfHeaders) {
  const std::string head = "template <class T> struct W {\n  void put() {\n";
  for (const char* name : {"a.h", "a.hpp", "a.hxx", "a.inl", "a.cu"})
    EXPECT_EQ(patched(head + "    @MPI_Put(a, win);\n  }\n};\n", flush(), name),
              head + "    MPI_Put(a, win);\n    Flush(1, win);\n  }\n};\n")
        << name;
}

TEST_F(PatchOfSource, LeavesAnAssertionOut) {
  Fix fix{.kind = FixKind::kReplaceArgument, .argument = {.instead_of = "NOPUT"}};
  const std::pair<const char*, const char*> cases[] = {
      {"f(NOPUT, win)", "f(0, win)"},     {"f(win, NOPUT)", "f(win, 0)"},   {"f(NOPUT | A, win)", "f(A, win)"},
      {"f(A | NOPUT, win)", "f(A, win)"}, {"f(A | NOPUT | B)", "f(A | B)"}, {"f(A|NOPUT)", "f(A)"},
      {"f(c ? NOPUT : 0, win)", nullptr}, {"f(NOPUT, NOPUT)", nullptr},     {"f(NOPUTS, win)", nullptr},
      {"f(promise, win)", nullptr},
  };
  for (const auto& [before, after] : cases) {
    const std::string begin = "int g(void) {\n  ", end = ";\n}\n";
    EXPECT_EQ(patched(begin + "@" + before + end, fix), after == nullptr ? "" : begin + after + end) << before;
  }
}

TEST_F(PatchOfSource, MovesAStatementWithWhatControlsItAlone) {
  const auto moved = [&](const std::string& source) {
    Fix fix{.kind = FixKind::kMove};
    file_ = (folder_ / "a.c").string();
    fix.moved = place(source, '@', "");
    fix.place = place(source, '%', "MPI_Win_fence");
    return patched(source, fix);
  };
  EXPECT_EQ(moved("int f(void) {\n  @b = m[0];\n\n  %MPI_Win_fence(0, win);\n}\n"),
            "int f(void) {\n\n  MPI_Win_fence(0, win);\n  b = m[0];\n}\n");
  EXPECT_EQ(moved("int f(void) {\n  if (r) @b = m[0];\n  %MPI_Win_fence(0, win);\n}\n"),
            "int f(void) {\n  MPI_Win_fence(0, win);\n  if (r) b = m[0];\n}\n");
  EXPECT_EQ(moved("int f(void) {\n  if (r) {\n    @b = m[0];\n  }\n  %MPI_Win_fence(0, win);\n}\n"),
            "int f(void) {\n  MPI_Win_fence(0, win);\n  if (r) {\n    b = m[0];\n  }\n}\n");
  EXPECT_EQ(moved("int f(void) {\n  if (r) {\n    while (@m[0] == 0) {\n    }\n  }\n  %MPI_Win_fence(0, win);\n}\n"),
            "int f(void) {\n  MPI_Win_fence(0, win);\n  if (r) {\n    while (m[0] == 0) {\n    }\n  }\n}\n");
  EXPECT_EQ(moved("int f(void) {\n  @free(m);\n  MPI_Barrier(comm);\n  g();\n  %MPI_Win_free(&win);\n}\n"),
            "int f(void) {\n  MPI_Barrier(comm);\n  g();\n  MPI_Win_free(&win);\n  free(m);\n}\n");
  for (const char* source : {
           "int f(void) {\n  if (r) {\n    @b = m[0];\n    g();\n  }\n  %MPI_Win_fence(0, win);\n}\n",
           "int f(void) {\n  @b = m[0];\n  g(b);\n  %MPI_Win_fence(0, win);\n}\n",
           "int f(void) {\n  @b = m[0];\n  c = d;\n  %MPI_Win_fence(0, win);\n}\n",
           "int f(void) {\n  @b = m[0];\n  if (r) g();\n  %MPI_Win_fence(0, win);\n}\n",
           "int f(void) {\n  @free(m);\n  g(m);\n  %MPI_Win_free(&win);\n}\n",
           "int f(void) {\n  @b = m[0];\n  %MPI_Send(&b, 1);\n}\n",
           "int f(void) {\n  @return m[0];\n  %MPI_Win_fence(0, win);\n}\n",
           "int f(void) {\n  for (;;) @b = m[0];\n  %MPI_Win_fence(0, win);\n}\n",
       })
    EXPECT_EQ(moved(source), "") << source;
}

TEST_F(PatchOfSource, LeavesTheErrorOfFortranOutWhereItMay) {
  const auto added = [&](const std::string& use, const std::string& error) {
    const std::string source = "subroutine f(win)\n  " + use + "\n  @call MPI_Put(a, win" + error + ")\nend\n";
    return patched(source, {.kind = FixKind::kAdd, .call = {.function = "Flush", .arguments = {"1", "win"}}}, "a.f90");
  };
  const auto with = [](const std::string& use, const std::string& error) {
    return "subroutine f(win)\n  " + use + "\n  call MPI_Put(a, win" + error + ")\n  call Flush(1, win" + error +
           ")\nend\n";
  };
  EXPECT_EQ(added("use mpi_f08", ""), with("use mpi_f08", ""));
  EXPECT_EQ(added("use mpi_f08, only: MPI_Put", ""), with("use mpi_f08, only: MPI_Put", ""));
  EXPECT_EQ(added("use mpi_f08", ", ierror"), with("use mpi_f08", ", ierror"));
  EXPECT_EQ(added("use mpi", ", ierror"), with("use mpi", ", ierror"));
  EXPECT_EQ(added("use mpi", ""), "");
  EXPECT_EQ(added("use halo", ""), "");
}

TEST_F(PatchOfSource, KnowsStatementsOfFortranThatGoOnInFurtherLines) {
  const std::string begin = "subroutine f(win)\n", end = "end subroutine f\n";
  const std::string put = "  call MPI_Put(a, 1, MPI_INTEGER, 1, &  ! one\n    & 0_k, 1, MPI_INTEGER, @win";
  const Fix after{.kind = FixKind::kAdd, .call = {.function = "Flush", .arguments = {"1", "win"}}};
  Fix before = after;
  before.side = FixSide::kBefore;
  const std::string flush = "  call Flush(1, win";
  EXPECT_EQ(patched(begin + put + ", ierr)\n" + end, after, "a.f90"),
            plain(begin + put + ", ierr)\n" + flush + ", ierr)\n" + end));
  // As many arguments as in C: the error is left out there.
  EXPECT_EQ(patched(begin + put + ")\n" + end, before, "a.f90"), plain(begin + flush + ")\n" + put + ")\n" + end));
  EXPECT_EQ(patched(begin + put + ", what)\n" + end, after, "a.f90"), "");
  EXPECT_EQ(patched(begin + "  if (b) &\n" + put + ", ierr)\n" + end, after, "a.f90"), "");
}

// In Fortran, only blank lines and comments may come between, and a condition of the preprocessor goes with its line.
TEST_F(PatchOfSource, MovesALineOfFortran) {
  const auto moved = [&](const std::string& body) {
    const std::string source = "subroutine f(win, ierr)\n" + body + "end subroutine f\n";
    Fix fix{.kind = FixKind::kMove};
    file_ = (folder_ / "a.f90").string();
    fix.moved = place(source, '@', "");
    fix.place = place(source, '%', "MPI_Win_complete");
    const std::string text = patched(source, fix, "a.f90");
    return text.size() < 40 ? text : text.substr(24, text.size() - 24 - 17);
  };
  const std::string store = "  @edge = -1\n", call = "  %call MPI_Win_complete(win, ierr)\n";
  EXPECT_EQ(moved(store + "\n  ! now\n" + call), plain("\n  ! now\n" + call + store));
  EXPECT_EQ(moved("#ifdef A\n" + store + "#endif\n" + call), plain(call + "#ifdef A\n" + store + "#endif\n"));
  for (const char* between : {"  b = 1\n", "#ifdef A\n", "#else\n  b = 1\n#endif\n"})
    EXPECT_EQ(moved(store + between + call), "") << between;
  EXPECT_EQ(moved("#ifdef A\n" + store + "  b = 1\n#endif\n" + call), "");
  EXPECT_EQ(moved("#ifdef A\n" + store + "#endif\n  b = 1\n" + call), "");
}

TEST_F(PatchOfSource, MovesACallUpOnlyOverWhatLeavesItsArgumentsAlone) {
  const auto moved = [&](const std::string& passed) {
    const std::string source = "int f(void) {\n  %" + passed + "\n  @MPI_Wait(&r[i], s);\n}\n";
    Fix fix{.kind = FixKind::kMove, .side = FixSide::kBefore};
    file_ = (folder_ / "a.c").string();
    fix.moved = place(source, '@', "MPI_Wait");
    fix.place = place(source, '%', "");
    return patched(source, fix);
  };
  for (const char* passed : {"sum += part[i];", "printf(\"r\", part[i]);", "a = b == i;"})
    EXPECT_EQ(moved(passed), std::string("int f(void) {\n  MPI_Wait(&r[i], s);\n  ") + passed + "\n}\n") << passed;
  for (const char* passed : {"i = part[0];", "i += part[0];", "i++;", "--i;", "g(&i);", "r[0] = part[0];",
                             "MPI_Send(part);", "if (part[0]) g();", "g(); h();"})
    EXPECT_EQ(moved(passed), "") << passed;
}

TEST_F(PatchOfSource, LetsRanksOfFortranMeet) {
  const auto met = [&](const std::string& body, const Fix& fix) {
    const std::string text = patched("subroutine f(win, m)\n  use mpi\n" + body + "end subroutine f\n", fix, "a.f90");
    return text.size() < 49 ? text : text.substr(31, text.size() - 31 - 17);
  };
  const std::string put = "  @call MPI_Put(a, 1, win, ierr)\n", wait = "  %b = m(1)\n";
  const std::string bare_put = plain(put), bare_wait = plain(wait);
  const std::string barrier_call = "  call MPI_Barrier(MPI_COMM_WORLD, ierr)\n";
  struct Row {
    std::string before, after;
  };
  for (const auto& [before, after] : {
           Row{put + wait, bare_put + barrier_call + bare_wait},
           Row{"  if (r == 0) " + put.substr(2) + "  if (r == 1) " + wait.substr(2),
               "  if (r == 0) " + bare_put.substr(2) + barrier_call + "  if (r == 1) " + bare_wait.substr(2)},
           Row{"  if (r == 0) then\n  " + put + "  end if\n" + wait,
               "  if (r == 0) then\n  " + bare_put + "  end if\n" + barrier_call + bare_wait},
           Row{"  if (r == 0) then ! one\n  " + put + "  else\n  " + wait + "  endif\n",
               "  if (r == 0) then ! one\n  " + bare_put + "  " + barrier_call + "  else\n  " + barrier_call + "  " +
                   bare_wait + "  endif\n"},
           Row{"  do i = 1, 3\n" + put + "  enddo\n" + wait,
               "  do i = 1, 3\n" + bare_put + "  enddo\n" + barrier_call + bare_wait},
           Row{put + "  print *, 'if (x) then', &\n    i\n" + wait,
               bare_put + barrier_call + "  print *, 'if (x) then', &\n    i\n" + bare_wait},
           // Processes that wait by other means or reach the two in turns, and code that is not understood.
           Row{"  do while (v == 0)\n  end do\n" + put + wait, ""},
           Row{"  do\n    if (v == 1) exit\n  end do\n" + put + wait, ""},
           Row{"  do i = 1, 3\n" + wait + put + "  end do\n", ""},
           Row{"  do 10 i = 1, 3\n10 continue\n" + put + wait, ""},
           Row{"  select case (r)\n  case (0)\n" + put + "  case (1)\n" + wait + "  end select\n", ""},
       })
    EXPECT_EQ(met(before, barrier()), after) << before;
  const Fix fence{.kind = FixKind::kAdd,
                  .call = {.function = "MPI_Win_fence", .arguments = {"0", "win"}, .on_all_ranks = true},
                  .side = FixSide::kBetween};
  EXPECT_EQ(met(put + wait, fence), bare_put + "  call MPI_Win_fence(0, win, ierr)\n" + bare_wait);
  EXPECT_EQ(patched("program p\n  use mpi, only: MPI_Put\n" + put + wait + "end program\n", barrier(), "a.f90"), "");
  EXPECT_EQ(patched("program p\n  use mpi\n" + put + "  call g()\ncontains\n  subroutine g()\n" + wait +
                        "  end subroutine\nend program\n",
                    barrier(), "a.f90"),
            "")
      << "two units";
}

// "%": where a process waits forever. A call that others need is found next to it, and moves before it.
TEST_F(PatchOfSource, ClosesAnEpochOfFortranInTheBlockThatOpensIt) {
  const auto closed = [&](const std::string& source, const std::string& call = "MPI_Win_unlock_all") {
    Fix fix{
        .kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch, .call = {.function = call, .arguments = {"Win"}}};
    file_ = (folder_ / "a.f90").string();
    fix.place = place(source, '@', "MPI_Put");
    fix.within = place(source, '%', "MPI_Win_lock_all");
    return patched(source, fix, "a.f90");
  };
  const std::string begin = "subroutine f(win, ierr)\n  use mpi\n  call MPI_Win_lock_all(0, win%, ierr)\n";
  EXPECT_EQ(closed(begin + "  if (rank == 0) then\n    call MPI_Put(a, 1@)\n  end if\nend subroutine\n"),
            plain(begin) +
                "  if (rank == 0) then\n    call MPI_Put(a, 1)\n  end if\n  call MPI_Win_unlock_all(Win, ierr)\n"
                "end subroutine\n");
  EXPECT_EQ(closed(begin + "  do i = 1, n\n    if (i > 1) call MPI_Put(a, 1@)\n  end do\nend subroutine\n"),
            plain(begin) +
                "  do i = 1, n\n    if (i > 1) call MPI_Put(a, 1)\n  end do\n"
                "  call MPI_Win_unlock_all(Win, ierr)\nend subroutine\n");
  for (const char* left : {"    if (i > 1) return\n", "    call other(win)\n", "    call MPI_Win_free(win, ierr)\n",
                           "    if (i > 1) exit\n"})
    EXPECT_EQ(closed(begin + "  if (rank == 0) then\n" + left + "    call MPI_Put(a, 1@)\n  end if\nend subroutine\n"),
              "")
        << left;
}

TEST_F(PatchOfSource, KnowsThatFortranIsDeeper) {
  file_ = (folder_ / "a.f90").string();
  const auto is_so = [&](const std::string& source) {
    std::ofstream(file_) << plain(source);
    SourceLines sources;
    return is_deeper(place(source, '%', "").at, place(source, '@', "").at, sources);
  };
  EXPECT_TRUE(
      is_so("program p\n  if (rank == 0) then\n    call MPI_Put(a)@\n  end if\n  call MPI_Win_fence(0, w)%\nend\n"));
  EXPECT_TRUE(is_so("program p\n  if (rank == 0) call MPI_Put(a)@\n  call MPI_Win_fence(0, w)%\nend program\n"));
  EXPECT_FALSE(is_so("program p\n  call MPI_Put(a)@\n  call MPI_Win_fence(0, w)%\nend program\n"));
}

TEST_F(PatchOfSource, CallsWhatAReturnLeavesOut) {
  const auto found = [&](const std::string& source) {
    write(plain(source));
    SourceLines sources;
    return left_out_behind(place(source, '@', "").at, {"Flush(1, win)"}, {}, sources);
  };
  const std::string put = "int f(int e) {\n  @MPI_Put(a, win);\n";
  const auto one = found(put + "  if (e) return 1;\n  Flush(1, win);\n}\n");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->word, "return");
  EXPECT_EQ(one->call.line, 4);
  ASSERT_EQ(one->leaving.size(), 1u);
  EXPECT_EQ(one->leaving[0].line, 3);
  EXPECT_FALSE(found(put + "  Flush(1, win);\n  if (e) return 1;\n}\n"));
  EXPECT_FALSE(found(put + "  if (e) g();\n  Flush(1, win);\n}\n"));
  EXPECT_FALSE(found(put + "  for (int i = 0; i < e; i++) if (i) break;\n  Flush(1, win);\n}\n"));
  EXPECT_FALSE(found(put + "  if (e) return 1;\n  Flush(2, win);\n}\n"));
  EXPECT_TRUE(found(put + "  if (e) {\n    g();\n    goto out;\n  }\n  e = Flush(1, win);\nout:\n  g();\n}\n"));
  Fix fix = flush();
  fix.side = FixSide::kBefore;
  const auto before_return = [&](const std::string& source) {
    file_ = (folder_ / "a.c").string();
    fix.place = place(source, '%', "return");
    return patched(source, fix);
  };
  EXPECT_EQ(before_return(put + "  if (e) %return 1;\n  Flush(1, win);\n}\n"),
            plain(put) + "  if (e) {\n    Flush(1, win);\n    return 1;\n  }\n  Flush(1, win);\n}\n");
  EXPECT_EQ(before_return(put + "  if (e) {\n    g();\n    %return 1;\n  }\n}\n"),
            plain(put) + "  if (e) {\n    g();\n    Flush(1, win);\n    return 1;\n  }\n}\n");
}

TEST_F(PatchOfSource, LetsACallComeBeforeOneThatWaits) {
  const auto moved = [&](const std::string& body) -> std::string {
    const std::string source = "int f(void) {\n" + body + "}\n";
    write(plain(source));
    Fix fix{.kind = FixKind::kMove, .purpose = FixPurpose::kLetGoOn, .side = FixSide::kBefore};
    fix.place = place(source, '%', "Wait");
    SourceLines sources;
    const auto found = call_beside(fix.place.at, "Give", sources);
    if (!found) return "";
    fix.moved = {.at = {.file = file_, .line = found->line}, .name = "Give", .call = "Give"};
    if (found->in_front) fix.within = fix.place;
    const std::string text = patched(source, fix);
    return text.substr(14, text.size() - 16);
  };
  struct Row {
    const char *before, *after;  // "": it is left alone
  };
  for (const auto& [before, after] : {
           Row{"  %Wait(w);\n  Give(w);\n", "  Give(w);\n  Wait(w);\n"},
           Row{"  %Wait(w);  // see\n\n  Give(1, w);  // why\n", "  Give(1, w);  // why\n  Wait(w);  // see\n\n"},
           Row{"  %Wait(w);\n  n = 1;\n  Give(w);\n", "  Give(w);\n  Wait(w);\n  n = 1;\n"},
           Row{"  %Wait(w);\n  if (rank == 0) Give(w);\n", "  if (rank == 0) Give(w);\n  Wait(w);\n"},
           Row{"  if (rank == 0) Give(w);\n  %Wait(w);\n", "  Give(w);\n  Wait(w);\n"},
           Row{"  if (rank == 0) {\n    Give(w);\n  }\n  %Wait(w);\n", "  Give(w);\n  Wait(w);\n"},
           Row{"  if (rank == 0) Give(w);  // why\n  int n = 1;\n  %return end();\n",
               "  Give(w);  // why\n  int n = 1;\n  return end();\n"},
           // What it is given comes from the one that waits, or goes to it.
           Row{"  %Wait(&n);\n  Give(n);\n", ""},
           Row{"  %Wait(n);\n  Give(&n);\n", ""},
           Row{"  %Wait(w);\n  n = 1;\n  Give(n);\n", ""},
           // Others may be called meanwhile, or leave.
           Row{"  %Wait(w);\n  g();\n  Give(w);\n", ""},
           Row{"  %Wait(w);\n  return;\n  Give(w);\n", ""},
           Row{"  if (rank == 0) Give(w);\n  g();\n  %Wait(w);\n", ""},
           // Where it stands for all already, or for some and not for others by choice.
           Row{"  Give(w);\n  %Wait(w);\n", ""},
           Row{"  if (rank == 0) Give(w); else Give(v);\n  %Wait(w);\n", ""},
           Row{"  if (rank == 0) {\n    g();\n    Give(w);\n  }\n  %Wait(w);\n", ""},
           Row{"  for (;;) Give(w);\n  %Wait(w);\n", ""},
           Row{"  %Wait(w);\n  for (;;) Give(w);\n", ""},
           Row{"  n = Give(w);\n  %Wait(w);\n", ""},
           Row{"  if (rank == 0) %Wait(w);\n  Give(w);\n", ""},
       })
    EXPECT_EQ(moved(before), after) << before;
}

TEST_F(PatchOfSource, FindsThePostThatComesTooLate) {
  const auto found = [&](const std::string& between, const std::string& post) {
    const std::string source = "int f(void) {\n  @MPI_Win_start(g, 0, w);\n  " + between + "\n  " + post + "\n}\n";
    write(plain(source));
    SourceLines sources;
    return post_behind(place(source, '@', "MPI_Win_start").at, "g", "w", sources).has_value();
  };
  EXPECT_TRUE(found("MPI_Put(a, w);\n  MPI_Win_complete(w);", "MPI_Win_post(g, MPI_MODE_NOPUT, w);"));
  EXPECT_FALSE(found("MPI_Win_complete(w);", "MPI_Win_post(other, 0, w);"));
  EXPECT_FALSE(found("MPI_Win_complete(w);", "MPI_Win_post(g, 0, other);"));
  EXPECT_FALSE(found("m[0] = 1;", "MPI_Win_post(g, 0, w);"));
  EXPECT_FALSE(found("MPI_Win_complete(w);", "if (r) MPI_Win_post(g, 0, w);"));
}

TEST_F(PatchOfSource, LeavesAKeyOutThatOneStatementSets) {
  const auto left_out = [&](const std::string& body) {
    write("int f(void) {\n" + body + "}\n");
    SourceLines sources;
    const Fixes fixes = leave_out_info("no_locks", {.file = file_, .line = 2}, WindowKey(7), sources);
    return fixes.empty() ? "" : patched("int f(void) {\n" + body + "}\n", fixes.front());
  };
  EXPECT_EQ(left_out("  MPI_Info_set(info, \"no_locks\", \"true\");\n  g();\n"), "int f(void) {\n  g();\n}\n");
  EXPECT_EQ(left_out("  if (rank == 0) MPI_Info_set(info, \"no_locks\", \"true\");\n  g();\n"),
            "int f(void) {\n  g();\n}\n");
  for (const char* body :
       {"  g();\n", "  MPI_Info_set(info, \"no_locks\", v);\n  MPI_Info_set(info, \"no_locks\", \"true\");\n",
        "  set(info, \"no_locks\");\n", "  n = MPI_Info_set(info, \"no_locks\", \"true\");\n"})
    EXPECT_EQ(left_out(body), "") << body;
}

TEST_F(PatchOfSource, IsNotOfferedUntriedNorWhereTheOrderIsAGuess) {
  const std::string source = "int f(void) {\n  @MPI_Put(a, win);\n}\n";
  Fix guess = flush();
  guess.only_if.first = {.name = "the load"};
  EXPECT_EQ(patched(source, guess), "");
  write(plain(source), "b.c");
  Fix untried = flush();
  untried.place = untried.operation = place(source, '@', "MPI_Put");
  SourceLines sources;
  EXPECT_TRUE(patch_of(untried, sources).empty());
}

TEST_F(PatchOfSource, SaysWhyThereIsNone) {
  Fix given = flush();
  given.tried = true;
  const auto text = [&](const std::string& source) {
    write(plain(source), "b.c");
    std::vector<Finding> findings(1);
    Fix fix = given;
    fix.place = fix.operation = place(source, '@', "MPI_Put");
    findings[0].fixes = {fix};
    finish_fixes(findings);
    return findings[0].fixes.at(0).text;
  };
  const auto says = [&](const std::string& source, const char* words) {
    return text(source).find(words) != std::string::npos;
  };
  const std::string whole = "int f(void) {\n  @MPI_Put(a, win);\n}\n";
  EXPECT_FALSE(says(whole, "no patch")) << text(whole);
  EXPECT_TRUE(says("int f(void) {\n  with(win, [&] {\n    g();\n    @MPI_Put(a, win);\n  });\n}\n",
                   "part of a larger statement"));
  EXPECT_TRUE(says("int f(void) {\n  @put(a);\n}\n", "does not show the call"));
  given.only_if.first = {.name = "the load"};
  EXPECT_TRUE(says(whole, "in this order"));
}

TEST_F(PatchOfSource, TakesOutWhatNobodyLooksAtWhateverTheErrorHandler) {
  const std::string handler =
      "int g(int win) {\n  int e = MPI_Win_flush(1, win);\n  return e;\n}\n"
      "void h(int win) {\n  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);\n}\n";
  Fix out{.kind = FixKind::kRemove, .purpose = FixPurpose::kCloseEpoch};
  out.tried = true;
  const auto is_patched = [&](const std::string& source) {
    write(plain(source), "b.c");
    out.place = place(source, '@', "MPI_Win_lock");
    SourceLines sources;
    return !patch_of(out, sources).empty();
  };
  EXPECT_TRUE(is_patched("int f(int win) {\n  @MPI_Win_lock(1, win);\n  return win;\n}\n" + handler));
  EXPECT_FALSE(is_patched("int f(int win) {\n  if (@MPI_Win_lock(1, win)) g(win);\n  return win;\n}\n" + handler));
  EXPECT_FALSE(is_patched("int f(int win) {\n  @MPI_Win_lock(1, win);\n  return win;\n}\n" + handler +
                          "void k(void) { MPI_Win_create_errhandler(a, &b); }\n"));
}

TEST_F(PatchOfSource, SeesNoCodeInCommentsTextsAndDirectives) {
  EXPECT_EQ(patched("int f(void) {\n  /* { */ char c = '{', *t = \"}\\\"{\";  // {\n#if A  // {\n  @MPI_Put(a, "
                    "win);\n#endif\n}\n",
                    flush()),
            "int f(void) {\n  /* { */ char c = '{', *t = \"}\\\"{\";  // {\n#if A  // {\n  MPI_Put(a, win);\n"
            "  Flush(1, win);\n#endif\n}\n");
}

}  // namespace
}  // namespace fencepost
