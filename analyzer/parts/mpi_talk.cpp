// The helper for one MPI library: carries messages of the ranks of a divided analysis to rank 0, and back.
//
// Only PMPI functions, so that no preloaded library mistakes this for the program to be recorded. Nothing here waits
// inside the MPI library, which would keep a processor busy: it tests, and sleeps in between.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <mpi.h>

#include "parts/talk.h"

namespace {

using fencepost::parts::Talk;
using Clock = std::chrono::steady_clock;

constexpr int kAlive = 1, kHead = 2, kPiece = 3;  // tags
constexpr std::size_t kPieceBytes = std::size_t{64} << 20;
constexpr auto kHeartbeat = std::chrono::seconds(1);

class Job {
 public:
  explicit Job(Talk& talk) : talk_(talk) {
    int provided = 0;
    PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &size_);
    others_.resize(static_cast<std::size_t>(size_));
  }

  void run() {
    barrier();
    talk_.met(rank_, size_);
    if (rank_ == 0) {
      listen();
    } else {
      speak();
    }
    barrier();
    talk_.said();
    PMPI_Finalize();
  }

 private:
  void rest() {
    if (const int status = talk_.give_up()) PMPI_Abort(MPI_COMM_WORLD, status);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  void finish(MPI_Request& request) {
    int done = 0;
    while (PMPI_Test(&request, &done, MPI_STATUS_IGNORE), done == 0) rest();
  }
  void barrier() {
    MPI_Request request;
    PMPI_Ibarrier(MPI_COMM_WORLD, &request);
    finish(request);
  }
  void send(int to, const void* bytes, std::size_t size, int tag) {
    MPI_Request request;
    PMPI_Isend(bytes, static_cast<int>(size), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    finish(request);
  }
  void say(const Talk::Saying& saying) {
    const Head head{saying.bytes.size(), saying.last ? 1ULL : 0ULL};
    send(saying.to, &head, sizeof head, kHead);
    for (std::size_t at = 0; at < saying.bytes.size(); at += kPieceBytes) {
      send(saying.to, saying.bytes.data() + at, std::min(kPieceBytes, saying.bytes.size() - at), kPiece);
    }
    talk_.was_said();
  }

  // Rank 0: until all others have sent their last message.
  void listen() {
    while (!std::all_of(others_.begin() + 1, others_.end(), [](const Other& other) { return other.done; })) {
      if (const Talk::Saying* const saying = talk_.to_say()) {
        say(*saying);
      } else if (!take_what_has_come()) {
        look_for_the_lost();
        rest();
      }
    }
  }
  // The others: until this one has.
  void speak() {
    auto next = Clock::now() + kHeartbeat;
    for (bool last = false; !last;) {
      if (const Talk::Saying* const saying = talk_.to_say()) {
        last = saying->last;
        say(*saying);
      } else if (!take_what_has_come()) {
        rest();
        if (Clock::now() < next) continue;
        send(0, nullptr, 0, kAlive);
        next = Clock::now() + kHeartbeat;
      }
    }
  }

  struct Head {
    unsigned long long size, last;
  };
  struct Other {
    Clock::time_point heard = Clock::now();
    bool speaks = false, done = false;  // its head has come; it has sent its last message
    Head head{};
    std::string words;
  };

  void look_for_the_lost() {
    const auto limit = Clock::now() - std::chrono::seconds(talk_.patience());
    for (std::size_t i = 1; i < others_.size(); ++i) {
      if (others_[i].done || others_[i].heard > limit) continue;
      talk_.lost(static_cast<int>(i));
      PMPI_Abort(MPI_COMM_WORLD, fencepost::parts::kStatusPartLost);
    }
  }

  bool take_what_has_come() {
    int arrived = 0;
    MPI_Status status;
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (arrived != 0) take(others_[static_cast<std::size_t>(status.MPI_SOURCE)], status);
    return arrived != 0;
  }
  void take(Other& other, const MPI_Status& status) {
    other.heard = Clock::now();
    int bytes = 0;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const auto receive = [&](void* to) {
      PMPI_Recv(to, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    if (status.MPI_TAG == kHead && bytes == sizeof other.head) {
      receive(&other.head);
      other.speaks = true;
    } else {
      const std::size_t before = other.words.size();
      other.words.resize(before + static_cast<std::size_t>(bytes));
      receive(other.words.data() + before);
    }
    if (!other.speaks || other.words.size() != other.head.size) return;
    other.speaks = false;
    other.done = other.head.last != 0;
    talk_.heard(status.MPI_SOURCE, std::exchange(other.words, {}));
  }

  Talk& talk_;
  int rank_ = 0, size_ = 1;
  std::vector<Other> others_;  // by rank
};

}  // namespace

extern "C" [[gnu::visibility("default")]] void fencepost_talk(Talk& talk) {
  Job(talk).run();
}
