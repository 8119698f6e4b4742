#include "interposer/trace_place.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options/options.h"
#include "options/shown.h"
#include "record/format.h"
#include "record/job_folders.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

template <std::size_t N>
void put(char (&field)[N], std::string_view text) {
  std::snprintf(field, N, "%.*s", static_cast<int>(text.size()), text.data());
}

// A folder in the working directory, named after the batch job or this process.
std::string folder_here() {
  std::string name = std::to_string(getpid());
  for (const char* variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"}) {
    if (const char* batch = std::getenv(variable)) name.insert(0, "-").insert(0, batch);
  }
  return "fencepost-trace-" + name;
}

// Whether nobody else has made it before, nor will.
bool takes(const std::string& folder) {
  return mkdir(folder.c_str(), 0755) == 0;
}

// This job's own folder in the directory of a command.
std::string folder_of_job(const std::string& directory) {
  const std::string first = directory + "/rank-0";
  if (access((directory + "/" + format::kJobsApartFile).c_str(), F_OK) != 0 || takes(first)) return directory;
  for (int number = 2; errno == EEXIST; ++number) {
    const std::string folder = directory + "/" + format::kJobFolder + std::to_string(number);
    if (takes(folder)) return folder;
  }
  return directory;  // it cannot be written: the code that starts recording says why
}

}  // namespace

Job choose_job() {
  Job job;
  if (getrandom(&job.number, sizeof job.number, 0) != sizeof job.number) {
    job.number = record::now_ticks() ^ (static_cast<std::uint64_t>(getpid()) << 40);
  }
  std::string directory(options::TRACE_DIR());
  if (directory.empty()) {
    directory = folder_here();
    std::fprintf(stderr, "fencepost: FENCEPOST_TRACE_DIR is not set: the trace goes to %s\n",
                 options::shown(directory).c_str());
  }
  put(job.reader_in, directory);
  put(job.directory, folder_of_job(directory));
  return job;
}

bool sees_trace_of_rank_0(const Job& job) {
  const std::string path = std::string(job.directory) + "/rank-0/definitions.fpt";
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return false;
  // A network file system may show the file at once, and its contents later.
  format::FileHeader header{};
  const bool written = std::fread(&header, sizeof header, 1, file) == 1 && header.job != 0;
  std::fclose(file);
  return !written || header.job == job.number;
}

void say_where_traces_are(int rank, int apart, const Job& job) {
  const std::string where = "the trace directory " + std::string(job.directory);
  if (rank == apart) {
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    std::fprintf(stderr,
                 "fencepost: rank %d (on %s) does not see what rank 0 writes into %s. The trace directory must be on a "
                 "file system that all machines share (choose another place with --trace-dir or FENCEPOST_TRACE_DIR). "
                 "Or collect the rank-* folders of all machines in one directory before the analysis.\n",
                 rank, host, options::shown(where).c_str());
  }
  if (rank == 0)
    record::blind_spot(
        "Not all machines share " + where + ": rank " + std::to_string(apart) +
        ", and perhaps others, wrote their traces into a directory of the same name on their own machine.");
}

}  // namespace fencepost::interposer
