#include "rma/wrapped.h"

#include <algorithm>
#include <dlfcn.h>
#include <iterator>
#include <string_view>

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
  const std::string_view name = file.substr(file.rfind('/') + 1);
  for (const std::string_view prefix : {"/usr/lib", "/lib", "/opt/"}) {
    if (file.starts_with(prefix)) return false;
  }
  for (const std::string_view prefix : {"libfencepost", "libmpi", "libpmpi", "libopen-", "libmvapich", "mca_"}) {
    if (name.starts_with(prefix)) return false;
  }
  return true;
}

bool is_called_directly(std::string_view file, std::string_view symbol, void* found) {
  if (!symbol.starts_with("PMPI_") || !is_of_the_program(file)) return false;
  if (symbol.ends_with("_c")) symbol.remove_suffix(2);
  const auto* const name = std::ranges::find(kFunctions, symbol);
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

}  // namespace

const char* wrapped_function() {
  static const char* const found = find_wrapped();
  return found;
}

bool calls_second_names() {
  return wrapped_function() != nullptr && *wrapped_function() == 'P';
}

}  // namespace fencepost::rma
