// Commands that start several MPI jobs: scripts, ctest.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "command/several_jobs.h"
#include "command_fixture.h"

namespace fencepost {
namespace {

// `race`: two ranks put to one place. `hang`: one waits for a message that nobody sends. Otherwise correct. It runs
// long enough for another one to run at the same time.
const char* const kProgram = R"(#include <mpi.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  const char* what = argc > 1 ? argv[1] : "";
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0 || strcmp(what, "race") == 0) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (rank == 0 && strcmp(what, "hang") == 0) MPI_Recv(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  usleep(300000);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)";

class Jobs : public Command {
 protected:
  // Runs the lines of a shell with $mpiexec and ./program, and reads what is in the JSON report.
  Outcome run(const std::string& mpi, const std::string& script, const std::string& options = "") {
    build("mpicc." + mpi, kProgram);
    write("script", fmt::format("mpiexec=mpiexec.{}\n{}\n", mpi, script));
    Outcome outcome = fencepost(fmt::format("run --no-html --json out.json {} -- sh script", options));
    report_ = nlohmann::json::parse(contents_of("out.json"), nullptr, false);
    return outcome;
  }
  std::vector<int> ranks_of_jobs() const {
    std::vector<int> ranks;
    for (const auto& job : report_.at("jobs")) ranks.push_back(job.at("ranks"));
    return ranks;
  }

  nlohmann::json report_;
};

TEST_F(Jobs, OneAfterAnotherAreAllChecked) {
  for (const std::string& mpi : mpis()) {
    for (const char* live : {"", "--no-live"}) {
      Outcome outcome =
          run(mpi, "$mpiexec -n 2 ./program race; $mpiexec -n 3 ./program; $mpiexec -n 1 ./program", live);
      EXPECT_EQ(outcome.status, 66) << outcome.text;
      EXPECT_EQ(ranks_of_jobs(), (std::vector{2, 3, 1}));
      ASSERT_EQ(report_.at("findings").size(), 1U) << outcome.text;
      EXPECT_EQ(report_.at("findings")[0].at("jobs"), std::vector{1});
      EXPECT_EQ(report_.at("program").at("command"), "sh script");
      EXPECT_NE(outcome.text.find("of job 1 (./program race)"), std::string::npos) << outcome.text;
      EXPECT_NE(outcome.text.find("in 3 jobs of up to 3 ranks"), std::string::npos) << outcome.text;
      EXPECT_TRUE(left_nothing());
    }
  }
}

TEST_F(Jobs, AtOnceAreAllCheckedAndWhatTheyShareIsOneFinding) {
  for (const std::string& mpi : mpis()) {
    Outcome outcome = run(mpi, "for what in race race right; do $mpiexec -n 2 ./program $what & done; wait",
                          "--keep --trace-dir kept");
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    EXPECT_EQ(ranks_of_jobs(), (std::vector{2, 2, 2}));
    ASSERT_EQ(report_.at("findings").size(), 1U) << outcome.text;
    EXPECT_EQ(report_.at("findings")[0].at("count"), 2);
    EXPECT_EQ(report_.at("findings")[0].at("jobs").size(), 2U);

    outcome = fencepost("analyze kept --json later.json");
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    const auto later = nlohmann::json::parse(contents_of("later.json"));
    EXPECT_EQ(later.at("findings")[0].at("jobs"), report_.at("findings")[0].at("jobs"));
    EXPECT_EQ(fencepost("analyze kept/job-2").text.find("jobs of up to"), std::string::npos);
    EXPECT_NE(fencepost("dump kept").text.find("job 3, "), std::string::npos);
    outcome = fencepost("run --trace-dir kept -- true");
    EXPECT_NE(outcome.text.find("holds the trace of another run"), std::string::npos) << outcome.text;
    fs::remove_all(folder_ / "kept");
  }
}

TEST_F(Jobs, OneThatHangsIsEndedAndTheOthersGoOn) {
  for (const std::string& mpi : mpis()) {
    for (const char* live : {"", "--no-live"}) {
      Outcome outcome = run(mpi,
                            "$mpiexec -n 2 ./program right; $mpiexec -n 2 ./program hang || touch ended; "
                            "$mpiexec -n 2 ./program race",
                            fmt::format("--hang-timeout 2 {}", live));
      EXPECT_EQ(outcome.status, 66) << outcome.text;
      EXPECT_NE(outcome.text.find("ended job 2: no rank made progress for 2 s"), std::string::npos) << outcome.text;
      EXPECT_TRUE(fs::exists(folder_ / "ended"));
      ASSERT_EQ(ranks_of_jobs().size(), 3U) << outcome.text;
      std::vector<nlohmann::json> jobs;
      for (const auto& finding : report_.at("findings")) jobs.push_back(finding.at("jobs"));
      EXPECT_NE(std::ranges::find(jobs, nlohmann::json(std::vector{2})), jobs.end()) << outcome.text;
      EXPECT_NE(std::ranges::find(jobs, nlohmann::json(std::vector{3})), jobs.end()) << outcome.text;
    }
  }
}

Finding finding(const std::string& rule, int line, const std::string& cause = "") {
  Finding one;
  one.rule = rule;
  one.fingerprint = rule + std::to_string(line);
  one.consequence_of = cause;
  one.ranks = {line};
  one.accesses.push_back({.rank = 0, .location = {.file = "a.c", .line = line}});
  return one;
}

command::Analysis job(const std::string& name, std::vector<Finding> findings, std::vector<std::string> blind_spots) {
  command::Analysis analysis;
  analysis.findings.emplace();
  analysis.findings->program = {.command = name, .ranks = static_cast<int>(name.size())};
  analysis.findings->findings = std::move(findings);
  analysis.findings->blind_spots = std::move(blind_spots);
  analysis.findings->statistics.operations = 10;
  return analysis;
}

TEST(SeveralJobs, ArePutTogether) {
  std::vector<command::Analysis> jobs;
  jobs.push_back(job("./a", {finding("B", 5)}, {"all", "some"}));
  jobs.push_back(job("./long", {finding("A", 7), finding("C", 1, "B5"), finding("B", 5)}, {"all"}));
  jobs.push_back({.findings = std::nullopt, .problem = "it is damaged"});
  const command::Analysis all = put_together(std::move(jobs), "make check");
  ASSERT_TRUE(all.findings);
  EXPECT_TRUE(all.incomplete);
  const Findings& findings = *all.findings;
  EXPECT_EQ(findings.program.command, "make check");
  EXPECT_EQ(findings.program.ranks, 6);
  EXPECT_EQ(findings.jobs.size(), 3U);
  EXPECT_EQ(findings.statistics.operations, 20U);
  ASSERT_EQ(findings.findings.size(), 3U);
  EXPECT_EQ(findings.findings[0].rule, "A");
  EXPECT_EQ(findings.findings[1].rule, "B");
  EXPECT_EQ(findings.findings[1].count, 2U);
  EXPECT_EQ(findings.findings[1].jobs, (std::vector{1, 2}));
  EXPECT_EQ(findings.findings[2].rule, "C") << "behind its cause";
  EXPECT_EQ(findings.blind_spots,
            (std::vector<std::string>{"In jobs 1 (./a) and 2 (./long): all", "In job 1 (./a): some",
                                      "In job 3 (a job whose trace cannot be read): it is damaged"}));
}

TEST(SeveralJobs, KeepWhatWasSuppressedInEach) {
  std::vector<command::Analysis> jobs;
  for (const char* name : {"./a", "./b"}) {
    jobs.push_back(job(name, {finding("A", 1)}, {}));
    Findings& findings = *jobs.back().findings;
    findings.suppressions = {{.kind = SuppressionKind::kBaseline, .place = "known.json", .used = true, .findings = 1}};
    findings.suppressed = {{.by = 0, .finding = finding("B", 5)}};
  }
  jobs.back().findings->status = RunStatus::kFailed;
  jobs.back().findings->failure = "the disk is full";
  const Findings findings = *put_together(std::move(jobs), "2 runs").findings;
  ASSERT_EQ(findings.suppressed.size(), 1U);
  EXPECT_EQ(findings.suppressed[0].finding.jobs, (std::vector{1, 2}));
  EXPECT_EQ(findings.suppressed[0].finding.count, 2U);
  ASSERT_EQ(findings.suppressions.size(), 1U);
  EXPECT_EQ(findings.suppressions[0].findings, 1U);
  EXPECT_EQ(findings.failure, "job 2: the disk is full");
}

// The timelines of all jobs together take no more room than that of a big one, and each stays with its job.
TEST(SeveralJobs, ShareTheRoomForTimelines) {
  std::vector<command::Analysis> jobs;
  jobs.push_back({.findings = std::nullopt, .problem = "it is damaged"});
  for (int i = 0; i < 40; ++i) {
    jobs.push_back(job("./a", {}, {}));
    RunOverview overview{.nanoseconds = 1, .slot = 1};
    overview.lanes.resize(64);
    for (OverviewLane& lane : overview.lanes) lane.operations.assign(1'000, 1);
    overview.ticks.lane.resize(20'000);
    jobs.back().findings->overviews = {overview};
  }
  const Findings findings = *put_together(std::move(jobs), "make check").findings;
  ASSERT_GT(findings.overviews.size(), 5U);
  EXPECT_TRUE(findings.overviews[0].lanes.empty()) << "the job that cannot be read has none";
  EXPECT_EQ(findings.overviews[1].lanes.size(), 64U);
  std::size_t cells = 0;
  for (const RunOverview& overview : findings.overviews)
    for (const OverviewLane& lane : overview.lanes) cells += lane.operations.size();
  EXPECT_LT(cells, 1'000'000U);
}

TEST(SeveralJobs, OneIsLeftAsItIs) {
  std::vector<command::Analysis> jobs;
  jobs.push_back(job("./a", {finding("B", 5)}, {"all"}));
  const command::Analysis one = put_together(std::move(jobs), "mpiexec ./a");
  EXPECT_EQ(one.findings->program.command, "./a");
  EXPECT_TRUE(one.findings->jobs.empty());
  EXPECT_TRUE(one.findings->findings[0].jobs.empty());
}

}  // namespace
}  // namespace fencepost
