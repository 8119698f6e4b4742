#include "parts/ranks.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "parts/books.h"
#include "parts/found_bytes.h"

namespace fencepost::parts {
namespace {

// Every second, a rank shows that it is alive, from a thread that does nothing else.
int patience_in_seconds() {
  const char* const given = std::getenv("FENCEPOST_PATIENCE");
  const int seconds = given == nullptr ? 0 : std::atoi(given);
  return seconds > 0 ? seconds : 120;
}

template <class... Parts>
void complain(fmt::format_string<Parts...> format, Parts&&... parts) {
  fmt::print(stderr, "fencepost analyze: {}\n", fmt::format(format, std::forward<Parts>(parts)...));
  std::fflush(stderr);
}

std::atomic<bool> stuck{false};

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace

Ranks::Ranks() : patience_(patience_in_seconds()) {}

std::unique_ptr<Ranks> Ranks::meet(const Launch& launch, const std::filesystem::path& helpers, std::string& problem) {
  const auto fail = [&](const std::string& why) {
    problem = fmt::format(
        "this is one of {} processes that the launcher of {} has started, but they cannot communicate ({}); use --mpi "
        "none to analyze in one process",
        launch.size, launch.mpi == "openmpi" ? "Open MPI" : "MPICH", why);
    return nullptr;
  };
  std::string why;
  const auto open = [&](const std::string& file, int flags) {
    void* const library = dlopen(file.c_str(), RTLD_NOW | flags);
    if (library == nullptr) {
      const char* const error = dlerror();
      why = error != nullptr ? error : file;
    }
    return library;
  };
  bool loaded = false;
  for (const std::string& name : launch.libraries) {
    // Global, because the helper is not linked to it, and MPI libraries load parts of their own that look there.
    if (open(name, RTLD_GLOBAL) == nullptr) continue;
    loaded = true;
    break;
  }
  if (!loaded) return fail(why);
  void* const helper = open((helpers / fmt::format("parts-{}.so", launch.mpi)).string(), RTLD_LOCAL);
  if (helper == nullptr) return fail(why);
  const auto talk = reinterpret_cast<TalkFunction>(dlsym(helper, kTalkFunction));
  if (talk == nullptr) return fail("the helper is of another version");

  std::unique_ptr<Ranks> ranks(new Ranks());
  ranks->thread_ = std::thread([self = ranks.get(), ending = ranks->ending_, talk] {
    talk(*self);
    const Guard guard(ending->mutex);
    ending->finalized = true;
    ending->changed.notify_all();
  });
  if (!ranks->wait_until_met()) {
    complain(
        "the launcher has started {} processes, but not all of them have joined this analysis within {} s. Each of "
        "them must run it; use --mpi none to analyze in this process alone.",
        launch.size, ranks->patience_);
    _exit(kStatusPartLost);
  }
  return ranks;
}

Ranks::~Ranks() {
  bool said = false;
  {
    const Guard guard(mutex_);
    abandoned_ = true;
    said = said_;
  }
  if (!thread_.joinable()) return;
  // MPICH on UCX over TCP may stay inside MPI_Finalize forever. That must not cost the report. The others give rank 0
  // time for it: when one of them ends like this, the launcher ends the job.
  const auto long_enough = std::chrono::seconds(rank_ == 0 ? 5 : 30);
  if (said && !ending_->wait_until(std::chrono::steady_clock::now() + long_enough)) {
    stuck = true;
    thread_.detach();
    return;
  }
  thread_.join();
}

bool Ranks::wait_until_met() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(patience_);
  const Guard guard(mutex_);
  while (!met_ && changed_.wait_until(mutex_, end) == std::cv_status::no_timeout) {
  }
  return met_;
}

// Whether the thread has left MPI_Finalize by then.
bool Ranks::Ending::wait_until(std::chrono::steady_clock::time_point end) {
  const Guard guard(mutex);
  while (!finalized && changed.wait_until(mutex, end) == std::cv_status::no_timeout) {
  }
  return finalized;
}

bool Ranks::is_stuck() {
  return stuck;
}

void Ranks::wait_until_said() {
  const Guard guard(mutex_);
  while (!said_) changed_.wait(mutex_);
}

void Ranks::put(Saying saying) {
  const Guard guard(mutex_);
  to_say_.push_back(std::move(saying));
}

std::string Ranks::wait_for_one(std::size_t rank) {
  const Guard guard(mutex_);
  std::deque<std::string>& of_rank = heard_[rank];
  while (of_rank.empty()) changed_.wait(mutex_);
  std::string bytes = std::move(of_rank.front());
  of_rank.pop_front();
  return bytes;
}

std::vector<std::string> Ranks::exchange(std::string own) {
  if (rank_ != 0) {
    put({.to = 0, .last = false, .bytes = std::move(own)});
    return strings_from_bytes(wait_for_one(0), size_);
  }
  std::vector<std::string> all{std::move(own)};
  for (std::size_t i = 1; i < size_; ++i) all.push_back(wait_for_one(i));
  const std::string bytes = strings_to_bytes(all);
  for (std::size_t i = 1; i < size_; ++i) put({.to = static_cast<int>(i), .last = false, .bytes = bytes});
  return all;
}

std::vector<Words> Ranks::listen() {
  wait_until_said();
  std::vector<Words> all;
  for (std::size_t i = 1; i < size_; ++i) {
    auto words = words_from_bytes(wait_for_one(i));
    if (!words) {
      words.emplace();
      words->problem = "its findings cannot be read (is it another version of Fencepost?)";
    }
    all.push_back(*std::move(words));
  }
  return all;
}

void Ranks::say(const Words& words) {
  std::string bytes;
  try {
    bytes = words_to_bytes(words, host_name());
  } catch (const std::bad_alloc&) {
    bytes = words_to_bytes({.problem = "it ran out of memory"}, host_name());
  }
  put({.to = 0, .last = true, .bytes = std::move(bytes)});
  wait_until_said();
}

void Ranks::met(int rank, int size) {
  const Guard guard(mutex_);
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
  heard_.resize(size_);
  met_ = true;
  changed_.notify_all();
}

const Talk::Saying* Ranks::to_say() {
  const Guard guard(mutex_);
  return to_say_.empty() ? nullptr : &to_say_.front();
}

void Ranks::was_said() {
  const Guard guard(mutex_);
  to_say_.pop_front();
}

void Ranks::heard(int rank, std::string bytes) {
  const Guard guard(mutex_);
  heard_[static_cast<std::size_t>(rank)].push_back(std::move(bytes));
  changed_.notify_all();
}

void Ranks::lost(int rank) {
  complain("rank {} of the {} that analyze has not responded for {} s: the analysis ends without a result.", rank,
           size_, patience_);
}

void Ranks::said() {
  const Guard guard(mutex_);
  said_ = true;
  changed_.notify_all();
}

int Ranks::give_up() {
  const Guard guard(mutex_);
  constexpr int kFailed = 2;
  return abandoned_ ? kFailed : 0;
}

}  // namespace fencepost::parts
