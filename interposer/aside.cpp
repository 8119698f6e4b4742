#include "interposer/aside.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <sys/stat.h>

#include <mpi.h>

#include "options/options.h"
#include "record/job_folders.h"
#include "record/mutex.h"
#include "recorder/folder_files.h"
#include "recorder/recorder.h"
#include "tracking/map.h"

namespace fencepost::interposer {
namespace {

struct Who {
  Mutex mutex;
  int rank FENCEPOST_GUARDED_BY(mutex) = -1;  // -1: MPI_Init has not ended
  int size FENCEPOST_GUARDED_BY(mutex) = 0;
  bool spawned FENCEPOST_GUARDED_BY(mutex) = false;
  bool told_of_window FENCEPOST_GUARDED_BY(mutex) = false;
  std::string directory FENCEPOST_GUARDED_BY(mutex);
};
Who& who() {
  static auto& instance = *new Who;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

int told_by_launcher(std::initializer_list<const char*> variables, int otherwise) {
  for (const char* variable : variables) {
    if (const char* value = std::getenv(variable)) return std::atoi(value);
  }
  return otherwise;
}

// The folder that holds a new one for this rank; "": there is no place for it.
std::string take_folder(const std::string& directory, int rank) {
  const std::string own = "/rank-" + std::to_string(rank);
  for (int number = 1; number < 1000; ++number) {
    std::string folder = directory + "/" + format::kBesideFolder + std::to_string(number);
    if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return "";
    if (mkdir((folder + own).c_str(), 0755) == 0) return folder;
    if (errno != EEXIST) return "";
  }
  return "";
}

}  // namespace

void note_process(int rank, int size, const char* reader_in) {
  Who& self = who();
  const LockGuard lock(self.mutex);
  self.rank = rank;
  self.size = size;
  self.spawned = reader_in == nullptr;
  self.directory = reader_in != nullptr ? std::string_view(reader_in) : options::TRACE_DIR();
}

Aside::Aside() {
  Who& self = who();
  const LockGuard lock(self.mutex);
  int rank = self.rank;
  int size = self.size;
  std::string directory = self.directory;
  if (rank < 0) {
    rank = told_by_launcher({"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"}, 0);
    size = told_by_launcher({"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}, rank + 1);
    directory = options::TRACE_DIR();
  }
  if (directory.empty()) return;
  const std::string folder = take_folder(directory, rank);
  if (folder.empty()) return;
  std::array<char, std::size_t{MPI_MAX_LIBRARY_VERSION_STRING} + 1> library{};
  int length = 0;
  PMPI_Get_library_version(library.data(), &length);
  const std::string_view text(library.data());
  // The C library allocates to answer this. From the start on, the program's allocator calls us with its lock held.
  memory::own_stack();
  // (Nobody reads along there, or watches this process because of it.)
  records_ = record::start({.directory = folder, .job = format::kBesideJob, .reader_in = ""},
                           event::Process{.rank = static_cast<std::uint64_t>(rank),
                                          .size = static_cast<std::uint64_t>(size),
                                          .mpi_library = text.substr(0, text.find('\n'))});
}

Aside::~Aside() {
  if (records_) record::stop();
}

void note_unseen_window() {
  {
    Who& self = who();
    const LockGuard lock(self.mutex);
    if (!self.spawned || self.told_of_window) return;
    self.told_of_window = true;
  }
  const Aside aside;
  if (!aside) return;
  record::blind_spot(
      "A process that MPI_Comm_spawn has started makes a window. Fencepost does not observe such processes: nothing "
      "that they do with windows was checked.");
  record::note_unchecked();
}

}  // namespace fencepost::interposer
