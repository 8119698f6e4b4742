// Arguments of MPI calls as events have them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <mpi.h>

#include "handles/communicators.h"
#include "handles/datatypes.h"
#include "record/event.h"
#include "record/vocabulary.h"

namespace fencepost::interposer {

constexpr std::uint64_t number_of(MpiCall call) {
  return static_cast<std::uint64_t>(call);
}

inline std::int64_t rank_number(int rank) {
  if (rank == MPI_ANY_SOURCE) return kAnySource;
  if (rank == MPI_PROC_NULL) return kProcNull;
  if (rank == MPI_ROOT) return kRootOfIntercommunicator;
  return rank < 0 ? rank - kNoRankOffset : rank;
}

inline std::int64_t tag_number(int tag) {
  return tag == MPI_ANY_TAG ? kAnyTag : tag;
}

inline std::uint64_t address_number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

inline Buffer buffer_of(const void* address, std::int64_t count, MPI_Datatype datatype) {
  return {address_number(address), count, handles::datatype_id(datatype)};
}

// The program's status, or one of our own if it passed MPI_STATUS_IGNORE: events need its contents.
class StatusArgument {
 public:
  explicit StatusArgument(MPI_Status* given) : status_(given != MPI_STATUS_IGNORE ? given : &own_) {}
  MPI_Status* get() { return status_; }
  MPI_Status* operator->() { return status_; }

 private:
  MPI_Status own_{};
  MPI_Status* status_;
};

// An array whose length comes from the program: on the stack while it is short, and then not initialized (for plain
// types).
template <class Type, std::size_t kShort = 16>
class ScratchArray {
 public:
  explicit ScratchArray(std::size_t size) : size_(size) {
    if (size > kShort) long_.resize(size);
  }
  Type* data() { return size_ > kShort ? long_.data() : short_.data(); }
  Type& operator[](std::size_t index) { return data()[index]; }
  std::size_t size() const { return size_; }
  Type* begin() { return data(); }
  Type* end() { return data() + size_; }
  operator std::span<const Type>() { return {data(), size_}; }

 private:
  std::size_t size_;
  std::array<Type, kShort> short_;
  std::vector<Type> long_;
};

// The same for MPI_STATUSES_IGNORE.
class StatusesArgument {
 public:
  StatusesArgument(MPI_Status* given, int count)
      : own_(given == MPI_STATUSES_IGNORE && count > 0 ? static_cast<std::size_t>(count) : 0), given_(given) {}
  MPI_Status* get() { return given_ != MPI_STATUSES_IGNORE ? given_ : own_.data(); }
  MPI_Status& operator[](int index) { return get()[index]; }

 private:
  ScratchArray<MPI_Status, 16> own_;
  MPI_Status* given_;
};

}  // namespace fencepost::interposer
