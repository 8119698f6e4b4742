// The requests of MPI_Rput and the like: generalized requests of the MPI library, so that programs may mix them with
// any other requests in any completion call.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <mpi.h>

namespace fencepost::rma {

struct Window;

class Request {
 public:
  // Starts the native request in `*handle` and announces it under a new number. Null on failure of the library.
  static std::shared_ptr<Request> start(Window& window, int target, MPI_Request* handle);

  // One that is complete and that no event names: the number of its handle is 0.
  static bool complete_one(MPI_Request* handle);

  // The one of this number, if it is not complete yet; else null. Any thread.
  static std::shared_ptr<Request> find(std::uint64_t id);

  // The operation is complete at the origin. Any thread, once.
  void complete();
  bool is_complete() const { return done_.load(std::memory_order_acquire); }

  // A call tests it. False: it must appear incomplete, this once.
  bool is_shown() { return tested++ != 0 || !put_off_; }
  // The program may see that it is complete, now or when it is. An operation may be complete long before a test says
  // so; at most one of a process is kept back like that.
  void show();
  // The same for the one that is kept back.
  static void show_kept() {
    const std::uint64_t number = kept.load(std::memory_order_relaxed);
    if (number == 0) return;
    if (const auto request = find(number)) request->show();
  }

  std::uint64_t id = 0;
  Window* window = nullptr;
  int target = 0;
  std::atomic<std::uint32_t> tested{0};  // how many calls have tested it

 private:
  static inline constinit std::atomic<std::uint64_t> kept{0};  // its number; 0: none. Written under the mutex of all

  MPI_Request handle_ = MPI_REQUEST_NULL;
  bool put_off_ = false;  // its first test
  bool shown_ = false;    // under the mutex of all
  std::atomic<bool> done_{false};
};

// In a call that completes operations: a later test finds them complete.
struct ShowsKeptRequest {
  ShowsKeptRequest() = default;
  ~ShowsKeptRequest() { Request::show_kept(); }
  ShowsKeptRequest(const ShowsKeptRequest&) = delete;
  ShowsKeptRequest& operator=(const ShowsKeptRequest&) = delete;
};

}  // namespace fencepost::rma
