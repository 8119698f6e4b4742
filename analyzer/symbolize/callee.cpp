#include "symbolize/callee.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace fencepost::symbolize {
namespace {

constexpr std::string_view kNeverReturn[] = {"abort",
                                             "exit",
                                             "_exit",
                                             "__stack_chk_fail",
                                             "__assert_fail",
                                             "__cxa_throw",
                                             "_ZSt9terminatev",
                                             "_gfortran_stop_numeric",
                                             "_gfortran_stop_string",
                                             "_gfortran_error_stop_numeric",
                                             "_gfortran_error_stop_string"};

struct Waiting {
  std::string_view name;
  std::uint8_t fills;
};
constexpr Waiting kWait[] = {{"fencepost_passed_acquire", 0},
                             {"__tsan_atomic_thread_fence", 0},
                             {"__tsan_atomic_signal_fence", 0},
                             {"sched_yield", 0},
                             {"thrd_yield", 0},
                             {"pthread_yield", 0},
                             {"usleep", 0},
                             {"sleep", 0},
                             {"sleep_", 0},
                             {"_gfortran_sleep_i4_sub", 0},
                             {"_gfortran_sleep_i8_sub", 0},
                             {"nanosleep", 16},
                             {"clock_nanosleep", 16},
                             {"thrd_sleep", 16},
                             {"__errno_location", 0},  // for functions that sleep
                             {"time", 8},
                             {"clock", 0},
                             {"clock_gettime", 16},
                             {"gettimeofday", 16},
                             {"timespec_get", 16},
                             {"_ZNSt6chrono3_V212steady_clock3nowEv", 0},
                             {"_ZNSt6chrono3_V212system_clock3nowEv", 0},
                             {"_gfortran_system_clock_4", 4},
                             {"_gfortran_system_clock_8", 8},
                             {"_gfortran_cpu_time_4", 4},
                             {"_gfortran_cpu_time_8", 8}};

// (Not those that look for messages: their result may end the loop as well.)
constexpr std::string_view kMpiWait[] = {"win_sync",        "win_flush",           "win_flush_all",
                                         "win_flush_local", "win_flush_local_all", "wtime"};

// Loads between them may be protected by the lock, and need not wait for a change.
constexpr std::string_view kMpiLock[] = {"win_lock", "win_unlock", "win_lock_all", "win_unlock_all"};

struct Fetching {
  std::string_view name;
  std::uint8_t result;
};
constexpr Fetching kMpiFetch[] = {{"fetch_and_op", 1}, {"compare_and_swap", 2}, {"get_accumulate", 3}};

Callee hook_of(std::string_view name) {
  if (name.starts_with("atomic")) return {name.ends_with("_load") ? Callee::kAtomicLoad : Callee::kUnknown};
  for (const std::string_view before : {"unaligned_", "volatile_"})
    if (name.starts_with(before)) name.remove_prefix(before.size());
  const auto digits = name.find_first_of("0123456789");
  if (digits == name.npos || name.find_first_not_of("0123456789", digits) != name.npos) return {};
  const std::string_view what = name.substr(0, digits);
  return {what == "read" ? Callee::kLook : what == "write" ? Callee::kStore : Callee::kUnknown};
}

// Fortran's names are in small letters and end with an underscore. Its functions have error codes as arguments.
Callee mpi_callee_of(std::string_view name) {
  const bool fortran = name.starts_with("mpi_");
  name.remove_prefix(4);
  std::string stem(name);
  std::ranges::transform(stem, stem.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (fortran) stem.erase(stem.find_last_not_of('_') + 1);
  if (fortran && stem.ends_with("_f08")) stem.resize(stem.size() - 4);
  if (stem == "abort") return {Callee::kNeverReturns};
  const auto* const fetching = std::ranges::find(kMpiFetch, stem, &Fetching::name);
  if (fetching != std::end(kMpiFetch)) return {Callee::kFetch, 0, fetching->result};
  const bool locks = std::ranges::find(kMpiLock, stem) != std::end(kMpiLock);
  if (!locks && std::ranges::find(kMpiWait, stem) == std::end(kMpiWait)) return {};
  return {locks ? Callee::kLocks : Callee::kWaits, fortran ? std::uint8_t{4} : std::uint8_t{0}};
}

}  // namespace

Callee callee_of(std::string_view name) {
  if (name == "fencepost_passed_access") return {Callee::kPassedLook};
  if (name.starts_with("fencepost_passed_stacked")) return {Callee::kPushedLook};
  if (name == "fencepost_passed_volatile_load") return {Callee::kOrders};
  if (name.starts_with("fencepost_passed_atomic"))
    return {name.ends_with("_load") ? Callee::kAtomicLoad : Callee::kUnknown};
  constexpr std::string_view kHook = "__tsan_";
  if (std::ranges::find(kNeverReturn, name) != std::end(kNeverReturn)) return {Callee::kNeverReturns};
  const auto* const waiting = std::ranges::find(kWait, name, &Waiting::name);
  if (waiting != std::end(kWait)) return {Callee::kWaits, waiting->fills};
  if (name.starts_with(kHook)) return hook_of(name.substr(kHook.size()));
  if (name.starts_with("PMPI_") || name.starts_with("pmpi_")) name.remove_prefix(1);
  return name.starts_with("MPI_") || name.starts_with("mpi_") ? mpi_callee_of(name) : Callee{};
}

std::string mpi_name(std::string_view name) {
  if (name.starts_with("PMPI_") || name.starts_with("pmpi_")) name.remove_prefix(1);
  if (!name.starts_with("mpi_")) return std::string(name);
  name.remove_prefix(4);
  while (name.ends_with('_')) name.remove_suffix(1);
  for (const std::string_view end : {"_f08", "_f08ts"})
    if (name.ends_with(end)) name.remove_suffix(end.size());
  std::string result = "MPI_" + std::string(name);
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') result[4] = static_cast<char>(name[0] - 'a' + 'A');
  return result;
}

}  // namespace fencepost::symbolize
