#include "interposer/window_call.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>

namespace fencepost::interposer {
namespace {

// A program that continues without the effect of a refused call may do so forever: a walk along a list whose next node
// never comes. Returns whether MPI's way is taken after all, which is reported once.
bool refused_too_often() {
  constexpr unsigned kMost = 10'000;
  static std::atomic<unsigned> refused{0};
  const unsigned before = refused.fetch_add(1, std::memory_order_relaxed);
  if (before != kMost) return before > kMost;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string whose = "ank " + std::to_string(rank);
  std::fprintf(stderr,
               "fencepost: r%s has made 10,000 calls that were refused and would probably never stop: it is ended now "
               "(MPI's default error handler ends a program at the first such call)\n",
               whose.c_str());
  record::blind_spot("R" + whose +
                     " was ended after 10,000 calls that were refused; MPI's default error handler ends a "
                     "program at the first.");
  return true;
}

}  // namespace

int window_error(MPI_Win handle, int error_class, bool records) {
  if (error_class == MPI_SUCCESS) return MPI_SUCCESS;
  if (records) record_failure(error_class);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  const bool known = rma::find_window(handle) != nullptr;
  if (known) {
    PMPI_Win_get_errhandler(handle, &handler);
  } else {
    PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  }
  const bool fatal = rma::is_fatal(handler);
  if (handler != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&handler);
  if (fatal && !refused_too_often()) return MPI_SUCCESS;
  if (known) {
    PMPI_Win_call_errhandler(handle, error_class);
  } else {
    PMPI_Comm_call_errhandler(MPI_COMM_WORLD, error_class);
  }
  return error_class;
}

int creation_error(MPI_Comm communicator, int error_class, bool records) {
  if (error_class == MPI_SUCCESS) return MPI_SUCCESS;
  if (records) record_failure(error_class);
  if (communicator == MPI_COMM_NULL) communicator = MPI_COMM_WORLD;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  PMPI_Comm_get_errhandler(communicator, &handler);
  const bool fatal = rma::is_fatal(handler);
  if (handler != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&handler);
  if (fatal && !refused_too_often()) return MPI_SUCCESS;
  PMPI_Comm_call_errhandler(communicator, error_class);
  return error_class;
}

std::uint32_t assert_bits(int given) {
  struct Row {
    int native;
    AssertBits bit;
  };
  static constexpr Row kRows[] = {{MPI_MODE_NOCHECK, kNoCheck},
                                  {MPI_MODE_NOSTORE, kNoStore},
                                  {MPI_MODE_NOPUT, kNoPut},
                                  {MPI_MODE_NOPRECEDE, kNoPrecede},
                                  {MPI_MODE_NOSUCCEED, kNoSucceed}};
  std::uint32_t bits = 0;
  for (const Row& row : kRows) {
    if (given & row.native) bits |= row.bit;
    given &= ~row.native;
  }
  return given ? bits | kUnknownAssert : bits;
}

int ranks_of(const rma::Window& window, MPI_Group group, std::vector<int>& ranks) {
  int size = 0;
  ranks.clear();
  if (PMPI_Group_size(group, &size) != MPI_SUCCESS || size < 0) return 0;
  if (size == 0) return -1;
  MPI_Group all = MPI_GROUP_NULL;
  if (window.native) {
    PMPI_Win_get_group(window.handle, &all);
  } else {
    PMPI_Comm_group(window.communicator, &all);
  }
  std::vector<int> numbers(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) numbers[static_cast<std::size_t>(i)] = i;
  ranks.resize(numbers.size());
  PMPI_Group_translate_ranks(group, size, numbers.data(), all, ranks.data());
  PMPI_Group_free(&all);
  const auto stranger = std::ranges::find(ranks, MPI_UNDEFINED);
  const int first = stranger == ranks.end() ? -1 : static_cast<int>(stranger - ranks.begin());
  std::erase(ranks, MPI_UNDEFINED);
  return first;
}

}  // namespace fencepost::interposer
