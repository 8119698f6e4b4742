#include "interposer/backend.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "interposer/c_entries.h"
#include "interposer/entry.h"
#include "interposer/fortran/entries.h"
#include "interposer/outside.h"
#include "memory/attach.h"
#include "preload/backend.h"
#include "rma/shared_files.h"

namespace fencepost::interposer {
namespace {

enum class FortranCall : std::size_t {
#define FORTRAN_CALL(name, lower, upper, form_2008) k##name,
#include "fortran_calls.def"
#undef FORTRAN_CALL
  kCount
};
constexpr std::size_t kFortranCalls = static_cast<std::size_t>(FortranCall::kCount);

// Row of mpi_calls.def → row of fortran_calls.def.
constexpr MpiCall kFortranRows[] = {
#define FORTRAN_CALL(name, lower, upper, form_2008) MpiCall::k##name,
#include "fortran_calls.def"
#undef FORTRAN_CALL
};

std::array<void*, kFortranCalls> fortran_calls;
std::array<void*, kFortranCalls> fortran_2008_calls;

void put_in(std::array<void*, kFortranCalls>& table, std::span<const Entry> entries) {
  for (const Entry& entry : entries) {
    const auto row = std::ranges::find(kFortranRows, entry.call);
    if (row != std::end(kFortranRows)) table[static_cast<std::size_t>(row - kFortranRows)] = entry.function;
  }
}

}  // namespace

const fencepost_backend_table& backend() {
  static const fencepost_backend_table filled = [] {
    const std::span<void* const> calls = fill_c_entries();
    rma::follow_program_memory();
    put_in(fortran_calls, fortran::entries());
    put_in(fortran_2008_calls, fortran::entries_2008());
    return fencepost_backend_table{
        .version = FENCEPOST_BACKEND_VERSION,
        .size = sizeof(fencepost_backend_table),
        .calls = calls.data(),
        .call_count = calls.size(),
        .fortran_calls = fortran_calls.data(),
        .fortran_2008_calls = fortran_2008_calls.data(),
        .fortran_call_count = fortran_calls.size(),
        .attach_hooks = memory::attach_hooks,
        .detach_hooks = memory::detach_hooks,
        .threads = threads::observer(),
        .memory = memory::watcher(),
        .lead_by = lead_by,
        .call_outside = call_outside,
    };
  }();
  return filled;
}

}  // namespace fencepost::interposer
