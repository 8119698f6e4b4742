// The fencepost executable in a shell: exit statuses and sentences for good and for bad input.
#include <cstdio>
#include <filesystem>
#include <string>
#include <sys/utsname.h>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "command_fixture.h"
#include "reports/json.h"
#include "support/sample_findings.h"

namespace fencepost {
namespace {

// A put between two fences, and `middle` after it on rank 1.
std::string program(const std::string& middle) {
  return R"(#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    )" + middle +
         R"(
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)";
}

TEST_F(Command, WrongUsageIsStatus2) {
  for (const char* arguments : {"", "run", "run --jsno x -- true", "nonsense", "analyze", "report a b", "explain",
                                "explain FP-NO-999", "run --severity loud -- true", "analyze --most many .",
                                "run --enable FP-NO-999 -- true", "analyze --fail-on FP-RACE-010 ."}) {
    Outcome outcome = fencepost(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_FALSE(outcome.text.empty()) << arguments;
  }
  EXPECT_EQ(fencepost("--help").status, 0);
  EXPECT_EQ(fencepost("run --help").status, 0);
  EXPECT_EQ(fencepost("--version").status, 0);
}

TEST_F(Command, SaysThatThereIsNoTrace) {
  EXPECT_NE(fencepost("analyze nowhere").text.find("nowhere"), std::string::npos);
  EXPECT_EQ(fencepost("analyze nowhere").status, 2);
  fs::create_directory(folder_ / "empty");
  EXPECT_EQ(fencepost("analyze empty").status, 2);
  EXPECT_EQ(fencepost("dump nowhere").status, 2);
  write("file", "not a trace");
  EXPECT_EQ(fencepost("report file").status, 2);
  fs::create_directories(folder_ / "foreign" / "rank-0");
  write("foreign/rank-0/definitions.fpt", "not a trace at all");
  Outcome outcome = fencepost("analyze foreign");
  EXPECT_EQ(outcome.status, 2) << outcome.text;
}

TEST_F(Command, ReportsFromSavedJson) {
  write("saved.json", reports::to_json(test::sample_findings()));
  Outcome outcome = fencepost("report saved.json");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("FP-RACE-001"), std::string::npos);
  outcome = fencepost("report saved.json --json again.json --html page.html --sarif out.sarif --junit out.xml");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(contents_of("again.json"), contents_of("saved.json"));
  EXPECT_NE(contents_of("page.html").find("</html>"), std::string::npos);
  EXPECT_NE(contents_of("out.xml").find("</testsuites>"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(contents_of("out.sarif")).at("version"), "2.1.0");
  EXPECT_NE(fencepost("report saved.json --json -").text.find("\"schema\""), std::string::npos);

  outcome = fencepost("report saved.json --json /dev/full --html new/folder/page2.html");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("cannot write /dev/full"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "new/folder/page2.html"));

  write("damaged.json", contents_of("saved.json").substr(0, 1000));
  outcome = fencepost("report damaged.json");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("damaged.json: This is not a JSON object."), std::string::npos);
}

TEST_F(Command, WhatCannotBeWrittenIsSaidBeforeTheRunAndNotBehindIt) {
  for (const char* path : {"/dev/null/a.json", "."}) {
    const Outcome outcome = fencepost(fmt::format("run --json {} -- touch it-ran", path));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.text.find(fmt::format("cannot write {}: ", path)), std::string::npos) << outcome.text;
    EXPECT_FALSE(fs::exists(folder_ / "it-ran"));
  }
}

TEST_F(Command, EachReportHasAPlaceOfItsOwn) {
  for (const char* reports : {"--json same.out --sarif same.out", "--json ./same.out --report markdown=new/../same.out",
                              "--report json=- --report sarif=-"}) {
    const Outcome outcome = fencepost(fmt::format("run {} -- touch it-ran", reports));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.text.find("two reports cannot both be written to "), std::string::npos) << outcome.text;
    EXPECT_FALSE(fs::exists(folder_ / "it-ran"));
  }
  write("saved.json", reports::to_json(test::sample_findings()));
  EXPECT_EQ(fencepost("report saved.json --json /dev/null --sarif /dev/null").status, 0);
}

TEST_F(Command, SuppressionsAndBaselinesHideFindings) {
  Findings saved = test::sample_findings();
  write("saved.json", reports::to_json(saved));
  write("my.supp", "# known\nRACE file:halo.c\nUSE\n");
  Outcome outcome = fencepost("report saved.json --suppressions my.supp --json left.json");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  auto left = nlohmann::json::parse(contents_of("left.json"));
  EXPECT_EQ(left.at("findings").size(), saved.findings.size() - 1);
  EXPECT_EQ(left.at("suppressed").size(), 1u);
  EXPECT_EQ(left.at("suppressions").at(0).at("place"), "my.supp:2");
  EXPECT_EQ(left.at("suppressions").at(1).at("used"), false);
  EXPECT_EQ(left.at("status"), "findings");

  // A baseline contains both reported and suppressed findings.
  outcome = fencepost("report saved.json --baseline left.json --json none.json");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  const auto none = nlohmann::json::parse(contents_of("none.json"));
  EXPECT_TRUE(none.at("findings").empty());
  EXPECT_EQ(none.at("status"), "clean");
  EXPECT_NE(fencepost("report none.json").text.find("no findings, 4 suppressed"), std::string::npos);

  write("wrong.supp", "RACE file:a.c\nRCE\nrace:foo\n");
  for (const char* command : {"report saved.json", "run -- touch started"}) {
    std::string words = command;
    words.insert(words.find(' '), " --suppressions wrong.supp --suppressions none.supp --baseline my.supp");
    outcome = fencepost(words);
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    for (const char* part :
         {"wrong.supp:2: there is no rule or family 'RCE' (see fencepost rules)\n",
          "wrong.supp:3: 'race:foo' is in the place", "none.supp cannot be read: No such file or directory\n",
          "my.supp: This is not a JSON object.\n"})
      EXPECT_NE(outcome.text.find(part), std::string::npos) << part << "\n" << outcome.text;
  }
  EXPECT_FALSE(fs::exists(folder_ / "started"));
}

TEST_F(Command, CommentsAndBaselinesDecideTheStatusOfARun) {
  for (const std::string& mpi : mpis()) {
    const std::string run = fmt::format("run --no-html --json out.json {{}}-- mpiexec.{} -n 2 ./program", mpi);
    build("mpicc." + mpi, program("MPI_Put(&value, 1, MPI_INT, 0, 5, 1, MPI_INT, win);"));
    EXPECT_EQ(fencepost(fmt::format(fmt::runtime(run), "")).status, 66);
    fs::rename(folder_ / "out.json", folder_ / "known.json");
    Outcome outcome = fencepost(fmt::format(fmt::runtime(run), "--baseline known.json "));
    EXPECT_EQ(outcome.status, 0) << outcome.text;

    build("mpicc." + mpi, program("// fencepost: ignore RANGE known, #17\n"
                                  "MPI_Put(&value, 1, MPI_INT, 0, 5, 1, MPI_INT, win);"));
    outcome = fencepost(fmt::format(fmt::runtime(run), ""));
    const auto json = nlohmann::json::parse(contents_of("out.json"));
    EXPECT_EQ(json.at("suppressions").at(0).at("text"), "known, #17");
    EXPECT_NE(outcome.text.find("by the comment at program.c:16: known, #17"), std::string::npos) << outcome.text;
  }
}

// Then each rank has its own fencepost; the first one reports.
TEST_F(Command, MayStandBehindTheLauncher) {
  for (const std::string mpi : {"mpich", "openmpi"}) {
    const std::string launcher = fmt::format("mpiexec.{} {}", mpi, mpi == "openmpi" ? "--oversubscribe" : "");
    build("mpicc." + mpi, program(""));
    Outcome outcome =
        shell(fmt::format("timeout 60 {} -n 3 {} run --no-html -- ./program", launcher, FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("no findings in 3 ranks"), std::string::npos) << outcome.text;
    EXPECT_EQ(outcome.text.find("fencepost run:"), std::string::npos) << outcome.text;
    EXPECT_EQ(outcome.text.find("MPI_Finalize"), std::string::npos) << outcome.text;

    build("mpicc." + mpi, program("MPI_Put(&value, 1, MPI_INT, 0, 5, 1, MPI_INT, win);"));
    outcome = shell(fmt::format("timeout 60 {} -n 3 {} run --no-html -- ./program", launcher, FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_EQ(outcome.text.find("fencepost run:"), std::string::npos) << outcome.text;
  }
}

TEST_F(Command, SaysWhyAProgramCannotBeChecked) {
  Outcome outcome = fencepost("run -- ./no_such_program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("./no_such_program: command not found"), std::string::npos) << outcome.text;

  build("gcc", "int main(void) { return 0; }");
  outcome = fencepost("run -- ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("does not use MPI"), std::string::npos) << outcome.text;

  build("gcc", "#include <dlfcn.h>\nint main(void) { return dlopen(\"libm.so.6\", RTLD_NOW) == 0; }");
  outcome = fencepost("run -- ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.text.find("does not use MPI"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("if it loads one itself (dlopen)"), std::string::npos) << outcome.text;

  build("gcc", "int main(void) { return 0; }", "-static");
  outcome = fencepost("run -- ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("statically linked"), std::string::npos) << outcome.text;

  // An MPI library of our own that nobody knows.
  write("mpi.c", "int MPI_Init(int* c, char*** v) { (void)c; (void)v; return 0; }");
  ASSERT_EQ(shell("gcc -shared -fPIC mpi.c -o libmpi.so.99 -Wl,-soname,libmpi.so.99").status, 0);
  build("gcc", "int MPI_Init(int*, char***); int main(void) { return MPI_Init(0, 0); }",
        "libmpi.so.99 -Wl,-rpath,$PWD");
  outcome = fencepost("run -- ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("this installation has no back end for its MPI library"), std::string::npos)
      << outcome.text;

  outcome = fencepost("run --trace-dir program/trace -- ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("cannot make the trace directory"), std::string::npos) << outcome.text;

  // MPICH starts by itself, without its variables.
  build("mpicc.mpich", "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return MPI_Finalize(); }");
  outcome = fencepost("run -- env -i ./program");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("did not reach it (env -i"), std::string::npos) << outcome.text;
  EXPECT_TRUE(left_nothing());
}

TEST_F(Command, TellsAMissingProgramUnderALauncher) {
  for (const std::string& mpi : mpis()) {
    Outcome outcome = fencepost(fmt::format("run -- mpiexec.{} -n 1 ./no_such_program", mpi));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.text.find("there is no program ./no_such_program"), std::string::npos) << outcome.text;
    EXPECT_TRUE(left_nothing());
  }
}

TEST_F(Command, TellsALauncherOfAnotherMpi) {
  const std::vector<std::string> both = mpis();
  if (both.size() < 2) GTEST_SKIP() << "one MPI is installed: there is no other one's launcher";
  for (const auto& [program_of, launcher_of] : {std::pair(both[0], both[1]), {both[1], both[0]}}) {
    build("mpicc." + program_of, program(""));
    Outcome outcome = fencepost(fmt::format("run --no-html -- mpiexec.{} -n 2 ./program", launcher_of));
    EXPECT_NE(outcome.text.find(fmt::format("The launcher belongs to {} and started 2",
                                            launcher_of == "mpich" ? "MPICH" : "Open MPI")),
              std::string::npos)
        << outcome.text;
  }
}

TEST_F(Command, KeepsTheTraceWhereAskedTo) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, program(""));
    Outcome outcome =
        fencepost(fmt::format("run --trace-dir trace-{0} --json out.json -- mpiexec.{0} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(fs::exists(folder_ / ("trace-" + mpi) / "rank-1"));
    auto json = nlohmann::json::parse(contents_of("out.json"));
    EXPECT_EQ(json.at("status"), "clean");
    EXPECT_EQ(json.at("program").at("ranks"), 2);
    EXPECT_EQ(json.at("program").at("exit_status"), 0);
    EXPECT_TRUE(left_nothing());
    EXPECT_FALSE(fs::exists(folder_ / "fencepost-report.html"));

    EXPECT_EQ(fencepost("analyze trace-" + mpi).status, 0);
    outcome = fencepost("dump trace-" + mpi);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.text.find("Transfer"), std::string::npos);
    outcome = fencepost(fmt::format("run --trace-dir trace-{0} -- mpiexec.{0} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.text.find("holds the trace of another run"), std::string::npos) << outcome.text;
  }
}

// Each rank's second thread puts before its first one does; its join orders the two.
TEST_F(Command, ATraceOfAThreadThatIsLostIsNamed) {
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, R"(#include <mpi.h>
#include <pthread.h>
static int rank, value = 7;
static MPI_Win win;
static void* other(void* unused) {
  MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  return unused;
}
int main(int argc, char** argv) {
  int *memory, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  for (int turn = 0; turn < 30; ++turn) {
    if (turn % 3 == rank) {
      MPI_Put(&turn, 1, MPI_INT, 0, 7, 1, MPI_INT, win);
      MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)",
        "-pthread");
  Outcome outcome = fencepost(fmt::format("run --trace-dir trace -- mpiexec.{} -n 3 ./program", mpi));
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  std::string second;
  for (const auto& entry : fs::directory_iterator(folder_ / "trace" / "rank-1")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("thread-") && name != "thread-0.fpt") second = name;
  }
  ASSERT_FALSE(second.empty());
  const auto told = [&](const std::string& name, const std::string& how) {
    for (const int jobs : {1, 2}) {
      outcome = fencepost(fmt::format("analyze --jobs {} --json out.json trace", jobs));
      EXPECT_EQ(outcome.status, 2) << outcome.text;
      EXPECT_NE(outcome.text.find("nothing was found"), std::string::npos) << outcome.text;
      const std::string thread = name.substr(7, name.size() - 11);
      EXPECT_NE(contents_of("out.json")
                    .find(fmt::format("Rank 1, thread {}: events were lost (rank-1/{}{})", thread, name, how)),
                std::string::npos)
          << contents_of("out.json");
    }
  };
  for (const std::string& name : {second, std::string("thread-0.fpt")}) {
    const fs::path file = folder_ / "trace" / "rank-1" / name, elsewhere = folder_ / "kept";
    fs::rename(file, elsewhere);
    told(name, " is missing");
    fs::copy_file(elsewhere, file);
    fs::resize_file(file, 20);
    told(name, " is cut off inside its header");
    fs::remove(file);
    fs::copy_file(elsewhere, file);
    fs::resize_file(file, 8192);
    told(name, ": all its blocks are missing");
    fs::rename(elsewhere, file);
  }
  outcome = fencepost("analyze trace");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

// Rounds that all processes begin together: such a run is divided by time. In the given round, if any, a flush is
// missing.
TEST_F(Command, ReportsOfRunsThatMeetDoNotDependOnTheNumberOfJobs) {
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, R"(#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, *memory, wrong = argc > 1 ? atoi(argv[1]) : -1, value = 0, old, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 60; ++i) {
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 2, MPI_SUM, win);
    if (i != wrong) MPI_Win_flush(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)");
  for (const char* wrong : {"", "10", "50"}) {
    const int status = *wrong != 0 ? 66 : 0;
    fs::remove_all(folder_ / "trace");
    Outcome outcome =
        fencepost(fmt::format("run --quiet --no-html --trace-dir trace -- mpiexec.{} -n 2 ./program {}", mpi, wrong));
    EXPECT_EQ(outcome.status, status) << outcome.text;
    std::string one;
    for (const int jobs : {1, 2, 4, 8}) {
      outcome = fencepost(fmt::format("analyze --jobs {} trace", jobs));
      EXPECT_EQ(outcome.status, status) << outcome.text;
      if (jobs == 1) one = outcome.text;
      EXPECT_EQ(outcome.text, one);
    }
  }
}

TEST_F(Command, FindingsDoNotDependOnTheNumberOfJobs) {
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, program("MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); *memory = 3; value = 4;"));
  Outcome outcome = fencepost(fmt::format("run --trace-dir trace --jobs 1 -- mpiexec.{} -n 3 ./program", mpi));
  EXPECT_EQ(outcome.status, 66) << outcome.text;
  std::string one;
  for (const int jobs : {1, 2, 3}) {
    outcome = fencepost(fmt::format("analyze --jobs {} --json out.json trace", jobs));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    const std::string json = contents_of("out.json");
    if (jobs == 1) one = json;
    EXPECT_EQ(json, one);
  }
}

TEST_F(Command, FindingsAreStatus66WhateverTheProgramsOwn) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi,
          program("MPI_Put(&value, 1, MPI_INT, 0, 5, 1, MPI_INT, win); MPI_Win_fence(0, win); exit(3);"));
    Outcome outcome = fencepost(fmt::format("run --json out.json -- mpiexec.{} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_EQ(nlohmann::json::parse(contents_of("out.json")).at("status"), "findings");
    EXPECT_TRUE(fs::exists(folder_ / "fencepost-report.html"));
    fs::remove(folder_ / "fencepost-report.html");
    EXPECT_TRUE(left_nothing());
  }
}

TEST_F(Command, SaysWhoseLoadsAndStoresWereNotSeen) {
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, program(""));
  Outcome outcome = fencepost(fmt::format("run -- mpiexec.{} -n 2 ./program", mpi));
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("loads and stores of program were not seen"), std::string::npos) << outcome.text;
  const std::string wrapper = (fs::path(FENCEPOST_COMMAND).parent_path() / "fencepost-cc").string();
  write("library.c", "int own(int* p) { return *p; }");
  Outcome built = shell(fmt::format("mpicc.{} -shared -fPIC library.c -o libown.so", mpi));
  ASSERT_EQ(built.status, 0) << built.text;
  build(wrapper + " mpicc." + mpi, "int own(int*);\n" + program("own(&value);"), "-L. -lown -Wl,-rpath,.");
  outcome = fencepost(fmt::format("run -- mpiexec.{} -n 2 ./program", mpi));
  EXPECT_NE(outcome.text.find("loads and stores of libown.so were not seen"), std::string::npos) << outcome.text;
}

TEST_F(Command, ProgramsWithAddressSanitizerRun) {
  for (const std::string& mpi : mpis()) {
    // Leaks of the MPI library are ignored: they are not ours.
    build("mpicc." + mpi, program(""), "-fsanitize=address");
    const Outcome outcome =
        shell(fmt::format("ASAN_OPTIONS=detect_leaks=0 {} run -- mpiexec.{} -n 2 ./program", FENCEPOST_COMMAND, mpi));
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("no findings in 2 ranks"), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("Code compiled with -fsanitize=address"), std::string::npos) << outcome.text;
  }
}

TEST_F(Command, PlacesWithoutDebugInformationAreTheSameOnEveryRank) {
  const std::string mpi = mpis().front();
  const auto found = [&](const std::string& options) {
    build("mpicc." + mpi, program("} { MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); MPI_Win_fence(0, win);"),
          "-fPIE -pie -g0 " + options);
    return fencepost(fmt::format("run -- mpiexec.{} -n 4 ./program", mpi));
  };
  Outcome outcome = found("");
  EXPECT_NE(outcome.text.find("fencepost: 1 finding "), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find(" at main (program+0x"), std::string::npos) << outcome.text;
  outcome = found("-s");
  EXPECT_NE(outcome.text.find("fencepost: 1 finding "), std::string::npos) << outcome.text;
  EXPECT_EQ(outcome.text.find("libc_start"), std::string::npos) << outcome.text;
}

TEST_F(Command, TheProgramsOwnStatusIsKept) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, program("") + "\n#define main other\n");
    write("status.sh", "#!/bin/sh\n\"$@\"\nexit 5\n");
    ASSERT_EQ(shell("chmod +x status.sh").status, 0);
    Outcome outcome = fencepost(fmt::format("run -- ./status.sh mpiexec.{} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 5) << outcome.text;
    EXPECT_NE(outcome.text.find("the command ended with status 5"), std::string::npos) << outcome.text;
  }
}

// Whether the system tells how a process has ended that is not our child (command/wait_status.h): Linux 6.15.
bool tells_status() {
  utsname name{};
  int version = 0;
  int second = 0;
  return uname(&name) == 0 && std::sscanf(name.release, "%d.%d", &version, &second) == 2 &&
         std::pair(version, second) >= std::pair(6, 15);
}

TEST_F(Command, TellsHowRanksDied) {
  struct Death {
    const char* code;
    const char* sentence;
  };
  for (const std::string& mpi : mpis()) {
    for (const Death& death :
         {Death{"raise(SIGSEGV);", "Rank 1 died of signal 11"},
          Death{"MPI_Abort(MPI_COMM_WORLD, 4);", "Rank 1 called MPI_Abort with 4"},
          Death{"exit(7);", "Rank 1 called exit at "},
          Death{"return 7;", "Rank 1 returned from main without MPI_Finalize"},
          Death{"_exit(7);", "Rank 1 called _exit at "},
          Death{"raise(SIGKILL);", tells_status() ? "Rank 1 died of signal 9" : "Rank 1 ended without MPI_Finalize"}}) {
      build("mpicc." + mpi, program(death.code));
      Outcome outcome = fencepost(fmt::format("run --no-html --json out.json -- mpiexec.{} -n 2 ./program", mpi));
      EXPECT_NE(outcome.status, 0) << death.code << outcome.text;
      // (The mpiexec of MPICH 4.2.1 occasionally calls such a job a success.)
      const bool called_a_success = outcome.text.find("the command ended with status 0") != std::string::npos;
      EXPECT_EQ(outcome.status == 2, called_a_success) << death.code << outcome.text;
      EXPECT_NE(contents_of("out.json").find(death.sentence), std::string::npos) << outcome.text;
      EXPECT_TRUE(left_nothing());
    }
  }
}

TEST_F(Command, RanksEndedBecauseTheyHungAreNotReportedAsKilled) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, program("MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"));
    Outcome outcome =
        fencepost(fmt::format("run --no-html --hang-timeout 2 --json out.json -- mpiexec.{} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_EQ(contents_of("out.json").find("signal"), std::string::npos) << outcome.text;
    EXPECT_EQ(contents_of("out.json").find("without MPI_Finalize"), std::string::npos) << outcome.text;
  }
}

TEST_F(Command, AnInterruptedRunStillReports) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, program("fclose(fopen(\"reached\", \"w\")); sleep(50);"));
    Outcome outcome =
        shell(fmt::format("rm -f reached; {} run --no-html --json out.json -- mpiexec.{} -n 2 ./program & job=$!; "
                          "until test -e reached; do sleep 0.1; done; kill -TERM $job; wait $job",
                          FENCEPOST_COMMAND, mpi));
    EXPECT_NE(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.status, 2) << outcome.text;
    const std::string json = contents_of("out.json");
    EXPECT_NE(json.find("\"schema\""), std::string::npos) << outcome.text;
    // Where each rank was, unless the launcher killed it before it could record that.
    EXPECT_EQ(json.find(" from outside"), json.find(" from outside at ")) << json;
    EXPECT_TRUE(left_nothing());
  }
}

// Two ranks put to one place, wait until a file "go_on" appears (or ten minutes are over), and do `work`.
std::string racy_program(const std::string& work) {
  return R"(#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 30000 && access("go_on", F_OK) != 0; ++i) usleep(20000);
  )" + work +
         R"(
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  if (rank == 0) puts("the program has ended");
  return 0;
}
)";
}

// The program continues only when the finding has been printed.
TEST_F(Command, TheFirstFindingIsSaidWhileTheJobRuns) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, racy_program(""));
    fs::remove(folder_ / "go_on");
    fs::remove(folder_ / "out.txt");  // what was said in the run before
    Outcome outcome = shell(fmt::format(
        "timeout 100 {} run --no-html --json out.json -- mpiexec.{} -n 2 ./program > out.txt 2>&1 & job=$!; "
        "while kill -0 $job; do grep -qs 'found while the job runs' out.txt && touch go_on && break; sleep 0.1; done; "
        "wait $job; status=$?; cat out.txt; exit $status",
        FENCEPOST_COMMAND, mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    const std::size_t said = outcome.text.find("fencepost: found while the job runs: FP-RACE-");
    EXPECT_LT(said, outcome.text.find("the program has ended")) << outcome.text;
    EXPECT_NE(outcome.text.find("MPI_Put of rank 0 at"), std::string::npos) << outcome.text;
    EXPECT_EQ(nlohmann::json::parse(contents_of("out.json")).at("findings").size(), 1U) << outcome.text;
    EXPECT_TRUE(left_nothing());
  }
}

TEST_F(Command, HaltOnErrorEndsTheJobAtTheFirstFinding) {
  for (const std::string& mpi : mpis()) {
    build("mpicc." + mpi, racy_program(""));
    Outcome outcome =
        fencepost(fmt::format("run --no-html --halt-on-error --json out.json -- mpiexec.{} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_NE(outcome.text.find("ended the job at the first finding"), std::string::npos) << outcome.text;
    EXPECT_EQ(outcome.text.find("the program has ended"), std::string::npos) << outcome.text;
    const auto json = nlohmann::json::parse(contents_of("out.json"));
    ASSERT_EQ(json.at("findings").size(), 1U) << outcome.text;
    EXPECT_EQ(json.at("findings")[0].at("family"), "RACE");
    EXPECT_TRUE(left_nothing());
  }
  Outcome outcome = fencepost("run --halt-on-error --no-live -- true");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.text.find("does not work with --no-live"), std::string::npos) << outcome.text;
}

// A suppressed finding is no reason to print or end anything.
TEST_F(Command, HaltOnErrorPassesOverWhatIsSuppressed) {
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, racy_program(""));
  write("go_on", "");
  write("known.txt", "RACE\n");
  Outcome outcome = fencepost(
      fmt::format("run --no-html --halt-on-error --suppressions known.txt -- mpiexec.{} -n 2 ./program", mpi));
  EXPECT_NE(outcome.text.find("the program has ended"), std::string::npos) << outcome.text;
}

// Many times the limit: what was read is deleted, nothing is lost, and the findings are those of an analysis
// afterwards.
TEST_F(Command, ATraceLargerThanItsLimitIsCheckedAsAWhole) {
  const std::string many = R"(
  for (int i = 0; i < 200000; ++i) {
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    if (i % 1000 == 0) MPI_Barrier(MPI_COMM_WORLD);
  })";
  const std::string mpi = mpis().front();
  build("mpicc." + mpi, racy_program(many));
  write("go_on", "");
  const auto findings_of = [&](const std::string& options) {
    Outcome outcome =
        fencepost(fmt::format("run --no-html --json out.json {} -- mpiexec.{} -n 2 ./program", options, mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_TRUE(left_nothing());
    auto json = nlohmann::json::parse(contents_of("out.json"));
    // A note that loads and stores were not compiled in, but nothing about events.
    EXPECT_EQ(json.at("blind_spots").size(), 1U) << json.at("blind_spots").dump();
    EXPECT_GT(json.at("statistics").at("trace_bytes"), 8 << 20);
    // Addresses differ between runs, and so does the rank that put first.
    std::vector<std::string> findings;
    for (const auto& finding : json.at("findings"))
      findings.push_back(fmt::format("{} {} {}", std::string(finding.at("rule")),
                                     std::string(finding.at("fingerprint")), int(finding.at("count"))));
    return findings;
  };
  EXPECT_EQ(findings_of("--trace-limit 4"), findings_of("--no-live"));
}

// A disk of four megabytes, in a separate mount namespace.
TEST_F(Command, AFullDiskLeavesWhatWasSavedAndHarmsNobody) {
  const std::string many = R"(
  for (int i = 0; i < 400000; ++i) {
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
  })";
  const std::string mpi = mpis().front();
  write("go_on", "");
  fs::create_directory(folder_ / "disk");
  const auto on_small_disk = [&](const std::string& size, const std::string& options) {
    return shell(
        fmt::format("unshare --mount {} sh -c 'mount -t tmpfs -o size={} none disk && timeout 60 {} run --no-html "
                    "{} -- mpiexec.{} -n 2 ./program'",
                    geteuid() == 0 ? "" : "--map-root-user", size, FENCEPOST_COMMAND, options, mpi));
  };
  if (shell("unshare --mount " + std::string(geteuid() == 0 ? "" : "--map-root-user") +
            " mount -t tmpfs -o size=4m none disk")
          .status != 0)
    GTEST_SKIP() << "this system lets nobody mount a small disk";

  // A race that was recorded before the disk was full is reported.
  build("mpicc." + mpi, racy_program(many));
  Outcome outcome = on_small_disk("4m", "--trace-dir disk/trace");
  EXPECT_EQ(outcome.status, 66) << outcome.text;
  EXPECT_NE(outcome.text.find("the program has ended"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("No space left on device"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("FP-RACE-"), std::string::npos) << outcome.text;

  // Even without a finding in what was saved, the run is not clean: it was not checked.
  build("mpicc." + mpi, program("for (int i = 0; i < 400000; ++i) { MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); "
                                "MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); "
                                "MPI_Win_unlock(1, win); }"));
  outcome = on_small_disk("4m", "--trace-dir disk/trace");
  EXPECT_EQ(outcome.status, 2) << outcome.text;
  EXPECT_EQ(outcome.text.find("without MPI_Finalize"), std::string::npos) << outcome.text;  // both came through it
  EXPECT_NE(outcome.text.find("not all that the program did could be checked"), std::string::npos) << outcome.text;

  // No room at all.
  build("mpicc." + mpi, racy_program(""));
  outcome = on_small_disk("12k", "--trace-dir disk/trace");
  EXPECT_EQ(outcome.status, 2) << outcome.text;
  EXPECT_NE(outcome.text.find("the program has ended"), std::string::npos) << outcome.text;
}

TEST_F(Command, ExplainsListsAndPrintsPaths) {
  Outcome outcome = fencepost("rules");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.text.find("FP-RACE-001"), std::string::npos);
  outcome = fencepost("explain fp-race-001");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.text.find("MPI-4.1"), std::string::npos);
  outcome = fencepost("preload");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(fs::exists(outcome.text.substr(0, outcome.text.find('\n'))));
}

TEST_F(Command, TheDoctorFindsThatThisMachineWorks) {
  Outcome outcome = fencepost("doctor");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("Programs can be checked here."), std::string::npos);
  EXPECT_EQ(outcome.text.find("MPI pass"), std::string::npos) << "the compiler pass is no MPI library";
  EXPECT_TRUE(left_nothing());
}

}  // namespace
}  // namespace fencepost
