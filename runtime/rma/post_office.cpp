#include "rma/post_office.h"

#include <ctime>
#include <list>
#include <mutex>
#include <sched.h>

#include "record/mutex.h"
#include "rma/helper_thread.h"

namespace fencepost::rma {
namespace {

constexpr int kTag = 1;

// MPI counts are ints: messages larger than this go as a number of blocks.
constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kLargest = std::size_t{1} << 30;

struct Outgoing {
  MessageBytes bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

// Made when the first such message comes or goes; freed with the communicator, or the MPI library reports a leak.
class BlockType {
 public:
  MPI_Datatype get() {
    const LockGuard lock(mutex_);
    if (type_ == MPI_DATATYPE_NULL) {
      PMPI_Type_contiguous(static_cast<int>(kBlock), MPI_BYTE, &type_);
      PMPI_Type_commit(&type_);
    }
    return type_;
  }
  void free() {
    const LockGuard lock(mutex_);
    if (type_ != MPI_DATATYPE_NULL) PMPI_Type_free(&type_);
  }

 private:
  Mutex mutex_;
  MPI_Datatype type_ FENCEPOST_GUARDED_BY(mutex_) = MPI_DATATYPE_NULL;
};
BlockType block_type;

void sleep_microseconds(long microseconds) {
  const timespec time{0, microseconds * 1000};
  nanosleep(&time, nullptr);
}

}  // namespace

struct PostOffice::Impl {
  Mutex receiving;  // held by the one thread that receives
  Mutex sending;
  std::list<Outgoing> outgoing FENCEPOST_GUARDED_BY(sending);
  bool all_sent() {
    const LockGuard lock(sending);
    return outgoing.empty();
  }
  HelperThread helper;
};

bool PostOffice::open(Receive receive, Idle idle) {
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) return false;
  receive_ = receive;
  idle_ = idle;
  impl_ = new Impl;
  if (PMPI_Comm_dup(MPI_COMM_WORLD, &communicator_) != MPI_SUCCESS) return false;
  PMPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  impl_->helper.start(help, this);
  return true;
}

void PostOffice::stop_helper() {
  if (!is_open()) return;
  stop_.store(true);
  impl_->helper.join();
}

void PostOffice::close() {
  if (!is_open()) return;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Ibarrier(communicator_, &request);
  for (int done = 0; !done;) {
    progress();
    PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done) sched_yield();
  }
  stop_helper();
  while (!impl_->all_sent()) {
    if (!progress()) sched_yield();
  }
  block_type.free();
  PMPI_Comm_free(&communicator_);
  delete impl_;
  impl_ = nullptr;
}

void PostOffice::send(int to, MessageBytes&& bytes) {
  if (bytes.size() > kLargest) bytes.resize((bytes.size() + kBlock - 1) / kBlock * kBlock);
  const LockGuard lock(impl_->sending);
  Outgoing& message = impl_->outgoing.emplace_back();
  message.bytes = std::move(bytes);
  const std::size_t size = message.bytes.size();
  if (size > kLargest) {
    PMPI_Isend(message.bytes.data(), static_cast<int>(size / kBlock), block_type.get(), to, kTag, communicator_,
               &message.request);
  } else {
    PMPI_Isend(message.bytes.data(), static_cast<int>(size), MPI_BYTE, to, kTag, communicator_, &message.request);
  }
  int done = 0;
  PMPI_Test(&message.request, &done, MPI_STATUS_IGNORE);
  if (done) impl_->outgoing.pop_back();
}

bool PostOffice::progress() {
  if (!is_open()) return false;
  if (!impl_->receiving.try_lock()) return false;
  const LockGuard receiving(impl_->receiving, std::adopt_lock);
  bool worked = false;
  for (;;) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (PMPI_Improbe(MPI_ANY_SOURCE, kTag, communicator_, &found, &message, &status) != MPI_SUCCESS || !found) break;
    MPI_Count size = 0;
    PMPI_Get_elements_x(&status, MPI_BYTE, &size);
    MessageBytes bytes(static_cast<std::size_t>(size));
    if (bytes.size() > kLargest) {
      PMPI_Mrecv(bytes.data(), static_cast<int>(bytes.size() / kBlock), block_type.get(), &message, MPI_STATUS_IGNORE);
    } else {
      PMPI_Mrecv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, &message, MPI_STATUS_IGNORE);
    }
    if (bytes.size() >= sizeof(MessageHeader)) receive_(std::move(bytes));
    worked = true;
  }
  worked = idle_() || worked;
  if (impl_->sending.try_lock()) {
    const LockGuard sending(impl_->sending, std::adopt_lock);
    std::erase_if(impl_->outgoing, [](Outgoing& outgoing) {
      int done = 0;
      PMPI_Test(&outgoing.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  }
  return worked;
}

void PostOffice::throttle() {
  constexpr std::size_t kMost = 1000;
  for (;;) {
    {
      const LockGuard lock(impl_->sending);
      if (impl_->outgoing.size() < kMost) return;
    }
    if (!progress()) sched_yield();
  }
}

void PostOffice::settle() {
  if (is_open()) const LockGuard lock(impl_->receiving);
}

// Looks often while there is something to do, and less and less often while there is not.
void* PostOffice::help(void* self) {
  auto& office = *static_cast<PostOffice*>(self);
  constexpr long kFirstSleep = 20, kLongestSleep = 500;  // microseconds
  long sleep = kFirstSleep;
  while (!office.stop_.load(std::memory_order_relaxed)) {
    if (office.progress()) {
      sleep = kFirstSleep;
      sched_yield();
      continue;
    }
    sleep_microseconds(sleep);
    if (sleep < kLongestSleep) sleep += sleep / 2;
  }
  return nullptr;
}

PostOffice& post_office() {
  static auto* office = new PostOffice;
  return *office;
}

}  // namespace fencepost::rma
