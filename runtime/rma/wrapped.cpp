#include "rma/wrapped.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <dlfcn.h>
#include <iterator>
#include <string_view>

#include <mpi.h>

#include "record/program_code.h"
#include "rma/undefined_symbols.h"

namespace fencepost::rma {
namespace {

// By their second names; the first are these without the P.
constexpr const char* kFunctions[] = {
    "PMPI_Win_create",
    "PMPI_Win_allocate",
    "PMPI_Win_allocate_shared",
    "PMPI_Win_create_dynamic",
    "PMPI_Win_free",
    "PMPI_Win_attach",
    "PMPI_Win_detach",
    "PMPI_Win_shared_query",
    "PMPI_Put",
    "PMPI_Get",
    "PMPI_Accumulate",
    "PMPI_Get_accumulate",
    "PMPI_Fetch_and_op",
    "PMPI_Compare_and_swap",
    "PMPI_Rput",
    "PMPI_Rget",
    "PMPI_Raccumulate",
    "PMPI_Rget_accumulate",
    "PMPI_Win_fence",
    "PMPI_Win_post",
    "PMPI_Win_start",
    "PMPI_Win_complete",
    "PMPI_Win_wait",
    "PMPI_Win_test",
    "PMPI_Win_lock",
    "PMPI_Win_unlock",
    "PMPI_Win_lock_all",
    "PMPI_Win_unlock_all",
    "PMPI_Win_flush",
    "PMPI_Win_flush_all",
    "PMPI_Win_flush_local",
    "PMPI_Win_flush_local_all",
    "PMPI_Win_get_attr",
    "PMPI_Win_get_group",
    "PMPI_Win_sync",
};

// The program's own files and libraries: not the MPI library's, ours, or the system's (tools among them, whose
// functions in front of MPI's are found as such if they are called).
bool is_of_the_program(std::string_view file) {
  return !record::lies_in_system_folder(file) && !record::is_of_tool_or_mpi(file);
}

// PMPI_Put for PMPI_Put_c as well, and for what Fortran compilers make of PMPI_Put: pmpi_put_, pmpi_put_f08_ and
// others.
std::string_view without_ending(std::string_view symbol) {
  for (const std::string_view ending : {"_", "_", "_f08", "_f08ts", "_c"}) {
    if (symbol.ends_with(ending)) symbol.remove_suffix(ending.size());
  }
  return symbol;
}

bool equal_but_for_case(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other,
                            [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

bool is_called_directly(std::string_view file, std::string_view symbol, void* found) {
  constexpr std::string_view kPrefix = "PMPI_";
  if (!equal_but_for_case(symbol.substr(0, kPrefix.size()), kPrefix) || !is_of_the_program(file)) return false;
  symbol = without_ending(symbol);
  const auto* const name =
      std::ranges::find_if(kFunctions, [&](const char* function) { return equal_but_for_case(function, symbol); });
  if (name == std::end(kFunctions)) return false;
  *static_cast<const char**>(found) = *name;
  return true;
}

// The module that defines the first function of that name, as the program finds it.
const void* module_of(const char* name) {
  Dl_info place;
  const void* const function = dlsym(RTLD_DEFAULT, name);
  return function != nullptr && dladdr(function, &place) != 0 ? place.dli_fbase : nullptr;
}

const char* find_wrapped() {
  const void* const ours = module_of("fencepost_hooks_attach");  // which only libfencepost.so has
  if (ours == nullptr) return nullptr;
  const auto* const found =
      std::ranges::find_if(kFunctions, [&](const char* name) { return module_of(name + 1) != ours; });
  if (found != std::end(kFunctions)) return *found + 1;
  const char* directly = nullptr;
  for_each_undefined_symbol(is_called_directly, &directly);
  return directly;
}

enum CallsPast : int { kNone, kFunctionsOfItsOwn, kSecondNames };

CallsPast calls_past_of_process() {
  const char* const name = wrapped_function();
  if (name == nullptr) return kNone;
  return *name == 'P' ? kSecondNames : kFunctionsOfItsOwn;
}

std::atomic<int> agreed{-1};

int calls_past() {
  const int of_job = agreed.load(std::memory_order_relaxed);
  return of_job >= 0 ? of_job : calls_past_of_process();
}

}  // namespace

const char* wrapped_function() {
  static const char* const found = find_wrapped();
  return found;
}

void agree_on_calls_past() {
  int most = calls_past_of_process();
  if (PMPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) == MPI_SUCCESS) agreed.store(most);
}

bool some_go_past() {
  return calls_past() != kNone;
}

bool calls_second_names() {
  return calls_past() == kSecondNames;
}

}  // namespace fencepost::rma
