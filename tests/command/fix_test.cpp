// fencepost fix: it makes the changes that it shows, and sources that have changed since stay as they are.
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command_fixture.h"
#include "model/source_lines.h"
#include "reports/json.h"

namespace fencepost {
namespace {

class FixCommand : public Command {
 protected:
  SourceEdit edit(const std::string& name, int line, std::vector<std::string> removed, std::vector<std::string> added) {
    const std::string file = (folder_ / name).string();
    return {.file = file,
            .checksum = SourceLines().checksum(file),
            .line = line,
            .removed = std::move(removed),
            .added = std::move(added)};
  }
  void save(const std::vector<SourceEdit>& edits, const std::string& name = "fencepost.json",
            const std::optional<Fix>& before = std::nullopt) {
    Findings findings;
    findings.status = RunStatus::kFindings;
    findings.findings.resize(2);
    findings.findings[0].rule = findings.findings[1].rule = "FP-RACE-002";
    findings.findings[0].fixes = {{.tried = true, .text = "Do it.", .patch = edits}};
    if (before) findings.findings[0].fixes.insert(findings.findings[0].fixes.begin(), *before);
    write(name, reports::to_json(findings));
  }
};

const std::string kSource = "one();\ntwo();\nthree();\nfour();\nfive();\nsix();\nseven();\neight();\n";

TEST_F(FixCommand, ShowsADiffThatPatchTakes) {
  write("a.c", kSource);
  save({edit("a.c", 3, {"three();"}, {"3();"}), edit("a.c", 8, {}, {"flush();"})});
  const Outcome shown = fencepost("fix");
  EXPECT_EQ(shown.status, 0);
  EXPECT_EQ(shown.text.find("--- a/a.c\n+++ b/a.c\n@@ -1,8 +1,9 @@\n one();\n"), 0u) << shown.text;
  EXPECT_NE(shown.text.find("\n-three();\n+3();\n"), std::string::npos) << shown.text;
  EXPECT_NE(shown.text.find("this fixes 1 of 2 findings"), std::string::npos) << shown.text;
  EXPECT_EQ(contents_of("a.c"), kSource);
  const Outcome patched = fencepost("fix 2>/dev/null | patch -p1");
  EXPECT_EQ(patched.status, 0) << patched.text;
  const std::string mended = "one();\ntwo();\n3();\nfour();\nfive();\nsix();\nseven();\nflush();\neight();\n";
  EXPECT_EQ(contents_of("a.c"), mended);
  write("a.c", kSource);
  EXPECT_EQ(fencepost("fix --apply").status, 0);
  EXPECT_EQ(contents_of("a.c"), mended);
}

TEST_F(FixCommand, SaysWhereItTakesAnotherWayThanTheBestOne) {
  write("a.c", kSource);
  const std::vector<SourceEdit> edits = {edit("a.c", 3, {"three();"}, {"3();"})};
  save(edits);
  EXPECT_EQ(fencepost("fix").text.find("another way"), std::string::npos);
  save(edits, "fencepost.json", Fix{.tried = true, .text = "Do it by hand."});
  for (const char* arguments : {"fix", "fix --apply"}) {
    const Outcome shown = fencepost(arguments);
    EXPECT_NE(
        shown.text.find("FP-RACE-002: another way is advised first, but has to be done by hand. Do it by hand.\n"),
        std::string::npos)
        << shown.text;
    EXPECT_NE(shown.text.find("FP-RACE-002: this way is taken: Do it.\n"), std::string::npos) << shown.text;
  }
}

TEST_F(FixCommand, RefusesSourcesThatHaveChangedAndThenChangesNone) {
  write("a.c", kSource);
  write("b.c", kSource);
  save({edit("a.c", 2, {"two();"}, {}), edit("b.c", 2, {"two();"}, {})});
  write("b.c", "zero();\n" + kSource);
  for (const char* arguments : {"fix", "fix --apply"}) {
    const Outcome refused = fencepost(arguments);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.text.find("b.c has changed since the program ran"), std::string::npos) << refused.text;
  }
  EXPECT_EQ(contents_of("a.c"), kSource);
  fs::remove(folder_ / "b.c");
  EXPECT_NE(fencepost("fix --apply").text.find("b.c cannot be read"), std::string::npos);
  EXPECT_EQ(contents_of("a.c"), kSource);
  // The second time, the first one has already changed it.
  save({edit("a.c", 2, {"two();"}, {})});
  EXPECT_EQ(fencepost("fix --apply").status, 0);
  EXPECT_EQ(fencepost("fix --apply").status, 2);
}

TEST_F(FixCommand, ShowsADiffWithTheLineEndsOfTheFile) {
  write("a.c", "one();\r\ntwo();\r\nthree();\r\n");
  save({edit("a.c", 2, {}, {"flush();"})});
  const Outcome patched = fencepost("fix 2>/dev/null | patch -p1 --binary");
  EXPECT_EQ(patched.status, 0) << patched.text;
  EXPECT_EQ(contents_of("a.c"), "one();\r\nflush();\r\ntwo();\r\nthree();\r\n");
}

TEST_F(FixCommand, KeepsLineEndsAndPermissions) {
  write("a.c", "one();\r\ntwo();\r\nthree();");
  fs::permissions(folder_ / "a.c", fs::perms::owner_all);
  save({edit("a.c", 2, {}, {"flush();"}), edit("a.c", 4, {}, {"sync();"})});
  EXPECT_EQ(fencepost("fix --apply").status, 0);
  EXPECT_EQ(contents_of("a.c"), "one();\r\nflush();\r\ntwo();\r\nthree();\r\nsync();\r\n");
  EXPECT_EQ(fs::status(folder_ / "a.c").permissions(), fs::perms::owner_all);
}

TEST_F(FixCommand, SaysWhereThereIsNothing) {
  EXPECT_NE(fencepost("fix").text.find("there is no fencepost.json here"), std::string::npos);
  EXPECT_EQ(fencepost("fix").status, 2);
  EXPECT_NE(fencepost("fix other.json").text.find("other.json does not exist"), std::string::npos);
  save({});
  const Outcome none = fencepost("fix fencepost.json --apply");
  EXPECT_EQ(none.status, 0);
  EXPECT_NE(none.text.find("2 findings, none with a certain fix"), std::string::npos) << none.text;
  write("bad.json", "{");
  EXPECT_EQ(fencepost("fix bad.json").status, 2);
}

TEST_F(FixCommand, MendsWhatARunHasFound) {
  build("mpicc", R"(#include <mpi.h>
int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
)");
  const Outcome mended = fencepost("fix --apply -- mpiexec -n 2 ./program");
  EXPECT_EQ(mended.status, 0) << mended.text;
  EXPECT_NE(contents_of("program.c").find("    MPI_Win_flush(1, win);\n  }\n"), std::string::npos)
      << mended.text << contents_of("program.c");
}

}  // namespace
}  // namespace fencepost
