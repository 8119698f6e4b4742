// This process as one rank of a divided analysis: meets the others, and talks to them through rank 0.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "parts/launch.h"
#include "parts/talk.h"
#include "parts/words.h"
#include "record/mutex.h"

namespace fencepost::parts {

class Ranks : private Talk {
 public:
  // Loads the helper and waits for the other ranks. Null, with a sentence: it cannot be loaded. If not all come, prints
  // a message and ends the process.
  static std::unique_ptr<Ranks> meet(const Launch& launch, const std::filesystem::path& helpers, std::string& problem);
  // Ends the job (status 2) if not everything was sent. If everything was, but the MPI library does not return from
  // MPI_Finalize, its thread is left alone: see is_stuck.
  ~Ranks() override;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  // Whether such a thread is left. Then the process must end without its exit functions.
  static bool is_stuck();

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }

  // Called by all ranks, equally often: gives to all what each of them has, by rank. Waits for it.
  std::vector<std::string> exchange(std::string own);
  // The end. Rank 0: waits until all others have sent something, and returns it, from rank 1 on.
  std::vector<Words> listen();
  // The others: returns when rank 0 has it.
  void say(const Words& words);

 private:
  Ranks();
  void met(int rank, int size) override;
  const Saying* to_say() override;
  void was_said() override;
  void heard(int rank, std::string bytes) override;
  void lost(int rank) override;
  void said() override;
  bool wait_until_met();
  void wait_until_said();
  void put(Saying saying);
  std::string wait_for_one(std::size_t rank);
  int give_up() override;
  int patience() const override { return patience_; }

  // State of the thread, which may outlive this object.
  struct Ending {
    Mutex mutex;
    std::condition_variable_any changed;
    bool wait_until(std::chrono::steady_clock::time_point end);
    bool finalized FENCEPOST_GUARDED_BY(mutex) = false;
  };

  const int patience_;
  std::shared_ptr<Ending> ending_ = std::make_shared<Ending>();
  std::thread thread_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  bool met_ FENCEPOST_GUARDED_BY(mutex_) = false;
  bool said_ FENCEPOST_GUARDED_BY(mutex_) = false;
  bool abandoned_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::size_t rank_ = 0, size_ = 1;  // set once, before met_
  // Outgoing and received messages, by rank. The first outgoing one stays in place until it was sent.
  std::deque<Saying> to_say_ FENCEPOST_GUARDED_BY(mutex_);
  std::vector<std::deque<std::string>> heard_ FENCEPOST_GUARDED_BY(mutex_);
};

}  // namespace fencepost::parts
