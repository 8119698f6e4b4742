#include "command/doctor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "command/doctor_program.h"
#include "command/exit_status.h"
#include "command/installation.h"
#include "command/prognosis.h"
#include "command/scarcity.h"
#include "read/trace_directory.h"
#include "reports/text.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

// A small program with a put, which the doctor runs on two ranks.
constexpr std::string_view kProgram = R"(#include <mpi.h>
int main(int argc, char** argv) {
  int *memory, rank, value = 7;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
)";

struct Output {
  int status = -1;
  std::string text;
};

// Runs a command in a shell, including standard error, for at most `seconds`.
Output shell(const std::string& command, int seconds) {
  Output output;
  FILE* pipe = popen(fmt::format("timeout -k 2 {} sh -c '{}' 2>&1 </dev/null", seconds, command).c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer;
  while (std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.text.append(buffer.data(), got);
  int status = pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return output;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool exists(const std::string& program) {
  return shell("command -v " + program, 5).status == 0;
}

// Whether a process can read the memory of another one that is not its child: ranks do that with each other.
int try_process_vm() {
  int* shared = static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) return errno;
  static int value = 42;
  *shared = -1;
  pid_t owner = fork();
  if (owner == 0) {
    pause();
    _exit(0);
  }
  pid_t reader = owner > 0 ? fork() : -1;
  if (reader == 0) {
    int copy = 0;
    iovec local{&copy, sizeof copy};
    iovec remote{&value, sizeof value};
    ssize_t got = process_vm_readv(owner, &local, 1, &remote, 1, 0);
    *shared = got == static_cast<ssize_t>(sizeof copy) ? 0 : errno;
    _exit(0);
  }
  int status = 0;
  if (reader > 0) waitpid(reader, &status, 0);
  if (owner > 0) {
    kill(owner, SIGKILL);
    waitpid(owner, &status, 0);
  }
  int result = *shared;
  munmap(shared, 4096);
  return result;
}

void look_at_installation(const Prognosis& doctor, bool& works) {
  std::error_code error;
  if (!fs::exists(preload_library(), error)) {
    doctor.bad("preload library", preload_library().string() + " is missing", "build or install Fencepost again");
    works = false;
  } else {
    doctor.good("preload library", preload_library().string());
  }
  std::vector<std::string> names = backends();
  if (names.empty()) {
    doctor.bad("MPI back ends", "none", "build Fencepost where an MPI library is installed (./dev setup)");
    works = false;
  } else {
    doctor.good("MPI back ends", fmt::format("{}", fmt::join(names, ", ")));
  }
  fs::path wrapper = library_directory().parent_path().parent_path() / "bin" / "fencepost-cc";
  fs::path hooks = library_directory() / "libfencepost-hooks.a";
  if (fs::exists(wrapper, error) && fs::exists(hooks, error)) {
    doctor.good("compiler wrappers", "fencepost-cc, fencepost-cxx, fencepost-fc");
  } else {
    doctor.lacking("compiler wrappers", "not there",
                   "build or install Fencepost again: without them Fencepost does not see loads and stores");
  }
  if (fs::exists(compiler_pass(), error))
    doctor.good("compiler pass", "clang 19 uses it (fencepost-cc --clang mpicc): loads and stores are cheap");
  if (fs::exists(source_reader(), error)) doctor.good("sources", "fencepost lint reads C and C++");
}

// The MPI library as it named itself in the trace.
std::string library_of(const fs::path& trace) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(trace, problem);
  const event::Process* process =
      directory && !directory->ranks().empty() ? directory->definitions(0).process() : nullptr;
  std::string name(process != nullptr ? process->mpi_library : "unknown");
  std::ranges::replace(name, '\t', ' ');
  return name.substr(0, name.find(','));
}

// Compiles and runs the small program with that MPI and the preloaded library.
void try_mpi(const Prognosis& doctor, const std::string& mpi, const fs::path& folder, bool& any) {
  std::string compiler = exists("mpicc." + mpi) ? "mpicc." + mpi : "mpicc";
  std::string launcher = exists("mpiexec." + mpi) ? "mpiexec." + mpi : "mpiexec";
  std::string fix =
      mpi == "mpich" ? "apt-get install mpich libmpich-dev" : "apt-get install openmpi-bin libopenmpi-dev";
  if (!exists(compiler) || !exists(launcher)) {
    doctor.lacking("MPI " + mpi, fmt::format("{} or {} not found", compiler, launcher), fix);
    return;
  }
  std::string program = (folder / mpi).string();
  Output built = shell(fmt::format("{} -o {} {}", compiler, program, (folder / "doctor.c").string()), 60);
  if (built.status != 0) {
    doctor.lacking("MPI " + mpi, fmt::format("{} does not compile: {}", compiler, first_line(built.text)), fix);
    return;
  }
  fs::path trace = folder / (mpi + "-trace");
  std::string settings = fmt::format(
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
      "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe "
      "FENCEPOST_TRACE_DIR={} LD_PRELOAD={}",
      trace.string(), preload_library().string());
  Output run = shell(fmt::format("{} {} -n 2 {}", settings, launcher, program), 30);
  std::error_code error;
  bool traced = fs::exists(trace / "rank-0", error) && fs::exists(trace / "rank-1", error);
  if (run.status == 0 && traced) {
    doctor.good("MPI " + mpi, fmt::format("a program on 2 ranks ran and was recorded ({})", library_of(trace)));
    any = true;
  } else if (run.status != 0) {
    doctor.bad(
        "MPI " + mpi,
        fmt::format("a small program fails under Fencepost with status {}: {}", run.status, first_line(run.text)),
        fmt::format("try a program of your own without Fencepost: {} -n 2", launcher));
  } else {
    doctor.bad("MPI " + mpi, "a small program ran, but Fencepost recorded nothing",
               "is this the MPI library that Fencepost was built for?");
  }
}

// What the wrappers use to make gcc report loads and stores: there is a plugin for exactly this version, or none.
std::string means_of(const std::string& version) {
  if (!version.starts_with("gcc") && !version.starts_with("g++") && !version.starts_with("GNU Fortran")) return "";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(library_directory(), error)) {
    if (entry.path().extension() != ".for") continue;
    std::string made_for;
    std::ifstream text(entry.path());
    std::getline(text, made_for);
    if (!made_for.empty() && version.ends_with(made_for)) return "; uses Fencepost's plugin";
  }
  return "; uses the hooks of -fsanitize=thread: Fencepost was built without a plugin for it (gcc-N-plugin-dev)";
}

void look_at_compilers(const Prognosis& doctor, const fs::path& folder) {
  std::ofstream(folder / "tsan.c") << "int f(int* p) { return *p; }\n";
  for (std::string_view compiler : {"gcc", "g++", "gfortran", "clang", "clang-19"}) {
    std::string name(compiler);
    if (!exists(name)) continue;
    std::string source = name == "gfortran" ? "tsan.f90" : "tsan.c";
    if (name == "gfortran") std::ofstream(folder / source) << "subroutine f(p)\ninteger :: p\np = 1\nend subroutine\n";
    Output built = shell(
        fmt::format("{} -fsanitize=thread -c {} -o {}", name, (folder / source).string(), (folder / "tsan.o").string()),
        30);
    std::string version = first_line(shell(name + " --version", 5).text);
    if (built.status == 0) {
      doctor.good("compiler " + name, version + means_of(version));
    } else {
      doctor.lacking("compiler " + name, "has no -fsanitize=thread",
                     "use gcc 12 or clang 19: without -fsanitize=thread Fencepost does not see loads and stores");
    }
  }
}

// What launchers refuse.
void look_at_launching(const Prognosis& doctor) {
  const std::vector<std::string> names = backends();
  if (std::ranges::find(names, "openmpi") == names.end()) return;
  if (geteuid() == 0 && std::getenv("OMPI_ALLOW_RUN_AS_ROOT") == nullptr)
    doctor.lacking("Open MPI and root", "its mpiexec refuses to start as root",
                   "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1, or use another account");
  const unsigned processors = std::thread::hardware_concurrency();
  constexpr unsigned kUsualRanks = 4;
  if (processors < kUsualRanks)
    doctor.lacking("Open MPI's slots",
                   processors == 1
                       ? "its mpiexec starts only one rank here, because there is one processor"
                       : fmt::format("its mpiexec starts at most {} ranks here, one for each processor", processors),
                   "mpiexec --oversubscribe; Open MPI 5: mpiexec --map-by :oversubscribe");
}

void look_at_system(const Prognosis& doctor) {
  const std::vector<Scarcity> scarce = what_is_scarce();
  for (const Scarcity& one : scarce) doctor.lacking(one.of, one.how, one.way_out);
  int error = try_process_vm();
  if (error == 0) {
    doctor.good("memory of other ranks",
                "process_vm_readv works: Fencepost accesses windows on program memory directly");
  } else {
    doctor.lacking("memory of other ranks", fmt::format("process_vm_readv: {}", std::strerror(error)),
                   "sysctl kernel.yama.ptrace_scope=0 (or, in a container, --cap-add SYS_PTRACE): until then Fencepost "
                   "uses messages, which are slower");
  }
  if (std::ranges::none_of(scarce, [](const Scarcity& one) { return one.of == "/dev/shm"; }))
    doctor.good("/dev/shm", fmt::format("{} MiB free", reports::grouped(free_megabytes("/dev/shm"))));
  std::error_code no_folder;
  fs::path temporary = fs::temp_directory_path(no_folder);
  std::uint64_t space = free_megabytes(temporary);
  if (!no_folder && access(temporary.c_str(), W_OK) == 0 && space >= 256) {
    doctor.good("room for traces", fmt::format("{} has {} MiB free", temporary.string(), reports::grouped(space)));
  } else {
    doctor.lacking("room for traces", fmt::format("{} is not writable or nearly full", temporary.string()),
                   "set TMPDIR, or use fencepost run --trace-dir DIR");
  }
}

int examine_all(const std::vector<std::string>& programs) {
  const Prognosis prognosis;
  bool all = true;
  for (const std::string& program : programs) all = examine(prognosis, program) && all;
  return all ? kStatusClean : kStatusFailed;
}

}  // namespace

int doctor(const std::vector<std::string>& programs) {
  if (!programs.empty()) return examine_all(programs);
  const Prognosis doctor;
  bool works = true;
  look_at_installation(doctor, works);
  std::string pattern = (fs::temp_directory_path() / "fencepost-doctor-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    doctor.bad("temporary directory", std::strerror(errno), "set TMPDIR to a writable directory");
    return kStatusFailed;
  }
  fs::path folder = pattern;
  std::ofstream(folder / "doctor.c") << kProgram;
  bool any = false;
  for (const std::string& mpi : backends()) try_mpi(doctor, mpi, folder, any);
  look_at_compilers(doctor, folder);
  look_at_launching(doctor);
  look_at_system(doctor);
  std::error_code error;
  fs::remove_all(folder, error);
  fmt::print("\n{}\n", works && any ? "Programs can be checked here." : "Programs cannot be checked here.");
  return works && any ? kStatusClean : kStatusFailed;
}

}  // namespace fencepost::command
