// The helper for one MPI library: brings what the ranks of a divided analysis have found to rank 0.
//
// Only PMPI functions, so that nothing that is preloaded takes this for the program to be recorded. Nothing here waits
// inside the MPI library, which would keep a processor busy: it looks, and sleeps in between.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

#include "parts/talk.h"

namespace {

using fencepost::parts::Talk;
using Clock = std::chrono::steady_clock;

constexpr int kAlive = 1, kSize = 2, kPiece = 3;  // tags
constexpr std::size_t kPieceBytes = std::size_t{64} << 20;
constexpr auto kHeartbeat = std::chrono::seconds(1);

class Job {
 public:
  explicit Job(Talk& talk) : talk_(talk) {
    int provided = 0;
    PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &size_);
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
  void send(const void* bytes, std::size_t size, int tag) {
    MPI_Request request;
    PMPI_Isend(bytes, static_cast<int>(size), MPI_BYTE, 0, tag, MPI_COMM_WORLD, &request);
    finish(request);
  }

  void speak() {
    auto next = Clock::now() + kHeartbeat;
    const std::string* words = nullptr;
    while ((words = talk_.to_say()) == nullptr) {
      rest();
      if (Clock::now() < next) continue;
      send(nullptr, 0, kAlive);
      next = Clock::now() + kHeartbeat;
    }
    const unsigned long long size = words->size();
    send(&size, sizeof size, kSize);
    for (std::size_t at = 0; at < words->size(); at += kPieceBytes) {
      send(words->data() + at, std::min(kPieceBytes, words->size() - at), kPiece);
    }
  }

  struct Speaker {
    Clock::time_point heard = Clock::now();
    bool sized = false, done = false;
    unsigned long long size = 0;
    std::string words;
  };

  void listen() {
    std::vector<Speaker> speakers(static_cast<std::size_t>(size_));
    speakers.front().done = true;
    while (!std::all_of(speakers.begin(), speakers.end(), [](const Speaker& speaker) { return speaker.done; })) {
      int arrived = 0;
      MPI_Status status;
      PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
      if (arrived != 0) {
        take(speakers[static_cast<std::size_t>(status.MPI_SOURCE)], status);
        continue;
      }
      const auto limit = Clock::now() - std::chrono::seconds(talk_.patience());
      for (std::size_t i = 0; i < speakers.size(); ++i) {
        if (speakers[i].done || speakers[i].heard > limit) continue;
        talk_.lost(static_cast<int>(i));
        PMPI_Abort(MPI_COMM_WORLD, fencepost::parts::kStatusPartLost);
      }
      rest();
    }
  }

  void take(Speaker& speaker, const MPI_Status& status) {
    speaker.heard = Clock::now();
    int bytes = 0;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const auto receive = [&](void* to) {
      PMPI_Recv(to, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
    if (status.MPI_TAG == kSize && bytes == sizeof speaker.size) {
      receive(&speaker.size);
      speaker.sized = true;
    } else {
      const std::size_t before = speaker.words.size();
      speaker.words.resize(before + static_cast<std::size_t>(bytes));
      receive(speaker.words.data() + before);
    }
    if (!speaker.sized || speaker.words.size() != speaker.size) return;
    speaker.done = true;
    talk_.heard(status.MPI_SOURCE, std::move(speaker.words));
  }

  Talk& talk_;
  int rank_ = 0, size_ = 1;
};

}  // namespace

extern "C" [[gnu::visibility("default")]] void fencepost_talk(Talk& talk) {
  Job(talk).run();
}
