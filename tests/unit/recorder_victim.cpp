// The processes of recorder_survival_test.cpp: recorder_victim NAME FOLDER. What happens to them must not happen to the
// test.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;

constexpr int kFailed = 1;
constexpr int kCannotBeTried = 77;  // on this system

int writes_until_it_is_killed(const fs::path& folder) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // not to be left behind by a test that was ended itself
  Progress& progress = shared_progress(folder / "progress");
  if (!start_in(folder / "trace")) return kFailed;
  const auto write_on = [&](int index) {
    // With an end and with pauses: a test that is slow (under a sanitizer, on a busy machine) must keep up with it.
    for (std::uint64_t n = 0; n < 10'000'000; ++n) {
      record::write(event::FlushBegin{.window = n});
      progress.written[index].store(n + 1, std::memory_order_release);
      if (n % 4096 == 0) usleep(500);
    }
  };
  record::write(event::FenceEnd{});
  std::thread other(write_on, 1);
  write_on(0);
  return kFailed;
}

int meets_a_file_size_limit(const fs::path& folder) {
  if (!start_in(folder / "trace")) return kFailed;
  const rlimit limit{2'000'000, 2'000'000};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (std::uint64_t n = 0; n < 2'000'000; ++n) record::write(event::FlushBegin{.window = n});
  record::stop();
  return 0;
}

// A disk of two megabytes in a mount namespace of its own, so that it works without being root and leaves nothing
// behind.
int meets_a_full_disk(const fs::path& folder) {
  const fs::path disk = folder / "disk";
  fs::create_directories(disk);
  if (unshare(CLONE_NEWNS | (geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
      mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("none", disk.c_str(), "tmpfs", 0, "size=2m") != 0) {
    return kCannotBeTried;
  }
  if (!start_in(disk)) return kFailed;
  const auto write_on = [] {
    for (std::uint64_t n = 0; n < 1'000'000; ++n) record::write(event::FlushBegin{.window = n});
  };
  std::thread other(write_on);
  write_on();
  other.join();
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    record::define(event::WindowName{.id = n, .name = "a name of some length, many times"});
  }
  record::stop();
  fs::copy(disk, folder / "trace", fs::copy_options::recursive);
  return 0;
}

int closes_all_descriptors(const fs::path& folder) {
  if (!start_in(folder / "trace")) return kFailed;
  record::write(event::FlushBegin{.window = 0});
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
  std::vector<int> files;  // of the program's own, under the numbers that it freed
  for (int i = 0; i < 20; ++i) files.push_back(::open((folder / "own").c_str(), O_RDWR | O_CREAT, 0644));
  for (std::uint64_t n = 1; n < 1'000'000; ++n) record::write(event::FlushBegin{.window = n});
  record::stop();
  if (fs::file_size(folder / "own") != 0) return kFailed;
  for (const int file : files) {
    if (fcntl(file, F_GETFD) == -1) return kFailed;
  }
  return 0;
}

constexpr struct {
  const char* name;
  int (*run)(const fs::path& folder);
} kVictims[] = {
    {"writes_until_it_is_killed", writes_until_it_is_killed},
    {"meets_a_file_size_limit", meets_a_file_size_limit},
    {"meets_a_full_disk", meets_a_full_disk},
    {"closes_all_descriptors", closes_all_descriptors},
};

int run(int argc, char** argv) {
  for (const auto& victim : kVictims) {
    if (argc == 3 && std::strcmp(argv[1], victim.name) == 0) return victim.run(argv[2]);
  }
  std::fputs("usage: recorder_victim NAME FOLDER\n", stderr);
  return 2;
}

}  // namespace
}  // namespace fencepost::test

int main(int argc, char** argv) {
  return fencepost::test::run(argc, argv);
}
