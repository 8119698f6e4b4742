// Patches that need no trial: where the source shows that a change is right, and where it does not.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "advice/certain_fixes.h"
#include "advice/exchanges.h"
#include "advice/request_form.h"
#include "advice/source_left_out.h"
#include "advice/source_patch.h"
#include "patched_source.h"

namespace fencepost {
namespace {

class CertainPatch : public PatchTest {
 protected:
  // The source with the patch; "" if there is none.
  std::string patched(const Fix& fix) const { return patched_source(file_, fix); }
  std::string guarded_by(const std::string& source, const char* target) {
    write(source);
    Fix fix{.kind = FixKind::kGuard, .certain = true};
    fix.place = at(2, "MPI_Get");
    fix.argument.given = target;
    return patched(fix);
  }
  std::string exchanged(const std::string& source, int start, int post) {
    write(source);
    Fix fix{.kind = FixKind::kMove, .side = FixSide::kBefore, .certain = true};
    fix.place = at(start, "MPI_Win_start");
    fix.moved = at(post, "MPI_Win_post");
    return patched(fix);
  }
  std::string with_orders(const std::string& source, int stored, int awaited) {
    write(source);
    Fix fix = must_hold("give them orders");
    order_flag(fix, {.stored = stored > 0 ? at(stored, "") : FixPlace{}, .awaited = at(awaited, "")});
    return patched(fix);
  }
  std::string closed(const std::string& source) {
    write(source);
    Fix closes{.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch};
    closes.call = {.function = "MPI_Win_complete", .arguments = {"win"}};
    closes.operation = at(2, "MPI_Win_start");
    SourceLines sources;
    auto fix = closed_under_condition(closes, sources);
    if (!fix) return "";
    fix->tried = true;
    return patched(*fix);
  }
};

TEST_F(CertainPatch, GuardsACallAgainstNobody) {
  EXPECT_EQ(guarded_by("int f(void) {\n  MPI_Get(a, right, w);\n}\n", "right"),
            "int f(void) {\n  if (right != MPI_PROC_NULL) MPI_Get(a, right, w);\n}\n");
  EXPECT_EQ(guarded_by("int f(void) {\n  MPI_Get(a, r > 1 ? r : n, w);\n}\n", "r > 1 ? r : n"),
            "int f(void) {\n  if ((r > 1 ? r : n) != MPI_PROC_NULL) MPI_Get(a, r > 1 ? r : n, w);\n}\n");
  EXPECT_EQ(guarded_by("int f(void) {\n  MPI_Get(a,\n          right, w);\n}\n", "right"),
            "int f(void) {\n  if (right != MPI_PROC_NULL)\n    MPI_Get(a,\n            right, w);\n}\n");
}

TEST_F(CertainPatch, GuardsNothingThatIsMoreThanACall) {
  EXPECT_EQ(guarded_by("int f(void) {\n  code = MPI_Get(a, right, w);\n}\n", "right"), "");
  EXPECT_EQ(guarded_by("int f(void) {\n  if (x) MPI_Get(a, right, w); else g();\n}\n", "right"), "");
  EXPECT_EQ(guarded_by("#define F(x) \\\n  MPI_Get(a, right, w);\n", "right"), "");
}

// A run ends at the first such call.
TEST_F(CertainPatch, PutsTheArgumentsOfAllFencesInOrder) {
  const auto in_order = [&](const std::string& source, bool certain) {
    write(source);
    Fix fix{.kind = FixKind::kReplaceCall, .certain = certain};
    fix.tried = !certain;
    fix.place = at(2, "MPI_Win_fence");
    fix.call = {.function = "MPI_Win_fence", .arguments = {"0", "c->win"}};
    return patched(fix);
  };
  const std::string source =
      "void f(struct c* c) {\n  MPI_Win_fence(c->win, 0);\n  MPI_Win_fence(0, c->win);\n  if (c->on) "
      "MPI_Win_fence( c->win, 0 );\n  // MPI_Win_fence(c->win, 0)\n  MPI_Win_fence(c->win, 1);\n}\n";
  EXPECT_EQ(in_order(source, true),
            "void f(struct c* c) {\n  MPI_Win_fence(0, c->win);\n  MPI_Win_fence(0, c->win);\n  if (c->on) "
            "MPI_Win_fence(0, c->win);\n  // MPI_Win_fence(c->win, 0)\n  MPI_Win_fence(c->win, 1);\n}\n");
  EXPECT_EQ(in_order(source, false),
            "void f(struct c* c) {\n  MPI_Win_fence(0, c->win);\n  MPI_Win_fence(0, c->win);\n  if (c->on) "
            "MPI_Win_fence( c->win, 0 );\n  // MPI_Win_fence(c->win, 0)\n  MPI_Win_fence(c->win, 1);\n}\n");
}

TEST_F(CertainPatch, ExchangesStartAndPost) {
  EXPECT_EQ(exchanged("int f(void) {\n  MPI_Win_start(g, 0, w);\n  MPI_Win_post(g, 0, w);\n}\n", 2, 3),
            "int f(void) {\n  MPI_Win_post(g, 0, w);\n  MPI_Win_start(g, 0, w);\n}\n");
  EXPECT_EQ(exchanged("int f(void) {\n  MPI_Win_start(g, 0, w);\n  a[0] = 1;\n  MPI_Win_post(g, 0, w);\n}\n", 2, 4),
            "");
  EXPECT_EQ(
      exchanged("int f(void) {\n  MPI_Win_start(g, 0, w);\n  if (x) {\n    MPI_Win_post(g, 0, w);\n  }\n}\n", 2, 4),
      "");
}

TEST_F(CertainPatch, GivesAFlagItsOrders) {
  const std::string store = "  atomic_store_explicit(flag, 1, memory_order_relaxed);\n";
  const std::string loop = "  while (!atomic_load_explicit(flag, memory_order_relaxed)) continue;\n";
  EXPECT_EQ(with_orders("int f(void) {\n" + store + loop + "}\n", 2, 3),
            "int f(void) {\n  atomic_store_explicit(flag, 1, memory_order_release);\n"
            "  while (!atomic_load_explicit(flag, memory_order_acquire)) continue;\n}\n");
  EXPECT_EQ(with_orders("int f(void) {\n" + loop + "}\n", 0, 2),
            "int f(void) {\n  while (!atomic_load_explicit(flag, memory_order_acquire)) continue;\n}\n");
}

TEST_F(CertainPatch, GivesNoOrderWhereNothingWaits) {
  const std::string store = "  atomic_store_explicit(flag, 1, memory_order_relaxed);\n";
  for (const char* look : {"  if (atomic_load_explicit(flag, memory_order_relaxed)) g();\n",
                           "  while (!atomic_load_explicit(flag, memory_order_relaxed) && ++looks < 9) continue;\n",
                           "  while (!atomic_load_explicit(flag, memory_order_relaxed)) if (late()) break;\n",
                           "  while (!atomic_load_explicit(flag, order)) continue;\n"})
    EXPECT_EQ(with_orders("int f(void) {\n" + store + look + "}\n", 2, 3), "") << look;
}

TEST_F(CertainPatch, LeavesOutARequest) {
  const std::string begin = "int f(void) {\n  MPI_Request r;\n  MPI_Rget(a, 1, w, &r);\n";
  const auto without = [&](const std::string& rest) {
    write(begin + rest + "}\n");
    SourceLines sources;
    const Fixes fixes = without_request(at(3, "MPI_Rget"), sources);
    return fixes.empty() ? std::string() : patched(fixes.front());
  };
  EXPECT_EQ(without("  MPI_Wait(&r, MPI_STATUS_IGNORE);\n  MPI_Win_fence(0, w);\n"),
            "int f(void) {\n  MPI_Get(a, 1, w);\n  MPI_Win_fence(0, w);\n}\n");
  // What was got is used before the fence; another window; the request has another use.
  EXPECT_EQ(without("  MPI_Wait(&r, MPI_STATUS_IGNORE);\n  g(a);\n  MPI_Win_fence(0, w);\n"), "");
  EXPECT_EQ(without("  MPI_Wait(&r, MPI_STATUS_IGNORE);\n  MPI_Win_fence(0, v);\n"), "");
  EXPECT_EQ(without("  MPI_Wait(&r, MPI_STATUS_IGNORE);\n  MPI_Win_fence(0, w);\n  g(&r);\n"), "");
}

TEST_F(CertainPatch, TakesTheEndOfAnEpochOutOfItsCondition) {
  EXPECT_EQ(closed("int f(void) {\n  MPI_Win_start(g, 0, win);\n  if (i < 2) MPI_Win_complete(win);\n}\n"),
            "int f(void) {\n  MPI_Win_start(g, 0, win);\n  MPI_Win_complete(win);\n}\n");
}

TEST_F(CertainPatch, LeavesAConditionThatTheEpochHas) {
  EXPECT_EQ(closed("int f(void) {\n  if (r == 0) MPI_Win_start(g, 0, win);\n  if (r == 0) MPI_Win_complete(win);\n}\n"),
            "");
  EXPECT_EQ(closed("int f(void) {\n  MPI_Win_start(g, 0, win);\n  if (i < 2) return 1;\n  if (x) "
                   "MPI_Win_complete(win);\n}\n"),
            "");
  EXPECT_EQ(closed("int f(void) {\n  MPI_Win_start(g, 0, win);\n  if (next(&i)) MPI_Win_complete(win);\n}\n"), "");
}

class OwnEpoch : public CertainPatch {
 protected:
  // Whether the wait in the third line can move behind the epoch with this operation.
  bool moves_behind(const std::string& operation, const std::string& before = "int mine;") {
    write(before + "\nvoid f(void) {\n  MPI_Win_wait(win);\n  MPI_Win_start(g, 0, win);\n  " + operation +
          "\n  MPI_Win_complete(win);\n}\n");
    SourceLines sources;
    return own_epoch_behind(at(3, "MPI_Win_wait"), sources).has_value();
  }
};

TEST_F(OwnEpoch, IsMadeFirstIfItUsesNothingThatIsExposed) {
  EXPECT_TRUE(moves_behind("MPI_Put(&mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win);"));
  EXPECT_TRUE(moves_behind("MPI_Get(&mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win);"));
  EXPECT_FALSE(moves_behind("MPI_Put(memory, 1, MPI_INT, 1, 0, 1, MPI_INT, win);"));
  EXPECT_FALSE(moves_behind("MPI_Put(&memory[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win);"));
  EXPECT_FALSE(moves_behind("mine = *memory;"));
  EXPECT_FALSE(
      moves_behind("MPI_Put(&mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win);",
                   "int mine; void g(void) { MPI_Win_create(&mine, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win); }"));
}

}  // namespace
}  // namespace fencepost
