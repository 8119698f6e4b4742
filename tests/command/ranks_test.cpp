// One analysis as an MPI job: the same findings, and a clear end whatever happens to a rank.
#include <map>
#include <string>

#include "command_fixture.h"
#include "parts/launch.h"

namespace fencepost {
namespace {

// Races in many places of a large window, so that each rank has its share, and several of one pair of lines.
constexpr const char* kRacy = R"(#include <mpi.h>
double value = 7;
int main(int argc, char** argv) {
  double* memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(1 << 22, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 40; ++i) {
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % 2, i * 13000, 1, MPI_DOUBLE, win);
    MPI_Get(&value, 1, MPI_DOUBLE, (rank + 1) % 2, i * 13000, 1, MPI_DOUBLE, win);
    MPI_Accumulate(&value, 1, MPI_DOUBLE, 0, i * 7000, 1, MPI_DOUBLE, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)";

// Rounds between barriers, which can be divided by time. In the given round, two ranks put to one place.
constexpr const char* kMeeting = R"(#include <mpi.h>
#include <stdlib.h>
double value = 7;
int main(int argc, char** argv) {
  double* memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4096, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < 60; ++round) {
    MPI_Put(&value, 1, MPI_DOUBLE, 1 - rank, round == atoi(argv[1]) ? 0 : rank, 1, MPI_DOUBLE, win);
    if (round == atoi(argv[1])) MPI_Put(&value, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)";

class RanksOfAnAnalysis : public Command {
 protected:
  void record(const std::string& mpi) {
    build("mpicc." + mpi, kRacy);
    const Outcome outcome =
        fencepost(fmt::format("run --quiet --no-html --trace-dir trace -- mpiexec.{} -n 2 ./program", mpi));
    ASSERT_EQ(outcome.status, 66) << outcome.text;
  }
  // Each rank executes a line of shell, in which $RANK is its number.
  Outcome job(const std::string& mpi, int ranks, const std::string& line) const {
    const std::string rank = mpi == "openmpi" ? "OMPI_COMM_WORLD_RANK" : "PMI_RANK";
    return shell(fmt::format("timeout -k 5 60 mpiexec.{} -n {} sh -c 'RANK=${}; {}'", mpi, ranks, rank, line));
  }
};

TEST_F(RanksOfAnAnalysis, SayTheSameAsOneProcess) {
  record(mpis().front());
  ASSERT_EQ(fencepost("analyze --json one.json trace > one.txt").status, 66);
  for (const std::string& mpi : mpis()) {
    for (const char* jobs : {"", "--jobs 2"}) {
      const Outcome outcome =
          job(mpi, 3, fmt::format("exec {} analyze --json $RANK.json {} trace > $RANK.txt", FENCEPOST_COMMAND, jobs));
      EXPECT_EQ(outcome.status, 66) << mpi << outcome.text;
      EXPECT_EQ(contents_of("0.txt"), contents_of("one.txt"));
      EXPECT_EQ(contents_of("0.json"), contents_of("one.json"));
      EXPECT_EQ(contents_of("1.txt"), "");
      EXPECT_FALSE(fs::exists(folder_ / "1.json"));
    }
  }
}

// Whichever rank's share contains the only mistake.
TEST_F(RanksOfAnAnalysis, DivideARunByTime) {
  const std::string recording = mpis().front();
  build("mpicc." + recording, kMeeting);
  const std::string recorder = "run --quiet --no-html --trace-dir trace{0} -- mpiexec.{1} -n 2 ./program {0}";
  for (const int round : {-1, 2, 31, 58}) {
    const int status = round == -1 ? 0 : 66;
    EXPECT_EQ(fencepost(fmt::format(fmt::runtime(recorder), round, recording)).status, status);
    EXPECT_EQ(fencepost(fmt::format("analyze --jobs 1 trace{} > one.txt", round)).status, status);
    for (const std::string& mpi : mpis()) {
      for (const char* options : {"", "--jobs 2"}) {
        const Outcome outcome =
            job(mpi, 3, fmt::format("exec {} analyze {} trace{} > $RANK.txt", FENCEPOST_COMMAND, options, round));
        EXPECT_EQ(outcome.status, status) << mpi << outcome.text;
        EXPECT_EQ(contents_of("0.txt"), contents_of("one.txt")) << mpi << " " << round;
        EXPECT_EQ(contents_of("1.txt"), "");
      }
    }
  }
  // If the ranks do not agree about it, they do not divide it by time.
  for (const std::string& mpi : mpis()) {
    const Outcome outcome =
        job(mpi, 2,
            fmt::format("test $RANK = 1 && O=--history=9999999; exec {} analyze $O trace-1 > $RANK.txt",
                        FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 0) << mpi << outcome.text;
    EXPECT_EQ(contents_of("0.txt").find("no findings") != std::string::npos, true);
  }
}

TEST_F(RanksOfAnAnalysis, ThatCannotReadTheTraceAreNamed) {
  record(mpis().front());
  for (const std::string& mpi : mpis()) {
    const Outcome outcome =
        job(mpi, 2, fmt::format("test $RANK = 0 || cd /; exec {} analyze trace", FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    EXPECT_NE(outcome.text.find("fencepost analyze: rank 1 on "), std::string::npos) << outcome.text;
  }
}

TEST_F(RanksOfAnAnalysis, WithDifferentTracesAreNamed) {
  record(mpis().front());
  fs::rename(folder_ / "trace", folder_ / "other");
  record(mpis().front());
  for (const std::string& mpi : mpis()) {
    const Outcome outcome =
        job(mpi, 2,
            fmt::format("test $RANK = 0 && cd other && mkdir -p x && ln -sfn .. x/trace && cd x; exec {} analyze trace",
                        FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    EXPECT_NE(outcome.text.find("it has read another trace"), std::string::npos) << outcome.text;
  }
}

TEST_F(RanksOfAnAnalysis, EndWithOneThatIsKilled) {
  record(mpis().front());
  for (const std::string& mpi : mpis()) {
    const Outcome outcome =
        job(mpi, 3, fmt::format("test $RANK = 1 && kill -9 $$; exec {} analyze trace", FENCEPOST_COMMAND));
    EXPECT_NE(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.status, 66) << outcome.text;
    EXPECT_NE(outcome.status, 124) << "it hung\n" << outcome.text;
  }
}

TEST_F(RanksOfAnAnalysis, SayThatOneDoesNotCome) {
  record(mpis().front());
  for (const std::string& mpi : mpis()) {
    // A rank that waits for its standard input, which nobody closes before the job ends.
    const Outcome outcome = job(mpi, 2,
                                fmt::format("if test $RANK = 1; then mkfifo pipe-{0}; read line < pipe-{0}; fi; "
                                            "FENCEPOST_PATIENCE=2 exec {1} analyze trace",
                                            mpi, FENCEPOST_COMMAND));
    // (That of the rank that gave up, or of the one that MPICH's mpiexec then ended by signal 9.)
    const bool of_the_other = mpi == "mpich" && (outcome.status == 1 || outcome.status == 9);
    EXPECT_TRUE(outcome.status == 3 || of_the_other) << outcome.status << outcome.text;
    EXPECT_NE(outcome.text.find("not all of them have joined this analysis within 2 s"), std::string::npos)
        << outcome.text;
  }
}

TEST_F(RanksOfAnAnalysis, AreNotLookedForByOneProcessAlone) {
  record(mpis().front());
  // A child of a rank, by the user's word; a job script; a job of one.
  EXPECT_EQ(
      shell(fmt::format("PMI_RANK=0 PMI_SIZE=4 timeout 60 {} analyze --mpi none trace", FENCEPOST_COMMAND)).status, 66);
  EXPECT_EQ(
      shell(fmt::format("SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_JOB_ID=7 timeout 60 {} analyze trace", FENCEPOST_COMMAND))
          .status,
      66);
  for (const std::string& mpi : mpis()) {
    const Outcome outcome = job(mpi, 1, fmt::format("exec {} analyze trace", FENCEPOST_COMMAND));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
  }
}

TEST(Launch, IsRecognizedByWhatTheLauncherGivesToEachProcess) {
  using Variables = std::map<std::string, std::string>;
  const auto launch = [](const Variables& variables) {
    return parts::launch_of([&](const char* name) {
      const auto at = variables.find(name);
      return at == variables.end() ? nullptr : at->second.c_str();
    });
  };
  EXPECT_FALSE(launch({}));
  EXPECT_FALSE(launch({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}));
  EXPECT_FALSE(launch({{"PMI_SIZE", "4"}}));
  EXPECT_FALSE(launch({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_STEP_NUM_TASKS", "8"}}));
  EXPECT_EQ(launch({{"PMI_RANK", "3"}, {"PMI_SIZE", "4"}})->mpi, "mpich");
  EXPECT_EQ(launch({{"PMI_RANK", "3"}, {"PMI_SIZE", "4"}})->size, 4);
  EXPECT_EQ(launch({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}})->mpi, "openmpi");
  EXPECT_EQ(launch({{"PMIX_RANK", "0"}, {"SLURM_STEP_NUM_TASKS", "2"}})->mpi, "openmpi");
}

}  // namespace
}  // namespace fencepost
